"""Checks whether the file of an open SQLite database is still the file at its path.

A sync client may rename another file over an open one, and a user may move or delete the open one.
Then the program would write to a file that nobody finds again, and the log (`-wal`) of the old file
would damage the new file beside it.
"""

from __future__ import annotations

import os
import shlex
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sqlalchemy.engine import URL, Connection, Engine
from sqlalchemy.pool import QueuePool

from campaign.store.errors import (
    DatabaseBusy,
    DatabaseMissing,
    DatabaseMoved,
    StoreError,
    may_write,
)
from campaign.store.location import MEMORY

FileIdentity = tuple[int, int]
"""Device and inode of a file."""
OPENED = "file that was opened"
"""The key in a connection's `info` for the identity of its file; `_LOG` for the files beside it."""
STILL = "state of a file that lies still"
"""The key in a connection's `info` for the state of a file that is read without its log."""
_LOG = "log beside it"
_BESIDE = ("-wal", "-shm")


def file_of(url: URL) -> Path | None:
    """The file of an SQLite database; None in memory and on a server."""
    if url.get_backend_name() != "sqlite" or not url.database or url.database == MEMORY:
        return None
    return Path(url.database)


def real_file(path: Path) -> Path:
    """The file to which a path leads. SQLite follows links, and keeps its log beside this file."""
    return Path(os.path.realpath(path))


def identity_of(path: Path) -> FileIdentity | None:
    """The device and inode of a file; None if there is no file."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def file_size(path: Path) -> int:
    """The size of a file in bytes; 0 if there is no file."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def expand_home(path: str | Path) -> Path:
    """A path with the home folder in place of `~`; raises `StoreError` for an unknown user."""
    try:
        return Path(path).expanduser()
    except RuntimeError:
        user = Path(path).parts[0]
        raise StoreError(f"{user} is no home folder: {path}", "write the whole path") from None


def path_in(variable: str) -> Path | None:
    """The path that an environment variable names; None if it names none.

    Raises `StoreError` unless the path is a whole one: it would lead from each folder elsewhere.
    """
    named = os.environ.get(variable)
    if not named:
        return None
    try:
        path = expand_home(named)
    except StoreError as error:
        raise StoreError(f"{variable}: {error}", error.remedy) from None
    if not path.is_absolute():
        raise StoreError(f"{variable} is {named}, no whole path like {path.absolute()}")
    return path


def check_only_name(database: Engine) -> None:
    """Raise `StoreError` if the file of a database has another name, that is, a hard link.

    SQLite keeps a log beside each name, so one of two writers under two names would lose its
    changes. And a hard link that was made as a copy would change with the file.
    """
    path = file_of(database.url)
    try:
        names = path.stat().st_nlink if path else 1
    except OSError:
        return
    if names > 1:
        name = shlex.quote(str(path))
        raise StoreError(
            f"{path} has another name (a hard link), and what is written under one of them could "
            "be lost under the other",
            f"give it a file of its own: cp {name} {name}.new, then mv {name}.new {name}",
        )


def refuse_memory(database: Engine) -> None:
    """Raise `DatabaseMissing` for a database in memory, which nobody finds again."""
    if database.url.get_backend_name() == "sqlite" and file_of(database.url) is None:
        raise DatabaseMissing(
            "a database in memory is gone when the command ends", "give the name of a file"
        )


def is_open(database: Engine) -> bool:
    """Whether a database has an open connection, even if its file was moved or deleted."""
    pool = database.pool
    return isinstance(pool, QueuePool) and pool.checkedin() + pool.checkedout() > 0


def create_private(path: Path) -> None:
    """Make an empty database file that only its owner can read, because it will hold secrets.

    SQLite gives the files beside it the same permissions. If the file cannot be made, SQLite
    reports this later.
    """
    with suppress(OSError):
        os.close(os.open(real_file(path), os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def follow_permissions(path: Path) -> None:
    """Give the files beside a database its permissions, if it may be written and they may not.

    SQLite makes them while the database can only be read, and leaves them as they are.
    """
    real = real_file(path)
    for name in _BESIDE:
        beside = real.with_name(real.name + name)
        with suppress(OSError):  # it belongs to somebody else
            if beside.exists() and may_write(real) and not may_write(beside):
                beside.chmod(real.stat().st_mode & 0o777)


def take_over_permissions(old: Path, new: Path) -> None:
    """Give a file that takes the place of another one its owner, its group and its permissions.

    Where the group cannot be given, nobody else gets a permission.
    """
    if not old.exists() or os.name == "nt":
        return
    status = old.stat()
    with suppress(OSError):
        os.chown(new, status.st_uid, -1)
    with suppress(OSError):
        os.chown(new, -1, status.st_gid)
        new.chmod(status.st_mode & 0o777)


def check_place(connection: Connection) -> None:
    """Raise `DatabaseMoved` if the open file is not the file at its path any more.

    The log of the open file is removed, because it would damage the new file.
    """
    path = file_of(connection.engine.url)
    if path is None or not (opened := connection.info.get(OPENED)):
        return
    real = real_file(path)
    if identity_of(path) == opened:
        log_identities = {name: identity_of(real.with_name(real.name + name)) for name in _BESIDE}
        connection.info[_LOG] = log_identities
        return
    for name, identity in connection.info.get(_LOG, {}).items():
        file = real.with_name(real.name + name)
        if identity and identity_of(file) == identity:
            file.unlink(missing_ok=True)
    raise moved_error(path)


def file_state(path: Path) -> tuple[int, int, int]:
    """A value that changes when somebody writes to a file."""
    status = path.stat()
    return status.st_ino, status.st_size, status.st_mtime_ns


@contextmanager
def unchanged(connection: Connection) -> Iterator[None]:
    """A context that reads a database; raises `DatabaseBusy` if it cannot know what it has read.

    Where a file is read without its log, a change of the file mixes two states of the database.
    What was read then is worth nothing, and an error in it is no damage.
    """
    try:
        yield
    except Exception as error:
        if problem := _changed(connection):
            raise problem from error
        raise
    if problem := _changed(connection):
        raise problem


def _changed(connection: Connection) -> DatabaseBusy | None:
    """The error for a file that is read without its log and was changed meanwhile, or None."""
    if (path := file_of(connection.engine.url)) is None:
        return None  # a server may have closed the connection, which then has no `info`
    if (before := connection.info.get(STILL)) is None:
        return None
    with suppress(OSError):
        if file_state(path) == before:
            return None
    return DatabaseBusy(f"another program wrote meanwhile to {path}", "try again")


def moved_error(path: Path) -> DatabaseMoved:
    """The error for an open file that is not at its path any more."""
    return DatabaseMoved(
        f"another file has taken the place of {path}, or it was moved or deleted: nothing more "
        "is kept in it",
        "keep the database out of synced folders, and put campaign sync FOLDER there",
    )


def empty_log(connection: Connection) -> None:
    """Move the content of an SQLite database's log into its file, unless another program reads it.

    So the file alone holds everything between two transactions, and the log of a killed program
    cannot damage another file in its place. If this fails, the log stays.
    """
    driver = connection.connection.driver_connection
    if not isinstance(driver, sqlite3.Connection):
        return
    with suppress(sqlite3.Error):
        (wait,) = driver.execute("PRAGMA busy_timeout").fetchone()
        driver.execute("PRAGMA busy_timeout=0")
        try:
            driver.execute("PRAGMA wal_checkpoint(TRUNCATE)").close()
        finally:
            driver.execute(f"PRAGMA busy_timeout={wait}")
