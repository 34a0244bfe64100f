"""Read the schema revision of a database with two plain queries, without Alembic.

Raises for a database that this program must leave alone: another program's, or a newer one.
"""

from __future__ import annotations

import sqlalchemy as sa

from campaign.store.database import name_of, snapshot, wait_no_longer
from campaign.store.errors import DatabaseDamaged, DatabaseNewer, DatabaseOlder, translated

HEAD = "0012"
"""The newest revision in `migrations/`; a test holds it equal."""

KNOWN: tuple[str, ...] = tuple(f"{number:04}" for number in range(1, int(HEAD) + 1))
"""Every revision that this program can upgrade from, the last of them `HEAD`."""

RESTORE = "move it away, then restore a backup: campaign db restore FILE"

TABLES = {
    "sqlite": "SELECT name FROM sqlite_master WHERE type = 'table'",
    "postgresql": "SELECT tablename FROM pg_catalog.pg_tables WHERE schemaname = current_schema()",
}
"""The query for the names of all tables, by dialect. SQLAlchemy's inspector costs far more."""


def read_revision(database: sa.Engine) -> str | None:
    """The revision of the schema; None for an empty database. Raises `StoreError`."""
    name = name_of(database)
    with translated(name), snapshot(database).connect() as connection:
        wait_no_longer(connection)
        return revision_of(connection, name)


def revision_of(connection: sa.Connection, name: str) -> str | None:
    """The same on an open connection; `name` is the database's in messages."""
    tables = set(connection.exec_driver_sql(TABLES[connection.dialect.name]).scalars())
    rows = rows_of(connection) if "alembic_version" in tables else []
    # Other programs use Alembic too, and may count their revisions as this one does.
    if (rows or tables - {"alembic_version"}) and "entry" not in tables:
        raise DatabaseDamaged(f"{name} is a database of another program", "name another with --db")
    if not rows and tables - {"alembic_version"}:
        raise DatabaseDamaged(
            f"{name} is damaged: it does not say which schema its tables have", RESTORE
        )
    for revision in rows:
        if revision not in KNOWN:
            raise DatabaseNewer(
                f"{name} was written by a newer program (schema {revision}, this program knows "
                f"{HEAD})",
                "upgrade this program",
            )
    if HEAD in rows:  # of a row besides, `integrity` speaks
        return HEAD
    if len(rows) > 1:
        raise DatabaseDamaged(
            f"{name} is damaged: its table alembic_version has the schemas {' and '.join(rows)}, "
            "and no program knows which one its tables have",
            RESTORE,
        )
    return rows[0] if rows else None


def require_newest(database: sa.Engine) -> None:
    """Leave a database as it is whose schema is `HEAD`; raises `StoreError` for any other."""
    found = read_revision(database)
    if found != HEAD:
        name = name_of(database)
        raise older(name, found, f"campaign db upgrade --db {name}")


def older(name: str, found: str | None, remedy: str) -> DatabaseOlder:
    """The error for a database whose schema is not yet `HEAD`, and is not upgraded here."""
    what = f"has schema {found}" if found else "has no schema"
    return DatabaseOlder(f"{name} {what}, and this program wants {HEAD}", remedy)


def rows_of(connection: sa.Connection) -> list[str]:
    """The revisions that the table of Alembic has; a sound database has one."""
    query = "SELECT version_num FROM alembic_version ORDER BY version_num"
    return [str(row) for row in connection.exec_driver_sql(query).scalars() if row]
