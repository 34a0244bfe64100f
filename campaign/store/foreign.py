"""What another program has put on the tables: all that runs with each write, or with each read.

    with each write    triggers, rules, checks, defaults, links between rows, orders of texts,
                       indexes over more than plain columns
    with each read     columns that are computed (see `revision`)

They could swallow what is written, change it, or never end. Nothing is written to a database that
has one; a command that reads runs no other than computed columns. What is on tables of the user is
left alone, and so are columns and plain indexes that the user added.
"""

from __future__ import annotations

import re
from functools import cache

import sqlalchemy as sa

from campaign import shipped
from campaign.store.errors import DatabaseDamaged

SQLITE = "schema.sql"
"""The snapshot of the schema on SQLite, beside the migrations; it has the text of each trigger."""

_ON_SQLITE = "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE sql <> '' ORDER BY name"
READ = frozenset({"as", "generated"})
"""The words by which a part of a table's statement computes what is read."""
WRITTEN = READ | {"check", "collate", "default", "on"}
"""The words by which it computes what is written, or swallows or deletes it (`on`)."""
_PLAIN_INDEX = re.compile(
    r"""(?i)CREATE INDEX [\w"]+ ON [\w"]+ ?\([\w", ]+\)( WHERE [\w"]+ (<>|=) '[^']*')?"""
)
"""Matches an index that computes nothing, as those of an older schema are."""
_TOKEN = re.compile(
    r"""'(?:[^']|'')*'|"[^"]*"|`[^`]*`|\[[^\]]*\]|--[^\n]*|/\*.*?(?:\*/|\Z)|\w+|[^\s\w]""",
    re.DOTALL,
)
"""Matches what SQLite takes for a token: a quote in a comment or a name begins no text."""
_COMMENTS = ("--", "/*")
_ON_POSTGRESQL = sa.text(
    """
    SELECT 'rule ' || r.rulename || ' on ' || c.relname
    FROM pg_rewrite r JOIN pg_class c ON c.oid = r.ev_class
    WHERE c.relnamespace = quote_ident(current_schema())::regnamespace
        AND c.relname IN ('entry', 'chain')
    UNION ALL
    SELECT 'trigger ' || t.tgname || ' on ' || c.relname
    FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    WHERE c.relnamespace = quote_ident(current_schema())::regnamespace
        AND c.relname IN ('entry', 'chain') AND NOT t.tgisinternal
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
        else _foreign_on_sqlite(connection)
    )
    if found:
        raise DatabaseDamaged(
            f"what is written could be swallowed or changed: {found[0]} is not of this program, "
            f"in {name}",
            "campaign db check names all of them; whoever put them there can drop them",
        )


def _foreign_on_sqlite(connection: sa.Connection) -> list[str]:
    """What stands on the tables of this program, or in their statements, and is not its own."""
    expected = expected_schema()
    found = []
    for kind, name, table, sql in connection.exec_driver_sql(_ON_SQLITE):
        statement, own = " ".join(str(sql).split()), expected.get(name, "")
        if table.lower() not in expected or statement == own:
            continue
        match kind:
            case "trigger":
                found.append(f"trigger {name} on {table}")
            case "index" if own or not _PLAIN_INDEX.fullmatch(statement):
                if parts_of(sql) != parts_of(own):
                    found.append(f"index {name} on {table}")
            case "table" if foreign := foreign_parts(sql, table, WRITTEN):
                found.append(f"{foreign[0][:60]!r} of {table}")
    return found


def foreign_parts(statement: str, table: str, words: frozenset[str] = READ) -> list[str]:
    """The parts of a table's statement with one of the words that are not of this program."""
    own = parts_of(expected_schema()[table.lower()])
    return [
        part for part in parts_of(statement) if part not in own and words.intersection(part.split())
    ]


def parts_of(statement: str) -> list[str]:
    """A statement in small letters, divided at the commas of its outermost brackets."""
    parts: list[list[str]] = [[]]
    depth = 0
    for token in _TOKEN.findall(statement):
        if token.startswith(_COMMENTS):
            continue
        depth += (token == "(") - (token == ")")
        if (token, depth) in ((",", 1), ("(", 1), (")", 0)):
            parts.append([])
        else:
            parts[-1].append(token if token.startswith("'") else token.strip('"`').lower())
    return [" ".join(part) for part in parts]


@cache
def expected_schema(file: str = SQLITE) -> dict[str, str]:
    """The statements of a new database, by name, from the snapshot `file` beside the migrations."""
    text = (shipped.folder("migrations") / file).read_text(encoding="utf-8")
    statements = {}
    for statement in filter(None, text.split("\n\n")):
        name, _, sql = statement.partition("\n")
        statements[name.removeprefix("-- ").strip()] = sql.strip()
    return statements
