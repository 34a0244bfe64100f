"""Bring the schema of a database to the newest revision on first use.

A database at `HEAD` is recognised without Alembic. Only for other databases Alembic is imported,
which makes the tables (`upgrade`). A database of a newer program is refused.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import sqlalchemy as sa

from campaign.store import revision
from campaign.store.addresses import has_copies, name_of
from campaign.store.database import open_database, prepare_server, snapshot
from campaign.store.errors import (
    DatabaseDamaged,
    DatabaseReadOnly,
    StoreError,
    translating_errors,
)
from campaign.store.location import MEMORY
from campaign.store.place import file_of, real_file

if TYPE_CHECKING:
    from campaign.store.upgrade import Upgrade


def read_revision(database: sa.Engine) -> str | None:
    """The revision of the schema; None for an empty database.

    Raises `StoreError` for a database that cannot be read or must be left alone.
    """
    name = name_of(database)
    with translating_errors(name), snapshot(database).connect() as connection:
        prepare_server(connection)
        return revision.revision_of(connection, name)


def require_newest(database: sa.Engine) -> None:
    """Raise `StoreError` for a database whose schema is not `HEAD`."""
    if (present := read_revision(database)) != revision.HEAD:
        raise revision.older_error(name_of(database), present)


def ensure(database: sa.Engine, *, with_copy: bool = True) -> Upgrade | None:
    """Bring the schema to `HEAD`; return the upgrade, or None if the schema was at `HEAD` already.

    A file is copied before its upgrade, unless `with_copy` is false. Raises `StoreError` if it
    cannot be upgraded.
    """
    path = file_of(database.url)
    fresh = path if path and not path.exists() else None
    before = None
    try:
        before = read_revision(database)
        if before == revision.HEAD:
            return None
        if before is None and path and not fresh and has_copies(path):
            raise DatabaseDamaged(
                f"{path} is empty, and there are copies of it",
                "campaign db restore lists them; to begin anew, move the file away",
            )
        # Imported here: Alembic takes as long as all other imports, and few commands need it.
        from campaign.store.upgrade import upgrade  # noqa: PLC0415

        return upgrade(database, with_copy=with_copy)
    except StoreError as problem:
        if before and isinstance(problem, DatabaseReadOnly):
            raise revision.older_error(
                name_of(database),
                before,
                "the owner of the database runs campaign db upgrade; until then the earlier "
                "release can use it",
            ) from problem
        if fresh:
            database.dispose()
            _leave_no_empty_file(fresh)
        raise


def memory_database() -> sa.Engine:
    """Open an empty database with this schema in memory; disposing of it deletes it."""
    database = open_database(MEMORY)
    ensure(database)
    return database


def _leave_no_empty_file(path: Path) -> None:
    """Remove the empty file of a database that could not be made, for example on a full disk."""
    path = real_file(path)
    if path.is_file() and path.stat().st_size == 0:
        for name in (path.name, f"{path.name}-wal", f"{path.name}-shm"):
            path.with_name(name).unlink(missing_ok=True)
