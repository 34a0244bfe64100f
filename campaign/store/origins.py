"""Histories that came from elsewhere, and those that are only kept to be read.

A chain names its stream as it was called where it began. Where that name is taken, an adopted
history lies in a stream of another name, and its origin says which name the chain means.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

import sqlalchemy as sa
from sqlmodel import Session, SQLModel

from campaign.store.columns import key, text
from campaign.store.errors import BadPayload
from campaign.store.journal import ENTRY, Entry, row_of, verify


class Origin(NamedTuple):
    """How the chain of a stream names it, and why it is not followed ("" when it is)."""

    sealed_as: str
    aside: str = ""


class StoredOrigin(SQLModel, table=True):
    """The origin of a stream that is called otherwise in its chain, or that is set aside."""

    __tablename__: ClassVar[str] = "origin"

    stream: str = key()
    sealed_as: str = text()
    aside: str = text()


def origin_of(session: Session, stream: str) -> Origin:
    """The origin of a stream; of one that began here its own name."""
    row = session.get(StoredOrigin, stream)
    return Origin(row.sealed_as, row.aside) if row else Origin(stream)


def mark(session: Session, stream: str, origin: Origin) -> None:
    """Keep where a stream is from, and whether it is followed."""
    if origin != Origin(stream):
        session.merge(StoredOrigin(stream=stream, **origin._asdict()))
        session.flush()


def adopt(session: Session, stream: str, entries: Sequence[Entry], sealed_as: str) -> None:
    """Add entries that were made elsewhere to the end of a stream, exactly as they are.

    `entries` is the whole history from its first entry; those that are here already must be its
    beginning. Raises `BadPayload` when it is no sound chain; the guards of the journal refuse
    entries that do not follow.
    """
    if problems := verify(entries, sealed_as):
        raise BadPayload(str(problems[0]))
    count = sa.select(sa.func.count()).where(ENTRY.c.stream == stream)
    here = session.execute(count).scalar_one()
    rows = [row_of(entry._replace(stream=stream)) for entry in entries[here:]]
    if rows:
        session.execute(sa.insert(ENTRY), rows)
