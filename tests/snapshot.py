"""Make migrations/schema.sql from a new database; `make docs` writes it."""

from __future__ import annotations

import tempfile
from pathlib import Path

from campaign.store import integrity, schema
from campaign.store.database import open_database

PAGE = Path(__file__).parent.parent / "migrations" / "schema.sql"


def snapshot(path: Path) -> str:
    """Return the schema of a new database, made at a path that does not exist yet."""
    database = open_database(path)
    try:
        schema.ensure(database)
        with database.connect() as connection:
            objects = integrity.schema_of(connection)
    finally:
        database.dispose()
    return "\n\n".join(f"-- {name}\n{sql}" for name, sql in objects.items()) + "\n"


def write() -> None:
    """Write the file again."""
    with tempfile.TemporaryDirectory() as folder:
        PAGE.write_text(snapshot(Path(folder) / "new.db"), encoding="utf-8")
