"""campaign undo | redo, episode amend | diff, sticker move: corrections that falsify nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from campaign.cli import completion
from campaign.cli.desk import Desk, read_text
from campaign.cli.options import command

if TYPE_CHECKING:
    from campaign.services.corrections import Cascade
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
Why = Annotated[str, typer.Option("--reason", metavar="TEXT", help="Why, for the history.")]
Reason = Annotated[str, typer.Option("--reason", metavar="TEXT", help="Why, for the history.")]
AndLater = Annotated[
    bool, typer.Option("--and-later", help="Withdraw later entries too that could not stand.")
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Only show what would change.")]
AsPlayed = Annotated[
    bool, typer.Option("--as-played", help="Keep it although the stated result differs.")
]
Number = Annotated[
    int,
    typer.Argument(
        metavar="N", help="The number of the episode.", autocompletion=completion.episodes
    ),
]
File = Annotated[str, typer.Argument(metavar="FILE|-", help="The record; - is standard input.")]
Seat = Annotated[
    str, typer.Argument(metavar="SEAT", help="The seat.", autocompletion=completion.seats)
]
Kind = Annotated[str, typer.Argument(metavar="KIND", help="Such as tree or rock.")]
Old = Annotated[str, typer.Argument(metavar="FROM", help="Where it lies now.")]
New = Annotated[str, typer.Argument(metavar="TO", help="Where it goes.")]


def register(app: typer.Typer) -> None:
    """Add the commands."""

    @command(app, "undo", example="campaign undo")
    def undo(
        desk: Desk,
        to: To = None,
        reason: Why = "undone",
        and_later: AndLater = False,
        dry_run: DryRun = False,
    ) -> None:
        """Take back the last entry, or all after one; what counts no more stays readable."""
        from campaign.services import corrections

        _correct(
            desk,
            lambda kept: corrections.undo(
                kept, desk.author, to=to, reason=reason, and_later=and_later
            ),
            dry_run=dry_run,
        )

    @command(app, "redo", example="campaign redo")
    def redo(desk: Desk, dry_run: DryRun = False) -> None:
        """Take back the last undo."""
        from campaign.services import corrections

        _correct(desk, corrections.redo, dry_run=dry_run)


def register_episode(episode: typer.Typer) -> None:
    """Add the commands to the group of the episodes."""

    @command(
        episode,
        "amend",
        example='campaign episode amend 2 evening.toml --reason "a slip of the pen"',
    )
    def amend(
        desk: Desk,
        number: Number,
        file: File,
        reason: Reason,
        as_played: AsPlayed = False,
        and_later: AndLater = False,
        dry_run: DryRun = False,
    ) -> None:
        """Another record for an episode that is recorded, and all that follows from it."""
        from campaign.cli.records import where_of
        from campaign.services import corrections

        text = read_text(file)

        def preview(history: History) -> Cascade:
            with where_of(file, text):
                return corrections.amend(
                    history, number, text, reason=reason, as_played=as_played, and_later=and_later
                )

        _correct(desk, preview, dry_run=dry_run)

    @command(episode, "diff", example="campaign episode diff 2")
    def diff(desk: Desk, number: Number) -> None:
        """The versions of an episode's record, and what changed between them."""
        from campaign.display.json import corrections as documents
        from campaign.display.terminal import corrections as display
        from campaign.services import corrections

        with desk.reading() as session:
            history = desk.campaign(session)
        found = corrections.records_of(history, number)
        desk.show(display.versions(number, found), documents.versions(number, found))


def register_sticker(sticker: typer.Typer) -> None:
    """Add the command to the group of the stickers."""

    @command(sticker, "move", example="campaign sticker move bear rock F2 D2")
    def move(
        desk: Desk, seat: Seat, kind: Kind, old: Old, new: New, dry_run: DryRun = False
    ) -> None:
        """Move a sticker that was placed by choice, and keep both squares in the history."""
        from campaign.services import corrections

        _correct(
            desk,
            lambda kept: corrections.move_sticker(kept, seat, kind, old.upper(), new.upper()),
            dry_run=dry_run,
        )


def _correct(desk: Desk, preview: Callable[[History], Cascade], *, dry_run: bool) -> None:
    """Show what a correction does, ask, and keep it."""
    from campaign.display.json import corrections as documents
    from campaign.display.terminal import corrections as display
    from campaign.services import corrections

    with desk.reading() as session:
        history = desk.campaign(session)
    cascade = preview(history)
    desk.say(display.cascade(history, cascade))
    if not dry_run:
        desk.confirm("Correct the history?")
        with desk.writing() as session:
            history = corrections.keep(session, cascade, preview, desk.by())
        desk.say(f"Corrected. Head for the box: {history.head}")
    if desk.options.json:
        desk.show("", documents.cascade(cascade, kept=not dry_run))
