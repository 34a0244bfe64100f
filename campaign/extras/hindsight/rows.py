"""What the search for better lines has found: no part of any history, and never needed for one.

A row is of one question: the key is a digest of all that it depends on, so that another record
has other rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import sqlalchemy as sa
from sqlmodel import Session

from campaign.store.journal import author_of
from campaign.store.searches import HINDSIGHT


class Known(NamedTuple):
    """What is known of a seat's evening: points, and the line with the best of them.

    `evening` is the key. `parted` is how many answers such a line has in common with what was
    played, `line` its moves, parted by `; `. `solver`, `program` (its version), `seed` and
    `seconds` say how it was found, `searched_at` when: ISO 8601, UTC.
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
        """Whether no line is better."""
        return self.best >= self.bound

    @property
    def left(self) -> tuple[int, int]:
        """The points that were left at the table: at least, and at most."""
        return self.best - self.played, self.bound - self.played


def any_kept(session: Session) -> bool:
    """Whether anything is kept at all."""
    return session.execute(sa.select(HINDSIGHT.c.evening).limit(1)).first() is not None


def of(session: Session, evenings: Iterable[str]) -> dict[str, dict[str, Known]]:
    """What is known of some evenings, by their keys and by seat."""
    known: dict[str, dict[str, Known]] = {}
    for row in _rows(session, list(evenings)):
        known.setdefault(row.evening, {})[row.seat] = row
    return known


def _rows(session: Session, evenings: list[str]) -> Iterator[Known]:
    if evenings:
        query = sa.select(HINDSIGHT).where(HINDSIGHT.c.evening.in_(evenings))
        for row in session.execute(query.order_by(HINDSIGHT.c.seat)):
            yield Known(*row)


def keep(session: Session, known: Known) -> None:
    """Keep what is known of a seat in the place of what was known before."""
    session.execute(
        sa.delete(HINDSIGHT).where(
            HINDSIGHT.c.evening == known.evening, HINDSIGHT.c.seat == known.seat
        )
    )
    row = known._replace(author=author_of(known.author))._asdict()
    session.execute(sa.insert(HINDSIGHT).values(row))
