"""The file under our feet: another one takes its place, or it goes, while a command has it open."""

from __future__ import annotations

import itertools
import os
import random
import re
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from time import sleep
from types import ModuleType

import pytest
import sqlalchemy as sa
from sqlmodel import Session

from campaign.store import copies, journal, upgrade
from campaign.store.database import open_database, reading, writing
from campaign.store.errors import DatabaseMoved
from campaign.store.place import check_place
from tests.cli.test_entering import Enter
from tests.cli.test_entering import enter as enter  # a fixture
from tests.cli.test_entering_terminal import terminal
from tests.fixtures import CHAPTER, Prepared, Run, content, entries
from tests.processes import GIVE_UP, Send, Worker
from tests.soak import count
from tests.store.conftest import NOW, OLD


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


def test_another_connection_makes_no_file_and_opens_no_other(
    begun: Run, prepared: Prepared, db: Path
) -> None:
    """A second thread would bring the log of the one file to the other."""
    database = open_database(db)
    with reading(database):
        for move in (deleted, replaced):
            if move is replaced:
                shutil.copy(prepared.chapter, db)
            else:
                move(db, prepared.chapter)
            with pytest.raises(DatabaseMoved), database.connect():
                pass
            assert db.exists() == (move is replaced)
    database.dispose()
    assert content(db) == content(prepared.chapter)


def with_its_log(db: Path, other: Path) -> None:
    """Another database takes the place with the log in which its last entry is."""
    away = db.with_name("away.db")
    shutil.copy(other, away)
    database = open_database(away)
    with reading(database) as reader:
        reader.execute(sa.text("SELECT 1 FROM entry")).all()
        with writing(database) as session:
            journal.append(session, "session/1", "test", {}, author="Anna", now=NOW)
        shutil.copy(away, db.with_name("incoming.tmp"))
        shutil.copy(f"{away}-wal", f"{db}-wal.tmp")
        assert Path(f"{db}-wal.tmp").stat().st_size
    database.dispose()
    db.with_name("incoming.tmp").replace(db)
    Path(f"{db}-wal.tmp").replace(f"{db}-wal")


def test_a_file_that_comes_with_its_log_is_whole(begun: Run, prepared: Prepared, db: Path) -> None:
    database = open_database(db)
    with writing(database) as session:
        named(session)
    with_its_log(db, prepared.chapter)
    with pytest.raises(DatabaseMoved), writing(database):
        pass
    database.dispose()
    assert content(db) == content(db.with_name("away.db"))


def recording_until_moved(send: Send, path: Path) -> None:
    """Append one entry after another to a session; sends how many there are, then "moved"."""
    database = open_database(path)
    send(0)
    try:
        for number in itertools.count(1):
            with writing(database) as session:
                journal.append(session, "session/1", "test", {}, author="Anna", now=NOW)
            send(number)
    except DatabaseMoved:
        send("moved")


@pytest.mark.parametrize("move", MOVES)
@pytest.mark.parametrize("first", ["move", "kill"])
def test_killed_when_the_file_is_moved(
    begun: Run, prepared: Prepared, db: Path, move: Callable[[Path, Path], None], first: str
) -> None:
    """What was acknowledged is in the file that was opened; damage of the other one is named."""
    chance, log = random.Random(first), db.with_name(f"{db.name}-wal")
    for _ in range(count(2, 200, ci=5)):
        for beside in db.parent.glob(f"{db.name}-*"):
            beside.unlink()
        shutil.copy(prepared.begun, db)
        held = db.with_name("held.db")
        opened = os.open(db, os.O_RDONLY)
        worker = Worker(recording_until_moved, db)
        told = [worker.receive() for _ in range(chance.randrange(2, 6))]
        sleep(chance.random() / 200)
        if first == "kill":
            told += worker.kill()
            move(db, prepared.chapter)
        else:
            move(db, prepared.chapter)
            sleep(chance.random() / 200)
            told += worker.kill()
        # Killed between a commit and the emptying of its log, which may then damage the other file;
        # the file that was opened is whole with this log beside it.
        left = log.read_bytes() if log.exists() else b""
        with open(opened, "rb") as file:
            held.write_bytes(file.read())
        held.with_name(f"{held.name}-wal").write_bytes(left)
        if move is replaced and content(db) != content(prepared.chapter):
            assert left
            assert begun("audit --all").code
        if move is not deleted or first == "kill":
            with closing(sqlite3.connect(held)) as connection:
                check = connection.execute("PRAGMA integrity_check").fetchone()
                (kept,) = connection.execute(
                    "SELECT count(*) FROM entry WHERE stream = 'session/1'"
                ).fetchone()
            assert check == ("ok",)
            assert kept >= max(number for number in told if isinstance(number, int))


