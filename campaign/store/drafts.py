"""What is being entered: one row a draft, rewritten with every line, no part of any history."""

from __future__ import annotations

from typing import NamedTuple

import sqlalchemy as sa
from sqlmodel import Session

from campaign.store.journal import author_of
from campaign.store.models import METADATA

_TABLE: sa.Table = METADATA.tables["draft"]


class Stored(NamedTuple):
    """A draft as it lies in its row; `number` and `saved` are 0 for one that never was saved.

    `stream` is the campaign's, "" outside of one, with `episode` 0; `told` is the text in which
    the lines are kept. `author`, `place` and `program` say who enters it, where, with what.
    """

    game: str
    told: str
    author: str
    place: str
    program: str
    changed_at: str
    stream: str = ""
    episode: int = 0
    number: int = 0
    saved: int = 0


class Continued(Exception):
    """The draft was changed or discarded elsewhere since it was last saved here."""


def save(session: Session, draft: Stored) -> Stored:
    """Write a draft, and give it as it is stored; raises `Continued`, and writes nothing then."""
    row = {**draft._asdict(), "author": author_of(draft.author), "saved": draft.saved + 1}
    if draft.saved:
        same = (_TABLE.c.number == draft.number) & (_TABLE.c.saved == draft.saved)
        if session.execute(sa.update(_TABLE).where(same).values(row)).rowcount != 1:  # type: ignore[attr-defined]
            raise Continued(f"draft {draft.number} was changed or discarded elsewhere")
    else:
        last = session.execute(sa.select(sa.func.max(_TABLE.c.number))).scalar()
        row["number"] = (last or 0) + 1
        session.execute(sa.insert(_TABLE), row)
    return Stored(**row)


def every(session: Session) -> tuple[Stored, ...]:
    """All drafts, by number."""
    return tuple(map(_stored, session.execute(sa.select(_TABLE).order_by(_TABLE.c.number))))


def read(session: Session, number: int) -> Stored | None:
    """A draft, or None."""
    row = session.execute(sa.select(_TABLE).where(_TABLE.c.number == number)).one_or_none()
    return _stored(row) if row else None


def discard(session: Session, number: int) -> None:
    """Take a draft away; nothing where there is none."""
    session.execute(sa.delete(_TABLE).where(_TABLE.c.number == number))


def _stored(row: sa.Row[tuple[object, ...]]) -> Stored:
    return Stored(**{name: row._mapping[name] for name in Stored._fields})
