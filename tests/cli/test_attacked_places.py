"""Places that are gone, full, links or no files, and addresses of servers given as files."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
import tempfile
from contextlib import closing
from pathlib import Path

import pytest

from tests.disks import fill, make_read_only, small_disk
from tests.fixtures import NEW, Refuses, Run

SERVER = "postgresql://anna:geheim@127.0.0.1:1/club"


def test_in_a_folder_that_is_gone(
    begun: Run, refuses: Refuses, db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder := tmp_path / "gone").mkdir()
    monkeypatch.chdir(folder)
    folder.rmdir()
    assert begun("status").code == 0
    refuses("sync shared", 7, "the present folder was deleted or moved", "go to another folder")
    for line in ("status", NEW):
        refuses(f"{line} --db other.db", 5, "was deleted or moved, and with it other.db")


@pytest.mark.parametrize("line", ["sync ~nobody/shared", "db restore ~nobody/a.db", "db backup"])
def test_the_home_of_nobody(
    begun: Run, refuses: Refuses, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    monkeypatch.setenv("CAMPAIGN_COPIES", "~nobody/copies")
    monkeypatch.setattr(Path, "expanduser", _unknown)
    refuses(line, 5, "~nobody is no home folder", "write the whole path")


@pytest.mark.parametrize(
    ("variable", "line"),
    [
        ("CAMPAIGN_KEY", "handover key"),
        ("CAMPAIGN_PHOTOS", "photo list"),
        ("CAMPAIGN_COPIES", "db restore"),
    ],
)
def test_a_variable_names_the_same_place_from_every_folder(
    begun: Run,
    refuses: Refuses,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    variable: str,
    line: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv(variable, "mine")
    refuses(line, 5, f"{variable} is mine, no whole path like {tmp_path / 'mine'}")
    monkeypatch.setenv(variable, "~/mine")
    assert begun(line).code == 0


@pytest.mark.parametrize("line", ["status", NEW, "db path", "db restore", "handover key"])
def test_an_account_without_a_home(
    run: Run, refuses: Refuses, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    for variable in ("HOME", "XDG_DATA_HOME", "CAMPAIGN_DB", "CAMPAIGN_KEY"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)  # as of an unknown account
    refuses(line, 5, "this account has no home folder", "CAMPAIGN_DB", "CAMPAIGN_KEY")
    assert run("doctor").code == 0
    assert run("demo").code == 0


def _unknown(path: Path) -> Path:
    """As pathlib answers for a user who is not known on this machine."""
    if path.parts[0].startswith("~"):
        raise RuntimeError("Could not determine home directory.")
    return path


@pytest.mark.parametrize("line", ["status", "audit --all", "city rename eagle Ulm", NEW])
def test_a_pipe_or_a_device_is_no_database(refuses: Refuses, tmp_path: Path, line: str) -> None:
    os.mkfifo(pipe := tmp_path / "pipe")
    for place in (pipe, Path(os.devnull)):
        refuses(f"{line} --db {place}", 5, f"a pipe or a device, not a database: {place}")


@pytest.mark.parametrize("line", ["import records {}", "pack check {}"])
def test_a_pipe_in_a_folder_is_not_waited_for(begun: Run, tmp_path: Path, line: str) -> None:
    os.mkfifo(tmp_path / "envelope_3.toml")
    output = begun(f"{line.format(tmp_path)} --yes")
    assert output.code == 7
    assert "envelope_3.toml" in output.out + output.err
    assert "no plain file" in output.out + output.err


def test_what_has_the_name_of_a_copy_and_is_none(begun: Run, db: Path) -> None:
    (folder := db.with_name("backups")).mkdir(exist_ok=True)
    os.mkfifo(folder / f"{db.stem}-20260101-000000-000000.db")
    (folder / f"{db.stem}-99999999-999999-999999.db").touch()
    for line in ("db status", "db restore"):
        assert begun(line).code == 0


def test_of_two_names_of_a_file_none_is_written(
    begun: Run, refuses: Refuses, db: Path, tmp_path: Path
) -> None:
    """Each name has a log of its own, so that one of two writers would lose what was kept."""
    (other := tmp_path / "other.db").hardlink_to(db)
    for name in (db, other):
        refuses(f"city rename eagle Ulm --db {name}", 5, f"{name} has another name (a hard link)")
        assert begun(f"status --db {name}").code == 0
    copy = begun("db backup").out.strip()
    restored = begun(f"db restore {copy} --replace")
    assert (5, True) == (restored.code, f"{db} has another name" in restored.err), restored
    other.unlink()
    assert begun("city rename eagle Ulm").code == 0


@pytest.mark.parametrize("line", ["db restore {copy} --db {new}", "sync {copy}"])
def test_a_disk_without_room_for_temporary_files(
    begun: Run, refuses: Refuses, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    copy, new = tmp_path / "copy.db", tmp_path / "new.db"
    assert begun(["db", "backup", str(copy)]).code == 0
    monkeypatch.setattr(tempfile, "tempdir", None)
    monkeypatch.setattr(tempfile, "_candidate_tempdir_list", lambda: [str(tmp_path / "none")])
    refuses(line.format(copy=copy, new=new), 7, "no folder for temporary files", "TMPDIR")
    assert not new.exists()


def test_a_database_that_is_made_through_a_link_is_private(run: Run, tmp_path: Path) -> None:
    (link := tmp_path / "link.db").symlink_to(real := tmp_path / "stick" / "real.db")
    before = os.umask(0o022)
    try:
        output = run(f"{NEW} --db {link}")
        assert (output.code, f"there is no folder {real.parent}" in output.err) == (5, True)
        real.parent.mkdir()
        assert run(f"{NEW} --db {link}").code == 0
    finally:
        os.umask(before)
    assert stat.S_IMODE(real.stat().st_mode) == 0o600


def test_the_disk_of_the_file_counts_and_not_that_of_a_link_to_it(
    begun: Run, db: Path, tmp_path: Path
) -> None:
    with small_disk(tmp_path / "disk") as disk:
        (there := disk / "link.db").symlink_to(db)
        real = Path(shutil.copy(db, disk / "real.db"))
        (here := tmp_path / "link.db").symlink_to(real)
        fill(disk)
        assert begun(f"city rename eagle Ulm --db {there}").code == 0
        assert begun(f"status --db {here}").code == 0
        output = begun(f"city rename eagle Ulm --db {here}")
        assert (output.code, f"the disk is full: {here}" in output.err) == (5, True)


def test_the_log_is_read_that_lies_beside_the_file_and_not_beside_a_link(
    begun: Run, db: Path, tmp_path: Path
) -> None:
    with small_disk(tmp_path / "disk") as disk, closing(sqlite3.connect(db)) as other:
        (link := disk / "link.db").symlink_to(db)
        make_read_only(disk)
        assert other.execute("PRAGMA journal_mode=WAL").fetchone() == ("wal",)
        assert begun("city rename eagle Ulm").code == 0
        assert (db.parent / f"{db.name}-wal").exists()
        assert "Ulm" in begun(f"status --db {link}").out
        assert begun(f"city rename eagle Rivers --db {link}").code == 0


@pytest.mark.parametrize("line", ["db backup", "db restore"])
def test_the_address_of_a_server_is_no_copy(
    begun: Run, refuses: Refuses, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    monkeypatch.chdir(tmp_path)
    output = refuses([*line.split(), SERVER], 5, "is the address of a server, and a copy is a file")
    assert "geheim" not in output.err
    assert not list(tmp_path.glob("postgres*"))


@pytest.mark.parametrize(
    "line",
    ["sync", "handover take", "audit --file", "import records", "what-if", "city show", "status"],
)
@pytest.mark.parametrize("form", [(), ("--json",)])
def test_an_address_where_a_file_is_meant_keeps_its_password(
    begun: Run, line: str, form: tuple[str, ...]
) -> None:
    output = begun([*line.split(), SERVER, *form])
    assert output.code != 0
    assert "127.0.0.1" in output.err
    assert "geheim" not in output.out + output.err


def test_a_command_on_a_server_is_shown_with_its_user(begun: Run) -> None:
    refused = begun(f"status --db {SERVER}").err
    assert "postgresql://anna@127.0.0.1:1/club" in refused
