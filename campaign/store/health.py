"""In which state a database is, as somebody else may read it: without its place and what it says.

Nothing of the schema is changed, and nothing is made where there is no database.
"""

from __future__ import annotations

from typing import NamedTuple

from campaign.store import revision
from campaign.store.database import open_database
from campaign.store.errors import DatabaseMissing, StoreError
from campaign.store.place import file_of

MISSING = "none yet"


class Health(NamedTuple):
    """What keeps a database and its version, the schema of it or why it has none, and its bytes.

    `bytes` is 0 on a server and where there is none.
    """

    kind: str
    schema: str
    bytes: int = 0


def health(location: str | None) -> Health:
    """The state of the database at a location; what cannot be read is named, not raised."""
    server = bool(location and location.startswith("postgresql"))
    kind = "PostgreSQL" if server else "SQLite"
    try:
        database = open_database(location, create=False)
    except StoreError as error:
        return Health(kind, _problem(error))
    try:
        schema = revision.read_revision(database) or MISSING
        numbers = database.dialect.server_version_info or ()
    except StoreError as error:
        schema, numbers = _problem(error), ()
    finally:
        database.dispose()
    file = file_of(database.url)
    version = " ".join([kind, ".".join(map(str, numbers))]).strip()
    return Health(version, schema, file.stat().st_size if file and file.exists() else 0)


def _problem(error: StoreError) -> str:
    """The kind of an error: its words have the place of the database, and may have names."""
    return MISSING if isinstance(error, DatabaseMissing) else type(error).__name__
