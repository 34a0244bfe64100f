"""Read the schema revision of a database with plain queries, without Alembic.

The functions raise `StoreError` for a database that this program must leave alone, because it is
damaged, belongs to another program, or was written by a newer release.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import sqlalchemy as sa

from campaign.shell import command_on
from campaign.store.errors import DatabaseDamaged, DatabaseForeign, DatabaseNewer, DatabaseOlder
from campaign.store.foreign import foreign_parts

HEAD = "0013"
"""The newest revision in `migrations/`; a test checks that they agree."""

KNOWN: tuple[str, ...] = tuple(f"{number:04}" for number in range(1, int(HEAD) + 1))
"""Every revision that this program knows, up to `HEAD`; it can upgrade the earlier ones."""

RESTORE = "restore a backup, this file is kept, too: campaign db restore FILE"

TABLES = {
    "sqlite": "SELECT name FROM sqlite_master WHERE type = 'table'",
    "postgresql": "SELECT tablename FROM pg_catalog.pg_tables WHERE schemaname = current_schema()",
}
"""The query for the names of all tables, by dialect. SQLAlchemy's inspector takes far longer."""

OWN = frozenset(
    {
        "alembic_version",
        "campaign",
        "chain",
        "city",
        "draft",
        "entry",
        "envelope",
        "hindsight",
        "origin",
        "progress_mark",
        "result",
        "session_log",
        "setting",
        "shaft",
        "sticker",
        "tenure",
    }
)
"""The tables of this program; a test checks that they are those of the models."""

COMPUTED = """
    SELECT lower(name), rootpage, sql FROM sqlite_master AS made
    WHERE type IN ('table', 'view') AND (
        rootpage = 0 OR EXISTS (SELECT 1 FROM pragma_table_xinfo(made.name) WHERE hidden IN (2, 3))
    )
"""
"""The query for views, virtual tables and tables with columns that SQLite computes."""


def revision_of(connection: sa.Connection, name: str) -> str | None:
    """The revision of the schema, read on an open connection; None for an empty database.

    `name` is the name of the database in messages. Raises `DatabaseDamaged` for a database that is
    damaged or belongs to another program, `DatabaseNewer` for the database of a newer release.
    """
    if connection.dialect.name == "sqlite":
        _refuse_views(connection, name)
    tables = set(connection.exec_driver_sql(TABLES[connection.dialect.name]).scalars())
    rows = rows_of(connection) if "alembic_version" in tables else []
    # Other programs use Alembic too, and may count their revisions as this one does.
    if (rows or tables - {"alembic_version"}) and "entry" not in tables:
        if len(OWN & tables) > len(OWN) // 2:
            raise DatabaseDamaged(f"{name} is damaged: it has no table entry", RESTORE)
        raise DatabaseForeign(f"{name} is a database of another program", "name another with --db")
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
    if HEAD in rows:  # `integrity` reports any other row
        return HEAD
    if len(rows) > 1:
        raise DatabaseDamaged(
            f"{name} is damaged: its table alembic_version has the schemas {' and '.join(rows)}, "
            "and no program knows which one its tables have",
            RESTORE,
        )
    return rows[0] if rows else None


def computed_table(rows: Iterable[Sequence[Any]]) -> str:
    """What is computed in the place of a table, by the rows of `COMPUTED`; "" if nothing is.

    The program makes no views, and two computed columns of `entry`. In a file from somebody else a
    view or a column could answer differently each time, or never.
    """
    for name, page, statement in sorted(rows, key=str):
        if name in OWN and not page:
            return f"{name} is a view, not a table"
        if name in OWN and (foreign := foreign_parts(statement, name)):
            return f"{name} computes what is not of this program: {foreign[0][:60]}"
    return ""


def _refuse_views(connection: sa.Connection, name: str) -> None:
    """Raise `DatabaseDamaged` for a view or a computed column in the place of a table's."""
    if computed := computed_table(connection.exec_driver_sql(COMPUTED)):
        raise DatabaseDamaged(
            f"{name} was changed with another program: {computed}",
            "do not use it; campaign db restore FILE restores an earlier copy",
        )


def refuse_other_schema(connection: sa.Connection, name: str) -> None:
    """Raise `StoreError` if the schema is not `HEAD`, read on an open connection.

    Another program may upgrade a database that is open here, or restore a copy of an older one.
    """
    if HEAD not in rows_of(connection) and (present := revision_of(connection, name)) != HEAD:
        raise older_error(name, present)


def older_error(name: str, found: str | None, remedy: str = "") -> DatabaseOlder:
    """The error for a database whose schema is older than `HEAD`; an upgrade helps, or `remedy`."""
    remedy = remedy or command_on("campaign db upgrade --db", name)
    what = f"has schema {found}" if found else "has no schema"
    return DatabaseOlder(f"{name} {what}, and this program needs {HEAD}", remedy)


def rows_of(connection: sa.Connection) -> list[str]:
    """The revisions in the table of Alembic; a sound database has one."""
    query = "SELECT version_num FROM alembic_version ORDER BY version_num"
    return [str(row) for row in connection.exec_driver_sql(query).scalars() if row]
