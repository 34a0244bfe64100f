"""Bring the schema of a database to the newest revision on first use.

A database at `HEAD` is recognised without importing Alembic, which makes the tables
(`upgrade`). A database of a newer program is refused.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import sqlalchemy as sa

from campaign.store import revision
from campaign.store.database import name_of, open_database
from campaign.store.errors import DatabaseReadOnly, StoreError
from campaign.store.location import MEMORY
from campaign.store.place import file_of

if TYPE_CHECKING:
    from campaign.store.upgrade import Upgrade


def ensure(database: sa.Engine) -> Upgrade | None:
    """Bring the schema to `HEAD`, and return the upgrade, None if none was due.

    Raises `StoreError` if it cannot be upgraded.
    """
    path = file_of(database.url)
    fresh = path if path and not path.exists() else None
    before = None
    try:
        before = revision.read_revision(database)
        if before == revision.HEAD:
            return None
        # Here and not above: Alembic takes as long to import as all else, and few commands need it.
        from campaign.store.upgrade import upgrade  # noqa: PLC0415

        return upgrade(database)
    except StoreError as problem:
        if before and isinstance(problem, DatabaseReadOnly):
            raise revision.older_error(
                name_of(database),
                before,
                "whoever owns the database gives campaign db upgrade; the release from before can "
                "use it until then",
            ) from problem
        if fresh:
            database.dispose()
            _leave_no_empty_file(fresh)
        raise


def in_memory() -> sa.Engine:
    """Open an empty database of this program in memory; it is gone when it is disposed of."""
    database = open_database(MEMORY)
    ensure(database)
    return database


def _leave_no_empty_file(path: Path) -> None:
    """Remove the file of a database that could not be made, as on a full disk."""
    if path.is_file() and path.stat().st_size == 0:
        for name in (path.name, f"{path.name}-wal", f"{path.name}-shm"):
            path.with_name(name).unlink(missing_ok=True)
