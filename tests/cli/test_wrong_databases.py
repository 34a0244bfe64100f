"""Databases that cannot be used: one line of error, exit code 5 or 6, no change."""

from __future__ import annotations

import errno
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from campaign.store import database
from tests.cli.test_corrections import other_record
from tests.fixtures import NEW, ROOT, Refuses, Run, content, entries, one_clear_error, tamper
from tests.processes import GIVE_UP, until_it_waits

pytestmark = pytest.mark.usefixtures("by_alembic")

FRIDAY = NEW.replace("Tuesday", "Friday")
READING = ("status", "list", "standings", "history", "episode list", "session list", "audit")


@pytest.mark.parametrize("line", [*READING, "city rename eagle Ulm", "db check", "db backup"])
def test_looking_makes_no_database(refuses: Refuses, db: Path, line: str) -> None:
    refuses(line, 5, f"there is no database at {db}", "campaign new makes one")
    assert not db.exists()


@pytest.mark.parametrize("place", [":memory:", "sqlite://", "sqlite:///:memory:"])
@pytest.mark.parametrize("line", ["status", "new Tuesday --seat eagle=Anna --seat bear=Ben"])
def test_memory_keeps_no_campaign(refuses: Refuses, line: str, place: str) -> None:
    words = "a database in memory is gone when the command ends"
    refuses(f"{line} --db {place}", 5, words, "give the name of a file")


def test_a_folder(refuses: Refuses, tmp_path: Path) -> None:
    refuses(f"status --db {tmp_path}", 5, f"this is a folder, not a database: {tmp_path}")


@pytest.mark.parametrize("line", ["status", NEW, "city rename eagle Ulm"])
def test_a_text(refuses: Refuses, tmp_path: Path, line: str) -> None:
    text = tmp_path / "letter.txt"
    text.write_text("Dear Ben, " * 999, encoding="utf-8")
    refuses(f"{line} --db {text}", 5, f"not a database: {text}")
    assert text.read_text(encoding="utf-8") == "Dear Ben, " * 999


