"""The schema: made and moved on by Alembic alone, on first start, with a backup before.

A database at `HEAD` is recognised without importing Alembic. An older one is backed up
and upgraded in one transaction; a newer one is refused.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime
from importlib import resources
from pathlib import Path
from typing import NamedTuple

import sqlalchemy as sa

from campaign.store.database import WRITERS_LOCK, file_of, name_of, open_database
from campaign.store.errors import DatabaseDamaged, DatabaseNewer, StoreError, told

HEAD = "0001"
"""The newest revision in `migrations/`; a test holds it equal."""

KNOWN = ("0001",)
"""Every revision that this program can upgrade from, the last of them `HEAD`."""

TRIGGERS = ("entry_follows", "entry_no_delete", "entry_no_update")


class Upgrade(NamedTuple):
    """What an upgrade did: from and to which revision, and where the copy from before lies."""

    before: str | None
    after: str
    backup: Path | None


def ensure(database: sa.Engine) -> Upgrade | None:
    """Bring the schema to `HEAD`; None when it is there. Raises `StoreError` when it cannot be."""
    return None if read_revision(database) == HEAD else _upgrade(database)


def read_revision(database: sa.Engine) -> str | None:
    """The revision of the schema; None for an empty database; raises for one not ours."""
    with told(name_of(database)), _snapshot(database) as connection:
        tables = sa.inspect(connection).get_table_names()
        if "alembic_version" not in tables:
            if tables:
                raise DatabaseDamaged(
                    f"{name_of(database)} is a database of another program",
                    "name another file with --db",
                )
            return None
        revision = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar()
    if revision is not None and revision not in KNOWN:
        raise DatabaseNewer(
            f"{name_of(database)} was written by a newer program (schema {revision}, "
            f"this program knows {HEAD})",
            "upgrade this program",
        )
    return revision


def backup(database: sa.Engine, target: Path | None = None, keep: int = 5) -> Path:
    """A verified copy of an SQLite database, beside it in `backups/` unless a target is named.

    Of the copies in `backups/` the newest `keep` stay.
    """
    source = file_of(database.url)
    if source is None:
        raise StoreError(f"{name_of(database)} is no file: use the server's own backup (pg_dump)")
    if not source.exists():
        raise StoreError(f"there is no database {source} to back up")
    if target and target.exists():
        raise StoreError(f"{target} exists already", "name a file that does not exist yet")
    folder = source.parent / "backups"
    if target is None:
        stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
        target = folder / f"{source.stem}-{stamp}{source.suffix}"
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        _copy(source, target)
    except OSError as error:
        raise StoreError(f"no backup at {target}: {error.strerror}", "name another file") from None
    if target.parent == folder:
        for old in sorted(folder.glob(f"{source.stem}-*{source.suffix}"))[:-keep]:
            old.unlink(missing_ok=True)
    return target


def check(database: sa.Engine) -> tuple[str, ...]:
    """What is wrong with the file and the schema; nothing when all is well.

    The schema of a file is compared, word for word, with that of one made anew.
    """
    problems: list[str] = []
    with told(name_of(database)), _snapshot(database) as connection:
        revision = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar()
        if revision != HEAD:
            problems.append(f"the schema is {revision}, not {HEAD}")
        if database.dialect.name == "sqlite":
            for (line,) in connection.exec_driver_sql("PRAGMA integrity_check"):
                if line != "ok":
                    problems.append(f"integrity: {line}")
            problems += [
                f"foreign key: row {row[1]} of {row[0]} points to no {row[2]}"
                for row in connection.exec_driver_sql("PRAGMA foreign_key_check")
            ]
            problems += _strange(schema_of(connection), expected_schema())
        missing = set(TRIGGERS) - set(_triggers(connection))
        problems += [f"the trigger {name} is missing" for name in sorted(missing)]
    return tuple(problems)


def schema_of(connection: sa.Connection) -> dict[str, str]:
    """The statements that made an SQLite database, by name, blanks folded."""
    rows = connection.exec_driver_sql(
        "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name"
    )
    return {name: " ".join(sql.split()) for name, sql in rows}


def expected_schema() -> dict[str, str]:
    """The statements of a database that was made anew, from the snapshot beside the migrations."""
    text = (resources.files("migrations") / "schema.sql").read_text(encoding="utf-8")
    found = {}
    for statement in filter(None, text.split("\n\n")):
        name, _, sql = statement.partition("\n")
        found[name.removeprefix("-- ").strip()] = sql.strip()
    return found


def _strange(found: dict[str, str], expected: dict[str, str]) -> list[str]:
    """Where a schema is not the expected one."""
    return [
        f"{name}: {'is missing' if name not in found else 'is not of this program'}"
        if name not in found or name not in expected
        else f"{name}: is not as this program makes it"
        for name in sorted(found.keys() | expected.keys())
        if found.get(name) != expected.get(name)
    ]


def _triggers(connection: sa.Connection) -> Sequence[str]:
    query = "SELECT name FROM sqlite_master WHERE type = 'trigger'"
    if connection.dialect.name == "postgresql":
        query = "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal"
    return connection.execute(sa.text(query)).scalars().all()


def _upgrade(database: sa.Engine) -> Upgrade | None:
    """Copy, then migrate, in one transaction; None when somebody else did so meanwhile."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "migrations:")
    # Rebuilding a table with foreign keys on would delete the rows that point to it.
    mover = open_database(database.url.render_as_string(hide_password=False), foreign_keys=False)
    try:
        with told(name_of(database)), mover.begin() as connection:
            if connection.dialect.name == "postgresql":
                connection.execute(
                    sa.text("SELECT pg_advisory_xact_lock(:key)"), {"key": WRITERS_LOCK}
                )
            before, copy = None, None
            if "alembic_version" in sa.inspect(connection).get_table_names():
                now = connection.execute(sa.text("SELECT version_num FROM alembic_version"))
                before = now.scalar()
                if before == HEAD:
                    return None
                copy = backup(database) if file_of(database.url) else None
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
            if connection.dialect.name == "sqlite":
                broken = connection.exec_driver_sql("PRAGMA foreign_key_check").fetchall()
                if broken:
                    raise DatabaseDamaged(f"the upgrade of {name_of(database)} left broken links")
        return Upgrade(before, HEAD, copy)
    finally:
        mover.dispose()


class _snapshot:  # noqa: N801  used like a function
    """A connection that reads one state and begins no writing."""

    def __init__(self, database: sa.Engine) -> None:
        self._connection = database.execution_options(sqlite_begin="DEFERRED").connect()

    def __enter__(self) -> sa.Connection:
        return self._connection

    def __exit__(self, *_: object) -> None:
        self._connection.close()


def _copy(source: Path, target: Path) -> None:
    """Copy a live database with all that its log holds, look at the copy, then put it in place."""
    part = target.with_name(target.name + ".part")
    uri = f"{source.resolve().as_uri()}?mode=ro"
    try:
        with (
            told(str(target)),
            closing(sqlite3.connect(uri, uri=True)) as live,
            closing(sqlite3.connect(part)) as copy,
        ):
            live.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")
            if copy.execute("PRAGMA integrity_check").fetchone() != ("ok",):
                raise DatabaseDamaged(f"{source} is damaged: its copy does not pass the check")
        for name in _synced(part):
            os.fsync(name)
        os.replace(part, target)
    finally:
        part.unlink(missing_ok=True)


def _synced(path: Path) -> Iterator[int]:
    for each in (path, path.parent):
        handle = os.open(each, os.O_RDONLY)
        try:
            yield handle
        finally:
            os.close(handle)
