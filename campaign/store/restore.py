"""Replace a database by a copy, and count the entries that would be lost."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import sqlalchemy as sa

from campaign.shell import command_on
from campaign.store import copy_names
from campaign.store.addresses import name_of, refuse_address
from campaign.store.copies import (
    backup,
    copy_pages,
    driver_connection,
    opened_copy,
    put_in_place,
)
from campaign.store.database import open_database
from campaign.store.errors import (
    DatabaseBusy,
    DatabaseDamaged,
    DatabaseForeign,
    DatabaseFull,
    DatabaseMissing,
    StoreError,
    translating_errors,
)
from campaign.store.foreign import refuse_foreign
from campaign.store.place import (
    check_only_name,
    expand_home,
    real_file,
    take_over_permissions,
)
from campaign.store.revision import HEAD
from campaign.store.schema import ensure, read_revision

_HASHES = "SELECT stream, seq, hash FROM entry"
_DRAFTS = "SELECT number, content FROM draft"
_PAGE_SIZE = "PRAGMA page_size"
_READ = ("SELECT * FROM entry", "SELECT * FROM campaign", "SELECT * FROM origin")
"""The queries for all that is read of a database before a copy takes its place.

A database of the first schemas has no `origin`; its upgrade is tried instead.
"""


class LostEntries(NamedTuple):
    """The number of a stream's entries that are in the database and not in a copy."""

    stream: str
    entries: int


class RestoreLosses(NamedTuple):
    """What is in the database and not in a copy: entries by stream, and the numbers of drafts."""

    entries: tuple[LostEntries, ...]
    drafts: tuple[int, ...]


def check(source: Path) -> None:
    """Raise `StoreError` if `source` is no existing file, or is an address instead of a file."""
    refuse_address(source)
    if not expand_home(source).exists():
        raise DatabaseMissing(f"there is no database at {source}", "campaign db backup makes one")


def refuse_unusable(copy: sa.Engine, source: Path) -> None:
    """Raise `StoreError` for an empty copy, another program's file, and a newer program's.

    Also for one in whose place nothing could be written, because of a foreign trigger or the like.
    """
    if read_revision(copy) is None:
        raise DatabaseDamaged(f"{source} is no copy: it is empty", "name another copy")
    with translating_errors(name_of(copy)), copy.connect() as connection:
        refuse_foreign(connection, str(source))


def losses(database: sa.Engine, source: Path) -> RestoreLosses:
    """What restoring a copy would lose; raises `StoreError` for a copy that cannot be used."""
    copy = open_database(source, create=False)
    try:
        refuse_unusable(copy, source)
        with translating_errors(name_of(copy)), copy.connect() as connection:
            if connection.exec_driver_sql("PRAGMA integrity_check").scalar() != "ok":
                raise DatabaseDamaged(f"{source} is damaged", "name another copy")
            page_size = connection.exec_driver_sql(_PAGE_SIZE).scalar()
            copied_hashes = set(map(tuple, connection.exec_driver_sql(_HASHES)))
            has_drafts = sa.inspect(connection).has_table("draft")
            copied_drafts = set(
                map(tuple, connection.exec_driver_sql(_DRAFTS) if has_drafts else ())
            )
    finally:
        copy.dispose()
    with translating_errors(name_of(database)), database.connect() as connection:
        if connection.exec_driver_sql(_PAGE_SIZE).scalar() != page_size:
            raise StoreError(
                f"the pages of {source} have another size than those of the database",
                f"{command_on('campaign db copy', source)} FILE makes a database of it",
            )
        missing = [
            row for row in connection.exec_driver_sql(_HASHES) if tuple(row) not in copied_hashes
        ]
        drafts = sorted(
            row[0] for row in connection.exec_driver_sql(_DRAFTS) if tuple(row) not in copied_drafts
        )
    counts = Counter(stream for stream, _, _ in missing)
    entries = tuple(LostEntries(stream, count) for stream, count in sorted(counts.items()))
    return RestoreLosses(entries, tuple(drafts))


