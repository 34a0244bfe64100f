"""Open a database, and begin its two kinds of transaction: `writing` and `reading`.

Nothing is opened at import and no table is made here (see `schema`). An SQLite writer takes the
lock when its transaction begins. If it began as a reader, its first write would fail without
waiting as soon as another program had written in between.
"""

from __future__ import annotations

import logging
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import ConnectionPoolEntry
from sqlmodel import Session

from campaign.store.addresses import (
    CONNECTION,
    address_of,
    name_of,
    no_address,
)
from campaign.store.errors import (
    DatabaseFull,
    DatabaseMissing,
    StoreError,
    committing,
    may_write,
    translating_errors,
)
from campaign.store.foreign import refuse_foreign
from campaign.store.place import (
    OPENED,
    STILL,
    FileIdentity,
    check_only_name,
    check_place,
    create_private,
    empty_log,
    file_of,
    file_size,
    file_state,
    follow_permissions,
    identity_of,
    moved_error,
    real_file,
    unchanged,
)
from campaign.store.revision import refuse_other_schema

WRITERS_LOCK = 0x63616D706169676E
"""Key of the advisory lock that every writer on PostgreSQL takes ("campaign" in ASCII)."""

SYNCHRONOUS = "FULL"
"""The `synchronous` setting of SQLite: a kept change is on the disk when the command ends."""

ROOM = 2**16
"""The bytes that must be free on a disk before the program writes to a database there."""


def open_database(
    location: str | Path | None,
    *,
    busy_ms: int = 5000,
    create: bool = True,
) -> Engine:
    """The database at a path or URL (`sqlite:///...`, `postgresql://...`), by default the user's.

    This makes no connection yet. A writer waits at most `busy_ms` milliseconds for another one.
    Without `create` the file must exist. Raises `DatabaseMissing`, `DatabaseReadOnly` or
    `StoreError`.
    """
    url = address_of(location, must_exist=not create)
    if url.get_backend_name() == "sqlite":
        if create and (file := file_of(url)):
            _create_folder(file.parent)
        database = sa.create_engine(url, connect_args={"timeout": busy_ms / 1000})
        _prepare(database, busy_ms)
        return database
    url = url.update_query_dict({**CONNECTION, **url.query})
    for name in ("psycopg", "sqlalchemy.pool"):  # what is lost is an error here
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        # While somebody thinks at a prompt, a server may restart or drop a connection that rests:
        # it is tried before it is used again.
        return sa.create_engine(
            url,
            execution_options={"busy_ms": busy_ms},
            # A pooler gives each transaction another connection, which lacks what was prepared.
            connect_args={"prepare_threshold": None},
            pool_pre_ping=True,
            # A writer who has waited for another one must see what that one wrote.
            isolation_level="READ COMMITTED",
        )
    except ArgumentError as error:  # such as more ports than hosts
        raise no_address(str(location)) from error
    except ImportError as error:
        from campaign import installation  # noqa: PLC0415  for an extra that is missing alone

        why, command = installation.explain_missing_extra("PostgreSQL", "postgres")
        if not isinstance(error, ModuleNotFoundError):  # psycopg is there, and no libpq for it
            why = f"the driver of PostgreSQL cannot be loaded: {str(error).splitlines()[0]}"
        raise StoreError(why, command) from error


@contextmanager
def writing(database: Engine) -> Iterator[Session]:
    """A context with one transaction that may write; an exception in it rolls it back.

    Raises `DatabaseBusy` if another writer does not finish in time, and other `StoreError`s.
    """
    check_room(database)
    check_only_name(database)
    name = name_of(database)
    with translating_errors(name), database.connect() as connection:
        with Session(connection, expire_on_commit=False) as session:
            session.connection()  # begins
            take_turn(connection)
            check_place(connection)
            refuse_other_schema(connection, name)
            refuse_foreign(connection, name)
            yield session
            session.flush()
            check_place(connection)
            with committing(name):
                session.commit()
        empty_log(connection)
        check_place(connection)


@contextmanager
def reading(database: Engine) -> Iterator[Session]:
    """A context with one snapshot of the database; others may write meanwhile, it cannot."""
    with translating_errors(name_of(database)), Session(snapshot(database)) as session:
        prepare_server(session.connection())
        check_place(session.connection())
        with unchanged(session.connection()):
            yield session


def snapshot(database: Engine) -> Engine:
    """The same database for transactions that see one state of it and write nothing."""
    if database.dialect.name == "sqlite":
        return database.execution_options(sqlite_begin="DEFERRED")
    return database.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)


def take_turn(connection: Connection) -> None:
    """Wait on a server until no other writer is left; on SQLite a transaction begins with that."""
    if connection.dialect.name == "postgresql":
        prepare_server(connection)
        connection.execute(sa.text("SELECT pg_advisory_xact_lock(:key)"), {"key": WRITERS_LOCK})


