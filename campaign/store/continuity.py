"""Check the journal against the chain over the whole database: no entry is missing or moved.

The chain is computed again from the hashes that the entries have today, and every entry must be in
it. `journal.chain_problems` checks, stream by stream, that the hash of an entry fits its content.
"""

from __future__ import annotations

from typing import NamedTuple

import sqlalchemy as sa
from sqlmodel import Session

from campaign.store import chain, decisions
from campaign.store.chain import CHAIN, Link, links
from campaign.store.heads import short_head
from campaign.store.journal import ENTRY, STREAM, one_line

FAMILIES = ("campaign", "session", "database")
"""The families of streams that this program writes."""
TOGETHER = 2000
"""The number of rows that are held in memory at a time."""


class Continuity(NamedTuple):
    """The problems of the chain, its last link, and the link with the head to look for."""

    problems: tuple[str, ...]
    end: Link | None
    noted: Link | None


class DatabaseContents(NamedTuple):
    """The counts of a database, the stamp of its last entry, and its head.

    `last` and `head` are "" without an entry.
    """

    campaigns: int
    sessions: int
    entries: int
    last: str
    head: str


def contents(session: Session) -> DatabaseContents:
    """Count campaigns, sessions and entries; read the stamp of the last entry and the head."""
    begun = sa.select(sa.func.count()).select_from(ENTRY).where(ENTRY.c.seq == 1)
    campaigns, sessions = (
        session.execute(begun.where(ENTRY.c.family == family)).scalar_one()
        for family in FAMILIES[:2]
    )
    entries = session.execute(sa.select(sa.func.count()).select_from(ENTRY)).scalar_one()
    return DatabaseContents(campaigns, sessions, entries, _last(session), chain.head(session))


def _last(session: Session) -> str:
    """The stamp of the last entry; "" without an entry."""
    query = (
        sa.select(ENTRY.c.recorded_at)
        .join(CHAIN, (ENTRY.c.stream == CHAIN.c.stream) & (ENTRY.c.seq == CHAIN.c.seq))
        .order_by(CHAIN.c.number.desc())
        .limit(1)
    )
    return session.execute(query).scalar() or ""


def examine(session: Session, head: str = "") -> Continuity:
    """Compare the chain with the entries; `head` is the short form of the link to look for."""
    problems: list[str] = []
    end = noted = None
    query = (
        sa.select(CHAIN, ENTRY.c.hash.label("entry"))
        .outerjoin(ENTRY, (ENTRY.c.stream == CHAIN.c.stream) & (ENTRY.c.seq == CHAIN.c.seq))
        .order_by(CHAIN.c.number)
    )
    for number, stream, seq, digest, entry in session.execute(
        query, execution_options={"yield_per": TOGETHER}
    ):
        stored = Link(number, stream, seq, digest)
        where = f"link {number} (entry {seq} of {one_line(stream, 40)})"
        if entry is None:
            problems.append(f"{where}: the entry is missing")
        else:
            (derived,) = links(end, [(stream, seq, entry)])
            if derived.number != number:
                problems.append(f"{where}: follows link {end.number if end else 0}")
            elif derived.hash != digest:
                problems.append(f"{where}: the entry is not the one that was appended")
        end = stored
        if head and noted is None and stored.head == head:
            noted = stored
    return Continuity((*_unknown(session), *problems, *_unlinked(session)), end, noted)


def entry_with_head(session: Session, head: str) -> tuple[str, int] | None:
    """The stream and number of the entry whose own hash has the short form `head`, or None."""
    query = sa.select(ENTRY.c.stream, ENTRY.c.seq, ENTRY.c.hash)
    rows = session.execute(query, execution_options={"yield_per": TOGETHER})
    owners = ((stream, seq) for stream, seq, digest in rows if short_head(digest) == head)
    return next(owners, None)


def _unlinked(session: Session) -> list[str]:
    """A problem for each entry that is not in the chain."""
    linked = sa.exists().where(CHAIN.c.stream == ENTRY.c.stream, CHAIN.c.seq == ENTRY.c.seq)
    rows = session.execute(sa.select(ENTRY.c.stream, ENTRY.c.seq).where(~linked))
    return [f"entry {seq} of {one_line(stream, 40)}: is not in the chain" for stream, seq in rows]


def _unknown(session: Session) -> list[str]:
    """A problem for each stream that this program never writes."""
    names = session.execute(
        sa.select(ENTRY.c.stream).distinct(), execution_options={"yield_per": TOGETHER}
    ).scalars()
    return [
        f"stream {one_line(name, 40)}: this program writes no such stream"
        for name in names
        if not STREAM.fullmatch(name)
        or name.partition("/")[0] not in FAMILIES
        or (name.startswith("database/") and name != decisions.STREAM)
    ]
