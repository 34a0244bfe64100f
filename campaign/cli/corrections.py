"""campaign undo | redo, episode amend | diff, sticker move: corrections that falsify nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from campaign.cli import records
from campaign.cli.arguments import AsPlayed, DryRun, Episode, Reason, RecordFile, Seat
from campaign.cli.environment import Environment, command, group
from campaign.cli.files import read_text
from campaign.display.json import corrections as documents
from campaign.display.terminal import corrections as screens
from campaign.services.corrections import amending, cascade, undoing
from campaign.services.errors import NotFound

if TYPE_CHECKING:
    from campaign.services.corrections.cascade import Cascade
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
AndLater = Annotated[
    bool, typer.Option("--and-later", help="Also withdraw later entries that would no longer hold.")
]
Kind = Annotated[str, typer.Argument(metavar="KIND", help="Such as tree or rock.")]
Old = Annotated[str, typer.Argument(metavar="FROM", help="Where it lies now.")]
New = Annotated[str, typer.Argument(metavar="TO", help="Where it goes.")]

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
    and_later: AndLater = False,
    dry_run: DryRun = False,
) -> None:
    """Replace the record of an episode; later entries are verified again."""
    text = read_text(file)

    def preview(history: History) -> Cascade:
        with records.where_of(file, text):
            return amending.amend(
                history, number, text, reason=reason, as_played=as_played, and_later=and_later
            )

    _correct(env, preview, dry_run=dry_run)


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
    env: Environment, seat: Seat, kind: Kind, old: Old, new: New, dry_run: DryRun = False
) -> None:
    """Move a sticker that was placed by choice, and keep both squares in the history."""
    _correct(
        env,
        lambda history: amending.move_sticker(history, seat, kind, old.upper(), new.upper()),
        dry_run=dry_run,
    )


def _correct(env: Environment, preview: Callable[[History], Cascade], *, dry_run: bool) -> None:
    """Show what a correction does, ask, and keep it."""
    history = env.history()
    shown = preview(history)
    env.say(screens.cascade(history, shown))
    if not dry_run:
        env.confirm("Correct the history?")
        with env.writing() as session:
            kept = cascade.keep(session, shown, preview, env.by())
        env.say(screens.kept(shown, kept))
    if env.options.json:
        env.show("", documents.cascade(shown, kept=not dry_run))
