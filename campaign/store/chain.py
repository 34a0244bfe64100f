"""The chain over the whole database: one link for each entry of any stream, in order of appending.

    hash(n) = SHA-256( "campaign database 1" · hash(n-1) · n · stream · seq · hash of the entry ),
              each part preceded by its length

The chain of a stream says nothing about other streams. The chain over the database goes through all
of them. Whoever kept a head of this chain can prove later that no entry, and no whole campaign or
session, has been removed, rewritten or moved since. This chain belongs to one database and is not
handed over. A history that is imported into another database gets new links there.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import sqlalchemy as sa
from sqlmodel import Session

from campaign.store.columns import METADATA, text_column
from campaign.store.errors import DatabaseDamaged
from campaign.store.heads import short_head

DOMAIN = b"campaign database 1"

CHAIN = sa.Table(
    "chain",
    METADATA,
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    text_column("stream"),
    sa.Column("seq", sa.Integer, nullable=False),
    text_column("hash"),
    sa.UniqueConstraint("stream", "seq"),
    sqlite_strict=True,
)
"""Not a model: every command that writes adds a row, and a mapped class takes long to make."""


class Link(NamedTuple):
    """A link of the chain: its number from 1, the stream and number of its entry, its own hash."""

    number: int
    stream: str
    seq: int
    hash: str

    @property
    def head(self) -> str:
        """The short form of its hash, for a note on paper."""
        return short_head(self.hash)


def sealing_hash(domain: bytes, *parts: str) -> str:
    """The SHA-256, in hexadecimal, of a domain and of texts, each text preceded by its length."""
    content = hashlib.sha256(domain)
    for part in parts:
        data = part.encode("utf-8", "surrogatepass")
        content.update(len(data).to_bytes(8, "big"))
        content.update(data)
    return content.hexdigest()


def last_link(session: Session) -> Link | None:
    """The last link of the chain; None in a database without an entry."""
    row = session.execute(sa.select(CHAIN).order_by(CHAIN.c.number.desc()).limit(1)).one_or_none()
    return Link(*row) if row else None


def head(session: Session) -> str:
    """The head of the database in its short form; "" in a database without an entry."""
    end = last_link(session)
    return end.head if end else ""


def has_link(session: Session, stream: str) -> bool:
    """Whether a stream has a link; links stay even if somebody removes the entries."""
    linked = sa.select(CHAIN.c.seq).where(CHAIN.c.stream == stream).limit(1)
    return session.execute(linked).one_or_none() is not None


def link_number(session: Session, stream: str, seq: int) -> int:
    """The number of an entry's link; later entries have larger ones. 0 if the entry has no link."""
    linked = sa.select(CHAIN.c.number).where(CHAIN.c.stream == stream, CHAIN.c.seq == seq)
    return session.execute(linked).scalar_one_or_none() or 0


def extend(session: Session, entries: Iterable[tuple[str, int, str]]) -> None:
    """Add a link for each entry that was just appended: its stream, number and hash.

    Raises `DatabaseDamaged` where the database did not keep the links, for example by a trigger.
    """
    if added := list(links(last_link(session), entries)):
        session.execute(sa.insert(CHAIN), [link._asdict() for link in added])
        if last_link(session) != added[-1]:
            raise DatabaseDamaged(
                f"the database did not keep link {added[-1].number} of its chain as it was written",
                "campaign db check",
            )


def links(end: Link | None, entries: Iterable[tuple[str, int, str]]) -> Iterator[Link]:
    """Yield the links that continue a chain after its link `end`, one for each entry."""
    number, digest = (end.number, end.hash) if end else (0, "")
    for stream, seq, entry in entries:
        number += 1
        digest = sealing_hash(DOMAIN, digest, str(number), stream, str(seq), entry)
        yield Link(number, stream, seq, digest)
