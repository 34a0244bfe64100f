"""The file under our feet: another one takes its place, or it goes, while a command has it open."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlmodel import Session

from campaign.store import journal
from campaign.store.database import open_database, reading, writing
from campaign.store.errors import DatabaseMoved
from tests.cli.test_entering_terminal import terminal
from tests.fixtures import Prepared, Run, content
from tests.processes import GIVE_UP
from tests.store.conftest import NOW


def replaced(db: Path, other: Path) -> None:
    """As a sync client does: written beside it, renamed over it."""
    shutil.copy(other, db.with_name("incoming.tmp"))
    db.with_name("incoming.tmp").replace(db)


def renamed(db: Path, other: Path) -> None:
    db.rename(db.with_name("elsewhere.db"))


def deleted(db: Path, other: Path) -> None:
    db.unlink()


MOVES = (replaced, renamed, deleted)


def named(session: Session) -> None:
    journal.append(session, "session/1", "test", {}, author="Anna", now=NOW)


def write_while(database: sa.Engine, happens: Callable[[], None]) -> None:
    """Write an entry in a transaction in which something happens to the file."""
    with writing(database) as session:
        journal.append(session, "session/2", "test", {}, author="Anna", now=NOW)
        happens()


@pytest.mark.parametrize("move", MOVES)
@pytest.mark.parametrize("when", ["between", "within"])
def test_nothing_is_acknowledged_that_is_in_another_file(
    begun: Run,
    prepared: Prepared,
    db: Path,
    move: Callable[[Path, Path], None],
    when: str,
) -> None:
    database = open_database(db)
    with writing(database) as session:
        named(session)
    if when == "between":
        move(db, prepared.chapter)
        with pytest.raises(DatabaseMoved, match="has taken the place"), writing(database):
            pass
    else:
        with pytest.raises(DatabaseMoved):
            write_while(database, lambda: move(db, prepared.chapter))
    with pytest.raises(DatabaseMoved), reading(database):
        pass
    database.dispose()
    if move is replaced:
        assert content(db) == content(prepared.chapter)
        assert begun("audit --all").code == 0


def test_a_database_that_is_not_moved_goes_on(begun: Run, db: Path) -> None:
    database = open_database(db)
    for _ in range(2):
        with writing(database) as session:
            assert session.execute(sa.text("SELECT 1")).scalar_one() == 1
    database.dispose()


def test_what_was_typed_lies_beside_a_file_that_was_replaced(
    begun: Run, prepared: Prepared, db: Path
) -> None:
    with terminal(db, "episode", "enter") as at:
        at.waits_for("card 1 of 24>")
        replaced(db, prepared.chapter)
        at.type("Y4\r")
        at.waits_for("What you entered is in")
        assert at.program.wait(GIVE_UP) == 5
    (saved,) = db.parent.glob("record-*.toml")
    assert "*: reveal Y4" in saved.read_text("utf-8")
    assert content(db) == content(prepared.chapter)
    (kept,) = db.parent.joinpath("backups").iterdir()
    assert content(kept)


# Copies.


def test_a_copy_is_restored_on_an_empty_machine(chapter: Run, db: Path, tmp_path: Path) -> None:
    copy = str(tmp_path / "stick" / "copy.db")
    assert chapter(["db", "backup", copy]).code == 0
    before = content(db)
    for name in (db.name, f"{db.name}-wal", f"{db.name}-shm"):
        db.with_name(name).unlink(missing_ok=True)
    output = chapter(["db", "restore", copy])
    assert output.code == 0, output.err
    assert "Tuesday" in output.err
    assert content(db) == before
    assert chapter("audit --all").code == 0


def test_what_a_copy_lacks_is_said_by_name(chapter: Run, tmp_path: Path) -> None:
    copy = str(tmp_path / "copy.db")
    assert chapter(["db", "backup", copy]).code == 0
    assert chapter("city rename eagle Rivers").code == 0
    assert "Tuesday: 1 entry" in chapter(["db", "restore", copy, "--replace"]).err


def test_a_copy_that_does_not_exist_is_named(chapter: Run, db: Path, tmp_path: Path) -> None:
    before = content(db)
    output = chapter(["db", "restore", str(tmp_path / "none.db"), "--yes"])
    assert (output.code, "there is no database at" in output.err) == (5, True)
    assert content(db) == before


def test_what_a_killed_backup_has_left_is_removed_by_the_next(
    chapter: Run, db: Path, tmp_path: Path
) -> None:
    folder = db.parent / "backups"
    folder.mkdir()
    left = folder / "campaign-x.db.4194400.part"  # no process has this number
    left.write_bytes(b"half")
    other = folder / "holiday.part"
    other.write_bytes(b"mine")
    assert chapter("db backup").code == 0
    assert (left.exists(), other.exists()) == (False, True)
    with closing(sqlite3.connect(next(folder.glob("*.db")))) as copy:
        assert copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)
