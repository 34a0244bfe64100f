"""Copies of an SQLite database: complete even while others write, and checked before use.

A copy is written under another name, checked, brought to the disk and only then put in its
place. If a step fails, nothing is left behind. The file is never copied alone, because the last
entries may still be in the log beside it.
"""

from __future__ import annotations

import errno
import os
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import sqlalchemy as sa

from campaign.store import parts, revision
from campaign.store.addresses import name_of
from campaign.store.copy_names import unnamed_copies, unnamed_copy, without_stamp
from campaign.store.database import open_database
from campaign.store.errors import (
    DatabaseBusy,
    DatabaseDamaged,
    DatabaseFull,
    DatabaseMissing,
    StoreError,
    translating_errors,
)
from campaign.store.place import (
    check_place,
    create_private,
    expand_home,
    file_of,
    is_open,
    unchanged,
)

KEPT = 10
"""The number of copies without a given name that are kept, besides the last one of each month."""
NO_FLUSH = (errno.EINVAL, errno.ENOSYS, errno.ENOTSUP, errno.EBADF, errno.EACCES, errno.EPERM)
"""The errors with which a system says that it does not bring a folder to the disk by itself."""


def backup(database: sa.Engine, target: Path | None = None, keep: int | None = KEPT) -> Path:
    """Make a verified copy of an SQLite database, and return its path.

    Without a target the copy lies in the folder of copies, where `remove_old` then removes old
    copies, unless `keep` is None. Raises `StoreError`, also if the target exists already, and
    `DatabaseFull` on a full disk.
    """
    source = file_of(database.url)
    if source is None:
        raise StoreError(
            f"{name_of(database)} is no file that could be copied",
        )
    if not (source.exists() or is_open(database)):
        raise DatabaseMissing(f"there is no database at {source}", "name another file with --db")
    if target is not None:
        _copy(database, target)
        return target
    target = unnamed_copy(source)
    _copy(database, target)
    if keep is not None:
        remove_old(database, target, keep)
    return target


def rescue_open_file(database: sa.Engine) -> Path:
    """Copy an open database whose file was replaced or moved, and return the path of the copy.

    Raises `StoreError`.
    """
    source = file_of(database.url)
    if source is None:
        raise StoreError(f"{name_of(database)} is no file that could be copied")
    target = unnamed_copy(source)
    _copy(database, target, gone=True)
    return target


def put_in_place(source: Path, target: Path) -> None:
    """Copy a database to `target` and verify the copy; raises `StoreError` if the file exists."""
    with opened_copy(source) as database:
        _copy(database, target)


def remove_old(database: sa.Engine, made: Path, keep: int = KEPT) -> None:
    """Remove copies without a given name; keep the newest `keep` and the last one of each month.

    `made` is the copy that was just made. It stays in any case, and so does a copy of another
    database of the same name, whose copies lie in the same folder.
    """
    source = file_of(database.url)
    if source is None:
        return
    try:
        copies = unnamed_copies(source)
    except StoreError:  # for example a folder that can be written to and not read
        return
    if len(copies) <= keep:
        return
    begins = _beginning(made)
    copies = [path for path in copies if _beginning(path) in ("", begins)]
    month = slice(len(source.stem) + 1, len(source.stem) + 7)
    last_of_months = {path.name[month]: path for path in copies}.values()
    for old in {*copies[: -max(keep, 1)]} - {made, *last_of_months}:
        with suppress(OSError):  # another account may have made it
            old.unlink()


class CopySummary(NamedTuple):
    """A copy: the stamp of its last entry, each campaign with its last episode, the sessions.

    `begins` is the hash of its first entry, which all copies of one database have. All but the path
    is empty for an empty or unreadable copy, and for one with a view for a table.
    """

    path: Path
    last: str = ""
    begins: str = ""
    campaigns: tuple[tuple[str, int], ...] = ()
    sessions: int = 0


def copy_summaries(source: Path) -> tuple[CopySummary, ...]:
    """A summary of each copy of a database, the newest first."""
    return tuple(map(_looked_at, reversed(unnamed_copies(source))))


@contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    """A context with a copy; raises `sqlite3.Error` for one with a view in the place of a table."""
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as copy:
        if revision.computed_table(copy.execute(revision.COMPUTED)):
            raise sqlite3.DatabaseError("a view may never answer")
        yield copy


def _beginning(path: Path) -> str:
    """The hash of the first entry of a copy; "" for an empty or unreadable copy."""
    try:
        with _opened(path) as copy:
            return _first_hash(copy)
    except sqlite3.Error:
        return ""


def _first_hash(copy: sqlite3.Connection) -> str:
    has_chain = copy.execute("SELECT 1 FROM sqlite_master WHERE name = 'chain'").fetchone()
    order = "JOIN chain USING (stream, seq) ORDER BY number" if has_chain else "ORDER BY rowid"
    first = copy.execute(f"SELECT entry.hash FROM entry {order} LIMIT 1").fetchone()
    return str(first[0]) if first else ""


def _looked_at(path: Path) -> CopySummary:
    """The summary of a copy, read from its tables."""
    try:
        with _opened(path) as copy:
            (last,) = copy.execute("SELECT max(recorded_at) FROM entry").fetchone()
            begins = _first_hash(copy)
            columns = [name for _, name, *_ in copy.execute("PRAGMA table_info(session_log)")]
            episode = "episode" if "episode" in columns else "number"  # its name before 0005
            campaigns = copy.execute(
                f"SELECT name, coalesce(max(session_log.{episode}), 0) FROM campaign "
                "LEFT JOIN session_log USING (stream) GROUP BY stream ORDER BY name"
            ).fetchall()
            (sessions,) = copy.execute(
                "SELECT count(*) FROM session_log WHERE stream LIKE 'session/%'"
            ).fetchone()
    except sqlite3.Error:
        return CopySummary(path)
    return CopySummary(path, last or "", begins, tuple(campaigns), sessions)


