"""A disk that fails at one of the writes of a command, or a kill: what is acknowledged is kept.

The tracer of the system makes single calls fail, as a worn or a full disk does. Each command that
writes to the database is given to copies of one campaign, and each copy has another failing call.
"""

from __future__ import annotations

import os
import random
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest

from benchmarks.cases import CASES, Case
from benchmarks.counting import FEW, Bench
from campaign.cli.commands import all_statements
from tests.cli.test_process import CALL
from tests.fixtures import ROOT, content
from tests.soak import SOAK, count

STRACE = shutil.which("strace")
TRACER = (str(STRACE), "-f", "-qq", "--signal=none")
CALLS = "pwrite64,fdatasync,fsync,ftruncate"
"""The system calls with which SQLite writes."""
ERRORS = ("EIO", "ENOSPC")
UNSURE = "It may have been kept all the same"
KEPT_BEFORE = "What was done before this is kept"
FROM_THEN_ON = "+"
"""A call fails, and all that come after it."""

pytestmark = pytest.mark.skipif(not STRACE, reason="strace is not installed here")


QUICK = ("city rename eagle Rivers", "undo --and-later", "session withdraw 1 --reason twice")
"""What is tried in `make test`; `make soak` tries every command."""
TYPED = {"meet", "envelope correct", "session enter"}
"""Commands at which somebody types even where the case has no lines."""


def _writing() -> list[Case]:
    """The cases of commands that write to a database, those that nobody types at."""
    left_out = TYPED | {command.words for command in all_statements() if command.reads}
    begins = [(case, case.command.split()) for case in CASES if not case.typed]
    return [case for case, (one, *two) in begins if not {one, " ".join([one, *two[:1]])} & left_out]


class Written(NamedTuple):
    """What a database holds: every row, and how many rows each table has."""

    rows: list[str] | None
    counts: dict[str, int]


def written(database: Path) -> Written:
    """The content of a database after whatever is left of a log was read."""
    with closing(sqlite3.connect(database)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        counts = {
            name: connection.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0]
            for (name,) in tables.fetchall()
        }
    return Written(content(database), counts)


class Disk(NamedTuple):
    """A command in a folder of its own, which can be put back as it was."""

    words: list[str]
    database: Path
    kept: Path

    def put_back(self) -> None:
        shutil.rmtree(self.database.parent)
        shutil.copytree(self.kept, self.database.parent)

    def given(self, *tracer: str) -> subprocess.CompletedProcess[str]:
        """Give the command under the tracer, which looks at this database alone."""
        files = [f"--trace-path={self.database}{end}" for end in ("", "-wal", "-journal")]
        return subprocess.run(
            [*TRACER, f"--trace={CALLS}", *files, *tracer, sys.executable, "-c", CALL, *self.words],
            cwd=ROOT,
            env={**os.environ, "CAMPAIGN_COPIES": "off", "COLUMNS": "200"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    return Bench(tmp_path_factory.mktemp("disk"))


@pytest.fixture
def disk(request: pytest.FixtureRequest, bench: Bench, tmp_path: Path) -> Iterator[Disk]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CAMPAIGN_KEY", str(tmp_path / "key.pem"))
        folder = tmp_path / "now"
        folder.mkdir()
        prepared = bench.prepared(request.param, FEW, folder)
        shutil.copytree(folder, tmp_path / "kept")
        yield Disk(prepared.words, prepared.database, tmp_path / "kept")


TRIED = [case for case in _writing() if SOAK or case.command in QUICK]


@pytest.mark.parametrize("disk", TRIED, ids=[case.command for case in TRIED], indirect=True)
def test_what_a_failing_disk_lost_is_not_acknowledged(disk: Disk, tmp_path: Path) -> None:
    before = written(disk.database)
    log = tmp_path / "calls"
    whole = disk.given(f"--output={log}")
    assert whole.returncode == 0, whole.stderr
    calls = len(re.findall(rf"(?m)^\d+ +({CALLS.replace(',', '|')})\(", log.read_text()))
    after = written(disk.database)
    trials = [
        (error, f"{call}{more}")
        for error in ERRORS
        for call in range(1, calls + 1)
        for more in ("", FROM_THEN_ON)
    ]
    some = random.Random(1).sample(trials, min(count(2, 4), len(trials)))
    for error, when in some:
        disk.put_back()
        done = disk.given("--output=/dev/null", f"--inject={CALLS}:error={error}:when={when}")
        now = written(disk.database)
        case = f"{error} at {when} of {calls}: {done.returncode} {done.stderr}"
        is_told = UNSURE in done.stderr or KEPT_BEFORE in done.stderr
        assert now.rows == before.rows or now.counts == after.counts or is_told, case
        if done.returncode:
            assert "error: " in done.stderr, case
            assert "unforeseen" not in done.stderr, case
            assert now.rows == before.rows or is_told, case
        else:
            assert now.counts == after.counts, case
        audit = [sys.executable, "-c", CALL, "audit", "--all", "--db", str(disk.database)]
        proved = subprocess.run(audit, cwd=ROOT, capture_output=True, text=True, check=False)
        assert proved.returncode in (0, 4), f"{case}\n{proved.stdout}{proved.stderr}"


KILLED = [case for case in TRIED if not case.command.startswith("sync")]
"""Commands of one transaction; `tests/store/test_crash.py` kills a sync."""


@pytest.mark.parametrize("disk", KILLED, ids=[case.command for case in KILLED], indirect=True)
def test_killed_at_a_write(disk: Disk, tmp_path: Path) -> None:
    """The database is as before or as after; typed again, the command does what it would have.

    The tracer counts the calls of each name apart.
    """
    before = written(disk.database)
    log = tmp_path / "calls"
    assert disk.given(f"--output={log}").returncode == 0
    names = re.findall(rf"(?m)^\d+ +({CALLS.replace(',', '|')})\(", log.read_text())
    after = written(disk.database)
    calls = [(name, names[: at + 1].count(name)) for at, name in enumerate(names)]
    for name, call in random.Random(1).sample(calls, min(count(1, 8), len(calls))):
        disk.put_back()
        done = disk.given("--output=/dev/null", f"--inject={name}:signal=SIGKILL:when={call}")
        now, case = written(disk.database), f"{name} {call}: {done.stdout}{done.stderr}"
        assert done.returncode, case
        assert now.rows == before.rows or now.counts == after.counts, case
        audit = [sys.executable, "-c", CALL, "audit", "--all", "--db", str(disk.database)]
        proved = subprocess.run(audit, cwd=ROOT, capture_output=True, text=True, check=False)
        assert proved.returncode in (0, 4), f"{case}\n{proved.stdout}{proved.stderr}"
        if now.rows == before.rows:
            again = disk._replace(words=[*disk.words, "--replace"]).given("--output=/dev/null")
            assert again.returncode == 0, f"{case}\n{again.stderr}"
            assert written(disk.database).counts == after.counts, case