def test_a_disk_that_was_pulled_out(begun: Run, db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stat = os.stat

    def without_disk(path: object, *more: object, **options: object) -> os.stat_result:
        if str(path) == str(db):
            raise OSError(errno.EIO, "Input/output error", str(path))
        return stat(path, *more, **options)  # type: ignore[arg-type]  # as it was given

    monkeypatch.setattr(os, "stat", without_disk)
    output = begun("status")
    assert output.code == 5
    assert f"the disk of the database cannot be read: {db} (input/output error)" in output.err


@pytest.mark.parametrize("line", ["status", NEW])
def test_a_database_of_another_program(refuses: Refuses, db: Path, line: str) -> None:
    tamper(db, "CREATE TABLE recipe (name TEXT)", "INSERT INTO recipe VALUES ('pancakes')")
    refuses(line, 5, str(db))


@pytest.mark.parametrize("line", [*READING, "city rename eagle Ulm", "db check"])
def test_tables_of_no_schema(begun: Run, refuses: Refuses, db: Path, line: str) -> None:
    tamper(db, "DELETE FROM alembic_version")
    refuses(line, 5, "it does not say which schema its tables have", "restore a backup")


@pytest.mark.parametrize(
    "line", ["status", "history --json", "city rename eagle Ulm", "db rebuild -y", "undo -y"]
)
def test_a_journal_that_lacks_an_entry(settled: Run, refuses: Refuses, db: Path, line: str) -> None:
    tamper(db, "DROP TRIGGER entry_no_delete", "DELETE FROM entry WHERE seq = 5")
    refuses(line, 5, "entry 5 of campaign/1 is missing in the journal", "restore a backup")


def test_a_stored_number_that_became_a_text(played: Run, refuses: Refuses, db: Path) -> None:
    """As a flipped bit on the disk makes it; the journal is whole, and gives the number again."""
    tamper(db, "UPDATE result SET score = 'x' WHERE seat = 'eagle'")
    words = "score of result is text in a row, not integer"
    refuses("player show Anna", 5, f"is damaged: {db} (values: {words})", "campaign audit --all")
    assert words in " ".join(played("db check").out.split())
    assert played("db rebuild --yes").code == 0
    assert played("player show Anna").code == 0


@pytest.mark.parametrize("line", [*READING, "city rename eagle Ulm", "db upgrade", "db rebuild -y"])
def test_newer_than_the_program(begun: Run, refuses: Refuses, db: Path, line: str) -> None:
    tamper(db, "UPDATE alembic_version SET version_num = '9999'")
    refuses(line, 6, "newer program")


@pytest.mark.parametrize(
    "address",
    [
        "mysql://anna:secret@host/x",
        "postgresql://[",
        "://",
        "postgresql://anna:secret@host/x?port=1&port=2",
        "postgresql://anna:secret@ü..y/x",
        "postgresql://anna%00:secret@127.0.0.1:1/x",
        "postgresql://anna:secret@127.0.0.1:1/x?application_name=a%00",
        "postgresql://anna\udce9:secret@127.0.0.1:1/x",
    ],
)
def test_an_address_that_is_none(run: Run, refuses: Refuses, address: str) -> None:
    assert "secret" not in refuses(f"status --db {address}", 5).err


# Locked by somebody else.


@pytest.fixture
def locked(db: Path) -> Iterator[sqlite3.Connection]:
    """Somebody else is writing and does not finish."""
    with closing(sqlite3.connect(db, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield connection


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that waits a tenth of a second, and not five."""
    patient = database.open_database
    monkeypatch.setattr(
        database, "open_database", lambda *args, **more: patient(*args, busy_ms=100, **more)
    )


WRITING = ("city rename eagle Ulm", "envelope open 1 --yes", "use Tuesday", "db rebuild --yes")


@pytest.mark.parametrize("line", WRITING)
def test_locked(sealed: Run, refuses: Refuses, impatient: None, locked: None, line: str) -> None:
    refuses(line, 5, "locked by another program", "Nothing was written.")


@pytest.mark.parametrize("line", READING)
def test_reading_goes_on(begun: Run, impatient: None, locked: None, line: str) -> None:
    assert begun(line).code == 0


PATIENT = f"""
import signal
from sqlalchemy import Engine, event
from campaign.cli.main import main
from campaign.store.database import open_database
signal.signal(signal.SIGINT, signal.default_int_handler)
open_database.__kwdefaults__["busy_ms"] = {GIVE_UP * 1000}
@event.listens_for(Engine, "begin")
def begins(connection):
    if "sqlite_begin" not in connection.get_execution_options():
        print("a writer begins", flush=True)
main()
"""


def test_an_interrupted_wait_for_the_lock(begun: Run, db: Path, locked: sqlite3.Connection) -> None:
    before = content(db)
    with subprocess.Popen(
        [sys.executable, "-c", PATIENT, "--db", str(db), "city", "rename", "eagle", "Ulm"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as child:
        assert child.stdout is not None
        child.stdout.readline()
        until_it_waits(child.pid)
        child.send_signal(signal.SIGINT)
        locked.execute("ROLLBACK")
        out, err = child.communicate(timeout=GIVE_UP)
    assert (child.returncode, out, err) == (130, "", "")
    assert content(db) == before


# Disks.


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 1 MB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    if os.geteuid() != 0:
        pytest.skip("only root can mount a small disk")
    mounted = mount("-t", "tmpfs", "-o", "size=1m", "tmpfs", folder)
    if mounted.returncode:
        pytest.skip(f"a small disk cannot be mounted: {mounted.stderr.strip()}")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def mount(*words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["mount", *map(str, words)], capture_output=True, text=True, check=False)


def fill(folder: Path, *, leave: int = 0) -> None:
    """Leave no more room on a disk than so many bytes."""
    with (folder / "films").open("wb", buffering=0) as file:
        with suppress(OSError):
            while file.write(bytes(4096)):
                pass
        file.truncate(max(0, file.tell() - leave))


@pytest.mark.parametrize("line", ["city rename eagle Ulm", "envelope open 1 --yes"])
def test_a_full_disk(sealed: Run, refuses: Refuses, disk: Path, db: Path, line: str) -> None:
    copy = Path(shutil.copy(db, disk / "full.db"))
    fill(disk)
    one_clear_error(sealed(f"{line} --db {copy}"), 5, "the disk is full", "Nothing was written.")
    (disk / "films").unlink()
    assert entries(copy) == entries(db)
    assert sealed(f"{line} --db {copy}").code == 0


@pytest.mark.parametrize(
    "line",
    [
        "undo --yes",
        "episode edit 1 AMENDED --reason x --yes",
        "handover accept wolf --as Emil -o RECEIPT --yes",
        "handover take BUNDLE --yes",
        "db restore COPY --replace",
    ],
)
def test_a_full_disk_corrects_and_takes_nothing(
    played: Run, disk: Path, db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CAMPAIGN_KEY", str(tmp_path / "key.pem"))
    shutil.copy(other_record(tmp_path), "AMENDED")
    copy = Path(shutil.copy(db, disk / "full.db"))
    assert played("city rename eagle Rivers").code == 0
    assert played("handover export --all -o BUNDLE").code == 0
    assert played("db backup -o COPY").code == 0
    fill(disk)
    output = played(f"{line} --db {copy}")
    assert output.code == 5
    assert "the disk is full" in output.err
    (disk / "films").unlink()
    assert played(f"audit --all --db {copy}").code == 0
    output = played(line.replace("RECEIPT", "SECOND") + f" --db {copy}")
    assert output.code == 0, output.err


def test_a_disk_that_fills_while_games_are_stored(begun: Run, db: Path, disk: Path) -> None:
    copy = Path(shutil.copy(db, disk / "full.db"))
    fill(disk, leave=50_000)
    output = begun(f"simulate my-city --seats 4 -n 10 --keep --db {copy}")
    one_clear_error(output, 5, "the disk is full", "Nothing was written.")
    assert entries(copy) == entries(db)
    (disk / "films").unlink()
    assert begun(f"simulate my-city --seats 4 -n 10 --keep --db {copy}").code == 0


def test_a_full_disk_takes_no_new_database(run: Run, disk: Path) -> None:
    fill(disk)
    output = run(f"{NEW} --db {disk / 'new.db'}")
    one_clear_error(output, 5, "the disk is full", "make room and try again")


def test_a_full_disk_keeps_no_empty_database(run: Run, disk: Path) -> None:
    fill(disk)
    run(f"{NEW} --db {disk / 'new.db'}")
    assert [file.name for file in disk.iterdir()] == ["films"]


def test_a_full_disk_takes_no_copy(begun: Run, db: Path, disk: Path) -> None:
    fill(disk)
    output = begun(f"db backup -o {disk / 'copy.db'}")
    one_clear_error(output, 5, "the disk is full")
    assert not (disk / "copy.db").exists()


@pytest.fixture
def read_only(disk: Path, db: Path, begun: Run) -> Path:
    """A database on a disk that can only be read."""
    copy = Path(shutil.copy(db, disk / "kept.db"))
    mount("-o", "remount,ro", disk)
    return copy


@pytest.mark.parametrize("line", ["city rename eagle Ulm", "use Tuesday", FRIDAY])
def test_a_database_that_can_only_be_read(run: Run, read_only: Path, line: str) -> None:
    output = run(f"{line} --db {read_only}")
    one_clear_error(output, 5, "can only be read", "Nothing was written.")


@pytest.mark.parametrize("line", READING)
def test_reading_a_database_that_can_only_be_read(run: Run, read_only: Path, line: str) -> None:
    assert run(f"{line} --db {read_only}").code == 0


def test_no_new_database_on_such_a_disk(run: Run, read_only: Path) -> None:
    output = run(f"{NEW} --db {read_only.with_name('new.db')}")
    one_clear_error(output, 5, str(read_only.parent), "Nothing was written.")


def test_no_game_is_written_on_such_a_disk(run: Run, read_only: Path) -> None:
    output = run(f"simulate my-city -o {read_only.parent / 'games'}")
    one_clear_error(output, 7, "read-only file system")


# Documented exit codes.


@pytest.mark.parametrize(("line", "code"), [("status", 5), ("use Friday", 4), ("statsu", 2)])
@pytest.mark.parametrize("debug", ["", "--debug"])
def test_a_command_ends_with_the_documented_code(
    db: Path, begun: Run, line: str, code: int, debug: str
) -> None:
    if code == 5:
        db.unlink()
    ended = begun(f"{line} {debug}")
    assert ("Traceback" in ended.err) == (bool(debug) and code != 2)
    assert ended.out == ""
    assert ended.code == code


def test_a_process_ends_with_the_code_of_its_command(db: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", "from campaign.cli.main import main; main()", "status"],
        cwd=ROOT,
        env={**os.environ, "CAMPAIGN_DB": str(db)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ended.returncode, ended.stdout) == (5, "")
    assert ended.stderr.startswith("error: there is no database")
