"""Database files in which somebody has put what never answers: views, columns, triggers."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from campaign.store import revision
from campaign.store.tables import METADATA
from tests.fixtures import Refuses, Run, tamper

ENDLESS = "WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n"


LONG = "replace(hex(zeroblob(9)), '0', 'x')"
"""An expression; repeated in longer ones it takes hours, and a gigabyte."""
COLUMNS = {
    "of the journal": (
        "entry",
        "family TEXT GENERATED ALWAYS AS (",
        f"family TEXT GENERATED ALWAYS AS (substr({LONG}, 1, 0) || ",
    ),
    "of the lists": ("session_log", "place TEXT", f"place TEXT AS ({LONG})"),
    "behind a comment": ("session_log", "place TEXT", f"place TEXT AS /* */ ({LONG}) VIRTUAL"),
    "between quotes in comments": (
        "session_log",
        "place TEXT",
        f"place TEXT /* ' */ AS ({LONG}) -- '\n",
    ),
}
"""Tables with what is replaced in their statements, and by what."""
CHECKS = {
    "of the journal": ("entry", "CHECK (seq > 0)", f"CHECK (seq > 0 AND {LONG} <> '')"),
    "of the lists": ("city", "name TEXT NOT NULL", f"name TEXT NOT NULL CHECK ({LONG} <> '')"),
    "deleting with another row": (
        "draft",
        "stream TEXT NOT NULL",
        "stream TEXT NOT NULL REFERENCES campaign (stream) ON DELETE CASCADE",
    ),
    "comparing in another way": (
        "setting",
        "author TEXT NOT NULL",
        "author TEXT NOT NULL COLLATE NOCASE",
    ),
    "swallowing": (
        "result",
        "(stream, episode, seat)",
        "(stream, episode, seat) ON CONFLICT IGNORE",
    ),
    "between quotes in comments": (
        "draft",
        "game TEXT NOT NULL",
        "game TEXT NOT NULL /* ' */ ON CONFLICT IGNORE /* ' */",
    ),
    "between quotes in names": (
        "city",
        "name TEXT NOT NULL",
        f"name TEXT NOT NULL CONSTRAINT [a'] CHECK ({LONG} > 1) CONSTRAINT [b'] NULL",
    ),
}


def test_the_tables_that_are_read_are_those_of_the_models() -> None:
    assert revision.OWN == {*METADATA.tables, "alembic_version"}


@pytest.mark.parametrize("table", ["campaign", "setting", "Session_Log"])
@pytest.mark.parametrize(
    "line", ["status", "audit --all", "city rename eagle Ulm", "db check", "db upgrade"]
)
def test_a_view_that_never_answers_is_no_table(
    settled: Run, refuses: Refuses, db: Path, table: str, line: str
) -> None:
    _computed(db, table)
    refuses(line, 5, f"{table.lower()} is a view, not a table")


def test_nor_is_it_in_the_file_of_somebody_else(
    settled: Run, refuses: Refuses, db: Path, tmp_path: Path
) -> None:
    _computed(db, "campaign")
    for line in (f"sync {db}", f"handover take {db}", f"db copy {db} {tmp_path}/copy.db"):
        refuses(f"{line} --db {tmp_path}/own.db", 5, "campaign is a view, not a table")
    assert "campaign is a view, not a table" in settled(f"fleet standings {db} --json").out


def test_nor_is_it_in_a_copy(settled: Run, db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAMPAIGN_COPIES", "")
    made = Path(settled("db backup").out.strip())
    _computed(made, "campaign")
    assert made.name in settled("db restore").out


@pytest.mark.parametrize("kind", COLUMNS)
@pytest.mark.parametrize("line", ["status", "session list", "city rename eagle Ulm", "db check"])
def test_a_computed_column_that_never_answers_is_none(
    settled: Run, refuses: Refuses, db: Path, kind: str, line: str
) -> None:
    table, *change = COLUMNS[kind]
    _restated(db, table, *change)
    refuses(line, 5, f"{table} computes what is not of this program")


@pytest.mark.parametrize("kind", CHECKS)
def test_nothing_is_written_where_a_foreign_expression_would_run(
    settled: Run, refuses: Refuses, db: Path, kind: str
) -> None:
    table, *change = CHECKS[kind]
    _restated(db, table, *change)
    refuses("city rename eagle Ulm", 5, f" of {table} is not of this program")
    assert settled("status").code == 0
    assert "does not belong to this program" in " ".join(settled("db check").out.split())


@pytest.mark.parametrize("index", [f"length({LONG})", f"name) WHERE ({LONG} <> ''"])
def test_nor_where_a_foreign_index_would_be_computed(
    settled: Run, refuses: Refuses, db: Path, index: str
) -> None:
    tamper(db, f"CREATE INDEX mine ON city ({index})")
    refuses("city rename eagle Ulm", 5, "index mine on city is not of this program")


def test_plain_indexes_and_columns_of_the_user_are_left(settled: Run, db: Path) -> None:
    tamper(
        db,
        'CREATE INDEX mine ON city (player, "name")',
        "ALTER TABLE campaign ADD COLUMN mine TEXT",
    )
    assert settled("city rename eagle Ulm").code == 0


def test_a_view_of_the_user_is_left(settled: Run, db: Path) -> None:
    with closing(sqlite3.connect(db)) as connection:
        connection.execute("CREATE VIEW wins AS SELECT * FROM result")
    assert settled("status").code == 0


def _restated(db: Path, table: str, old: str, new: str) -> None:
    """Let the statement of a table say something else."""
    tamper(
        db,
        "PRAGMA writable_schema = ON",
        f"UPDATE sqlite_master SET sql = replace(sql, {_text(old)}, {_text(new)}) "
        f"WHERE name = '{table}'",
        "PRAGMA writable_schema = RESET",
    )


def _text(words: str) -> str:
    return "'" + words.replace("'", "''") + "'"


def _computed(db: Path, table: str) -> None:
    """Let a view that never ends stand where a table was."""
    tamper(
        db,
        f"ALTER TABLE {table} RENAME TO kept",
        f"CREATE VIEW {table} AS SELECT * FROM kept WHERE ({ENDLESS}) > 0",
    )


SWALLOWS = "BEGIN SELECT RAISE(IGNORE); END"
CHANGES = "BEGIN UPDATE city SET marks = 9; END"
TRIGGERS = {
    "swallowed": ["CREATE TRIGGER mine BEFORE INSERT ON chain " + SWALLOWS],
    "changed": ["CREATE TRIGGER mine AFTER UPDATE ON campaign " + CHANGES],
    "endless": [f"CREATE TRIGGER mine AFTER INSERT ON entry BEGIN {ENDLESS}; END"],
    "under our name": [
        "DROP TRIGGER entry_follows",
        f"CREATE TRIGGER entry_follows BEFORE INSERT ON entry BEGIN {ENDLESS}; END",
    ],
}


@pytest.mark.parametrize("kind", TRIGGERS)
def test_nothing_is_written_where_a_foreign_trigger_would_run(
    settled: Run, refuses: Refuses, db: Path, kind: str
) -> None:
    tamper(db, *TRIGGERS[kind])
    name = "entry_follows" if kind == "under our name" else "mine"
    for line in ("city rename eagle Ulm", "db rebuild"):
        refuses(f"{line} --yes", 5, f"trigger {name} on ", "is not of this program")
    assert settled("status").code == 0
    assert name in settled("db check").out


@pytest.mark.parametrize("place", ["", "damaged", "gone"])
def test_no_copy_with_a_foreign_trigger_is_put_back(
    settled: Run, refuses: Refuses, db: Path, tmp_path: Path, place: str
) -> None:
    copy = tmp_path / "copy.db"
    assert settled(f"db backup {copy}").code == 0
    tamper(copy, *TRIGGERS["swallowed"])
    if place == "damaged":
        db.write_bytes(db.read_bytes()[:4_096])
    if place == "gone":
        db.unlink()
    refuses(f"db restore {copy} --replace", 5, "trigger mine on chain is not of this program")


def test_a_trigger_on_a_table_of_the_user_is_left(settled: Run, db: Path) -> None:
    tamper(db, "CREATE TABLE mine (x)", f"CREATE TRIGGER own AFTER INSERT ON mine {CHANGES}")
    assert settled("city rename eagle Ulm").code == 0
