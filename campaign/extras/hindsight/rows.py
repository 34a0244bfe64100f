"""Rows with the results of searches for better lines; no history contains or needs them.

A row belongs to one question. Its key is a digest of all that the question depends on, so a changed
record gets new rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import sqlalchemy as sa
from sqlmodel import Session

from campaign.store.journal import author_of
from campaign.store.searches import HINDSIGHT


class SeatHindsightRow(NamedTuple):
    """What is known of a seat in an evening: its points, and the best line found.

    `evening` is the key. `parted` is the number of first answers that a best line shares with the
    played line. `line` has the moves of the best line, separated by `; `. `solver`, `program` (its
    version), `seed` and `seconds` say how it was found, `searched_at` says when (ISO 8601, UTC).
    """

    evening: str
    seat: str
    played: int
    best: int
    bound: int
    parted: int
    line: str
    solver: str
    program: str
    seed: int
    seconds: int
    author: str
    searched_at: str

    @property
    def proved(self) -> bool:
        """Whether no line can be better than the best one."""
        return self.best >= self.bound

    @property
    def left(self) -> tuple[int, int]:
        """The points that the player left on the table: at least, and at most."""
        return self.best - self.played, self.bound - self.played


def has_rows(session: Session) -> bool:
    """Whether the table has any row."""
    return session.execute(sa.select(HINDSIGHT.c.evening).limit(1)).first() is not None


def known_of_evenings(
    session: Session, evenings: Iterable[str]
) -> dict[str, dict[str, SeatHindsightRow]]:
    """The rows of evenings: by the key of the evening, then by seat."""
    known: dict[str, dict[str, SeatHindsightRow]] = {}
    for row in _rows(session, list(evenings)):
        known.setdefault(row.evening, {})[row.seat] = row
    return known


def _rows(session: Session, evenings: list[str]) -> Iterator[SeatHindsightRow]:
    if evenings:
        query = sa.select(HINDSIGHT).where(HINDSIGHT.c.evening.in_(evenings))
        for row in session.execute(query.order_by(HINDSIGHT.c.seat)):
            yield SeatHindsightRow(*row)


def keep(session: Session, known: SeatHindsightRow) -> None:
    """Store the row of a seat in place of its earlier row."""
    session.execute(
        sa.delete(HINDSIGHT).where(
            HINDSIGHT.c.evening == known.evening, HINDSIGHT.c.seat == known.seat
        )
    )
    row = known._replace(author=author_of(known.author))._asdict()
    session.execute(sa.insert(HINDSIGHT).values(row))
