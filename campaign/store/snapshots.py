"""Let several processes read one state of a database: the state that one transaction sees.

    SQLite       a copy of the file, removed at the end, or by the next such command after a
                 killed one; in a write transaction the file itself
    PostgreSQL   the snapshot of a transaction, which other processes use (pg_export_snapshot)

A worker opens the state that a `Source` names, reads a part of it and closes it again.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import NamedTuple

import sqlalchemy as sa
from sqlmodel import Session

from campaign.store import parts
from campaign.store.addresses import name_of
from campaign.store.database import open_database, reading, snapshot
from campaign.store.errors import StoreError, translating_errors
from campaign.store.place import create_private, file_of

_ID = re.compile(r"[0-9A-Fa-f-]{1,60}", re.ASCII)
"""Matches the name that PostgreSQL gives to a snapshot."""


class Source(NamedTuple):
    """The state that another process opens: the address of a database, on a server a snapshot."""

    url: str
    snapshot: str = ""

    def __str__(self) -> str:
        return name_of(open_database(self.url))


@contextmanager
def share_state(database: sa.Engine, session: Session) -> Iterator[Source]:
    """A context in which other processes can read the state that a transaction sees.

    Raises `StoreError` if it cannot be shared, for example if there is no room for a copy.
    """
    file = file_of(database.url)
    if file is None:
        yield _on_server(database, session)
        return
    path = parts.part_of(file)
    try:
        try:
            parts.remove_dead_parts(file.parent, lambda name: name == file.name)
            create_private(path)
            with translating_errors(name_of(database)), closing(sqlite3.connect(path)) as copy:
                _driver(session).backup(copy)
                copy.execute("PRAGMA journal_mode=DELETE")
        except OSError as error:
            raise StoreError(
                f"no copy of {file} can be made beside it ({error.strerror})"
            ) from error
        yield Source(str(path))
    finally:
        for suffix in ("", "-journal", "-wal", "-shm"):
            path.with_name(path.name + suffix).unlink(missing_ok=True)


def _driver(session: Session) -> sqlite3.Connection:
    """The driver's connection in a transaction, which can copy the state that it sees."""
    live = session.connection().connection.driver_connection
    if not isinstance(live, sqlite3.Connection):
        raise TypeError(f"not an SQLite connection: {live!r}")
    return live


def writer_source(database: sa.Engine, session: Session) -> Source:
    """The source of the state at the beginning of a write transaction, valid until it ends.

    The transaction keeps all other writers out, so the file stays as it is. Raises `StoreError`.
    """
    file = file_of(database.url)
    return _on_server(database, session) if file is None else Source(str(file))


def _on_server(database: sa.Engine, session: Session) -> Source:
    """The source of the state that a transaction on a server sees, valid until it ends.

    Raises `StoreError` for a database in memory.
    """
    if database.dialect.name != "postgresql":
        raise StoreError("a database in memory cannot be read by other processes")
    exported = session.execute(sa.text("SELECT pg_export_snapshot()")).scalar_one()
    return Source(database.url.render_as_string(hide_password=False), str(exported))


@contextmanager
def open_source(source: Source) -> Iterator[Session]:
    """A context with the state that a source names, in a transaction that cannot write.

    Raises `StoreError`.
    """
    database = open_database(source.url, create=False)
    try:
        if not source.snapshot:
            with reading(database) as session:
                yield session
            return
        if not _ID.fullmatch(source.snapshot):
            raise StoreError(f"{source.snapshot[:60]!r} is no snapshot")
        with translating_errors(name_of(database)), Session(snapshot(database)) as session:
            session.execute(sa.text(f"SET TRANSACTION SNAPSHOT '{source.snapshot}'"))
            yield session
    finally:
        database.dispose()
