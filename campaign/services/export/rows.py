"""The rows of several tables over all plays: campaigns here, sessions in parts by whoever works."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from sqlmodel import Session

from campaign.services import sessions
from campaign.services.cycles import without_cycle_collection
from campaign.services.export.plays import Play, Wanted, Whole, of_campaigns, of_sessions
from campaign.services.export.tables import TABLES, Row
from campaign.services.progress import Progress, unwatched
from campaign.services.sessions import TOGETHER
from campaign.services.spreading.reading import Reads, here, parts
from campaign.store import journal

Rows = list[list[Row]]
"""The rows of each of the chosen tables."""


class Part(NamedTuple):
    """The sessions of some numbers, for the tables with these names."""

    names: tuple[str, ...]
    wanted: Wanted
    numbers: range


def every(
    session: Session,
    names: Sequence[str],
    wanted: Wanted,
    author: str,
    progress: Progress = unwatched,
    reads: Reads | None = None,
) -> Iterator[Rows]:
    """The rows of the chosen tables, some plays at a time; raises `NotFound`.

    The campaigns come first, then the sessions by number, unless one campaign is wanted.
    """
    for item in of_campaigns(session, wanted, author):
        yield _rows(names, [item])
    if wanted.campaign is not None:
        return
    numbers, done = journal.numbers_of(session, sessions.FAMILY), 0
    chunks = (Part(tuple(names), wanted, some) for some in parts(numbers, TOGETHER))
    for rows in (reads or here(session))(of_part, chunks):
        yield rows
        done = min(done + TOGETHER, len(numbers))
        progress(done, len(numbers))


@without_cycle_collection()
def of_part(session: Session, part: Part) -> Rows:
    """The rows of the sessions of some numbers."""
    moves = any(TABLES[name].moves for name in part.names)
    return _rows(part.names, of_sessions(session, part.wanted, part.numbers, moves=moves))


def _rows(names: Sequence[str], items: Iterable[Whole | Play]) -> Rows:
    rows: Rows = [[] for _ in names]
    for item in items:
        for some, name in zip(rows, names, strict=True):
            some.extend(TABLES[name].rows(item))
    return rows
