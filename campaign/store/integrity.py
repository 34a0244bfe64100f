"""Check whether a database is sound: the file, its links, and every statement of its schema.

The expected schema lies beside the migrations: `migrations/schema.sql`, for PostgreSQL
`migrations/schema_postgresql.txt`; tests check that the migrations make it. On SQLite, blanks,
quotes around names and the case of letters do not count, because another release of SQLAlchemy may
write them in another way.
"""

from __future__ import annotations

import sqlalchemy as sa

from campaign.store import catalog, revision
from campaign.store.addresses import name_of
from campaign.store.database import prepare_server, snapshot
from campaign.store.errors import DatabaseDamaged, translating_errors
from campaign.store.foreign import expected_schema, parts_of
from campaign.store.place import unchanged
from campaign.store.revision import TABLES

SERVER = "schema_postgresql.txt"
"""The snapshot of the schema on PostgreSQL, beside the migrations."""

REPAIR = "campaign audit --all names the check that fails, and what helps"

_TYPES = {"TEXT": "text", "VARCHAR(32)": "text", "INTEGER": "integer", "BOOLEAN": "integer"}
"""The type of the values that SQLite stores in a column, by the declared type of the column."""


def file_problems(database: sa.Engine) -> tuple[str, ...]:
    """The problems of the file and the schema; empty if there are none."""
    problems: list[str] = []
    name = name_of(database)
    with (
        translating_errors(name),
        snapshot(database).connect() as connection,
        unchanged(connection),
    ):
        prepare_server(connection)
        present_revision = revision.revision_of(connection, name)
        if present_revision != revision.HEAD:
            problems.append(f"the schema is {present_revision or 'missing'}, not {revision.HEAD}")
        elif other_rows := [row for row in revision.rows_of(connection) if row != revision.HEAD]:
            problems.append(
                f"alembic_version: a second row has the schema {other_rows[0]}; the first one has "
                f"{revision.HEAD}"
            )
        if connection.dialect.name == "sqlite":
            for (line,) in connection.exec_driver_sql("PRAGMA integrity_check"):
                if line != "ok":
                    problems.append(f"integrity: {line}")
            problems += broken_links(connection)
            problems += wrong_types(connection)
        problems += differences(connection)
    return tuple(problems)


def broken_links(connection: sa.Connection) -> list[str]:
    """A problem for each row of an SQLite database that points to a missing row."""
    return [
        f"foreign key: row {row[1]} of {row[0]} points to no {row[2]}"
        for row in connection.exec_driver_sql("PRAGMA foreign_key_check")
    ]


def wrong_types(connection: sa.Connection) -> list[str]:
    """A problem for each column of an SQLite database that holds a value of another type."""
    problems = []
    quoted = connection.dialect.identifier_preparer.quote_identifier
    for table in connection.exec_driver_sql(TABLES["sqlite"]).scalars().all():
        columns = connection.exec_driver_sql(f"PRAGMA table_info({quoted(table)})").all()
        for _, name, declared, is_needed, *_ in columns:
            if not (kind := _TYPES.get(declared)):
                continue
            kinds = f"'{kind}'" if is_needed else f"'{kind}', 'null'"
            stored = f"typeof({quoted(name)})"
            query = f"SELECT {stored} FROM {quoted(table)} WHERE {stored} NOT IN ({kinds})"
            if stored_type := connection.exec_driver_sql(query).scalar():
                problems.append(f"values: {name} of {table} is {stored_type} in a row, not {kind}")
    return problems


def damage_error(database: sa.Engine) -> DatabaseDamaged | None:
    """The error for a value in an SQLite database whose type is not that of its column, or None."""
    if database.dialect.name != "sqlite":
        return None
    name = name_of(database)
    with translating_errors(name), snapshot(database).connect() as connection:
        if problems := wrong_types(connection):
            return DatabaseDamaged(f"the database is damaged: {name} ({problems[0]})", REPAIR)
    return None


def differences(connection: sa.Connection) -> list[str]:
    """The differences between the schema of an open database and the expected one."""
    if connection.dialect.name == "postgresql":
        return catalog.differences(catalog.parts_of(connection), expected_schema(SERVER))
    present, expected = schema_of(connection), expected_schema()
    problems = []
    for name in sorted(present.keys() | expected.keys()):
        if name not in present:
            problems.append(f"{name}: is missing")
        elif name not in expected:
            problems.append(f"{name}: does not belong to this program")
        else:
            problems += [f"{name}: {words}" for words in _compare(present[name], expected[name])]
    return problems


def schema_of(connection: sa.Connection) -> dict[str, str]:
    """The statements that made an SQLite database, by name; runs of blanks become one."""
    rows = connection.exec_driver_sql(
        "SELECT name, sql FROM sqlite_master "
        "WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite!_%' ESCAPE '!' "
        "AND type IN ('table', 'index', 'trigger', 'view') "
        "AND (type <> 'table' OR tbl_name = name) ORDER BY name"
    )
    return {name: " ".join(sql.split()) for name, sql in rows}


def _compare(present: str, expected: str) -> list[str]:
    """The differences of a statement from the expected one: extra parts, and missing parts."""
    have, want = parts_of(present), parts_of(expected)
    if have == want:
        return []
    changes = [
        f"has {part!r}, which does not belong to this program" for part in have if part not in want
    ]
    changes += [f"lacks {part!r}" for part in want if part not in have]
    if not have[0].startswith("create table") or not changes:
        return ["is not as this program makes it"]
    return changes
