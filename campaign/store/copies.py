"""Copies of an SQLite database: complete even while others write, and checked before use.

A copy is written under another name, checked, brought to the disk and only then put in its
place; whatever fails leaves nothing behind. Never copies the file alone: the last entries
may still be in the log beside it.
"""

from __future__ import annotations

import errno
import os
import re
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import URL

from campaign.store import clock, parts, stamps
from campaign.store.database import name_of, open_database
from campaign.store.errors import (
    DatabaseDamaged,
    DatabaseFull,
    DatabaseMissing,
    StoreError,
    translated,
)
from campaign.store.place import check_place, create_private, file_of, is_open

KEPT = 10
"""Copies without a name that stay, besides the last one of each month."""
VARIABLE = "CAMPAIGN_COPIES"
"""Names the folder of the copies, or is `off`: then none is made after an evening."""
OFF = "off"
STAMP = "%Y%m%d-%H%M%S-%f"


def backup(database: sa.Engine, target: Path | None = None, keep: int | None = KEPT) -> Path:
    """A verified copy of an SQLite database, in the folder of its copies unless a target is named.

    There the newest `keep` of this database and the last one of each month stay, or all. Raises
    `StoreError`, `DatabaseFull` on a full disk; a file that is there already is never replaced.
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
    target = _unnamed(source)
    _copy(database, target)
    if keep is not None:
        remove_old(database, keep)
    return target


def rescued(database: sa.Engine) -> Path:
    """A copy of the file that is still open, though another one has its place."""
    source = file_of(database.url)
    if source is None:
        raise StoreError(f"{name_of(database)} is no file that could be copied")
    target = _unnamed(source)
    _copy(database, target, gone=True)
    return target


def _unnamed(source: Path) -> Path:
    """Where a copy of now goes that is given no name; the names sort by age."""
    stamp = clock.now().astimezone(UTC).strftime(STAMP)
    return folder_of(source) / f"{source.stem}-{stamp}{source.suffix}"


def put_in_place(source: Path, target: Path) -> None:
    """A verified copy of a database where there is none; raises `StoreError`."""
    with opened_copy(source) as database:
        _copy(database, target)


def remove_old(database: sa.Engine, keep: int = KEPT) -> None:
    """Remove the copies without a name but the newest ones, and the last one of each month."""
    source = file_of(database.url)
    if source is None:
        return
    every = made(source)
    month = slice(len(source.stem) + 1, len(source.stem) + 7)
    last_of_months = {path.name[month]: path for path in every}.values()
    for old in {*every[: -max(keep, 1)]} - {*last_of_months}:
        old.unlink(missing_ok=True)


def folder_of(source: Path) -> Path:
    """Where the copies of a database lie: beside it in `backups/`, or in the folder that is set."""
    named = os.environ.get(VARIABLE, "")
    return Path(named).expanduser() if named not in ("", OFF) else source.parent / "backups"


def called(url: URL) -> Path | None:
    """The file after which copies are called; of a server NAME.db in the folder that is set.

    None in memory, and for a server where no folder is set.
    """
    named = os.environ.get(VARIABLE, "")
    if url.get_backend_name() == "sqlite" or not url.database or named in ("", OFF):
        return file_of(url)
    return Path(named).expanduser() / f"{url.database}.db"


def newest(url: URL) -> str:
    """When the newest copy without a name was made, as a stamp; "" where none is known."""
    source = called(url)
    if source is None or not (there := made(source)):
        return ""
    written = there[-1].name[len(source.stem) + 1 : len(there[-1].name) - len(source.suffix)]
    made_at = datetime.strptime(written, STAMP).replace(tzinfo=UTC)
    return stamps.stamp(made_at.astimezone())


def made(source: Path) -> list[Path]:
    """The copies of a database that were not given a name, oldest first."""
    name = re.compile(
        re.escape(source.stem) + r"-\d{8}-\d{6}-\d{6}" + re.escape(source.suffix), re.ASCII
    )
    folder = folder_of(source)
    if not folder.is_dir():
        return []
    return sorted(path for path in folder.iterdir() if name.fullmatch(path.name))


class CopySummary(NamedTuple):
    """A copy: when its last entry was recorded, as a stamp, and which episode each campaign is at.

    An empty or unreadable copy has neither.
    """

    path: Path
    last: str = ""
    campaigns: tuple[tuple[str, int], ...] = ()
    sessions: int = 0


def listed(source: Path) -> tuple[CopySummary, ...]:
    """The copies of a database, the newest first."""
    return tuple(map(_looked_at, reversed(made(source))))


def _looked_at(path: Path) -> CopySummary:
    """What is in a copy, by the stored views of its own schema."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as copy:
            (last,) = copy.execute("SELECT max(recorded_at) FROM entry").fetchone()
            campaigns = copy.execute(
                "SELECT name, coalesce(max(episode), 0) FROM campaign "
                "LEFT JOIN session_log USING (stream) GROUP BY stream ORDER BY name"
            ).fetchall()
            (sessions,) = copy.execute(
                "SELECT count(*) FROM session_log WHERE stream LIKE 'session/%'"
            ).fetchone()
    except sqlite3.Error:
        return CopySummary(path)
    return CopySummary(path, last or "", tuple(campaigns), sessions)


