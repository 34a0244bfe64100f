"""What an export has written and an import has kept, as JSON documents."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pydantic import Field

from campaign.display.json.parts import ByName, Document, Items, Part
from campaign.extras.plays.imported import Double, PreparedImport
from campaign.store.journal import number_of


class ExportedFile(Part):
    """A table that was written."""

    table: str
    path: str
    rows: int


class ExportDocument(Document, kind="export"):
    """What was written."""

    files: Items[ExportedFile]


class ExportedRecordsDocument(Document, kind="exported_records"):
    """The folder that was written."""

    path: str = Field(description="the folder")
    campaigns: int = Field(description="how many campaigns are in it")
    sessions: int = Field(description="how many sessions outside a campaign")


class PlayLinkDocument(Document, kind="play_link"):
    """The address that creates one play in the app."""

    address: str


class DoublePlay(Part):
    """A play, and the session that is the same play."""

    play: str = Field(description="its id in the file")
    session: int


class OmittedPlays(Part):
    """Plays that are left out."""

    why: str
    plays: int


class PlayNote(Part):
    """A part of new plays that could not be taken over as it was."""

    what: str
    plays: int


class ImportedPlaysDocument(Document, kind="imported_plays"):
    """The plays of a file, and what became of them."""

    kept: int = Field(description="how many became sessions")
    sessions: Items[int] = Field(description="the ids that they got")
    plays: int = Field(
        description="how many plays the file has, without those that a filter leaves out"
    )
    new: int = Field(description="how many are new; they are kept unless `--dry-run` is given")
    here: int = Field(description="how many are here already, found by their ids")
    doubles: Items[DoublePlay]
    differing: Items[DoublePlay] = Field(description="plays here already, with other scores here")
    left_out: Items[OmittedPlays]
    notes: Items[PlayNote]
    games: ByName[int] = Field(description="the plays of each of our games")
    players: ByName[int] = Field(description="the number of new plays of each player")


def tables(written: Iterable[tuple[str, str, int]]) -> ExportDocument:
    """The document of written tables, each given as its name, its file and its number of rows."""
    files = [ExportedFile(table=name, path=path, rows=rows) for name, path, rows in written]
    return ExportDocument.from_value(files=files)


def _sessions(doubles: Sequence[Double]) -> list[DoublePlay]:
    return [DoublePlay(play=one.play.id, session=number_of(one.stream)) for one in doubles]


def plays(prepared: PreparedImport, numbers: range) -> ImportedPlaysDocument:
    """The document of an import: how many plays became sessions, and what became of the others."""
    return ImportedPlaysDocument.from_value(
        prepared,
        kept=len(numbers),
        sessions=numbers,
        new=len(prepared.new),
        doubles=_sessions(prepared.doubles),
        differing=_sessions(prepared.differing),
        left_out=[
            OmittedPlays(why=str(why), plays=count) for why, count in prepared.left_out.items()
        ],
        notes=[
            PlayNote(what=str(what), plays=count) for what, count in prepared.notes.items() if count
        ],
        games=prepared.by_game,
        players=prepared.names,
    )
