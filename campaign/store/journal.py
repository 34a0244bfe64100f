"""The journal: entries that are only ever appended, each sealed by the hash of the one before.

    hash(n) = SHA-256( "campaign journal 1" · hash(n-1) · stream · seq · kind · author
                       · recorded_at · payload ),  each part preceded by its length

A payload is canonical JSON (`payloads`), hashed as it is stored, byte for byte. The chain shows
every change of an entry that has later ones. Only a head that somebody kept shows that nothing was
cut off at the end: its short form fits on the note in the box.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlmodel import Session

from campaign.store import chain, stamps
from campaign.store.chain import sealing_hash
from campaign.store.columns import AMONG, METADATA, streams_parameter, text_column
from campaign.store.errors import BadPayload, DatabaseDamaged
from campaign.store.heads import read_short_head as read_short_head
from campaign.store.heads import short_head as short_head
from campaign.store.payloads import canonical_json, load
from engine.kernel import texts

DOMAIN = b"campaign journal 1"
STREAM = re.compile(r"[a-z]{1,20}/[1-9][0-9]{0,8}", re.ASCII)
"""Matches the name of a stream, its family and its number: "campaign/1", "session/12"."""
KIND = re.compile(r"[a-z]{1,20}( [a-z]{1,20}){0,3}", re.ASCII)
"""Matches the kind of an entry, one to four plain words: "episode recorded"."""
_AUTHOR = texts.name(60)
TOGETHER = 500
"""The number of streams that are read with one query."""
LATER = sa.text("kind <> 'session recorded'")
"""A condition that leaves out the entries that begin a session: there may be millions of these.

A partial index has the streams of the other entries: of all campaigns, and of corrected sessions.
The condition is plain SQL, because a query uses a partial index only if it has the same words.
"""

ENTRY = sa.Table(
    "entry",
    METADATA,
    text_column("stream", primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    text_column("kind"),
    text_column("payload"),
    text_column("author"),
    text_column("recorded_at"),
    text_column("previous_hash"),
    text_column("hash"),
    sa.Column("family", sa.Text, sa.FetchedValue()),
    sa.Column("stream_number", sa.Integer, sa.FetchedValue()),
    sa.CheckConstraint("seq > 0", name="seq_from_one"),
    sa.Index("ix_entry_number", "family", "stream_number", "seq"),
    sa.Index(
        "ix_entry_later", "family", "stream_number", sqlite_where=LATER, postgresql_where=LATER
    ),
    sqlite_strict=True,
)
"""Not a model: an audit reads thousands of rows, and plain rows are quicker.

The database derives `family` and `stream_number` from the name of the stream (revision 0009), so
they are always right. A name that this program never gives has no number.
"""
FIELDS = tuple(column for column in ENTRY.columns if column.server_default is None)
"""The columns that the program writes; the database derives the others."""
_ROWS = sa.select(*FIELDS)

Clause = sa.ColumnElement[bool] | sa.TextClause
"""A condition of a query."""


class Entry(NamedTuple):
    """One entry as read: `text` is the stored text of the payload, `payload` its value."""

    stream: str
    seq: int
    kind: str
    payload: dict[str, Any]
    text: str
    author: str
    recorded_at: str
    previous_hash: str
    hash: str

    @property
    def day(self) -> str:
        """The day on which the entry was recorded, by the clock at the table, ISO 8601."""
        return stamps.day(self.recorded_at)


class ChainProblem(NamedTuple):
    """A field of an entry whose value is not the one that the chain gives."""

    stream: str
    seq: int
    field: str
    stored: str
    derived: str

    def __str__(self) -> str:
        return (
            f"entry {self.seq} of {self.stream}: {self.field} is {one_line(self.stored, 24)}, "
            f"{one_line(self.derived, 24)} by the chain"
        )


def new_stream(session: Session, family: str) -> str:
    """The next free stream of a family, such as "session"; call this in a write transaction."""
    number = numbers_of(session, family).stop
    while chain.has_link(session, f"{family}/{number}"):  # the number of a stream that was removed
        number += 1
    return f"{family}/{number}"


def number_of(stream: str) -> int:
    """The number in a stream's name; raises `DatabaseDamaged` for any other name."""
    if not STREAM.fullmatch(stream):
        raise DatabaseDamaged(
            f"the journal has a stream {one_line(stream, 40)!r}, which this program never writes",
            "restore a backup",
        )
    return int(stream.partition("/")[2])


def append(
    session: Session,
    stream: str,
    kind: str,
    payload: Mapping[str, Any],
    *,
    author: str,
    now: datetime,
    sealed_as: str = "",
) -> Entry:
    """Add an entry to the end of a stream, and return the stored entry.

    `now` has a time zone. `sealed_as` is the name of the stream in its chain, if it is another one
    (see `origins`). Raises `BadPayload` for a value that could not be read again later.
    """
    _look_at(stream, kind, now)
    end = _last(session, stream)
    entry = _next(
        end, stream, kind, payload, author_of(author), stamps.stamp(now), sealed_as or stream
    )
    store(session, [entry])
    return entry


