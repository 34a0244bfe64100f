"""The schema: made and moved on by Alembic alone, on first start, with a backup before.

A database at `HEAD` is recognised without importing Alembic. An older one is backed up
and upgraded in one transaction; a newer one is refused.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import sqlalchemy as sa

from campaign.store.copies import backup as backup
from campaign.store.database import file_of, name_of, take_turn
from campaign.store.errors import DatabaseDamaged, DatabaseNewer, StoreError, told
from campaign.store.shape import differences
from campaign.store.shape import schema_of as schema_of

HEAD = "0004"
"""The newest revision in `migrations/`; a test holds it equal."""

KNOWN: tuple[str, ...] = ("0001", "0002", "0003", "0004")
"""Every revision that this program can upgrade from, the last of them `HEAD`."""


SCRIPTS = "migrations:"
"""The package of the migrations, as Alembic names it."""


class Upgrade(NamedTuple):
    """What an upgrade did: from and to which revision, and where the copy from before lies."""

    before: str | None
    after: str
    backup: Path | None


def ensure(database: sa.Engine) -> Upgrade | None:
    """Bring the schema to `HEAD`; None when it is there. Raises `StoreError` when it cannot be."""
    path = file_of(database.url)
    fresh = path if path and not path.exists() else None
    try:
        return None if read_revision(database) == HEAD else _upgrade(database)
    except StoreError:
        if fresh:
            database.dispose()
            _leave_no_empty_file(fresh)
        raise


def _leave_no_empty_file(path: Path) -> None:
    """Take away the file of a database that could not be made, as on a full disk."""
    if path.is_file() and path.stat().st_size == 0:
        for name in (path.name, f"{path.name}-wal", f"{path.name}-shm"):
            path.with_name(name).unlink(missing_ok=True)


def read_revision(database: sa.Engine) -> str | None:
    """The revision of the schema; None for an empty database; raises for one not ours."""
    with told(name_of(database)), _snapshot(database) as connection:
        return _revision(connection, name_of(database))


def check(database: sa.Engine) -> tuple[str, ...]:
    """What is wrong with the file and the schema; nothing when all is well."""
    problems: list[str] = []
    with told(name_of(database)), _snapshot(database) as connection:
        revision = _revision(connection, name_of(database))
        if revision != HEAD:
            problems.append(f"the schema is {revision or 'missing'}, not {HEAD}")
        if database.dialect.name == "sqlite":
            for (line,) in connection.exec_driver_sql("PRAGMA integrity_check"):
                if line != "ok":
                    problems.append(f"integrity: {line}")
            problems += _broken_links(connection)
        problems += differences(connection)
    return tuple(problems)


def _snapshot(database: sa.Engine) -> sa.Connection:
    """A connection that reads one state and begins no writing."""
    return database.execution_options(sqlite_begin="DEFERRED").connect()


def _revision(connection: sa.Connection, name: str) -> str | None:
    tables = set(sa.inspect(connection).get_table_names())
    revision = None
    if "alembic_version" in tables:
        query = sa.text("SELECT version_num FROM alembic_version")
        revision = connection.execute(query).scalar()
    # Other programs use Alembic too, and may count their revisions as this one does.
    if (revision or tables - {"alembic_version"}) and "entry" not in tables:
        raise DatabaseDamaged(f"{name} is a database of another program", "name another with --db")
    if revision is not None and revision not in KNOWN:
        raise DatabaseNewer(
            f"{name} was written by a newer program (schema {revision}, this program knows {HEAD})",
            "upgrade this program",
        )
    return str(revision) if revision else None


def _broken_links(connection: sa.Connection) -> list[str]:
    return [
        f"foreign key: row {row[1]} of {row[0]} points to no {row[2]}"
        for row in connection.exec_driver_sql("PRAGMA foreign_key_check")
    ]


def _upgrade(database: sa.Engine) -> Upgrade | None:
    """Copy, then migrate, in one transaction; None when somebody else did so meanwhile."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", SCRIPTS)
    name = name_of(database)
    # Rebuilding a table with foreign keys on would delete the rows that point to it.
    mover = database.execution_options(foreign_keys=False)
    with told(name), mover.begin() as connection:
        take_turn(connection)
        before = _revision(connection, name)
        if before == HEAD:
            return None
        copy = backup(database) if before and file_of(database.url) else None
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
        if connection.dialect.name == "sqlite":
            broken = _broken_links(connection)
            if broken:
                raise DatabaseDamaged(f"{name} cannot be upgraded: {broken[0]}", "restore a backup")
    return Upgrade(before, HEAD, copy)
