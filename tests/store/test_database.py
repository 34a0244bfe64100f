"""Opening a database: its settings, its two kinds of transaction, and what cannot be opened."""

from __future__ import annotations

import os
import re
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa

from campaign.store import copies, integrity, journal, schema
from campaign.store.addresses import name_of
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
from tests import disks
from tests.store.conftest import NOW, somebody


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
        settings = {n: connection.exec_driver_sql(f"PRAGMA {n}").scalar() for n in wanted}
    assert settings == wanted


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


def test_a_second_writer_waits_and_is_told(nothing: str) -> None:
    one, other = (open_database(nothing, busy_ms=100) for _ in range(2))
    schema.ensure(one)
    with writing(one), pytest.raises(DatabaseBusy, match="locked by another program"):
        write(other)
    write(other)
    one.dispose()
    other.dispose()


def write(database: sa.Engine) -> None:
    with writing(database) as session:
        journal.append(session, "session/1", "test", {}, author="Anna", now=NOW)


LOCK = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("BEGIN EXCLUSIVE")
print("locked", flush=True)
sys.stdin.read()
"""


def test_a_lock_of_another_process_ends_with_it(tmp_path: Path) -> None:
    path = tmp_path / "c.db"
    database = open_database(path, busy_ms=100)
    schema.ensure(database)
    with subprocess.Popen(
        [sys.executable, "-c", LOCK, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout is not None
        other.stdout.readline()
        with pytest.raises(DatabaseBusy, match=re.escape(str(path))):
            write(database)
        with reading(database) as session:
            assert journal.streams(session, "session") == ()
        other.kill()
    write(database)
    database.dispose()


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


@pytest.mark.parametrize(
    "url",
    [
        "mysql://x",
        "sqlite3://x",
        "://",
        "postgresql+asyncpg://h/d",
        "postgresql+psycopg2://h/d",
        "sqlite+aiosqlite:///c.db",
        "postgresql://anna:secret@h:port/d",
        "mysql://anna:secret@h/d?password=secret",
    ],
)
def test_other_servers_are_not_understood(url: str) -> None:
    assert "secret" not in refused(DatabaseMissing, url)


@pytest.mark.parametrize("form", ["{}", "sqlite:///{}", "file with blanks % # ? é.db"])
def test_a_file_is_named_by_its_path_or_a_url(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str
) -> None:
    monkeypatch.chdir(tmp_path)
    database = open_database(form.format(tmp_path / "new" / "c.db"))
    schema.ensure(database)
    write(database)
    assert str(copies.backup(database)).startswith(str(tmp_path))
    assert Path(name_of(database)).is_file()
    database.dispose()


@pytest.mark.parametrize("form", [":memory:", "sqlite://", "sqlite:///:memory:"])
def test_a_database_in_memory_lasts_as_long_as_it_is_open(form: str) -> None:
    database = open_database(form)
    schema.ensure(database)
    write(database)
    assert integrity.file_problems(database) == ()
    assert name_of(database) == "the database in memory"
    database.dispose()


@pytest.mark.parametrize("location", ["a\0b", "x" * 5000, "~nobody-of-that-name/c.db", ""])
def test_what_cannot_be_a_file_is_refused(location: str) -> None:
    refused(DatabaseMissing, location)


def test_a_file_cannot_be_a_folder(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("")
    assert "cannot be" in refused(DatabaseMissing, tmp_path / "text" / "c.db")


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that an account without rights may enter."""
    with tempfile.TemporaryDirectory(dir="/tmp") as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield folder


@pytest.mark.parametrize(("folder", "file"), [(0o555, 0o644), (0o555, 0o444), (0o777, 0o444)])
def test_what_is_read_only_can_be_read(open_folder: Path, folder: int, file: int) -> None:
    path = open_folder / "c.db"
    database = open_database(path)
    schema.ensure(database)
    write(database)
    database.dispose()
    path.chmod(file)
    open_folder.chmod(folder)
    with somebody():
        database = open_database(path)
        assert schema.ensure(database) is None
        assert integrity.file_problems(database) == ()
        with reading(database) as session:
            assert len(journal.read(session, "session/1")) == 1
        with pytest.raises(DatabaseReadOnly, match=re.escape(str(path))):
            write(database)
        database.dispose()
    open_folder.chmod(0o755)