def _copy(database: sa.Engine, named: Path, *, gone: bool = False) -> None:
    """Copy a database that is at its place, or one that is `gone` and still open."""
    with _placed(named):
        target = named.expanduser().absolute()
        if target.exists():
            raise StoreError(f"{target} exists already", "name a file that does not exist yet")
        part = parts.part_of(target)
        target.parent.mkdir(parents=True, exist_ok=True)
        parts.remove_dead(target.parent)
        try:
            create_private(part)
            with closing(sqlite3.connect(part)) as copy:
                with driver_connection(database, gone=gone) as live:
                    live.backup(copy)  # with all that the log beside the file holds
                copy.execute("PRAGMA journal_mode=DELETE")
                if copy.execute("PRAGMA integrity_check").fetchone() != ("ok",):
                    raise DatabaseDamaged(
                        f"{name_of(database)} is damaged: its copy does not pass the check",
                        "restore an older copy",
                    )
            _sync(part)
            os.replace(part, target)
            _sync(target.parent)
        finally:
            part.unlink(missing_ok=True)
            for beside in ("-journal", "-wal", "-shm"):
                part.with_name(part.name + beside).unlink(missing_ok=True)


@contextmanager
def opened_copy(source: Path) -> Iterator[sa.Engine]:
    """A copy of somebody's database in a temporary folder, as long as the block lasts.

    The file itself is only read. Raises `StoreError`.
    """
    with tempfile.TemporaryDirectory(prefix="campaign-") as folder, _placed(source):
        path = Path(folder) / source.name
        create_private(path)
        uri = f"{source.absolute().as_uri()}?mode=ro"
        with (
            closing(sqlite3.connect(uri, uri=True)) as original,
            closing(sqlite3.connect(path)) as copy,
        ):
            original.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")
        database = open_database(path, create=False)
        try:
            yield database
        finally:
            database.dispose()


@contextmanager
def driver_connection(database: sa.Engine, *, gone: bool = False) -> Iterator[sqlite3.Connection]:
    """The driver's own connection to an SQLite database: only it can copy page by page.

    Raises `DatabaseMoved`, also at the end, where another file has its place, unless it is `gone`.
    """
    with translated(name_of(database)):
        connection = database.connect()
    with closing(connection):
        live = connection.connection.driver_connection
        if not isinstance(live, sqlite3.Connection):
            raise TypeError(f"not an SQLite connection: {live!r}")
        if not gone:
            check_place(connection)
        yield live
        if not gone:
            check_place(connection)


@contextmanager
def _placed(target: Path) -> Iterator[None]:
    """A context in which errors at the target become a `StoreError` that names the target."""
    try:
        with translated(target):
            yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise DatabaseFull(
                f"the disk is full: no copy at {target}", "make room or name another place"
            ) from error
        why = error.strerror or str(error)
        raise StoreError(f"no copy can be made at {target} ({why})", "name another file") from error
    except RuntimeError as error:  # the home of somebody who is not known here
        raise StoreError(
            f"no copy can be made at {target} ({error})", "name another file"
        ) from error


def _sync(path: Path) -> None:
    """Bring a file or a folder to the disk; Windows cannot open a folder and needs no such call."""
    if path.is_dir() and os.name == "nt":
        return
    handle = os.open(path, os.O_RDWR if path.is_file() else os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
