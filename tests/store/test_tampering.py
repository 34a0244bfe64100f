"""Tampering: a byte of the file changed, a tail cut off, an older file put in its place."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from campaign.services.audit import run
from campaign.services.audit.heads import KeptHead
from campaign.store import journal, payloads
from campaign.store.database import reading, writing
from campaign.store.journal import Entry
from tests.soak import count
from tests.store.test_projections import BY, a_campaign

COLUMNS = "stream, seq, kind, payload, author, recorded_at, previous_hash, hash"
Row = tuple[Any, ...]


@pytest.fixture
def file(sqlite: sa.Engine, tmp_path: Path) -> bytes:
    """A database with a small campaign, as one file without empty pages."""
    with writing(sqlite) as session:
        a_campaign(session)
    sqlite.dispose()
    path = tmp_path / "campaign.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
        connection.execute("VACUUM")
    return path.read_bytes()


def rows_of(data: bytes) -> list[Row] | None:
    """The journal in a file; None where the file cannot be read."""
    with closing(sqlite3.connect(":memory:")) as connection:
        try:
            connection.deserialize(data)
            return connection.execute(f"SELECT {COLUMNS} FROM entry ORDER BY rowid").fetchall()
        except (sqlite3.Error, OverflowError, UnicodeDecodeError):
            return None


def is_sound(rows: list[Row]) -> bool:
    """Whether the rows are a journal without a flaw, to whoever has no head of it."""
    entries = []
    for stream, seq, kind, text, author, at, previous, digest in rows:
        values = (stream, kind, text, author, at, previous, digest)
        if type(seq) is not int or not all(type(value) is str for value in values):
            return False
        payload = payloads.load(text)
        entries.append(Entry(stream, seq, kind, payload, text, author, at, previous, digest))
    streams = {entry.stream for entry in entries}
    return len(streams) <= 1 and not journal.chain_problems(entries)


def test_every_changed_byte_of_the_journal_is_found_or_carries_nothing(file: bytes) -> None:
    sound = rows_of(file)
    assert sound
    assert is_sound(sound)
    head = sound[-1][-1]
    noticed = nothing = 0
    for place in range(0, len(file), count(23, 1)):
        other = bytearray(file)
        other[place] ^= 1 << place % 8
        rows = rows_of(bytes(other))
        if rows == sound:
            nothing += 1  # another table, or unused room of a page
        elif rows is None or not is_sound(rows):
            noticed += 1
        else:
            # A page that lost its last rows is a history that ends early: the head tells.
            assert head not in [row[-1] for row in rows]
            assert rows == sound[: len(rows)]
            noticed += 1
    assert noticed > 100 / count(23, 1)
    assert nothing


def test_every_changed_letter_of_every_column_is_found(sqlite: sa.Engine) -> None:
    with writing(sqlite) as session:
        kept = a_campaign(session)
    step = count(7, 1)
    for number, entry in enumerate(kept.entries):
        texts = entry._replace(payload={})._asdict()
        for column, value in texts.items():
            if not isinstance(value, str):
                continue
            for place in range(0, len(value), step):
                letter = chr(ord(value[place]) ^ 1)
                text = f"{value[:place]}{letter}{value[place + 1 :]}"
                values: dict[str, Any] = {column: text}
                if column == "text":
                    values["payload"] = payloads.load(text)
                changed = entry._replace(**values)
                entries = (*kept.entries[:number], changed, *kept.entries[number + 1 :])
                # The stream is the key under which entries are read: such a one is not among them.
                assert column == "stream" or journal.chain_problems(entries)


def test_an_older_file_is_found_by_the_head(sqlite: sa.Engine) -> None:
    with writing(sqlite) as session:
        kept = a_campaign(session)
    older = kept.entries[:-1]
    assert not journal.chain_problems(older)
    with reading(sqlite) as session:
        sound = run.audit_campaign(session, kept.stream, heads=[KeptHead(kept.head)])
    assert sound.ok
    assert kept.head not in [journal.short_head(entry.hash) for entry in older]
    assert BY.author == "Anna"
