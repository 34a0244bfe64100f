"""Copies: whole while others write, looked at, and nothing is left of one that failed."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import stat
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from campaign.store import clock, copies, copy_names, journal
from campaign.store.database import open_database, reading, writing
from campaign.store.errors import DatabaseBusy, DatabaseMissing, StoreError
from campaign.store.restore import losses, restore
from tests.store.conftest import NOW


@pytest.fixture
def added(sqlite: sa.Engine) -> journal.Entry:
    with writing(sqlite) as session:
        return journal.append(session, "session/1", "test", {}, author="Anna", now=NOW)


def test_a_copy_holds_the_last_entry_that_is_still_in_the_log(
    sqlite: sa.Engine, tmp_path: Path
) -> None:
    target = tmp_path / "other" / "copy #1 100%.db"
    with reading(sqlite) as reader:
        assert journal.read(reader, "session/1") == ()
        with writing(sqlite) as session:
            added = journal.append(session, "session/1", "test", {}, author="Anna", now=NOW)
        assert (tmp_path / "campaign.db-wal").stat().st_size > 0
        assert copies.backup(sqlite, target) == target
    assert sorted(path.name for path in target.parent.iterdir()) == [target.name]
    copy = open_database(target)
    with reading(copy) as session:
        assert journal.read(session, "session/1") == (added,)
    copy.dispose()


def test_the_file_alone_holds_everything_between_two_transactions(
    sqlite: sa.Engine, added: journal.Entry, tmp_path: Path
) -> None:
    shutil.copy(tmp_path / "campaign.db", tmp_path / "alone.db")
    with closing(sqlite3.connect(tmp_path / "alone.db")) as copy:
        assert copy.execute("SELECT hash FROM entry").fetchall() == [(added.hash,)]


def test_a_copy_can_be_made_while_somebody_writes(sqlite: sa.Engine, added: journal.Entry) -> None:
    with writing(sqlite) as session:
        journal.append(session, "session/2", "test", {}, author="Anna", now=NOW)
        target = copies.backup(sqlite)
    with closing(sqlite3.connect(target)) as copy:
        assert copy.execute("SELECT stream FROM entry").fetchall() == [("session/1",)]


def test_nothing_is_replaced(sqlite: sa.Engine, tmp_path: Path) -> None:
    target = tmp_path / "holiday.jpg"
    target.write_text("a picture")
    with pytest.raises(StoreError, match="exists already"):
        copies.backup(sqlite, target)
    assert target.read_text() == "a picture"


def test_a_file_that_appears_meanwhile_is_not_replaced(
    sqlite: sa.Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "holiday.jpg"
    copy_pages = copies.copy_pages

    def copy_while_somebody_writes(*words: Any) -> None:
        copy_pages(*words)
        target.write_text("a picture")

    monkeypatch.setattr(copies, "copy_pages", copy_while_somebody_writes)
    with pytest.raises(StoreError, match=r"holiday\.jpg \(File exists\)"):
        copies.backup(sqlite, target)
    assert target.read_text() == "a picture"
    assert not list(tmp_path.glob("*.part*"))


def test_the_newest_copies_are_kept_and_no_other_file_goes(
    sqlite: sa.Engine, tmp_path: Path
) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    others = [folder / "campaign-holiday.db", folder / "campaign-2-20260101-000000-000000.db"]
    for other in others:
        other.write_text("of somebody else")
    made = [copies.backup(sqlite, keep=3) for _ in range(5)]
    assert sorted(folder.iterdir()) == sorted(made[-3:] + others)


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_copy_that_fails_leaves_nothing(
    sqlite: sa.Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    def fail(*_: object) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(os, "link", fail)  # not every disk knows hard links
    monkeypatch.setattr(os, step, fail)
    target = tmp_path / "other" / "copy.db"
    with pytest.raises(StoreError, match=r"copy\.db \(Input/output error\)"):
        copies.backup(sqlite, target)
    assert list(target.parent.iterdir()) == []


@pytest.mark.parametrize("wrong", [errno.EINVAL, errno.EIO])
def test_a_folder_that_cannot_be_flushed_takes_copies_unless_its_disk_fails(
    sqlite: sa.Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wrong: int
) -> None:
    flush = os.fsync

    def flush_files_only(handle: int) -> None:
        if stat.S_ISDIR(os.fstat(handle).st_mode):
            raise OSError(wrong, os.strerror(wrong))
        flush(handle)

    monkeypatch.setattr(os, "fsync", flush_files_only)
    target = tmp_path / "other" / "copy.db"
    if wrong == errno.EINVAL:
        assert copies.backup(sqlite, target) == target
        assert target.exists()
        return
    with pytest.raises(StoreError, match="Input/output error"):
        copies.backup(sqlite, target)
    assert list(target.parent.iterdir()) == []


def test_a_copy_into_a_file_as_folder_says_so(sqlite: sa.Engine, tmp_path: Path) -> None:
    (tmp_path / "text").write_text("")
    with pytest.raises(StoreError, match="no copy can be made at"):
        copies.backup(sqlite, tmp_path / "text" / "copy.db")


def test_a_damaged_database_gives_no_copy(
    sqlite: sa.Engine, added: journal.Entry, tmp_path: Path
) -> None:
    sqlite.dispose()
    path = tmp_path / "campaign.db"
    data = bytearray(path.read_bytes())
    data[3 * 4096 : 9 * 4096] = b"\xff" * (6 * 4096)
    path.write_bytes(data)
    with pytest.raises(StoreError):
        copies.backup(sqlite, tmp_path / "copy.db")
    assert not list(tmp_path.glob("copy.db*"))


def test_an_interrupted_copy_leaves_no_empty_file(
    sqlite: sa.Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unknown(_part: Path, _target: Path) -> None:
        raise PermissionError

    def interrupted(_part: Path, _target: Path) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "link", unknown)
    monkeypatch.setattr(os, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        copies.backup(sqlite)
    assert list((tmp_path / "backups").iterdir()) == []


def test_what_is_no_file_is_not_copied(tmp_path: Path) -> None:
    memory = open_database(":memory:")
    with pytest.raises(StoreError, match="no file"):
        copies.backup(memory)
    memory.dispose()
    gone = open_database(tmp_path / "gone.db")
    with pytest.raises(DatabaseMissing):
        copies.backup(gone)
    gone.dispose()
    assert list(tmp_path.iterdir()) == []


def test_the_last_copy_of_each_month_stays(sqlite: sa.Engine, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    stem = "campaign"
    days = ("20260105", "20260119", "20260202", "20260228")
    for day in days:
        (folder / f"{stem}-{day}-200000-000000.db").write_text("")
    made = [copies.backup(sqlite, keep=2) for _ in range(3)]
    there = {path.name.split("-")[1] for path in folder.iterdir()}
    assert {"20260119", "20260228"} <= there
    assert not {"20260105", "20260202"} & there
    assert made[-1].exists()
    assert not made[0].exists()


@pytest.mark.parametrize("right", [timedelta(), timedelta(days=-9000)])
def test_the_copies_made_last_stay_and_are_the_newest_when_the_clock_was_ahead_before(
    sqlite: sa.Engine, monkeypatch: pytest.MonkeyPatch, right: timedelta
) -> None:
    """A clock of long ago, too: a battery that is empty begins in the year 2000."""
    before = clock.now
    monkeypatch.setattr(clock, "now", lambda: before() + timedelta(hours=1))
    ahead = [copies.backup(sqlite) for _ in range(copies.KEPT)]
    monkeypatch.setattr(clock, "now", lambda: before() + right)
    made = [copies.backup(sqlite) for _ in range(2)]
    listed = [summary.path for summary in copies.copy_summaries(Path(str(sqlite.url.database)))]
    assert listed == [*reversed(made), *reversed(ahead[2:])]


def test_a_copy_of_another_database_of_the_same_name_stays(
    sqlite: sa.Engine,
    added: journal.Entry,
    new_file: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Two whose databases are called campaign.db name one folder for the copies."""
    monkeypatch.setenv("CAMPAIGN_COPIES", str(tmp_path / "stick"))
    (home := tmp_path / "home").mkdir()
    other = open_database(shutil.copy(new_file, home / "campaign.db"))
    with writing(other) as session:
        journal.append(session, "session/1", "test", {}, author="Ben", now=NOW)
    theirs = [copies.backup(other) for _ in range(2)]
    ours = [copies.backup(sqlite, keep=3) for _ in range(5)]
    assert sorted((tmp_path / "stick").iterdir()) == sorted([*theirs, *ours[-3:]])
    shown = copies.copy_summaries(tmp_path / "campaign.db")
    assert {one.begins for one in shown if one.path in ours} == {added.hash}
    assert len({one.begins for one in shown}) == 2
    other.dispose()