def begin_streams(
    session: Session,
    family: str,
    kind: str,
    payloads: Iterable[Mapping[str, Any]],
    *,
    author: str,
    now: datetime,
) -> list[Entry]:
    """Begin a new stream of a family for each payload, and return the first entries.

    All are stored at once; call this in a write transaction. Raises `BadPayload` for a value that
    could not be read again later.
    """
    first_number = number_of(new_stream(session, family))
    author, at = author_of(author), stamps.stamp(now)
    entries = []
    for number, payload in enumerate(payloads, first_number):
        stream = f"{family}/{number}"
        _look_at(stream, kind, now)
        entries.append(_next((0, ""), stream, kind, payload, author, at, stream))
    store(session, entries)
    return entries


def _next(
    end: tuple[int, str],
    stream: str,
    kind: str,
    payload: Mapping[str, Any],
    author: str,
    at: str,
    sealed_as: str,
) -> Entry:
    """The next entry of a stream; `end` has the number and the hash of the last one."""
    seq, previous = end[0] + 1, end[1]
    text = canonical_json(payload)
    digest = entry_hash(previous, sealed_as, seq, kind, author, at, text)
    return Entry(stream, seq, kind, json.loads(text), text, author, at, previous, digest)


def store(session: Session, entries: Sequence[Entry]) -> None:
    """Insert entries that continue their streams, and their links in the database's chain.

    The entries are read back. Raises `DatabaseDamaged` if a rule or trigger has swallowed them.
    """
    if not entries:
        return
    session.execute(sa.insert(ENTRY), [row_of(entry) for entry in entries])
    chain.extend(session, ((entry.stream, entry.seq, entry.hash) for entry in entries))
    ends = {entry.stream: (entry.seq, entry.hash) for entry in entries}
    names = list(ends)
    for at in range(0, len(names), TOGETHER):
        batch = names[at : at + TOGETHER]
        stored_ends = _last_of(session, batch, min(ends[stream][0] for stream in batch))
        for stream in batch:
            if stored_ends.get(stream) != ends[stream]:
                raise DatabaseDamaged(
                    f"the database did not keep entry {ends[stream][0]} of {stream} as it was "
                    "written",
                    "campaign db check",
                )


def head_hash(session: Session, stream: str) -> str:
    """The hash of the last entry of a stream; "" for a stream without entries."""
    return _last(session, stream)[1]


def hashes(session: Session, family: str) -> frozenset[str]:
    """The hashes of all entries of a family."""
    query = sa.select(ENTRY.c.hash).where(ENTRY.c.family == family)
    return frozenset(session.execute(query).scalars())


def row_of(entry: Entry) -> dict[str, Any]:
    """The row in which an entry is stored."""
    row = entry._asdict()
    row["payload"] = row.pop("text")
    return row


def read(session: Session, stream: str) -> tuple[Entry, ...]:
    """All entries of a stream, in order."""
    rows = session.execute(_ROWS.where(ENTRY.c.stream == stream).order_by(ENTRY.c.seq))
    return tuple(map(_entry, rows))


def first(session: Session, stream: str) -> Entry:
    """The first entry of a stream; raises `DatabaseDamaged` if it is missing."""
    query = _ROWS.where(ENTRY.c.stream == stream, ENTRY.c.seq == 1)
    row = session.execute(query).one_or_none()
    if row is None:
        raise DatabaseDamaged(f"{stream} has no first entry in the journal", "restore a backup")
    return _entry(row)


def check_numbers(entries: Sequence[Entry]) -> None:
    """Raise `DatabaseDamaged` if the entries of one stream are not numbered 1, 2, 3, ..."""
    for seq, entry in enumerate(entries, 1):
        if entry.seq != seq:
            raise DatabaseDamaged(
                f"entry {seq} of {entry.stream} is missing in the journal", "restore a backup"
            )


def read_family(
    session: Session, family: str, numbers: range | None = None
) -> Iterator[tuple[Entry, ...]]:
    """Yield the entries of each stream of a family, by number; memory holds few streams at a time.

    `numbers` is the range of the wanted streams; None means all streams.
    """
    remaining = numbers_of(session, family) if numbers is None else numbers
    while remaining:
        batch, remaining = remaining[:TOGETHER], remaining[TOGETHER:]
        query = _ROWS.where(
            ENTRY.c.family == family, ENTRY.c.stream_number.between(batch.start, batch.stop - 1)
        )
        rows = session.execute(query.order_by(ENTRY.c.stream_number, ENTRY.c.seq)).all()
        if not rows and remaining:  # many streams were removed: go on at the next one that exists
            later = ENTRY.c.stream_number >= remaining.start
            next_number = session.execute(_number(sa.func.min, family).where(later)).scalar_one()
            remaining = range(next_number or remaining.stop, remaining.stop)
        for _, entries in groupby(map(_entry, rows), attrgetter("stream")):
            yield tuple(entries)


def numbers_of(session: Session, family: str) -> range:
    """The numbers of the streams of a family, from 1 to the last one."""
    return range(1, (session.execute(_number(sa.func.max, family)).scalar_one() or 0) + 1)


