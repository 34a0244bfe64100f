"""campaign pack show | placeholders | template | check | apply."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from campaign.cli import completion
from campaign.cli.desk import Desk, FileProblem, print_line, read_text
from campaign.cli.options import command, group

if TYPE_CHECKING:
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
Reason = Annotated[str, typer.Option("--reason", metavar="TEXT", help="Why, for the history.")]
Again = Annotated[
    list[int] | None,
    typer.Option(
        "--again",
        metavar="N",
        help="Judge this recorded episode by the corrected pack too; may be given again.",
        show_default=False,
    ),
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Only show what would change.")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    pack = group(app, "pack", "The data of the campaign: its rules, and corrections from your box.")

    @command(pack, "show", example="campaign pack show --episode 2")
    def show(desk: Desk, episode: Episode = None) -> None:
        """The rules in force, in words, each with its source."""
        from campaign.display.json import packs as documents
        from campaign.display.terminal import packs as display
        from campaign.services import packs

        with desk.reading() as session:
            number, said = packs.in_words(desk.campaign(session), episode)
        desk.show(display.rules(number, said), documents.rules(number, said))

    @command(pack, "placeholders", example="campaign pack placeholders")
    def placeholders(desk: Desk) -> None:
        """What was made up, as far as the envelopes are open."""
        from campaign.display.json import packs as documents
        from campaign.display.terminal import packs as display
        from campaign.services import packs

        with desk.reading() as session:
            found = packs.made_up(desk.campaign(session))
        desk.show(display.placeholders(found), documents.placeholders(found))

    @command(pack, "template", example="campaign pack template > our-box.toml")
    def template(desk: Desk, chapter: Chapter = None) -> None:
        """An overlay with every value that is known by now, to be corrected from your box."""
        from campaign.display.json import packs as documents
        from campaign.services.errors import NotFound
        from engine.kernel.errors import Refused
        from engine.my_city.pack.forms import overlay_form

        with desk.reading() as session:
            campaign = desk.campaign(session).campaign
        envelopes = sorted(campaign.opened)
        if chapter is not None and chapter not in (0, *envelopes):
            if chapter in {e.number for e in campaign.pack.envelopes}:
                raise Refused(f"envelope {chapter} is sealed", "campaign envelope list")
            raise NotFound(f"there is no envelope {chapter}", "campaign envelope list")
        some = envelopes if chapter is None else [chapter] if chapter else []
        text = overlay_form(campaign.pack, some, box=not chapter)
        desk.show(text, documents.overlay(text))

    @command(pack, "check", example="campaign pack check our-box.toml")
    def check(desk: Desk, file: FileOrFolder) -> None:
        """Whether an overlay, or a whole pack, holds together; errors with their line."""
        from campaign.cli.records import where_of
        from campaign.display.json import packs as documents
        from campaign.services import packs

        if Path(file).is_dir():
            found = _check_folder(Path(file))
        else:
            text = read_text(file)
            with desk.reading() as session:
                kept = desk.campaign(session)
            with where_of(file, text):
                found = packs.check_overlay(kept, text)
        episodes = len(found.episodes)
        if desk.options.json:
            desk.show("", documents.pack(found))
        else:
            print_line(f"{file}: sound; the rules of all {episodes} episodes hold together.")

    @command(pack, "apply", example='campaign pack apply our-box.toml --reason "from our box"')
    def apply(
        desk: Desk, file: File, reason: Reason, again: Again = None, dry_run: DryRun = False
    ) -> None:
        """Correct the pack from your own box: for the episodes to come, and those named again."""
        from campaign.cli.records import where_of
        from campaign.display.json import packs as documents
        from campaign.display.terminal import packs as display
        from campaign.services import changes, packs

        text = read_text(file)
        with desk.reading() as session:
            kept = desk.campaign(session)
        with where_of(file, text):
            preview = packs.preview(kept, text, reason, again or [])
        desk.say(display.correction(preview))
        if not dry_run:
            desk.confirm("Correct the pack for good?")
            with desk.writing() as session:
                changes.keep(session, preview.change, desk.by())
            desk.say("The pack is corrected: campaign pack show")
        if desk.options.json:
            desk.show("", documents.correction(preview, kept=not dry_run))


def _check_folder(folder: Path) -> Pack:
    """A whole pack from its folder, errors with file and line."""
    from campaign.cli.problems import RecordProblem
    from campaign.services import packs
    from engine.kernel.errors import PackError
    from engine.my_city.pack.lines import line_of

    files = {path.name: read_text(str(path)) for path in sorted(folder.glob("*.toml"))}
    if not files:
        raise FileProblem(f"{folder}: no file of a pack (box.toml, envelope_N.toml) is there")
    try:
        return packs.check_files(files)
    except PackError as error:
        where = str(folder / error.file) if error.file else str(folder)
        if error.path:
            where += f", line {line_of(files.get(error.file, ''), error.path)}"
        raise RecordProblem(str(error), where) from None