def moving(monkeypatch: pytest.MonkeyPatch, module: ModuleType, move: Callable[[], None]) -> None:
    """Let the file be moved once, after it was looked at for the first time."""
    happens = iter([move])

    def looked_at(connection: sa.Connection) -> None:
        check_place(connection)
        next(happens, lambda: None)()

    monkeypatch.setattr(module, "check_place", looked_at)


@pytest.mark.parametrize("move", MOVES)
@pytest.mark.parametrize(
    "line", ["db backup", "db backup {folder}/named.db", "db restore {folder}/copy.db --replace"]
)
def test_no_copy_is_acknowledged_of_a_file_that_is_gone(
    chapter: Run,
    prepared: Prepared,
    db: Path,
    monkeypatch: pytest.MonkeyPatch,
    move: Callable[[Path, Path], None],
    line: str,
) -> None:
    before, other = content(db), prepared.played
    shutil.copy(prepared.begun, db.with_name("copy.db"))
    moving(monkeypatch, copies, lambda: move(db, other))
    monkeypatch.setenv("COLUMNS", "400")
    output = chapter(line.format(folder=db.parent))
    assert (output.code, output.out, output.err.count("error:")) == (5, "", 1)
    assert "has taken the place of" in output.err
    assert "Nothing was written" not in output.err
    kept = re.findall(r"The database is kept: (\S+)", " ".join(output.err.split()))
    assert [content(Path(path)) for path in kept] == [before]
    assert not db.with_name("named.db").exists()
    assert content(db) == (content(other) if move is replaced else None)


@pytest.mark.parametrize("move", MOVES)
def test_a_file_that_goes_while_it_is_upgraded_is_kept(
    by_alembic: None,
    run: Run,
    prepared: Prepared,
    db: Path,
    monkeypatch: pytest.MonkeyPatch,
    move: Callable[[Path, Path], None],
) -> None:
    with closing(sqlite3.connect(db)) as connection:
        connection.executescript(OLD.read_text(encoding="utf-8"))
        (before,) = connection.execute("SELECT count(*) FROM entry").fetchone()
    moving(monkeypatch, upgrade, lambda: move(db, prepared.played))
    output = run("status")
    assert (output.code, output.err.count("error:")) == (5, 1)
    assert content(db) == (content(prepared.played) if move is replaced else None)
    (kept,) = db.parent.joinpath("backups").iterdir()
    assert entries(kept) == before