def streams(session: Session, family: str, *clauses: Clause) -> tuple[str, ...]:
    """The streams of a family that have an entry for which `clauses` are true, by number.

    A stream without its first entry is among them, too.
    """
    numbers = sa.select(ENTRY.c.stream_number).where(
        ENTRY.c.family == family, ENTRY.c.stream_number > 0
    )
    rows = session.execute(numbers.where(*clauses).distinct().order_by(ENTRY.c.stream_number))
    return tuple(f"{family}/{number}" for number in rows.scalars())


def campaign_streams(session: Session) -> tuple[str, ...]:
    """The streams of all campaigns, by number; many sessions do not slow it down."""
    return streams(session, "campaign")


def corrected_streams(session: Session, family: str, *clauses: Clause) -> tuple[str, ...]:
    """The streams of a family with an entry that does not begin a session, by number."""
    return streams(session, family, LATER, *clauses)


_CHAINED = ("seq", "previous_hash", "hash", "payload")
"""The fields of an entry that follow from the entry before it and from its own content."""


def chain_problems(entries: Iterable[Entry], sealed_as: str = "") -> tuple[ChainProblem, ...]:
    """The problems of the entries of one stream: broken links, and payloads that are not canonical.

    `sealed_as` is the name of the stream in its chain, if it is another one.
    """
    problems = []
    previous = ""
    for seq, entry in enumerate(entries, 1):
        name = sealed_as or entry.stream
        digest = entry_hash(
            previous, name, seq, entry.kind, entry.author, entry.recorded_at, entry.text
        )
        stored = entry.seq, entry.previous_hash, entry.hash, entry.text
        derived = seq, previous, digest, _canonical_again(entry)
        if stored != derived:
            for field, value, expected in zip(_CHAINED, stored, derived, strict=True):
                if value != expected:
                    problems.append(
                        ChainProblem(entry.stream, entry.seq, field, str(value), str(expected))
                    )
        previous = entry.hash
    return tuple(problems)


def entry_hash(
    previous: str, stream: str, seq: int, kind: str, author: str, recorded_at: str, text: str
) -> str:
    """The hash of an entry, over its content and the hash of the entry before it."""
    return sealing_hash(DOMAIN, previous, stream, str(seq), kind, author, recorded_at, text)


def _last(session: Session, stream: str) -> tuple[int, str]:
    """The number and hash of the last entry of a stream; 0 and "" for a stream without entries."""
    last = session.execute(
        sa.select(ENTRY.c.seq, ENTRY.c.hash)
        .where(ENTRY.c.stream == stream)
        .order_by(ENTRY.c.seq.desc())
        .limit(1)
    ).one_or_none()
    return (last.seq, last.hash) if last else (0, "")


def _last_of(session: Session, streams: Sequence[str], seq: int) -> dict[str, tuple[int, str]]:
    """The number and hash of the last entry of each stream, if its number is at least `seq`."""
    rows = session.execute(
        sa.select(ENTRY.c.stream, ENTRY.c.seq, ENTRY.c.hash)
        .where(AMONG, ENTRY.c.seq >= seq)
        .order_by(ENTRY.c.stream, ENTRY.c.seq),
        streams_parameter(streams),
    )
    return {stream: (number, digest) for stream, number, digest in rows}


def _number(
    which: Callable[[sa.ColumnElement[int]], sa.ColumnElement[int]], family: str
) -> sa.Select[int]:
    """The query for the first or last number of the streams of a family: NULL without streams."""
    return sa.select(which(ENTRY.c.stream_number)).where(ENTRY.c.family == family)


def author_of(name: str) -> str:
    """An author's name, composed (NFC) and stripped of outer blanks; raises `BadPayload`."""
    composed = unicodedata.normalize("NFC", name).strip()
    if why := _AUTHOR.problem(composed):
        raise BadPayload(
            f"an author is a name of 1 to 60 characters, not {name[:60]!r} ({why})",
            "set CAMPAIGN_AUTHOR to your name",
        )
    return composed


def _look_at(stream: str, kind: str, now: datetime) -> None:
    if not STREAM.fullmatch(stream):
        raise BadPayload(f"a stream is named like session/12, not {stream[:60]!r}")
    if not KIND.fullmatch(kind):
        raise BadPayload(f"the kind of an entry is a few plain words, not {kind[:60]!r}")
    if now.tzinfo is None:
        raise BadPayload(f"a time without its zone: {now.isoformat()}")


def one_line(text: str, width: int) -> str:
    """The beginning of a stored text, with at most `width` characters, for a line of a message."""
    plain = "".join(c if c.isprintable() else " " for c in text[: width + 1])
    return plain if len(text) <= width else f"{plain[: width - 3]}..."


def _entry(row: Any) -> Entry:
    stream, seq, kind, text, author, at, previous, digest = row
    return Entry(stream, seq, kind, load(text), text, author, at, previous, digest)


def _canonical_again(entry: Entry) -> str:
    try:
        return canonical_json(entry.payload)
    except BadPayload:
        return "not canonical JSON"
