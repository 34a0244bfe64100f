"""Make the rows or files of an export part by part, so that workers can share the parts.

ExportPart: a campaign, or the sessions of some numbers ──> rows, or files
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from sqlmodel import Session

from campaign.extras.plays import bgstats, records
from campaign.extras.plays.plays import (
    CampaignExport,
    CountedPlay,
    PlaySelection,
    items_of_campaign,
    plays_of_sessions,
    streams,
)
from campaign.extras.plays.records import RecordFile
from campaign.extras.plays.tables import TABLES
from campaign.services import sessions
from campaign.services.cycles import without_cycle_collection
from campaign.services.progress import Progress, unwatched
from campaign.services.spreading.reading import ChunkReader, batches, serial_reader
from campaign.services.table_rows import Row
from campaign.store import journal

Result = TypeVar("Result")

TOGETHER = 100
"""How many sessions a part has: about a second of work, so that the user sees progress."""

Rows = list[list[Row]]
"""The rows of each of the chosen tables."""


class ExportPart(NamedTuple):
    """A campaign, or the sessions with some numbers; `names` are the tables to fill."""

    wanted: PlaySelection
    source: str | range
    names: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        """The most campaigns or sessions that the part can have."""
        return 1 if isinstance(self.source, str) else len(self.source)


class WrittenFiles(NamedTuple):
    """The files of a part, the folder if the part is a campaign, else the number of sessions.

    `as_played` is set if the results of one of the sessions count as they were played.
    """

    files: list[RecordFile]
    folder: str = ""
    sessions: int = 0
    as_played: bool = False


def part_results(
    function: Callable[[Session, ExportPart], Result],
    session: Session,
    wanted: PlaySelection,
    author: str,
    progress: Progress = unwatched,
    reads: ChunkReader | None = None,
    names: Sequence[str] = (),
) -> Iterator[Result]:
    """Yield the result of a function for each part; raises `UnknownName`.

    The campaigns come first, then the sessions by number, unless one campaign is wanted.
    """
    chunks = [
        ExportPart(wanted, stream, tuple(names)) for stream in streams(session, wanted, author)
    ]
    if wanted.campaign is None:
        numbers = journal.numbers_of(session, sessions.FAMILY)
        chunks += [ExportPart(wanted, batch, tuple(names)) for batch in batches(numbers, TOGETHER)]
    done, total = 0, sum(part.size for part in chunks)
    for part, result in zip(
        chunks, (reads or serial_reader(session))(function, chunks), strict=True
    ):
        yield result
        done += part.size
        progress(done, total)


@without_cycle_collection()
def rows_of(session: Session, part: ExportPart) -> Rows:
    """The rows of a part."""
    rows: Rows = [[] for _ in part.names]
    moves = any(TABLES[name].moves for name in part.names)
    for item in _items(session, part, moves=moves):
        for table_rows, name in zip(rows, part.names, strict=True):
            table_rows.extend(TABLES[name].rows(item))
    return rows


@without_cycle_collection()
def files_of(session: Session, part: ExportPart) -> WrittenFiles:
    """The files from which a part can be recorded again."""
    written = WrittenFiles([])
    for item in _played_items(session, part):
        written.files.extend(records.files(item, anonymous=part.wanted.anonymous))
        if isinstance(item, CampaignExport):
            written = written._replace(folder=records.folder_of(item))
        elif item.number is not None:
            known = written.as_played or item.as_played
            written = written._replace(sessions=written.sessions + 1, as_played=known)
    return written


@without_cycle_collection()
def app_plays_of(
    choices: bgstats.PlayChoices, session: Session, part: ExportPart
) -> list[bgstats.AppPlay]:
    """The plays of a part for BG Stats."""
    items = _played_items(session, part)
    return [bgstats.app_play(item, choices) for item in items if isinstance(item, CountedPlay)]


def _items(
    session: Session, part: ExportPart, *, moves: bool = False
) -> Iterator[CampaignExport | CountedPlay]:
    if isinstance(part.source, str):
        return items_of_campaign(session, part.wanted, part.source)
    return plays_of_sessions(session, part.wanted, part.source, moves=moves)


def _played_items(session: Session, part: ExportPart) -> Iterator[CampaignExport | CountedPlay]:
    """The items that people played; a campaign that was asked for may be simulated."""
    named = part.wanted.campaign is not None
    return (item for item in _items(session, part) if named or not item.simulated)