def test_an_evening_that_was_kept_is_in_the_copy_that_is_named(
    settled: Run, prepared: Prepared, db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file goes between the evening and its copy."""
    monkeypatch.delenv("CAMPAIGN_COPIES")
    moving(monkeypatch, copies, lambda: replaced(db, prepared.begun))
    output = settled(["episode", "record", str(CHAPTER / "episode-2.toml"), "--yes"])
    assert output.code == 5
    assert "The evening is kept, but no copy" not in output.err
    (kept,) = db.parent.joinpath("backups").iterdir()
    assert entries(kept) == entries(prepared.settled) + 1
    assert content(db) == content(prepared.begun)


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


def test_an_evening_in_steps_says_it_once(begun: Run, prepared: Prepared, db: Path) -> None:
    with terminal(db, "meet") as at:
        at.waits_for("1 to 4>")
        at.type("1\r")
        at.waits_for("card 1 of 24>")
        replaced(db, prepared.chapter)
        at.type("Y4\r")
        assert at.program.wait(GIVE_UP) == 5
        assert at.rest().count("error:") == 1
    assert len(list(db.parent.joinpath("backups").iterdir())) == 1


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


def test_a_copy_of_an_older_schema_is_restored_on_an_empty_machine(
    by_alembic: None, run: Run, db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CAMPAIGN_COPIES", str(tmp_path / "copies"))
    copy, empty = tmp_path / "copy.db", tmp_path / "empty.db"
    empty.touch()
    with closing(sqlite3.connect(copy)) as connection:
        connection.executescript(OLD.read_text(encoding="utf-8"))
    refused = run(["db", "restore", str(empty)])
    assert (refused.code, f"{empty} is no copy: it is empty" in refused.err) == (5, True)
    assert run(["db", "restore", str(copy), "--dry-run"]).code == 0
    assert not (tmp_path / "copies").exists()
    output = run(["db", "restore", str(copy)])
    assert output.code == 0, output.err
    assert run("audit --all").code == 0


def test_somebody_else_s_database_of_an_older_schema_is_no_copy_of_mine(
    by_alembic: None, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CAMPAIGN_COPIES", str(tmp_path / "copies"))
    monkeypatch.setenv("CAMPAIGN_KEY", str(tmp_path / "key.pem"))
    theirs = tmp_path / "stick" / "campaign.db"
    theirs.parent.mkdir()
    with closing(sqlite3.connect(theirs)) as connection:
        connection.executescript(OLD.read_text(encoding="utf-8"))
    output = run(["handover", "take", str(theirs), "--yes"])
    assert output.code == 0, output.err
    assert not (tmp_path / "copies").exists()


def test_what_a_copy_lacks_is_said_by_name(chapter: Run, tmp_path: Path) -> None:
    copy = str(tmp_path / "copy.db")
    assert chapter(["db", "backup", copy]).code == 0
    assert chapter("city rename eagle Rivers").code == 0
    assert "Tuesday: 1 entry" in chapter(["db", "restore", copy, "--replace"]).err


def test_a_draft_that_a_copy_lacks_is_among_what_would_be_lost(
    begun: Run, enter: Enter, tmp_path: Path
) -> None:
    """`nothing would be lost` stood there, and the evening that was being entered was gone."""
    enter("episode enter", "y4", "save")
    copy = str(tmp_path / "copy.db")
    assert begun(["db", "backup", copy]).code == 0
    restore = ["db", "restore", copy, "--dry-run"]
    assert "nothing would be lost" in begun(restore).err
    enter("episode enter", "", "e5", "save")
    said = begun(restore).err
    assert "Here and not in the copy" in said
    assert "draft 1: campaign draft show 1" in said


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
    left = folder / ".campaign-20261120-210000-000000.db.4194400.part"  # no process has this number
    left.write_bytes(b"half")
    others = [folder / ".holiday.part", folder / ".holiday.4194400.part"]
    for other in others:
        other.write_bytes(b"mine")
    assert chapter("db backup").code == 0
    assert (left.exists(), [*map(Path.exists, others)]) == (False, [True, True])
    with closing(sqlite3.connect(next(folder.glob("*.db")))) as copy:
        assert copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_so_does_the_next_upgrade(by_alembic: None, run: Run, db: Path) -> None:
    with closing(sqlite3.connect(db)) as connection:
        connection.executescript(OLD.read_text(encoding="utf-8"))
    folder = db.parent / "backups"
    folder.mkdir()
    left = folder / ".campaign-20261120-210000-000000.db.4194400.part"
    left.write_bytes(b"half")
    output = run("list")
    assert (output.code, "The database was upgraded" in output.err) == (0, True)
    assert not left.exists()
