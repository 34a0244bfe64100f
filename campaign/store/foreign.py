"""What another program has put on the tables: triggers and rules that run with each write.

They could swallow what is written, change it, or never end. Nothing is written to a database that
has one; a command that reads runs none of them. Triggers on tables of the user are left alone.
"""

from __future__ import annotations

from functools import cache

import sqlalchemy as sa

from campaign import shipped
from campaign.store.errors import DatabaseDamaged

SQLITE = "schema.sql"
"""The snapshot of the schema on SQLite, beside the migrations; it has the text of each trigger."""

_ON_SQLITE = "SELECT name, tbl_name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name"
_ON_POSTGRESQL = sa.text(
    """
    SELECT 'rule ' || r.rulename || ' on ' || c.relname
    FROM pg_rewrite r JOIN pg_class c ON c.oid = r.ev_class
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relname IN ('entry', 'chain')
    UNION ALL
    SELECT 'trigger ' || t.tgname || ' on ' || c.relname
    FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relname IN ('entry', 'chain')
        AND NOT t.tgisinternal
        AND t.tgname NOT IN (c.relname || '_no_update', c.relname || '_no_delete',
            c.relname || '_follows')
    """
)
"""The query for rules and triggers on the journal of a server that are not of this program."""


def refuse_foreign(connection: sa.Connection, name: str) -> None:
    """Raise `DatabaseDamaged` for a foreign trigger or rule; `name` is that of the database."""
    on_server = connection.dialect.name == "postgresql"
    found = (
        connection.execute(_ON_POSTGRESQL).scalars().all()
        if on_server
        else [
            f"trigger {trigger} on {table}"
            for trigger, table, sql in connection.exec_driver_sql(_ON_SQLITE)
            if table.lower() in expected_schema()
            and " ".join(str(sql).split()) != expected_schema().get(trigger)
        ]
    )
    if found:
        raise DatabaseDamaged(
            f"what is written could be swallowed or changed: {found[0]} is not of this program, "
            f"in {name}",
            "campaign db check names all of them; whoever put them there can drop them",
        )


@cache
def expected_schema(file: str = SQLITE) -> dict[str, str]:
    """The statements of a new database, by name, from the snapshot `file` beside the migrations."""
    text = (shipped.folder("migrations") / file).read_text(encoding="utf-8")
    statements = {}
    for statement in filter(None, text.split("\n\n")):
        name, _, sql = statement.partition("\n")
        statements[name.removeprefix("-- ").strip()] = sql.strip()
    return statements
