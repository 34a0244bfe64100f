"""Histories that came from elsewhere, and those that are only kept to be read.

A chain names its stream as it was called where it began. Where that name is taken, an adopted
history lies in a stream of another name, and its origin says which name the chain means.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import sqlalchemy as sa
from sqlmodel import Session

from campaign.store.columns import METADATA, text_column
from campaign.store.errors import BadPayload
from campaign.store.journal import ENTRY, Entry, store, verify


class Origin(NamedTuple):
    """How the chain of a stream names it, and why it is not followed ("" when it is)."""

    sealed_as: str
    aside: str = ""


ORIGIN = sa.Table(
    "origin",
    METADATA,
    text_column("stream", primary_key=True),
    text_column("sealed_as"),
    text_column("aside"),
)
"""Streams that are called otherwise in their chain, or that are set aside. Not a model: every
command that reads a campaign reads it, and a mapped class takes long to make."""


def origin_of(session: Session, stream: str) -> Origin:
    """The origin of a stream; of one that began here its own name."""
    query = sa.select(ORIGIN.c.sealed_as, ORIGIN.c.aside).where(ORIGIN.c.stream == stream)
    row = session.execute(query).one_or_none()
    return Origin(row.sealed_as, row.aside) if row else Origin(stream)


def mark(session: Session, stream: str, origin: Origin) -> None:
    """Keep where a stream is from, and whether it is followed."""
    session.execute(sa.delete(ORIGIN).where(ORIGIN.c.stream == stream))
    if origin != Origin(stream):
        session.execute(sa.insert(ORIGIN).values(stream=stream, **origin._asdict()))


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
    store(session, [entry._replace(stream=stream) for entry in entries[here:]])
