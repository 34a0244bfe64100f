"""Database files in which somebody has put a view in the place of a table."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from campaign.store import revision
from campaign.store.tables import METADATA
from tests.fixtures import Refuses, Run, tamper

ENDLESS = "WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n"


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


def test_a_view_of_the_user_is_left(settled: Run, db: Path) -> None:
    with closing(sqlite3.connect(db)) as connection:
        connection.execute("CREATE VIEW wins AS SELECT * FROM result")
    assert settled("status").code == 0


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


def test_a_trigger_on_a_table_of_the_user_is_left(settled: Run, db: Path) -> None:
    tamper(db, "CREATE TABLE mine (x)", f"CREATE TRIGGER own AFTER INSERT ON mine {CHANGES}")
    assert settled("city rename eagle Ulm").code == 0