def restore(database: sa.Engine, source: Path, shown: RestoreLosses) -> Path:
    """Replace an SQLite database by a copy; return the path of a backup of the replaced database.

    SQLite writes the copy in one transaction: other programs see all of it or nothing. No copy is
    removed, because `source` may be the oldest one. Raises `StoreError`, and `DatabaseBusy` if
    another program wrote after the backup, or if more would be lost than what was `shown`.
    """
    check_only_name(database)
    with driver_connection(database) as watched:
        before = _version(watched)
        if losses(database, source) != shown:
            raise DatabaseBusy(
                f"another program wrote meanwhile, and nothing was replaced: {name_of(database)}",
                "give the command again: it shows what the copy lacks now",
            )
        previous = backup(database, keep=None)
        try:
            _replace(database, source, lambda: _version(watched) == before)
        except (DatabaseBusy, DatabaseFull):  # nothing was replaced
            previous.unlink(missing_ok=True)
            raise
    return previous


def damage(file: Path) -> DatabaseDamaged | None:
    """The error of a database file that is damaged, empty or was changed; None for a sound file.

    An older file whose upgrade fails is damaged, too. Raises `DatabaseForeign` for a database of
    another program.
    """
    database = open_database(file, create=False)
    name = name_of(database)
    try:
        if (present := read_revision(database)) is None:
            return DatabaseDamaged(f"{name} is empty")
        with translating_errors(name), database.connect() as connection:
            (first,) = connection.exec_driver_sql("PRAGMA integrity_check(1)").one()
            queries = _READ if present == HEAD else _READ[:2]
            for query in queries if first == "ok" else ():  # a changed byte may be no text any more
                for _ in connection.exec_driver_sql(query):
                    pass
        if first == "ok" and present != HEAD:
            with opened_copy(file) as copy:
                ensure(copy, with_copy=False)
    except DatabaseForeign:
        raise
    except DatabaseDamaged as error:
        return error
    finally:
        database.dispose()
    return None if first == "ok" else DatabaseDamaged(f"the database is damaged: {name} ({first})")


def replace_damaged(file: Path, source: Path) -> Path:
    """Put a copy in the place of a damaged or missing one; return the path at which that is kept.

    What lies beside its place, such as its log, is kept beside it. A link to it stays. Raises
    `StoreError`.
    """
    file = real_file(file)
    kept = copy_names.damaged_name(file)
    moved: list[tuple[Path, Path]] = []
    try:
        for end in ("", "-wal", "-shm", "-journal"):
            old, new = (path.with_name(f"{path.name}{end}") for path in (file, kept))
            if old.exists():
                old.rename(new)
                moved.append((old, new))
        put_in_place(source, file)
        take_over_permissions(kept, file)
    except (OSError, StoreError) as error:
        for old, new in reversed(moved):
            new.rename(old)
        if isinstance(error, StoreError):
            raise
        raise StoreError(f"{file} cannot be moved away ({error.strerror})") from error
    return kept


def _replace(database: sa.Engine, source: Path, is_unchanged: Callable[[], bool]) -> None:
    """Replace an SQLite database by a copy if it `is_unchanged` once nobody else can write."""
    # Closing a database that was opened so leaves no log beside the copy.
    source_database = open_database(source, create=False)
    try:
        with driver_connection(database) as live, driver_connection(source_database) as copy:
            live.rollback()
            live.execute("PRAGMA query_only=0")
            with translating_errors(name_of(database)):
                copy_pages(copy, live, name_of(database), is_unchanged)
    finally:
        source_database.dispose()


def _version(connection: sqlite3.Connection) -> int:
    """A number that changes for this connection as soon as another one has written."""
    (version,) = connection.execute("PRAGMA data_version").fetchone()
    return int(version)
