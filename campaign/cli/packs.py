"""campaign pack: its rules in words, and corrections of them: checked, tried and applied."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from campaign.cli import completion, packs_apply, packs_folder, records
from campaign.cli.arguments import Drawing, DryRun, LaterEvenings, Squares, Why
from campaign.cli.entering import later as later_evenings
from campaign.cli.entering import start
from campaign.cli.environment import Environment, command, group, print_line
from campaign.cli.files import read_text
from campaign.cli.packs_eternal import eternal
from campaign.cli.spreading import Cluster, Jobs, Workers
from campaign.display.json import packs as documents
from campaign.display.terminal import packs as screens
from campaign.extras.painting import commands as dialog
from campaign.extras.simulate import pack_commands as packs_simulate
from campaign.services import packs, packs_checking, packs_sharing

if TYPE_CHECKING:
    from campaign.services.packs import Correction
    from campaign.services.values import History
    from engine.my_city.pack.model import Pack

Episode = Annotated[
    int | None,
    typer.Option(
        "--episode",
        metavar="N",
        help="The rules of this episode instead of the next one.",
        show_default=False,
        autocompletion=completion.episodes,
    ),
]
BeforeEpisode = Annotated[
    int | None,
    typer.Option(
        "--before",
        metavar="EPISODE",
        help="Only what matters in this episode, the shortest lists first.",
        show_default=False,
        autocompletion=completion.episodes,
    ),
]
Chapter = Annotated[
    int | None,
    typer.Option(
        "--chapter",
        metavar="N",
        help="Only what came with this envelope; 0 is the box.",
        show_default=False,
        autocompletion=completion.envelopes,
    ),
]
File = Annotated[str, typer.Argument(metavar="FILE", help="The overlay; - for standard input.")]
FileOrFolder = Annotated[
    str, typer.Argument(metavar="FILE", help="An overlay, or the folder of a whole pack.")
]
Which = Annotated[
    str,
    typer.Argument(
        metavar="PACK",
        help="ours: the pack as you have it; the name of the pack you began with; a file of "
        "corrections; the folder of a pack.",
    ),
]
OURS = "ours"
Again = Annotated[
    list[int] | None,
    typer.Option(
        "--again",
        metavar="N",
        help="Replay this episode under the corrected pack, too; may be given several times.",
        show_default=False,
    ),
]

app = group("pack", "The data of the campaign: its rules, and corrections from your box.")


@command(app, "show", example="campaign pack show --episode 2")
def show(env: Environment, episode: Episode = None) -> None:
    """The rules in force, in words, each with its source."""
    number, rules = packs.in_words(env.history(), episode)
    env.show(screens.rules(number, rules), documents.rules(number, rules))


@command(app, "placeholders", example="campaign pack placeholders")
def placeholders(env: Environment, before: BeforeEpisode = None) -> None:
    """What was made up, as far as the envelopes are open."""
    if before is not None:
        checks = packs_checking.before(env.history(), before)
        env.show(screens.to_check(checks), documents.to_check(checks))
        return
    made_up = packs.made_up(env.history())
    env.show(screens.placeholders(made_up), documents.placeholders(made_up))


@command(app, "template", example="campaign pack template > our-box.toml")
def template(env: Environment, chapter: Chapter = None) -> None:
    """An overlay with every value that is known by now, to be corrected from your box."""
    text = packs.template(env.history(), chapter)
    env.show(text, documents.overlay(text))


@command(app, "paint", example="campaign pack paint")
def paint(env: Environment, again: Again = None) -> None:
    """Paint board and outlines of your box on the screen, in about ten minutes (extra tui)."""
    dialog.paint(env, again or [])


@command(app, "export", example="campaign pack export > corrections.toml")
def export(env: Environment) -> None:
    """All your corrections in one file, for another owner; what is in an envelope is sealed."""
    text = packs_sharing.export(env.history())
    env.show(text, documents.overlay(text))


@command(app, "diff", example="campaign pack diff ours corrections.toml")
def diff(env: Environment, first: Which, second: Which) -> None:
    """What differs between two packs, in words and on the board; nothing of closed envelopes."""
    history = env.history()
    chosen = [_pack_named(env, history, name) for name in (first, second)]
    difference = packs_sharing.difference(history, *chosen)
    env.show(screens.difference(difference, (first, second)), documents.difference(difference))


@command(app, "simulate", example="campaign pack simulate our-box.toml --episode 3 -n 500")
def simulate(
    env: Environment,
    overlay: Which,
    episode: packs_simulate.Episode = None,
    seats: packs_simulate.Seats = None,
    count: packs_simulate.Count = 200,
    seed: packs_simulate.Seed = 1,
    output: Drawing = None,
    jobs: Jobs = None,
    cluster: Cluster = None,
) -> None:
    """What an overlay does in play: scores, passes, stuck boards, marks, feats, before and after.

    Simple players play the episode on fresh boards, with the same seeds under both packs.
    """
    packs_simulate.show(
        env,
        _pack_named(env, env.history(), overlay),
        episode=episode,
        seats=seats,
        count=count,
        seed=seed,
        workers=Workers(env, jobs, cluster),
        output=output,
    )


@command(app, "check", example="campaign pack check our-box.toml")
def check(env: Environment, file: FileOrFolder) -> None:
    """Whether an overlay, or a whole pack, is complete and consistent; errors with their line."""
    if Path(file).is_dir():
        pack = packs_folder.read(env, Path(file)).pack
    else:
        text = read_text(file)
        history = env.history()
        with records.where_of(file, text):
            pack, wrong = packs.check_overlay(history, text)
        packs_folder.refuse(env, wrong, lambda one: packs_folder.problem_of(one, file, text))
    if env.options.json:
        env.show("", documents.pack(pack))
    else:
        count = len(pack.episodes)
        print_line(f"{file}: sound; the rules of all {count} episodes are complete and consistent.")


command(app, "eternal", example="campaign pack eternal our-eternal.toml")(eternal)


@command(app, "apply", example='campaign pack apply our-box.toml --reason "from our box"')
def apply(
    env: Environment,
    file: File,
    reason: Why = "",
    again: Again = None,
    later: LaterEvenings = None,
    sticker: Squares = None,
    dry_run: DryRun = False,
) -> None:
    """Correct the pack from your own box for future episodes, and for those named with --again."""
    text = read_text(file)
    reason = reason if dry_run else env.reason(reason)
    decide = later_evenings.decider(env, later, sticker, dry_run=dry_run)

    def preview(history: History) -> Correction:
        with records.where_of(file, text):
            return packs.preview(history, text, reason, again or [], decide)

    history = env.history()
    with start.all_or_nothing(env):
        correction = preview(history)
    packs_apply.show(env, correction)
    for number in packs_sharing.for_owner(history, text).waiting:
        env.say(f"What corrects envelope {number} waits: apply the file again when it is open.")
    if not dry_run:
        env.confirm("Correct the pack for good?")
        packs_apply.keep(env, correction, preview)
    if env.options.json:
        env.show("", documents.correction(correction, kept=not dry_run))


def _pack_named(env: Environment, history: History, name: str) -> Pack:
    """The pack that a word, a file of corrections or a folder means."""
    if name == OURS:
        return history.campaign.pack
    if name == (base := packs_sharing.base_of(history)).name:
        return base
    if Path(name).is_dir():
        return packs_folder.read(env, Path(name)).pack
    text = read_text(name)
    with records.where_of(name, text):
        return packs_sharing.with_file(history, text)
