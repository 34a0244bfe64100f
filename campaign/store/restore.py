"""Replace a database by a copy, and count the entries that would be lost."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import NamedTuple

import sqlalchemy as sa

from campaign.store.copies import backup, driver_connection
from campaign.store.database import name_of, open_database, refuse_address
from campaign.store.errors import DatabaseDamaged, DatabaseMissing, translating_errors
from campaign.store.place import expanded
from campaign.store.revision import read_revision

_HASHES = "SELECT stream, seq, hash FROM entry"


class LostEntries(NamedTuple):
    """The number of a stream's entries that the database has and a copy has not."""

    stream: str
    entries: int


def check(source: Path) -> None:
    """Raise `StoreError` if a copy does not exist, or is an address instead of a file."""
    refuse_address(source)
    if not expanded(source).exists():
        raise DatabaseMissing(f"there is no database at {source}", "campaign db backup makes one")


def lost_entries(database: sa.Engine, source: Path) -> tuple[LostEntries, ...]:
    """Count the entries that would be lost by restoring a copy, by stream.

    Raises `StoreError` for a copy that cannot be used.
    """
    copy = open_database(source, create=False)
    try:
        if read_revision(copy) is None:  # raises for another program's file, and for a newer one
            raise DatabaseDamaged(f"{source} is no copy: it is empty", "name another copy")
        with translating_errors(name_of(copy)), copy.connect() as connection:
            if connection.exec_driver_sql("PRAGMA integrity_check").scalar() != "ok":
                raise DatabaseDamaged(f"{source} is damaged", "name another copy")
            copied_hashes = set(map(tuple, connection.exec_driver_sql(_HASHES)))
    finally:
        copy.dispose()
    with translating_errors(name_of(database)), database.connect() as connection:
        missing = [
            row for row in connection.exec_driver_sql(_HASHES) if tuple(row) not in copied_hashes
        ]
    counts = Counter(stream for stream, _, _ in missing)
    return tuple(LostEntries(stream, count) for stream, count in sorted(counts.items()))


def restore(database: sa.Engine, source: Path) -> Path:
    """Replace an SQLite database by a copy; return the path of a copy of what was there before.

    SQLite writes it as one transaction: other programs see all of it or nothing. Raises
    `StoreError`.
    """
    lost_entries(database, source)
    before = backup(database)
    kept = open_database(source, create=False)  # leaves no log beside the copy when it is closed
    try:
        with driver_connection(database) as live, driver_connection(kept) as copy:
            live.rollback()
            live.execute("PRAGMA query_only=0")
            with translating_errors(name_of(database)):
                copy.backup(live)
    finally:
        kept.dispose()
    return before
