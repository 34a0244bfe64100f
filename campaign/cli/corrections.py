"""campaign undo | redo, episode amend | diff, sticker move: corrections that falsify nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from campaign.cli import questions, records
from campaign.cli.arguments import AsPlayed, DryRun, Episode, Reason, RecordFile, Seat
from campaign.cli.entering import prompt
from campaign.cli.environment import Environment, command, group
from campaign.cli.files import edited, read_text
from campaign.display.json import corrections as documents
from campaign.display.terminal import corrections as screens
from campaign.services import names
from campaign.services.corrections import amending, cascade, undoing
from campaign.services.corrections.later import (
    AS_PLAYED,
    DRAFT,
    KEEP,
    Again,
    Beforehand,
    outcomes,
)
from campaign.services.errors import NotFound
from campaign.services.records import read_record
from engine.kernel.errors import Refused
from engine.kernel.record import format_record

if TYPE_CHECKING:
    from campaign.services.corrections.cascade import Cascade
    from campaign.services.corrections.later import Evening, Owed
    from campaign.services.values import History

To = Annotated[
    int | None,
    typer.Option(
        "--to",
        metavar="ENTRY",
        help="Back to the state after this entry; without it only the last one.",
        show_default=False,
    ),
]
Squares = Annotated[
    list[str] | None,
    typer.Option(
        "--sticker",
        metavar="'SEAT KIND SQUARE'",
        help="Where a sticker goes that is owed before a later evening.",
        show_default=False,
    ),
]
AndLater = Annotated[
    bool, typer.Option("--and-later", help="Also withdraw later entries that would no longer hold.")
]
Kind = Annotated[str, typer.Argument(metavar="KIND", help="Such as tree or rock.")]
Old = Annotated[str, typer.Argument(metavar="FROM", help="Where it lies now.")]
New = Annotated[str, typer.Argument(metavar="TO", help="Where it goes.")]

EDIT = "edit"


class Later(StrEnum):
    """What becomes of later evenings that do not hold as they are."""

    KEEP = KEEP
    AS_PLAYED = AS_PLAYED
    DRAFT = DRAFT


LaterEvenings = Annotated[
    Later | None,
    typer.Option(
        "--later",
        help="Later evenings whose scores differ: keep the new ones, keep them as played, or make "
        "drafts. If moves do not hold, drafts. Without it you are asked.",
        show_default=False,
    ),
]

app = group()


@command(app, "undo", example="campaign undo")
def undo(
    env: Environment,
    to: To = None,
    reason: Reason = "undone",
    and_later: AndLater = False,
    dry_run: DryRun = False,
) -> None:
    """Take back the last entry, or all after one; the history still shows them."""
    _correct(
        env,
        lambda history: undoing.undo(
            history, env.author, to=to, reason=reason, and_later=and_later
        ),
        dry_run=dry_run,
    )


@command(app, "redo", example="campaign redo")
def redo(env: Environment, dry_run: DryRun = False) -> None:
    """Take back the last undo."""
    _correct(env, lambda history: undoing.redo(history), dry_run=dry_run)


def amend(
    env: Environment,
    number: Episode,
    file: RecordFile,
    reason: Reason,
    as_played: AsPlayed = False,
    later: LaterEvenings = None,
    sticker: Squares = None,
    and_later: AndLater = False,
    dry_run: DryRun = False,
) -> None:
    """Another record for an episode; the evenings after it are replayed on the corrected boards."""
    text = read_text(file)
    decide = decider(env, later or (Later.DRAFT if and_later else None), sticker, dry_run=dry_run)

    def preview(history: History) -> Cascade:
        with records.where_of(file, text):
            return amending.amend(
                history, number, text, reason=reason, as_played=as_played, decide=decide
            )

    _correct(env, preview, dry_run=dry_run, decide=decide)


def diff(env: Environment, number: Episode) -> None:
    """The versions of an episode's record, and what changed between them."""
    history = env.history()
    versions = amending.versions(history, number)
    env.show(screens.versions(number, versions), documents.versions(number, versions))


def show_version(env: Environment, history: History, number: int, version: int) -> None:
    """One of the records that an episode has had, word for word."""
    versions = amending.versions(history, number)
    if not 1 <= version <= len(versions):
        raise NotFound(
            f"episode {number} has no version {version}: it has 1 to {len(versions)}",
            f"campaign episode diff {number}",
        )
    chosen = versions[version - 1]
    env.show(chosen.record, documents.versions(number, (chosen,)))


