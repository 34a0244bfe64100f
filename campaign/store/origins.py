"""The origins of histories: some came from elsewhere, some are only kept to be read.

A chain contains the name that its stream had where the history began. If this name is taken here,
the adopted history gets a stream of another name, and its origin holds the name in the chain.
Entries in the stream of the database (`decisions`) decide which history counts. The table `origin`
is derived from them: a row without such an entry has no effect, and an audit reports it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

import sqlalchemy as sa
from sqlmodel import Session

from campaign.store import decisions, journal
from campaign.store.columns import METADATA, text_column
from campaign.store.errors import BadPayload
from campaign.store.journal import ENTRY, Entry, chain_problems, store


class Origin(NamedTuple):
    """The name of a stream in its chain, and why it is not followed ("" if it is)."""

    sealed_as: str
    aside: str = ""


class OriginMismatch(NamedTuple):
    """A stream whose stored origin is not the decided one; None means that there is no row."""

    stream: str
    stored: Origin | None
    decided: Origin | None


ORIGIN = sa.Table(
    "origin",
    METADATA,
    text_column("stream", primary_key=True),
    text_column("sealed_as"),
    text_column("aside"),
)
"""Streams that have another name in their chain, or that are set aside. Not a model: every
command that reads a campaign reads it, and a mapped class takes long to make."""


def origin_of(session: Session, stream: str) -> Origin:
    """The origin of a stream; a stream that began here has its own name in its chain."""
    query = sa.select(ORIGIN.c.sealed_as, ORIGIN.c.aside).where(ORIGIN.c.stream == stream)
    row = session.execute(query).one_or_none()
    return Origin(row.sealed_as, row.aside) if row else Origin(stream)


def adopt(session: Session, stream: str, entries: Sequence[Entry], sealed_as: str) -> int:
    """Add entries that were made elsewhere to the end of a stream, exactly as they are.

    `entries` is the whole history from its first entry, and the entries of the stream must be its
    beginning. Returns the number of entries that the stream had. Raises `BadPayload` for a chain
    that is not sound; the triggers of the journal refuse entries that do not follow.
    """
    if problems := chain_problems(entries, sealed_as):
        raise BadPayload(str(problems[0]))
    count = sa.select(sa.func.count()).where(ENTRY.c.stream == stream)
    known_count = session.execute(count).scalar_one()
    store(session, [entry._replace(stream=stream) for entry in entries[known_count:]])
    return int(known_count)


def decide(
    session: Session,
    kind: str,
    decision: decisions.AdoptionDecision | decisions.PlaceDecision | decisions.OriginFound,
    *,
    author: str,
    now: datetime,
) -> Origin:
    """Append a decision about the history in a stream; store and return its new origin."""
    decisions.decide(session, kind, decision, author=author, now=now)
    return store_decided(session, decision.stream)


def store_decided(session: Session, stream: str) -> Origin:
    """Store the origin of a stream that follows from the decisions, and return it."""
    origin = decided_origins(session).get(stream)
    session.execute(sa.delete(ORIGIN).where(ORIGIN.c.stream == stream))
    if origin:
        session.execute(sa.insert(ORIGIN).values(stream=stream, **origin._asdict()))
    return origin or Origin(stream)


def decided_origins(session: Session) -> dict[str, Origin]:
    """The origins that follow from the decisions, by stream.

    A history that began here and is followed has no key.
    """
    entries = journal.read(session, decisions.STREAM)
    origins: dict[str, Origin] = {}
    for entry in entries:
        if "stream" in entry.payload:
            stream = str(entry.payload["stream"])
            origins[stream] = _after(entry, origins.get(stream, Origin(stream)))
    withdrawn = {
        uid: decisions.aside_of(entry)
        for uid, entry in decisions.latest_by_campaign(entries).items()
        if decisions.is_withdrawn(entry)
    }
    for stream in journal.campaign_streams(session) if withdrawn else ():
        if why := withdrawn.get(str(journal.first(session, stream).payload.get("uid"))):
            origins[stream] = origins.get(stream, Origin(stream))._replace(aside=why)
    return {stream: origin for stream, origin in origins.items() if origin != Origin(stream)}


def _after(entry: Entry, origin: Origin) -> Origin:
    """The origin of a stream after a decision about it."""
    values = entry.payload
    match entry.kind:
        case decisions.ADOPTED:
            return origin._replace(sealed_as=str(values.get("sealed_as")))
        case decisions.SET_ASIDE | decisions.CARRIED_OVER:
            return origin._replace(aside=str(values.get("reason")))
        case decisions.FOLLOWED | decisions.TAKEN_BACK:
            return origin._replace(aside="")
        case decisions.FOUND:
            return Origin(str(values.get("sealed_as")), str(values.get("aside", "")))
    return origin


def is_any_stored(session: Session) -> bool:
    """Whether any stream has a stored origin."""
    return (
        session.execute(sa.select(sa.literal(1)).select_from(ORIGIN).limit(1)).first() is not None
    )


def origin_mismatches(session: Session) -> Iterator[OriginMismatch]:
    """Yield each stream whose stored origin is not the decided one."""
    rows = session.execute(sa.select(ORIGIN.c.stream, ORIGIN.c.sealed_as, ORIGIN.c.aside))
    stored = {stream: Origin(sealed_as, aside) for stream, sealed_as, aside in rows}
    expected = decided_origins(session)
    for stream in sorted(stored.keys() | expected.keys()):
        mismatch = OriginMismatch(stream, stored.get(stream), expected.get(stream))
        if mismatch.stored != mismatch.decided:
            yield mismatch