def test_what_was_read_only_can_be_written_when_it_no_longer_is(open_folder: Path) -> None:
    """SQLite leaves files beside it that can only be read; nobody knows that they are there."""
    open_folder.chmod(0o777)
    path = open_folder / "c.db"
    with somebody():
        for mode in (0o600, 0o444):
            path.touch()
            path.chmod(mode)
            database = open_database(path)
            schema.ensure(database)
            with reading(database):
                pass
            database.dispose()
        assert path.with_name("c.db-shm").exists()
        path.chmod(0o600)
        database = open_database(path)
        write(database)
        database.dispose()


def test_a_log_that_somebody_else_may_not_open_is_named(open_folder: Path) -> None:
    """A killed program left it; then the file alone was opened to another account."""
    if os.geteuid() != 0:
        pytest.skip("only root can be two users")
    file = open_folder / "campaign.db"
    database = open_database(file)
    schema.ensure(database)
    database.dispose()
    for path, mode in ((open_folder, 0o777), (file, 0o666)):
        path.chmod(mode)
    for end in ("-wal", "-shm"):
        (log := file.with_name(f"{file.name}{end}")).touch()
        log.chmod(0o600)
    with somebody(), pytest.raises(DatabaseReadOnly) as refused:
        schema.ensure(open_database(file))
    assert "-wal" in refused.value.remedy


def test_what_is_read_without_a_log_while_its_owner_writes_is_no_damage(open_folder: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root can be two users")
    file = open_folder / "campaign.db"
    owner = open_database(file)
    schema.ensure(owner)
    owner.dispose()
    open_folder.chmod(0o555)
    file.chmod(0o444)

    def read_while_the_owner_writes(reader: sa.Engine) -> None:
        with reading(reader) as session:
            assert journal.read(session, "session/1") == ()
            os.seteuid(0)
            with writing(owner) as writer:
                journal.append(writer, "session/1", "test", {}, author="Anna", now=NOW)
            owner.dispose()
            os.seteuid(65534)
            raise ValueError("a mixture of two states")

    with somebody():
        reader = open_database(file, create=False)
        with pytest.raises(DatabaseBusy, match="another program wrote meanwhile"):
            read_while_the_owner_writes(reader)
        with reading(reader) as session:
            assert len(journal.read(session, "session/1")) == 1
        reader.dispose()


def test_what_may_not_be_read_says_so(open_folder: Path) -> None:
    path = open_folder / "c.db"
    path.write_bytes(b"")
    path.chmod(0)
    with somebody():
        assert "no permission" in refused(DatabaseReadOnly, path)
        assert "no file can be created" in refused(DatabaseReadOnly, open_folder / "new.db")
        open_folder_new = open_folder / "new" / "c.db"
        assert "cannot be created" in refused(DatabaseMissing, open_folder_new)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 1 MB."""
    with disks.small_disk(tmp_path / "disk") as folder:
        yield folder


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
    with pytest.raises(DatabaseFull, match="backups"):
        copies.backup(database)
    assert list((small_disk / "backups").iterdir()) == []
    database.dispose()


def test_a_first_start_on_a_full_disk_says_so(small_disk: Path) -> None:
    disks.fill(small_disk)
    refused(DatabaseFull, small_disk / "c.db")


def test_a_read_only_disk_can_be_read_and_says_so(small_disk: Path) -> None:
    database = open_database(small_disk / "c.db")
    schema.ensure(database)
    database.dispose()
    disks.make_read_only(small_disk)
    database = open_database(small_disk / "c.db")
    assert schema.ensure(database) is None
    with pytest.raises(DatabaseReadOnly), writing(database) as session:
        journal.append(session, "session/1", "test", {}, author="Anna", now=NOW)
    database.dispose()