def move(
    env: Environment,
    seat: Seat,
    kind: Kind,
    old: Old,
    new: New,
    later: LaterEvenings = None,
    dry_run: DryRun = False,
) -> None:
    """Move a sticker that was placed by choice, from when it was placed on."""
    decide = decider(env, later, None, dry_run=dry_run)

    def preview(history: History) -> Cascade:
        city = names.seat_of(history.campaign, seat)
        return amending.move_sticker(history, city, kind, old.upper(), new.upper(), decide)

    _correct(env, preview, dry_run=dry_run, decide=decide)


def decider(
    env: Environment, later: Later | None, squares: list[str] | None, *, dry_run: bool
) -> Beforehand:
    """Who decides what becomes of later evenings: the options, or whoever sits at the terminal."""
    stickers = {}
    for words in squares or ():
        match words.split():
            case [seat, kind, square]:
                stickers[seat, kind] = square.upper()
            case _:
                raise typer.BadParameter(f'{words}: write seat, kind and square: "deer tree G1"')
    if later is None and env.can_ask and not dry_run:
        return AtTheTerminal(env, stickers)
    return Beforehand(later or KEEP, stickers, agreed=dry_run or later is not None)


class AtTheTerminal(Beforehand):
    """Asks what becomes of each later evening."""

    def __init__(self, env: Environment, stickers: Mapping[tuple[str, str], str]) -> None:
        super().__init__(KEEP, stickers, agreed=True)
        self.env, self.ask = env, prompt.editor("--later says what becomes of later evenings")
        self.answers: dict[tuple[int, str], Again | None] = {}

    def evening(self, evening: Evening) -> Again | None:
        """Ask for an evening, once for each reason why it does not hold."""
        asked = evening.number, evening.words
        if asked not in self.answers:
            self.env.say("", screens.evening(evening))
            word = self._answer(evening.moves_hold)
            if word == EDIT:
                self.answers[asked] = self._edited(evening)
            else:
                self.answers[asked] = self.decide(evening, word)
        return self.answers[asked]

    def sticker(self, owed: Owed) -> str | None:
        """Ask for the square of a sticker; Enter alone makes a draft of the evening."""
        if square := self.stickers.get((owed.right.seat, owed.right.kind)):
            return self.place(owed, square if square in owed.squares else None)
        right = owed.right
        self.env.say("", screens.owed(owed))
        while True:
            answer = self.ask(f"{right.seat}, {right.kind} on> ", prompt.words(owed.squares))
            square = answer.strip().upper()
            if not square or square in owed.squares:
                return self.place(owed, square or None)
            self.env.say(f"  It may go on: {' '.join(owed.squares)}")

    def _answer(self, moves_hold: bool) -> str:
        """What was answered, as a word; Enter alone is the first one."""
        words = {"k": KEEP, "p": AS_PLAYED, "e": EDIT, "d": DRAFT}
        question, letters = "Keep with these scores, as played, edit, leave as draft?", "Kped"
        if not moves_hold:
            words = {"d": DRAFT, "e": EDIT}
            question, letters = "Leave as draft, or edit?", "De"
        return words[questions.letter(self.ask, self.env.say, question, letters)]

    def _edited(self, evening: Evening) -> Again | None:
        """The evening as it was edited; a draft where nothing came of it."""
        text = edited(format_record(evening.record), ".toml")
        if text is None:
            return self.decide(evening, DRAFT)
        self.decided[evening.number] = "its record is edited", "kept"
        return Again(read_record(text))


def _correct(
    env: Environment,
    preview: Callable[[History], Cascade],
    *,
    dry_run: bool,
    decide: Beforehand | None = None,
) -> None:
    """Show what a correction does, ask, and keep it."""
    history = env.history()
    shown = preview(history)
    later = outcomes(shown, decide) if decide else ()
    env.say(screens.cascade(history, shown))
    if later:
        env.say("", screens.later(later), "")
    if decide and decide.decided and not decide.agreed:
        raise Refused(
            f"episode {min(decide.decided)} does not hold as it is after this correction",
            "with --later keep it goes as shown; --later as-played keeps the scores as noted, "
            "--later draft makes drafts; at a terminal you are asked",
        )
    if not dry_run:
        env.confirm("Correct the history?")
        with env.writing() as session:
            kept = cascade.keep(session, shown, preview, env.by())
        env.say(screens.kept(shown, kept))
    if env.options.json:
        env.show("", documents.cascade(shown, kept=not dry_run, later=later))
