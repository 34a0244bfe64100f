"""Replace a database by a copy, and say what would be lost."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import NamedTuple

import sqlalchemy as sa

from campaign.store.copies import backup, driver_connection
from campaign.store.database import name_of, open_database
from campaign.store.errors import DatabaseDamaged, DatabaseMissing, translated
from campaign.store.revision import read_revision

_HASHES = "SELECT stream, seq, hash FROM entry"


class LostEntries(NamedTuple):
    """Entries of a stream that are here and not in a copy."""

    stream: str
    entries: int


def check(source: Path) -> None:
    """Refuse a copy that is not there; raises `DatabaseMissing`."""
    if not source.expanduser().exists():
        raise DatabaseMissing(f"there is no database at {source}", "campaign db backup makes one")


def lost(database: sa.Engine, source: Path) -> tuple[LostEntries, ...]:
    """What a restored copy would take away; raises `StoreError` for a copy that cannot be used."""
    copy = open_database(source, create=False)
    try:
        if read_revision(copy) is None:  # raises for another program's file, and for a newer one
            raise DatabaseDamaged(f"{source} is no copy: it is empty", "name another copy")
        with translated(name_of(copy)), copy.connect() as connection:
            if connection.exec_driver_sql("PRAGMA integrity_check").scalar() != "ok":
                raise DatabaseDamaged(f"{source} is damaged", "name another copy")
            there = set(map(tuple, connection.exec_driver_sql(_HASHES)))
    finally:
        copy.dispose()
    with translated(name_of(database)), database.connect() as connection:
        gone = [row for row in connection.exec_driver_sql(_HASHES) if tuple(row) not in there]
    counts = Counter(stream for stream, _, _ in gone)
    return tuple(LostEntries(stream, count) for stream, count in sorted(counts.items()))


def restore(database: sa.Engine, source: Path) -> Path:
    """Put a copy in the place of an SQLite database; gives the copy of what was there.

    SQLite writes it as one transaction: whoever has the database open sees all of it or nothing.
    """
    lost(database, source)
    before = backup(database)
    kept = open_database(source, create=False)  # leaves no log beside the copy when it is closed
    try:
        with driver_connection(database) as live, driver_connection(kept) as copy:
            live.rollback()
            live.execute("PRAGMA query_only=0")
            with translated(name_of(database)):
                copy.backup(live)
    finally:
        kept.dispose()
    return before
