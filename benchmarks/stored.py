"""Stored sessions: what an audit costs beside the engine's own replay, and how much memory."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import sqlalchemy as sa

from benchmarks.measure import peak_memory
from benchmarks.records import many
from campaign.services import sessions
from campaign.services.audit import sessions as audit
from campaign.services.games import verify
from campaign.services.imports import keeping
from campaign.services.values import Author
from campaign.store import schema
from campaign.store.database import open_database, reading, writing
from engine.kernel.record import Record

AUDIT = """
from campaign.services.audit import sessions as audit
from campaign.store.database import open_database, reading
database = open_database({path!r})
with reading(database) as session:
    assert audit.audit_sessions(session).ok
database.dispose()
"""


def fill(path: Path, records: list[Record]) -> sa.Engine:
    """A database with these records as sessions; the caller disposes of it."""
    database = open_database(path)
    schema.ensure(database)
    by = Author("bench", datetime(2026, 1, 1, tzinfo=UTC))
    known = {record.moves: verify(record) for record in records}
    with writing(database) as session:
        previews = (sessions.SessionPreview(record, known[record.moves]) for record in records)
        keeping.keep(session, map(keeping.new, previews), by)
    return database


def audit_all(database: sa.Engine) -> None:
    """Audit all sessions; raises `AssertionError` if anything is wrong."""
    with reading(database) as session:
        if not audit.audit_sessions(session).ok:
            raise AssertionError("the audit found something")


def audit_memory(folder: Path, records: list[Record], count: int) -> int:
    """The peak memory in MB of an audit of `count` sessions, in a process of its own."""
    path = folder / f"{count}.db"
    fill(path, many(records, count)).dispose()
    return peak_memory(AUDIT.format(path=str(path)))