def _copy(database: sa.Engine, path: Path, *, gone: bool = False) -> None:
    """Copy a database to the file `path`; `gone` is true if its file was replaced or moved.

    Raises `StoreError`.
    """
    with _placed(path):
        target = expand_home(path).absolute()
        for end in ("", "-wal", "-journal"):  # SQLite would read a log there into the copy
            if (there := Path(f"{target}{end}")).exists():
                raise StoreError(f"{there} exists already", "name a file that does not exist yet")
        part = parts.part_of(target)
        target.parent.mkdir(parents=True, exist_ok=True)
        parts.remove_dead_parts(
            target.parent, lambda name: without_stamp(name) == without_stamp(target.name)
        )
        try:
            create_private(part)
            with closing(sqlite3.connect(part)) as copy:
                with driver_connection(database, gone=gone) as live:
                    # This includes what is still in the log beside the file.
                    copy_pages(live, copy, name_of(database))
                copy.execute("PRAGMA journal_mode=DELETE")
                if copy.execute("PRAGMA integrity_check").fetchone() != ("ok",):
                    raise DatabaseDamaged(
                        f"{name_of(database)} is damaged: its copy does not pass the check",
                        "restore an older copy",
                    )
            _sync(part)
            parts.give_name(part, target)
            try:
                _sync(target.parent)
            except OSError:
                target.unlink(missing_ok=True)
                raise
        finally:
            part.unlink(missing_ok=True)
            for suffix in ("-journal", "-wal", "-shm"):
                part.with_name(part.name + suffix).unlink(missing_ok=True)


def copy_pages(
    source: sqlite3.Connection,
    target: sqlite3.Connection,
    name: str,
    is_unchanged: Callable[[], bool] | None = None,
) -> None:
    """Copy all pages of an SQLite database in one transaction.

    `is_unchanged` is asked when nobody else can write to the target any more. Raises `DatabaseBusy`
    if its answer is no, or if another program keeps one of the two locked; `name` names it.
    """
    pending = is_unchanged is not None

    def check(status: int, _remaining: int, _total: int) -> None:
        nonlocal pending
        if status in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):  # the driver would try for ever
            raise DatabaseBusy(
                f"the database is locked by another program: {name}",
                "try again when it has finished",
            )
        if pending and is_unchanged is not None and not is_unchanged():
            raise DatabaseBusy(
                f"another program wrote meanwhile, and nothing was replaced: {name}", "try again"
            )
        pending = False

    # After the first page SQLite holds the lock of a writer until it has all pages.
    source.backup(target, pages=1 if pending else -1, progress=check)


@contextmanager
def opened_copy(source: Path) -> Iterator[sa.Engine]:
    """A context with an open copy of a database; the copy lies in a temporary folder.

    The database itself is only read. Raises `StoreError`; errors of the block name the database.
    """
    with tempfile.TemporaryDirectory(prefix="campaign-") as folder, _placed(source):
        path = Path(folder) / source.name
        create_private(path)
        uri = f"{source.absolute().as_uri()}?mode=ro"
        with (
            closing(sqlite3.connect(uri, uri=True)) as original,
            closing(sqlite3.connect(path)) as copy,
        ):
            copy_pages(original, copy, str(source))
            copy.execute("PRAGMA journal_mode=DELETE")
        database = open_database(path, create=False)
        try:
            yield database
        except StoreError as error:
            error.args = (str(error).replace(str(path), str(source)),)
            raise
        finally:
            database.dispose()


@contextmanager
def driver_connection(database: sa.Engine, *, gone: bool = False) -> Iterator[sqlite3.Connection]:
    """A context with the driver's own connection to an SQLite database, which can copy pages.

    Raises `DatabaseMoved` at its beginning or end if the file was replaced or moved, unless `gone`.
    """
    with translating_errors(name_of(database)):
        connection = database.connect()
    with closing(connection):
        live = connection.connection.driver_connection
        if not isinstance(live, sqlite3.Connection):
            raise TypeError(f"not an SQLite connection: {live!r}")
        if not gone:
            check_place(connection)
        with unchanged(connection):
            yield live
        if not gone:
            check_place(connection)


@contextmanager
def _placed(target: Path) -> Iterator[None]:
    """A context in which errors at the target become a `StoreError` that names the target."""
    try:
        with translating_errors(target):
            yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise DatabaseFull(
                f"the disk is full: no copy at {target}", "make room or name another place"
            ) from error
        why = error.strerror or str(error)
        raise StoreError(f"no copy can be made at {target} ({why})", "name another file") from error


def _sync(path: Path) -> None:
    """Bring a file or a folder to the disk; a folder only where the system can do that.

    Windows cannot open a folder, the shared folders of some virtual machines and file servers
    refuse the call, and a folder may allow writing without reading. None of them needs it.
    """
    is_folder = path.is_dir()
    if is_folder and os.name == "nt":
        return
    try:
        handle = os.open(path, os.O_RDONLY if is_folder else os.O_RDWR)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
    except OSError as error:
        if not (is_folder and error.errno in NO_FLUSH):
            raise
