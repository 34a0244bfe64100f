"""campaign pack: show the rules of the pack in words; check, compare and apply corrections."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from campaign.cli import completion, packs_apply, packs_folder, records
from campaign.cli.arguments import Again, DryRun, LaterEvenings, Squares, WhichPack, Why
from campaign.cli.entering import later as later_evenings
from campaign.cli.entering import start
from campaign.cli.environment import Environment, Reply
from campaign.cli.files import read_text
from campaign.cli.packs_eternal import eternal
from campaign.cli.registration import command, group
from campaign.display.json import packs as documents
from campaign.display.terminal import packs as screens
from campaign.display.terminal import parts
from campaign.services import changes, packs, packs_checking, packs_editions, packs_sharing
from engine.kernel.phrases import phrase, plural

if TYPE_CHECKING:
    from campaign.services.packs import CorrectionPreview
    from campaign.services.values import History

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
MattersInEpisode = Annotated[
    int | None,
    typer.Option(
        "--episode",
        metavar="N",
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
File = Annotated[str, typer.Argument(metavar="FILE", help="The corrections; - for standard input.")]
FileOrFolder = Annotated[
    str,
    typer.Argument(metavar="FILE", help="A file of corrections, or the folder of a whole pack."),
]
app = group(
    "pack",
    "The data of the campaign: its rules, and corrections from your box.",
    menu=("Your box", 1, "rules and corrections"),
)


@command(
    app, "show", example="campaign pack show --episode 2", also="rules rule explain", reads=True
)
def show(env: Environment, episode: Episode = None) -> Reply[documents.RulesInForceDocument]:
    """The rules in force, in words, each with its source."""
    number, rules = packs.in_words(env.history(), episode)
    return Reply(
        lambda: documents.RulesInForceDocument.from_value(episode=number, rules=rules),
        lambda: screens.rules(number, rules),
    )


@command(app, "placeholders", example="campaign pack placeholders", reads=True)
def placeholders(
    env: Environment, episode: MattersInEpisode = None
) -> Reply[documents.PlaceholdersDocument | documents.CheckListDocument]:
    """The made-up values, as far as the envelopes are open."""
    if episode is not None:
        checks = packs_checking.checks_before(env.history(), episode)
        return Reply(
            lambda: documents.CheckListDocument.from_value(checks), lambda: screens.to_check(checks)
        )
    made_up = packs.made_up_values(env.history())
    return Reply(
        lambda: documents.PlaceholdersDocument.from_value(placeholders=made_up),
        lambda: screens.placeholders(made_up),
    )


@command(app, "template", example="campaign pack template > our-box.toml", reads=True)
def template(env: Environment, chapter: Chapter = None) -> Reply[documents.OverlayDocument]:
    """A file with every value known so far, to correct from your box."""
    text = packs.template(env.history(), chapter)
    return Reply(lambda: documents.OverlayDocument(overlay=text), lambda: text)


@command(app, "export", example="campaign pack export > corrections.toml", reads=True)
def export(env: Environment) -> Reply[documents.OverlayDocument]:
    """All your corrections in one file, for another owner; those of envelopes are sealed."""
    text = packs_sharing.export(env.history())
    return Reply(lambda: documents.OverlayDocument(overlay=text), lambda: text)


@command(app, "diff", example="campaign pack diff ours corrections.toml", reads=True)
def diff(
    env: Environment, first: WhichPack, second: WhichPack
) -> Reply[documents.PackDifferenceDocument]:
    """How two packs differ, in words and on the board; closed envelopes are left out."""
    history = env.history()
    packs_to_compare = [packs_folder.find_pack(env, history, name) for name in (first, second)]
    difference = packs_sharing.difference(history, *packs_to_compare)
    return Reply(
        lambda: documents.difference(difference),
        lambda: screens.difference(difference, (first, second)),
    )


@command(app, "check", example="campaign pack check our-box.toml", reads=True)
def check(env: Environment, file: FileOrFolder) -> Reply[documents.PackDocument]:
    """Check that corrections, or a whole pack, are complete and consistent; errors name a line."""
    if Path(file).is_dir():
        pack = packs_folder.read(env, Path(file)).pack
    else:
        text = records.read_corrections(file)
        history = env.history()
        with records.locating_errors(file, text):
            pack, errors = packs.check_overlay(history, text)
        packs_folder.raise_problems(
            env, errors, lambda error: packs_folder.problem_of(error, file, text)
        )
    count = len(pack.episodes)
    sound = plural(
        "{file}: sound; the rules of its episode are complete and consistent.",
        "{file}: sound; the rules of all {count} episodes are complete and consistent.",
        count,
        file=file,
    )
    return Reply(lambda: documents.PackDocument(episodes=count), lambda: parts.line(sound))


@command(app, "update", example="campaign pack update --dry-run")
def update(
    env: Environment, dry_run: DryRun = False
) -> Reply[documents.PackDifferenceDocument] | None:
    """Replace closed envelopes, and what is not corrected of the box, with the newest edition."""
    with env.reading() as session:
        history = env.campaign_history(session)
        newer = packs_editions.edition_to_adopt(session, history)
    names, difference = (packs_folder.OURS, newer.pack.name), newer.difference
    env.show(
        Reply(
            lambda: documents.difference(difference),
            lambda: screens.difference(difference, names),
        )
    )
    env.say(screens.from_edition(newer))
    if not dry_run:
        change = changes.preview(history, newer.entry)
        env.confirm(phrase("Go on with the newer edition for good?"))
        env.keep(change)
        env.say(phrase("The pack is updated: {command}", command="campaign envelope list"))
    return None


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
) -> Reply[documents.PackCorrectionDocument]:
    """Correct the pack from your own box for future episodes, and for those named with --again."""
    text = read_text(file)
    reason = env.ask_reason(reason, dry_run=dry_run)
    decide = later_evenings.decider(env, later, sticker, dry_run=dry_run)

    def preview(history: History) -> CorrectionPreview:
        with records.locating_errors(file, text):
            return packs.preview(history, text, reason, again or [], decide)

    history = env.history()
    with start.all_or_nothing(env):
        correction = preview(history)
    if not again:
        packs.check_effect(history, text)
    packs_apply.show(env, correction)
    packs_apply.say_waiting_envelopes(env, history, text)
    if not dry_run:
        env.confirm(phrase("Correct the pack for good?"))
        packs_apply.keep(env, correction, preview)
    return Reply(lambda: documents.PackCorrectionDocument.from_value(correction, kept=not dry_run))
