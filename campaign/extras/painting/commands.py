"""campaign pack paint: paint a board at the screen and keep it in the campaign."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

import typer

from campaign.cli import packs_apply, questions
from campaign.cli.arguments import Again
from campaign.cli.entering import later, prompt, start
from campaign.cli.environment import Environment
from campaign.cli.errors import NOTHING_WRITTEN
from campaign.cli.files import write_text
from campaign.cli.registration import command, group
from campaign.extras.painting import unkept
from campaign.extras.painting.overlay import made_up_parts, overlay_of
from campaign.extras.painting.painter import PainterState, faults
from campaign.services import folding, packs
from campaign.services.packs_ground import kinds_of, painting_of, rows_of
from campaign.shell import command_on
from campaign.store.errors import StoreError
from engine.kernel.errors import EngineError, wording_of
from engine.kernel.phrases import joined, phrase
from engine.my_city.pack.writing import overlay_text

if TYPE_CHECKING:
    from campaign.cli.entering.prompt import Ask
    from campaign.services.corrections.decisions import FixedDecisions
    from campaign.services.packs import CorrectionPreview
    from campaign.services.packs_ground import Painting
    from campaign.services.values import History

INSTEAD = "campaign pack template > our-box.toml"
REASON = "painted from our box"
OUR_BOX = "our-box.toml"
CONTINUES = phrase("The painting is saved: {command} continues it.", command="campaign pack paint")
KEEP, PAINT, FILE, DROP = "y", "p", "f", "n"


app = group()


@command(app, "paint", example="campaign pack paint")
def paint(env: Environment, again: Again = None) -> None:
    """Paint the board and the outlines of your box on the screen, in about ten minutes."""
    paint_box(env, again or ())


def paint_box(env: Environment, again: Sequence[int] = ()) -> None:
    """Paint until the painting is kept, written into a file or dropped."""
    ask = prompt.editor(INSTEAD, env.speaker)
    prompt.require_screen(INSTEAD)
    from campaign.extras.painting.screen import PaintingBoard  # noqa: PLC0415  textual takes 0.2 s

    history = env.history()
    campaign = history.campaign
    opened = frozenset(campaign.opened)
    before = painting_of(campaign.pack, opened)
    painter = PainterState(_resumed(env, ask, history, before))
    kinds, colours = kinds_of(campaign.pack), len(campaign.pack.colours)
    rows = rows_of(campaign)
    while True:
        save = partial(_save, env, history, before)
        screen = PaintingBoard(painter, campaign.seats, kinds, colours, save, rows, env.speaker)
        screen.run()
        painter = screen.painter
        with env.reading() as session:
            history = folding.current(session, history)
        pack = history.campaign.pack
        painting = unkept.carried(painter.painting, before, painting_of(pack, opened))
        if painting != painter.painting:
            env.say(
                phrase(
                    "The pack was corrected meanwhile: what you did not paint is as it is there."
                )
            )
            painter = painter._replace(painting=painting, past=())
        before = painting_of(pack, opened)
        save = partial(_save, env, history, before)
        text, problems = _text_of(history, painting, opened), faults(painting)
        for why in problems:
            env.say(phrase("Not kept: {why}.", why=why))
        if left := made_up_parts(pack, painting, opened):
            env.say(
                phrase(
                    "You have not checked these parts, so they stay made up: {parts}.",
                    parts=joined(", ", left),
                )
            )
        if not text and not problems:
            save(None)
            env.say(phrase("Nothing was painted that differs from the pack."))
            return
        correct = partial(_correction, painting, before, opened, again)
        correction = _preview(env, history, correct) if text else None
        answer = _decision(env, ask, kept=correction is not None, written=bool(text))
        if answer == KEEP and correction:
            packs_apply.keep(env, correction, partial(correct, correction.decide))
        elif answer == FILE and text:
            _write(env, ask, text)
        if answer in (KEEP, FILE):
            save(painting if problems else None)
            if problems:
                env.say(CONTINUES)
            return
        if answer == DROP:
            save(None)
            env.say(NOTHING_WRITTEN)
            return


def _resumed(env: Environment, ask: Ask, history: History, before: Painting) -> Painting:
    """The painting that was left and not kept, if the user goes on with it; otherwise `before`."""
    with env.reading() as session:
        left = unkept.read(session, history, env.author_now().author, before)
    if left:
        env.say(phrase("An unfinished painting is saved here."))
        if questions.ask_letter(ask, env.say, phrase("Go on with it?"), "Yn") == "y":
            return left
        _save(env, history, before, None)
    return before


def _save(env: Environment, history: History, before: Painting, painting: Painting | None) -> None:
    """Store the painting; if another process is writing, the next change stores it instead."""
    with suppress(StoreError), env.writing() as session:
        unkept.write(session, history, env.author_now().author, painting, before)


def _preview(
    env: Environment,
    history: History,
    correct: Callable[[FixedDecisions, History], CorrectionPreview],
) -> CorrectionPreview | None:
    """Show and return what the painting would change; say why and return None if it cannot."""
    try:
        with start.all_or_nothing(env):
            decide = later.decider(env, None, None, dry_run=False)
            correction = correct(decide, history)
        packs_apply.show(env, correction)
    except typer.Exit:
        env.say(CONTINUES)
        raise
    except EngineError as error:
        env.say(phrase("This cannot be kept: {why}", why=wording_of(error)))
        return None
    return correction


def _correction(
    painting: Painting,
    before: Painting,
    opened: frozenset[int],
    again: Sequence[int],
    decide: FixedDecisions,
    history: History,
) -> CorrectionPreview:
    """What a painting over `before` would change; `decide` decides about evenings that fail."""
    now = painting_of(history.campaign.pack, opened)
    text = _text_of(history, unkept.carried(painting, before, now), opened)
    return packs.preview(history, text, REASON, again, decide)


def _text_of(history: History, painting: Painting, opened: frozenset[int]) -> str:
    """The file of corrections by which the pack of a history becomes the painted one."""
    return overlay_text(overlay_of(history.campaign.pack, painting, opened))


def _decision(env: Environment, ask: Ask, *, kept: bool, written: bool) -> str:
    """Ask what to do with the painting; Ctrl-C paints on, the end of the input writes a file.

    It can be `kept` if it is valid, and `written` if anything of it has no fault.
    """
    env.say(
        phrase(
            "p: paint on; f: write it into a file; n: drop it"
            if written
            else "p: paint on; n: drop it"
        )
    )
    question = phrase("Correct the pack for good?" if kept else "Paint on?")
    letters = "Ypfn" if kept else "Pfn" if written else "Pn"
    while True:
        try:
            answer = questions.ask_letter(ask, env.say, question, letters)
        except KeyboardInterrupt:
            return PAINT
        except EOFError:
            return FILE
        if answer:
            return answer


def _write(env: Environment, ask: Ask, text: str) -> None:
    """Ask for a name and write the overlay into a new file."""
    try:
        name = ask(phrase("Name of the file> "), default=OUR_BOX).strip() or OUR_BOX
    except EOFError:
        name = OUR_BOX
    write_text(name, text)
    command = command_on("campaign pack apply", name)
    env.say(phrase("{file} is written: {command}", file=name, command=command))