def test_the_oldest_copy_is_put_back_and_stays(sqlite: sa.Engine, added: journal.Entry) -> None:
    oldest, *_ = [copies.backup(sqlite) for _ in range(copies.KEPT)]
    with writing(sqlite) as session:
        journal.append(session, "session/2", "test", {}, author="Anna", now=NOW)
    previous = restore(sqlite, oldest, losses(sqlite, oldest))
    assert oldest.exists()
    assert previous.exists()
    with reading(sqlite) as session:
        assert journal.read(session, "session/1") == (added,)
        assert journal.read(session, "session/2") == ()


def test_what_is_kept_after_the_backup_is_not_replaced(
    sqlite: sa.Engine, added: journal.Entry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = copies.backup(sqlite, tmp_path / "copy.db")

    def backup_and_write(database: sa.Engine, keep: int | None) -> Path:
        made = copies.backup(database, keep=keep)
        with writing(database) as session:
            journal.append(session, "session/2", "test", {}, author="Ben", now=NOW)
        return made

    monkeypatch.setattr("campaign.store.restore.backup", backup_and_write)
    with pytest.raises(DatabaseBusy, match="another program wrote meanwhile"):
        restore(sqlite, target, losses(sqlite, target))
    assert not list(copy_names.folder_of(tmp_path / "campaign.db").iterdir())
    with reading(sqlite) as session:
        assert len(journal.read(session, "session/2")) == 1


def test_a_locked_database_is_not_waited_for_without_end(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "locked.db", isolation_level=None)) as writer:
        writer.execute("CREATE TABLE entry (stream)")
        writer.execute("BEGIN EXCLUSIVE")
        with (
            pytest.raises(DatabaseBusy, match="locked by another program"),
            copies.opened_copy(tmp_path / "locked.db"),
        ):
            pass
