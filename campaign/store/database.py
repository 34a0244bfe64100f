"""Open a database, and begin its two kinds of transaction: `writing` and `reading`.

Nothing is opened at import and no table is made here (see `schema`). An SQLite writer takes the
lock when its transaction begins. If it began as a reader, its first write would fail without
waiting as soon as another program had written in between.
"""

from __future__ import annotations

import errno
import logging
import re
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.engine import URL, Connection, Engine
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import ConnectionPoolEntry
from sqlmodel import Session

from campaign.store.copy_names import unnamed_copies
from campaign.store.errors import (
    DatabaseFull,
    DatabaseMissing,
    DatabaseReadOnly,
    StoreError,
    committing,
    may_write,
    translating_errors,
)
from campaign.store.foreign import refuse_foreign
from campaign.store.location import MEMORY, default_location
from campaign.store.passwords import hide_in_address
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

ANSWER = 10
"""Seconds in which a server has to answer when it is called first."""
CONNECTION = {
    "connect_timeout": str(ANSWER),
    "keepalives_idle": "30",
    "keepalives_interval": "10",
    "keepalives_count": "3",
    "tcp_user_timeout": "60000",
    "client_encoding": "utf8",
}
"""What an address gets that does not say otherwise: a lost network is noticed within a minute.

The system would wait for a quarter of an hour until somebody answers, or for hours. Without an
encoding the driver takes that of the database or of PGCLIENTENCODING, which may not have a name.
"""


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
    url = _address(location, must_exist=not create)
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
        raise _no_address(str(location)) from error
    except ImportError as error:
        from campaign import installation  # noqa: PLC0415  for an extra that is missing alone

        why, command = installation.explain_missing_extra("PostgreSQL", "postgres")
        if not isinstance(error, ModuleNotFoundError):  # psycopg is there, and no libpq for it
            why = f"the driver of PostgreSQL cannot be loaded: {str(error).splitlines()[0]}"
        raise StoreError(why, command) from error


def name_of(database: Engine) -> str:
    """The name of a database in messages: its file, or its address without the password."""
    return _name_of(database.url)


def name_at(location: str | Path | None) -> str:
    """The name of the database at a location, whether or not there is one; makes nothing.

    Raises what `open_database` raises.
    """
    return _name_of(_address(location, must_exist=False))


def _name_of(url: URL) -> str:
    if url.get_backend_name() == "sqlite":
        return str(file_of(url) or "the database in memory")
    plain = url._replace(password=None).difference_update_query([*CONNECTION])
    return hide_in_address(plain.render_as_string())


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

_MISTYPED = re.compile(
    r"(?i)\s*((postgres|psql|sqlite|https?)[\w+]*[:;]?/{1,3}|[^/\\]*:[^/\\]*@|.*password=)"
)
"""Matches an address with a mistyped `://`, whose password a message about a file would show."""


def _address(location: str | Path | None, *, must_exist: bool) -> URL:
    """The URL of a location; raises `DatabaseMissing` or `DatabaseReadOnly`."""
    if location is None:
        location = default_location()
    if isinstance(location, str) and "://" in location:
        url = _read_url(location)
        if url.get_backend_name() != "sqlite":
            return url
        location = url.database or MEMORY
    if isinstance(location, str) and _MISTYPED.match(location):
        raise DatabaseMissing(
            f"this is neither a file nor the address of a database: {hide_in_address(location)}",
            "postgresql://USER@HOST/NAME, or the name of a file",
        )
    if str(location) == MEMORY:
        return URL.create("sqlite", database=MEMORY)
    path = _look_at(location, must_exist)
    return URL.create("sqlite", database=str(path))


def refuse_address(file: Path) -> None:
    """Refuse the address of a server in the place of a file; raises `StoreError`."""
    if _MISTYPED.match(str(file)):
        raise StoreError(
            f"{hide_in_address(str(file))} is the address of a server, and a copy is a file",
            "campaign db copy FROM TO copies from a server, or to one",
        )


def _read_url(text: str) -> URL:
    if text.startswith("postgres://"):  # the older spelling, which SQLAlchemy does not know
        text = "postgresql" + text.removeprefix("postgres")
    if "\0" in unquote(text):  # the driver would go elsewhere, by what stands before it
        raise _no_address(text)
    try:
        url = sa.make_url(text)
    except (ArgumentError, ValueError) as error:
        raise _no_address(text) from error
    if url.drivername not in ("sqlite", "postgresql", "postgresql+psycopg"):
        raise DatabaseMissing(
            f"{hide_in_address(text)}: only sqlite:///FILE and postgresql://USER@HOST/NAME are "
            "understood"
        )
    return url


def _no_address(text: str) -> DatabaseMissing:
    return DatabaseMissing(f"this is not the address of a database: {hide_in_address(text)}")


def _look_at(location: str | Path, must_exist: bool) -> Path:
    """The absolute path of a database file; raises `DatabaseMissing` or `DatabaseReadOnly`."""
    try:
        path = Path(location).expanduser().absolute()
        if "\0" in str(path):
            raise ValueError("it holds a NUL character")
        if path.is_dir():
            raise DatabaseMissing(f"this is a folder, not a database: {path}", "name a file in it")
        if path.exists() and not path.is_file():
            raise DatabaseMissing(
                f"this is a pipe or a device, not a database: {path}", "name a file"
            )
        if path.exists():
            return path
    except PermissionError as error:
        raise DatabaseReadOnly(f"no permission to look at {location!s}") from error
    except FileNotFoundError as error:
        raise DatabaseMissing(
            f"the present folder was deleted or moved, and with it {location!s}",
            "go to another folder",
        ) from error
    except (OSError, ValueError, RuntimeError) as error:
        if isinstance(error, OSError) and error.errno != errno.ENAMETOOLONG:
            why = (error.strerror or str(error)).lower()
            raise DatabaseMissing(
                f"the disk of the database cannot be read: {location!s} ({why})",
                "put it back, or name another place",
            ) from error
        raise DatabaseMissing(f"{str(location)!r} cannot be the name of a file: {error}") from error
    if must_exist:
        raise DatabaseMissing(f"there is no database at {path}", _remedy(path))
    return path


def _remedy(missing: Path) -> str:
    """What to do without a database: put back a copy of it, if there is one."""
    if has_copies(missing):
        return "campaign db restore lists the copies of it that are kept"
    return "campaign new makes one"


def has_copies(path: Path) -> bool:
    """Whether copies of a database file are kept; False for a folder that cannot be read."""
    with suppress(StoreError):
        return bool(unnamed_copies(path))
    return False


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
