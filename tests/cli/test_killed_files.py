"""A command that is killed at a step of writing its file: the file is the old one, the new or none.

A child of this process gives the command and ends itself before a file is opened, written, brought
to the disk, renamed or removed. `test_disk_errors.py` does the same to the database.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import traceback
from contextlib import suppress
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from benchmarks.cases import Case
from benchmarks.counting import FEW, Bench, run
from campaign.cli import files
from campaign.store import clock
from tests.fixtures import content
from tests.soak import SOAK

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows does not fork")
KILLED = 9
KEY = ("handover key",)
STEPS = {"open", "os.rename", "os.link", "os.remove", "os.mkdir", "os.rmdir", "os.chmod"}
"""The audit events of Python before which a command is killed."""


class Writing(NamedTuple):
    """A command and the file or the folder that it writes; some replace what is there."""

    command: str
    target: str
    replaces: bool = True
    given: tuple[str, ...] = ()


WRITING = (
    Writing("export csv -o {folder}/plays.csv", "plays.csv"),
    Writing("photo add {picture}", "now.db.photos", replaces=False),
    Writing("db backup -o {folder}/backup.db", "backup.db", replaces=False),
    Writing("export records -o {folder}/records", "records", replaces=False),
    Writing("simulate machi-koro --seats 2 -n 1 -o {folder}/new", "new", replaces=False),
    Writing("export json plays -o {folder}/plays.jsonl", "plays.jsonl"),
    Writing("export parquet -o {folder}/tables", "tables"),
    Writing("export bgstats -o {folder}/plays.json", "plays.json"),
    Writing("chronicle -o {folder}/page.html", "page.html"),
    Writing("audit report -o {folder}/report.md", "report.md"),
    Writing("head --all -o {folder}/card.html", "card.html"),
    Writing("city show eagle -o {folder}/city.svg", "city.svg"),
    Writing("handover export --all -o {folder}/all.zip", "all.zip"),
    Writing("handover accept wolf --as Emil -o {folder}/receipt.json", "receipt.json"),
    Writing(
        "sync {folder}/games",
        "games",
        replaces=False,
        given=("sync {folder}/games", "city rename eagle Rivers"),
    ),
    Writing(
        "simulate machi-koro --seats 2 -n 1 -o {folder}/games.parquet --jobs 1", "games.parquet"
    ),
)
ALL = [(writing, old) for writing in WRITING for old in (False, True)[: 1 + writing.replaces]]
TRIED = ALL if SOAK else ALL[1:3]


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    return Bench(tmp_path_factory.mktemp("killed"))


@pytest.fixture
def frozen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The clock stands still, so that a file is the same each time, and there is a key."""
    monkeypatch.setattr(clock, "now", lambda: datetime(2026, 12, 1, 20, tzinfo=UTC))
    monkeypatch.setenv("CAMPAIGN_KEY", str(tmp_path / "key.pem"))
    monkeypatch.setenv("CAMPAIGN_COPIES", "off")


@pytest.mark.parametrize(
    ("writing", "old"),
    TRIED,
    ids=[f"{writing.command}{' over an old file' * old}" for writing, old in TRIED],
)
def test_a_file_is_whole_or_not_there(
    frozen: None, bench: Bench, writing: Writing, old: bool, tmp_path: Path
) -> None:
    (folder := tmp_path / "now").mkdir()
    words, _, database = bench.prepared(
        Case(writing.command, "", given=KEY + writing.given), FEW, folder
    )
    if writing.replaces:
        words = [*words, "--replace"]
    if old:
        given(words, folder)
        for name in files_of(folder / writing.target):
            name.write_bytes(b"old")
    shutil.copytree(folder, before := tmp_path / "before")
    rows, first = rows_of(database), files_of(folder)
    assert given(words, folder) == 0
    whole_rows, whole = rows_of(database), files_of(folder)
    for at in count():
        shutil.rmtree(folder)
        shutil.copytree(before, folder)
        code, now = given(words, folder, at), rows_of(database)
        for path, data in files_of(folder).items():
            assert data in (first.get(path), whole[path]), f"{at}: {path}"
        assert now in (rows, whole_rows), at
        if code == 0:
            break
        assert code == KILLED, at
        if now == rows and (writing.replaces or files_of(folder) == first):
            assert given(words, folder) == 0, at
            assert files_of(folder) == whole, at
            assert not [*folder.rglob(".*.part*")], at
    assert at > 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is full")
def test_answers_that_a_full_disk_cannot_take_are_among_the_temporary_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mkstemp, left = tempfile.mkstemp, tmp_path / "record-left.toml"

    def on_a_full_disk(suffix: str, prefix: str, folder: Path | None = None) -> tuple[int, str]:
        if folder != tmp_path:
            return mkstemp(suffix, prefix, folder)
        left.touch()
        return os.open("/dev/full", os.O_WRONLY), str(left)

    monkeypatch.setattr(tempfile, "mkstemp", on_a_full_disk)
    name = Path(files.set_aside("what was entered", ".toml", tmp_path))
    assert (name.read_text(), left.exists()) == ("what was entered", False)
    name.unlink()


def rows_of(database: Path) -> int:
    """The number of rows in a database."""
    return len(content(database) or ())


def files_of(folder: Path) -> dict[Path, bytes]:
    """The files in a folder, or one file, without the database and what is unfinished."""
    paths = [folder] if folder.is_file() else [path for path in folder.rglob("*") if path.is_file()]
    return {
        path: path.read_bytes()
        for path in paths
        if ".part" not in str(path) and not path.name.startswith(("now.db", "."))
    }


def given(words: list[str], folder: Path, at: int = -1) -> int:
    """Give a command in a child that ends before a step, if there is one; return its exit code."""
    if child := os.fork():
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    try:
        end_before(at, str(folder))
        run(words)
    except BaseException:
        traceback.print_exc()
        os._exit(1)
    os._exit(0)


def end_before(at: int, folder: str) -> None:
    """End this process before step `at` of those that write in a folder.

    A file that is opened to be written is two steps: not there yet, and empty.
    """
    steps, fsync = count(), os.fsync

    def step(*opened: Any) -> None:
        if next(steps) == at:
            with suppress(OSError):
                os.open(*opened) if opened else None
            os._exit(KILLED)

    def audited(event: str, words: Any) -> None:
        if event in STEPS and str(words[0]).startswith(folder):
            if event != "open":
                step()
            elif words[2] & (os.O_WRONLY | os.O_RDWR):
                step()
                step(words[0], words[2], 0o600)

    def flushed(handle: int) -> None:
        step()
        fsync(handle)

    sys.addaudithook(audited)
    os.fsync = flushed  # type: ignore[assignment]  # of handles alone