def prepare_server(connection: Connection) -> None:
    """On a server, set up this transaction, which waits for a lock no longer than `busy_ms`.

    It works in the one schema that has the tables of this program. An account may have a schema of
    its own before that, where they would be missing, or new ones made.
    """
    if connection.dialect.name == "postgresql":
        busy_ms = connection.get_execution_options().get("busy_ms", 5000)
        connection.execute(_SETTINGS, {"wait": f"{busy_ms}ms"})


_SETTINGS = sa.text(
    """
    SELECT set_config('lock_timeout', :wait, true), set_config('search_path', coalesce(
        (SELECT quote_ident(n.nspname) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE c.oid = to_regclass('alembic_version')),
        current_setting('search_path')), true)
    """
)


def _create_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DatabaseMissing(
            f"the folder {folder} cannot be created ({error.strerror})",
            "name another place with --db or CAMPAIGN_DB",
        ) from error


def _prepare(database: Engine, busy_ms: int) -> None:
    """Set up each connection and the beginning of each transaction on SQLite.

    The driver must not begin or commit by itself (`isolation_level = None`), because a rollback
    would then miss schema changes and savepoints.
    """
    first_identity: FileIdentity | None = None  # of the file that the first connection opened

    @event.listens_for(database, "do_connect")
    def connects(
        _dialect: object, record: ConnectionPoolEntry, arguments: list[Any], options: dict[str, Any]
    ) -> None:
        nonlocal first_identity
        path = file_of(database.url)
        if path is None:
            return
        if first_identity is None:
            create_private(path)
            follow_permissions(path)
            first_identity = identity_of(path)
        elif identity_of(path) != first_identity:
            raise moved_error(path)
        record.info[STILL] = file_state(path) if _lies_still(path) else None
        if record.info[STILL]:
            arguments[0] = f"{path.as_uri()}?immutable=1"
            options["uri"] = True

    @event.listens_for(database, "connect")
    def connected(connection: sqlite3.Connection, record: ConnectionPoolEntry) -> None:
        connection.isolation_level = None
        record.info[OPENED] = first_identity
        try:
            _use_write_ahead_log(connection, busy_ms)
            connection.execute(f"PRAGMA synchronous={SYNCHRONOUS}")
            connection.execute("PRAGMA trusted_schema=OFF")
            # Otherwise INSERT OR REPLACE would delete rows without calling the triggers.
            connection.execute("PRAGMA recursive_triggers=ON")
        except BaseException:
            connection.close()
            raise

    @event.listens_for(database, "checkin")
    def returned(_connection: object, record: ConnectionPoolEntry) -> None:
        if record.info.get(STILL):  # the next transaction looks again whether the file lies still
            record.invalidate()

    @event.listens_for(database, "begin")
    def begun(connection: Connection) -> None:
        options = connection.get_execution_options()
        begin = options.get("sqlite_begin", "IMMEDIATE")
        # Inside a transaction these settings have no effect, so they come before BEGIN.
        connection.exec_driver_sql(f"PRAGMA query_only={begin == 'DEFERRED':d}")
        connection.exec_driver_sql(f"PRAGMA foreign_keys={options.get('foreign_keys', True):d}")
        connection.exec_driver_sql(f"BEGIN {begin}")


def _lies_still(path: Path) -> bool:
    """Whether a database lies on a disk that is read-only or full, and nobody writes to it.

    SQLite cannot make its log there. Without a log it reads a file only if it is told that nobody
    changes the file. A log that is not empty shows that somebody does. `unchanged` finds out if
    somebody begins to change it.
    """
    path = real_file(path)
    log = path.with_name(path.name + "-wal")
    if not path.is_file() or file_size(log):  # 0 if another process has removed the log meanwhile
        return False
    if not may_write(path.parent):
        return not log.exists()
    return file_size(path) > 0 and _is_full(path)


def check_room(database: Engine) -> None:
    """Raise `DatabaseFull` if the disk of a database file is full."""
    path = file_of(database.url)
    real = real_file(path) if path else None
    if real and may_write(real.parent) and _is_full(real):
        raise DatabaseFull(f"the disk is full: {path}", "make room and try again")


def _is_full(path: Path) -> bool:
    """Whether the disk has no room left for the log of a database."""
    try:
        return shutil.disk_usage(path.parent).free < ROOM
    except OSError:
        return False


def _use_write_ahead_log(connection: sqlite3.Connection, busy_ms: int) -> None:
    """Switch to WAL; this statement does not wait for others, so it is repeated until it works."""
    deadline = time.monotonic() + busy_ms / 1000
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL").close()
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorname.startswith("SQLITE_READONLY"):
                return  # a copy on a read-only disk can still be read; a write raises later
            busy = error.sqlite_errorname.startswith("SQLITE_BUSY")
            if not busy or time.monotonic() > deadline:
                raise
            time.sleep(0.01)
