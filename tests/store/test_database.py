"""Opening a database: its settings, its two kinds of transaction, and what cannot be opened."""

from __future__ import annotations

import os
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa

from campaign.store import journal, schema
from campaign.store.database import open_database, reading, writing
from campaign.store.errors import (
    DatabaseBusy,
    DatabaseDamaged,
    DatabaseFull,
    DatabaseMissing,
    DatabaseNewer,
    DatabaseReadOnly,
    StoreError,
)
from tests.store.conftest import NOW


def test_sqlite_syncs_and_guards(sqlite: sa.Engine) -> None:
    wanted = {
        "journal_mode": "wal",
        "synchronous": 2,  # FULL
        "foreign_keys": 1,
        "recursive_triggers": 1,
        "trusted_schema": 0,
    }
    with writing(sqlite) as session:
        connection = session.connection()
        found = {n: connection.exec_driver_sql(f"PRAGMA {n}").scalar() for n in wanted}
    assert found == wanted


def test_a_transaction_that_fails_leaves_nothing(database: sa.Engine) -> None:
    def fail() -> None:
        with writing(database) as session:
            journal.append(session, "session/1", "test", {}, author="Anna", now=NOW)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    with reading(database) as session:
        assert journal.read(session, "session/1") == ()


def test_a_reader_cannot_write(database: sa.Engine) -> None:
    with pytest.raises(StoreError), reading(database) as session:
        journal.append(session, "session/1", "test", {}, author="Anna", now=NOW)


def test_a_reader_sees_one_state(database: sa.Engine) -> None:
    with reading(database) as reader:
        assert journal.streams(reader, "session") == ()
        with writing(database) as writer:
            journal.append(writer, "session/1", "test", {}, author="Anna", now=NOW)
        assert journal.streams(reader, "session") == ()


def test_a_second_writer_waits_and_is_told(tmp_path: Path) -> None:
    one, other = (open_database(tmp_path / "c.db", busy_ms=100) for _ in range(2))
    schema.ensure(one)
    with writing(one), pytest.raises(DatabaseBusy):
        _write(other)
    one.dispose()
    other.dispose()


def _write(database: sa.Engine) -> None:
    with writing(database):
        pass


def _open(location: Path | str) -> None:
    database = open_database(location)
    try:
        schema.ensure(database)
    finally:
        database.dispose()


def refused(kind: type[StoreError], location: Path | str) -> str:
    """The message with which a location is refused."""
    with pytest.raises(kind) as raised:
        _open(location)
    assert "\n" not in str(raised.value)
    return str(raised.value)


def test_a_folder_is_no_database(tmp_path: Path) -> None:
    assert "folder" in refused(DatabaseMissing, tmp_path)


def test_a_text_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "c.db"
    path.write_text("nothing of the kind " * 100)
    assert "not a database" in refused(DatabaseDamaged, path)


def test_a_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "c.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
        connection.commit()
    assert "another program" in refused(DatabaseDamaged, path)


def test_a_newer_database_is_refused(sqlite: sa.Engine) -> None:
    with writing(sqlite) as session:
        session.connection().exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    path = str(sqlite.url.database)
    assert "newer program" in refused(DatabaseNewer, path)


def test_a_missing_file_is_only_made_when_asked(tmp_path: Path) -> None:
    with pytest.raises(DatabaseMissing):
        open_database(tmp_path / "c.db", create=False)
    assert not (tmp_path / "c.db").exists()


@pytest.mark.parametrize("url", ["mysql://x", "sqlite3://x", "://"])
def test_other_servers_are_not_understood(url: str) -> None:
    with pytest.raises(StoreError):
        open_database(url)


def test_a_server_that_does_not_answer_is_named() -> None:
    pytest.importorskip("psycopg", reason="the driver psycopg is not installed")
    text = refused(DatabaseBusy, "postgresql://anna:secret@127.0.0.1:1/campaign?connect_timeout=1")
    assert "secret" not in text


@pytest.fixture
def small_disk(tmp_path: Path) -> Path:
    """A disk of 1 MB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    if os.geteuid() != 0:
        pytest.skip("only root can mount a small disk")
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)],
        capture_output=True,
        text=True,
        check=False,
    )
    if mounted.returncode:
        pytest.skip(f"a small disk cannot be mounted: {mounted.stderr.strip()}")
    return folder


@pytest.fixture(autouse=True)
def unmounted(tmp_path: Path):  # type: ignore[no-untyped-def]  # a generator of nothing
    yield
    if (tmp_path / "disk").is_mount():
        subprocess.run(["umount", str(tmp_path / "disk")], check=True)


def test_a_full_disk_loses_nothing_that_was_acknowledged(small_disk: Path) -> None:
    database = open_database(small_disk / "c.db")
    schema.ensure(database)
    kept = 0

    def fill() -> None:
        nonlocal kept
        for kept in range(1_000):  # noqa: B007  how many were acknowledged
            with writing(database) as session:
                text = "x" * 20_000
                journal.append(session, "session/1", "test", {"t": text}, author="A", now=NOW)

    with pytest.raises(DatabaseFull):
        fill()
    with reading(database) as session:
        assert len(journal.read(session, "session/1")) == kept
    with pytest.raises(StoreError):
        schema.backup(database)
    assert not list(small_disk.rglob("*.part"))
    database.dispose()


def test_a_read_only_disk_can_be_read_and_says_so(small_disk: Path) -> None:
    database = open_database(small_disk / "c.db")
    schema.ensure(database)
    database.dispose()
    with closing(sqlite3.connect(small_disk / "c.db")) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    database = open_database(small_disk / "c.db")
    assert schema.ensure(database) is None
    with pytest.raises(DatabaseReadOnly), writing(database) as session:
        journal.append(session, "session/1", "test", {}, author="Anna", now=NOW)
    database.dispose()
