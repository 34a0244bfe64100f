"""Report the state of a database to other people, without its location and its content.

This never changes a schema and never makes a database.
"""

from __future__ import annotations

from typing import NamedTuple

import sqlalchemy as sa

from campaign.store.addresses import name_of
from campaign.store.database import open_database, snapshot
from campaign.store.errors import DatabaseMissing, StoreError, translating_errors
from campaign.store.place import file_of, file_size
from campaign.store.schema import read_revision

MISSING = "none yet"


class Health(NamedTuple):
    """The state of a database: `kind` is SQLite or PostgreSQL with its version.

    `schema` is its revision, or the error that prevents reading it. `bytes` is 0 if there is no
    database.
    """

    kind: str
    schema: str
    bytes: int = 0


def bytes_of(database: sa.Engine) -> int:
    """The size of a database in bytes; 0 for a database in memory. Raises `StoreError`."""
    if database.dialect.name == "postgresql":
        with translating_errors(name_of(database)), snapshot(database).connect() as connection:
            query = "SELECT pg_database_size(current_database())"
            return int(connection.exec_driver_sql(query).scalar_one())
    file = file_of(database.url)
    return file_size(file) if file else 0


def health(location: str | None) -> Health:
    """The state of the database at a location; it names an error instead of raising it."""
    server = bool(location and location.startswith("postgres"))
    kind = "PostgreSQL" if server else "SQLite"
    try:
        database = open_database(location, create=False)
    except StoreError as error:
        return Health(kind, _problem(error, server))
    try:
        schema = read_revision(database) or MISSING
        numbers, size = database.dialect.server_version_info or (), bytes_of(database)
    except StoreError as error:
        schema, numbers, size = _problem(error, server), (), 0
    finally:
        database.dispose()
    version = " ".join([kind, ".".join(map(str, numbers))]).strip()
    return Health(version, schema, size)


def _problem(error: StoreError, server: bool) -> str:
    """The type of an error; its message would show the database's location, and perhaps names.

    A server may refuse a password with the error for a database that does not exist.
    """
    is_missing = isinstance(error, DatabaseMissing) and not server
    return MISSING if is_missing else type(error).__name__
