"""Every end has its own line: odd clocks, pipes that nobody reads, full disks, no input."""

from __future__ import annotations

import errno
import json
import os
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from campaign.services import folding
from tests.cli.test_json import COMMANDS
from tests.cli.test_process import CALL
from tests.extras.plays.plays import a_log
from tests.fixtures import CHAPTER, ROOT, Refuses, Run, content
from tests.processes import ended
from tests.soak import CI

Clock = Callable[[float], None]
LAST = datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC).timestamp()
"""The last second that a calendar has."""
ZONES = ("UTC", "Pacific/Auckland", "Pacific/Honolulu")


@pytest.fixture
def says(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Set the clock."""

    def call(seconds: float) -> None:
        monkeypatch.setattr(time, "time", lambda: seconds)

    return call


@pytest.mark.parametrize("zone", ZONES)
def test_until_the_last_day_of_the_calendar_a_campaign_is_played(
    begun: Run, says: Clock, monkeypatch: pytest.MonkeyPatch, zone: str
) -> None:
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    says(LAST - 2 * 86_400)
    assert "9999-12-" in begun("episode template").out
    assert begun(["episode", "record", str(CHAPTER / "episode-1.toml"), "--yes"]).code == 0
    for line in ("status", "history", "audit", "db backup", "chronicle -o -"):
        assert begun(line).code == 0, line
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize("seconds", [LAST + 86_400, 1e18])
def test_a_clock_beyond_the_calendar_is_said(
    begun: Run, refuses: Refuses, says: Clock, seconds: float
) -> None:
    says(seconds)
    for line in ("episode template", "city rename eagle Ulm --yes", "db backup"):
        refuses(line, 5, "the clock of this computer is beyond the year 9999")
    assert begun("status").code == 0


@pytest.mark.parametrize(("zone", "hours"), [("UTC+24", 24), ("UTC-24", 24), ("UTC+20", 20)])
def test_a_time_zone_that_is_none_is_said(
    begun: Run, refuses: Refuses, monkeypatch: pytest.MonkeyPatch, zone: str, hours: int
) -> None:
    """The stamp of an entry cannot say it, and every later audit would find the entry damaged."""
    assert begun("db backup").code == 0
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    for line in ("city rename eagle Ulm --yes", "db backup", "db status"):
        refuses(line, 5, f"is {hours} hours from UTC, and no zone is so far", "TZ names a zone")
    assert begun("status").code == begun("audit").code == 0
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ("import bgstats LOG -y", "The database is as it was."),
        ("new Later --seat eagle=A --seat bear=B -y", "It was done and is kept"),
        ("db restore COPY -y --replace --json", "It was done and is kept"),
    ],
)
def test_a_command_that_writes_says_what_is_kept_where_nobody_reads(
    begun: Run,
    db: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    line: str,
    kept: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "LOG").write_text(json.dumps(a_log()), encoding="utf-8")
    assert begun("db backup COPY").code == begun("city rename eagle Aquila").code == 0
    before = content(db)
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-c", CALL, "--db", str(db), *line.split()],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=writer,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    os.close(writer)
    assert done.returncode == 1
    assert "nobody reads it any more" in done.stderr
    assert kept in done.stderr
    assert (content(db) == before) == kept.startswith("The database")


def test_a_demo_ends_where_its_disk_is_full(tmp_path: Path) -> None:
    done = ended(tmp_path, "demo", longest=8_192)
    assert done.code == 5
    assert done.err.count("error:") == 1
    assert "unforeseen" not in done.err


@pytest.mark.parametrize(
    "line",
    [
        "session record -",
        "import csv -",
        "import bgstats -",
        "episode enter",
        "session enter machi-koro --seat A --seat B",
        "undo",
        "meet",
        "sticker place",
        "pack paint",
    ],
)
def test_without_standard_input_the_reason_is_said(begun: Run, tmp_path: Path, line: str) -> None:
    done = ended(tmp_path, *line.split(), streams={"stdin": None})
    assert done.code not in (0, 1)
    assert "error: " in done.err.lower()
    assert "unforeseen" not in done.err


WRITING = (
    "city rename eagle Ulm",
    "undo",
    "export csv -o FOLDER",
    "chronicle -o PAGE",
    "handover export eagle -o BUNDLE",
    "db backup",
    "db rebuild",
)
NAMED = ("FOLDER", "PAGE", "BUNDLE", "RECEIPT", "FILE")
"""Words of a command line that stand for new files."""


@pytest.mark.parametrize("longest", [4_096, 60_000] if CI else [4_096])
def test_on_a_full_disk_every_command_says_so(
    settled: Run, db: Path, tmp_path: Path, longest: int
) -> None:
    """No file gets longer than so many bytes; lost output is told from lost work."""
    whole = tmp_path / "whole.db"
    shutil.copy(db, whole)
    (tmp_path / "LOG").write_text(json.dumps(a_log()), encoding="utf-8")
    for number, line in enumerate((*COMMANDS, *WRITING) if CI else WRITING):
        for left in tmp_path.glob("campaign.db*"):
            left.unlink()
        shutil.copy(whole, db)
        files = {name: str(tmp_path / f"{number}{name}") for name in NAMED} | {
            "LOG": str(tmp_path / "LOG"),
            ".": str(tmp_path),
        }
        words = [files.get(word, word) for word in shlex.split(line)]
        done = ended(tmp_path, *words, *() if "--yes" in words else ("--yes",), longest=longest)
        assert "unforeseen" not in done.err, (line, done.err)
        assert done.code != 1 or "the output cannot be written" in done.err, (line, done.err)


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable"), "temporarily"),
        (OSError(errno.EMFILE, "Too many open files"), "too many open files"),
        (MemoryError(), "not enough memory"),
        (RuntimeError("can't start new thread"), "can't start new thread"),
    ],
)
def test_what_the_system_refuses_is_said(
    begun: Run, monkeypatch: pytest.MonkeyPatch, error: Exception, why: str
) -> None:
    def refuse(*_: object) -> None:
        raise error

    monkeypatch.setattr(folding, "read", refuse)
    output = begun("city rename eagle Rivers")
    first, second, third = output.err.splitlines()
    assert (1, True) == (output.code, first.startswith("error: the system refuses"))
    assert why in first
    assert ("close other programs" in second, third.strip()) == (True, "Nothing was written.")
