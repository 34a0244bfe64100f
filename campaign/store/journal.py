"""The journal: entries that are only ever appended, each sealed by the hash of the one before.

    hash(n) = SHA-256( "campaign journal 1" · hash(n-1) · stream · seq · kind · author
                       · recorded_at · payload ),  each part preceded by its length

A payload is canonical JSON, hashed as it is stored, byte for byte. The chain shows every
change in its middle; that nothing was cut off at the end is shown by a head that somebody
kept: its short form fits on the note in the box.
"""

from __future__ import annotations

import hashlib
import json
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlmodel import Session

from campaign.store.errors import BadHead, BadPayload
from campaign.store.tables import METADATA

DOMAIN = b"campaign journal 1"
LARGEST = 2**53 - 1
_TABLE: sa.Table = METADATA.tables["entry"]
_DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32: without I, L, O and U, which are mistaken for others."""


_write = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
).encode


class Entry(NamedTuple):
    """One entry as read: `text` is the payload as stored, `payload` what it says."""

    stream: str
    seq: int
    kind: str
    payload: dict[str, Any]
    text: str
    author: str
    recorded_at: str
    previous_hash: str
    hash: str


class Problem(NamedTuple):
    """A field of an entry that is not what the chain says it must be."""

    stream: str
    seq: int
    field: str
    stored: str
    derived: str

    def __str__(self) -> str:
        return (
            f"entry {self.seq} of {self.stream}: {self.field} is {self.stored[:24]}, "
            f"{self.derived[:24]} by the chain"
        )


def canonical(payload: Mapping[str, Any]) -> str:
    """The one JSON text of a payload; raises `BadPayload` for what JSON would not keep.

    Whole numbers within 2^53, no fractions, keys in ASCII and in order, text in Unicode's
    composed form (NFC), without NUL and surrogates.
    """
    return _write(_sound(payload))


def new_stream(session: Session, family: str) -> str:
    """The next free stream of a family ("campaign", "session"): call it in a write transaction."""
    names = session.execute(
        sa.select(_TABLE.c.stream).where(_TABLE.c.stream.like(f"{family}/%"), _TABLE.c.seq == 1)
    ).scalars()
    return f"{family}/{max((number_of(name) for name in names), default=0) + 1}"


def number_of(stream: str) -> int:
    """The number in a stream's name."""
    return int(stream.partition("/")[2])


def append(
    session: Session,
    stream: str,
    kind: str,
    payload: Mapping[str, Any],
    *,
    author: str,
    now: datetime,
) -> Entry:
    """Add an entry to the end of a stream and give it as it is stored."""
    last = session.execute(
        sa.select(_TABLE.c.seq, _TABLE.c.hash)
        .where(_TABLE.c.stream == stream)
        .order_by(_TABLE.c.seq.desc())
        .limit(1)
    ).one_or_none()
    seq, previous = (last.seq + 1, last.hash) if last else (1, "")
    text = canonical(payload)
    at = now.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    if not (0 < len(author) <= 60 and author.isprintable()):
        raise BadPayload(f"an author is a name of 1 to 60 characters, not {author[:60]!r}")
    author = _sound(author)
    digest = link(previous, stream, seq, kind, author, at, text)
    entry = Entry(stream, seq, kind, json.loads(text), text, author, at, previous, digest)
    row = entry._asdict()
    row["payload"] = row.pop("text")
    session.execute(sa.insert(_TABLE), row)
    return entry


def read(session: Session, stream: str) -> tuple[Entry, ...]:
    """All entries of a stream, in order."""
    rows = session.execute(
        sa.select(_TABLE).where(_TABLE.c.stream == stream).order_by(_TABLE.c.seq)
    )
    return tuple(map(_entry, rows))


def first(session: Session, stream: str) -> Entry:
    """The entry that begins a stream."""
    rows = session.execute(sa.select(_TABLE).where(_TABLE.c.stream == stream, _TABLE.c.seq == 1))
    return _entry(rows.one())


def read_family(session: Session, family: str) -> Iterator[tuple[Entry, ...]]:
    """The entries of each stream of a family, a stream at a time: memory stays flat."""
    rows = session.execute(
        sa.select(_TABLE)
        .where(_TABLE.c.stream.like(f"{family}/%"))
        .order_by(_TABLE.c.stream, _TABLE.c.seq)
        .execution_options(yield_per=200)
    )
    together: list[Entry] = []
    for entry in map(_entry, rows):
        if together and together[0].stream != entry.stream:
            yield tuple(together)
            together = []
        together.append(entry)
    if together:
        yield tuple(together)


def streams(session: Session, family: str) -> tuple[str, ...]:
    """The names of the streams of a family, by number."""
    names = session.execute(
        sa.select(_TABLE.c.stream).where(_TABLE.c.stream.like(f"{family}/%"), _TABLE.c.seq == 1)
    ).scalars()
    return tuple(sorted(names, key=number_of))


def verify(entries: Iterable[Entry]) -> tuple[Problem, ...]:
    """Where the entries of one stream are not a chain, or a payload is not canonical."""
    problems = []
    previous = ""
    for seq, entry in enumerate(entries, 1):
        digest = link(
            previous, entry.stream, seq, entry.kind, entry.author, entry.recorded_at, entry.text
        )
        for field, stored, derived in (
            ("seq", entry.seq, seq),
            ("previous_hash", entry.previous_hash, previous),
            ("hash", entry.hash, digest),
            ("payload", entry.text, _canonical_again(entry)),
        ):
            if stored != derived:
                problems.append(Problem(entry.stream, entry.seq, field, str(stored), str(derived)))
        previous = entry.hash
    return tuple(problems)


def link(
    previous: str, stream: str, seq: int, kind: str, author: str, recorded_at: str, text: str
) -> str:
    """The hash of an entry, over all that it holds and the hash of the one before."""
    sealed = [DOMAIN]
    for part in (previous, stream, str(seq), kind, author, recorded_at, text):
        data = part.encode("utf-8", "surrogatepass")
        sealed += (len(data).to_bytes(8, "big"), data)
    return hashlib.sha256(b"".join(sealed)).hexdigest()


def short_head(digest: str) -> str:
    """Eight characters for a note, such as 7QK2-9FMD: 35 bits of the hash, one check character."""
    number = int(digest[:16], 16) >> 29
    digits = [_DIGITS[number >> shift & 31] for shift in range(30, -1, -5)]
    text = "".join(digits) + _check(digits)
    return f"{text[:4]}-{text[4:]}"


def read_short_head(text: str) -> str:
    """A short head as somebody typed it, in its proper form; raises `BadHead`.

    Small letters, a missing dash, and O, I, L for 0, 1, 1 are understood.
    """
    plain = "".join(text.split()).replace("-", "").upper()
    plain = plain.translate(str.maketrans("OIL", "011"))
    if len(plain) != 8 or set(plain) - set(_DIGITS):
        raise BadHead(f"{text!r} is not a head: eight characters such as 7QK2-9FMD")
    if _check(list(plain[:7])) != plain[7]:
        raise BadHead(f"{text!r} is mistyped: its last character does not fit the others")
    return f"{plain[:4]}-{plain[4:]}"


def _check(digits: list[str]) -> str:
    """The check character, which every single wrong one and every swap of neighbours changes.

    Digits are elements of the field of 32 (x^5 + x^2 + 1), weighted by rising powers of x,
    the check character by 1: no two neighbours weigh the same, and no weight is 0.
    """
    total = 0
    for digit in digits:
        total = (total ^ _DIGITS.index(digit)) << 1
        if total & 32:
            total ^= 0b100101
    return _DIGITS[total]


def _entry(row: Any) -> Entry:
    stream, seq, kind, text, author, at, previous, digest = row
    return Entry(stream, seq, kind, _load(text), text, author, at, previous, digest)


def _load(text: str) -> dict[str, Any]:
    """What a stored payload says; nothing when it has been damaged: `verify` will tell."""
    try:
        payload = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return payload if isinstance(payload, dict) else {}


def _canonical_again(entry: Entry) -> str:
    try:
        return canonical(entry.payload)
    except BadPayload:
        return "not canonical"


def _is_whole(text: str) -> bool:
    """Whether every character can be written: half a surrogate pair cannot."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _sound(value: Any) -> Any:
    """The value, its text composed (NFC); raises `BadPayload` for what cannot be kept."""
    match value:
        case None | bool():
            return value
        case int() if -LARGEST <= value <= LARGEST:
            return value
        case str():
            if "\0" in value or not (value.isascii() or _is_whole(value)):
                raise BadPayload(f"a text holds NUL or half a character: {value[:40]!r}")
            return value if value.isascii() else unicodedata.normalize("NFC", value)
        case list() | tuple():
            return [_sound(item) for item in value]
        case Mapping():
            if not all(isinstance(key, str) and key.isascii() for key in value):
                raise BadPayload("keys of a payload are ASCII text")
            return {key: _sound(item) for key, item in value.items()}
    raise BadPayload(f"{type(value).__name__} cannot be kept in the journal: {str(value)[:40]}")
