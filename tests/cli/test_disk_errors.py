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
from signal import SIGKILL
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


class Calls(NamedTuple):
    """The calls of a whole command by name, in their order; the tracer counts each name apart."""

    names: list[str]

    def one(self, at: int, what: str) -> list[str]:
        """The option with which `what` happens to one call."""
        return [self._from(self.names[at], at, what)]

    def all_from(self, at: int, what: str) -> list[str]:
        """The options with which `what` happens to a call, and to all that come after it."""
        return [f"{self._from(name, at, what)}+" for name in sorted({*self.names[at:]})]

    def _from(self, name: str, at: int, what: str) -> str:
        return f"--inject={name}:{what}:when={self.names[:at].count(name) + 1}"


class Disk(NamedTuple):
    """A command in a folder of its own, which can be put back as it was."""

    words: list[str]
    database: Path
    kept: Path

    def put_back(self) -> None:
        shutil.rmtree(self.database.parent)
        shutil.copytree(self.kept, self.database.parent)

    def calls(self) -> Calls:
        """Give the command, which ends well, and return its calls."""
        whole = self.given(f"--output={self.log}")
        assert whole.returncode == 0, whole.stderr
        return Calls(re.findall(rf"(?m)^\d+ +({CALLS.replace(',', '|')})\(", self.log.read_text()))

    def hurt(self, *injected: str) -> subprocess.CompletedProcess[str]:
        """Give the command on the folder as it was; something happens to a call, or more."""
        self.put_back()
        return self.given(f"--output={self.log}", *injected)

    def is_well(self, case: str) -> None:
        """All that is kept passes its audit."""
        audit = [sys.executable, "-c", CALL, "audit", "--all", "--db", str(self.database)]
        proved = subprocess.run(audit, cwd=ROOT, capture_output=True, text=True, check=False)
        assert proved.returncode in (0, 4), f"{case}\n{proved.stdout}{proved.stderr}"

    @property
    def log(self) -> Path:
        """The file in which the tracer writes."""
        return self.kept.with_name("calls")

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
def test_what_a_failing_disk_lost_is_not_acknowledged(disk: Disk) -> None:
    before = written(disk.database)
    calls = disk.calls()
    after = written(disk.database)
    trials = [
        (error, how, at)
        for error in ERRORS
        for at in range(len(calls.names))
        for how in (calls.one, calls.all_from)
    ]
    for error, how, at in random.Random(1).sample(trials, min(count(2, 4), len(trials))):
        injected = how(at, f"error={error}")
        done, now = disk.hurt(*injected), written(disk.database)
        case = f"{injected}: {done.returncode} {done.stderr}"
        assert "INJECTED" in disk.log.read_text(), case
        is_told = UNSURE in done.stderr or KEPT_BEFORE in done.stderr
        assert now.rows == before.rows or now.counts == after.counts or is_told, case
        if done.returncode:
            assert "error: " in done.stderr, case
            assert "unforeseen" not in done.stderr, case
            assert now.rows == before.rows or is_told, case
        else:
            assert now.counts == after.counts, case
        disk.is_well(case)


KILLED = [case for case in TRIED if not case.command.startswith("sync")]
"""Commands of one transaction; `tests/store/test_crash.py` kills a sync."""


@pytest.mark.parametrize("disk", KILLED, ids=[case.command for case in KILLED], indirect=True)
def test_killed_at_a_write(disk: Disk) -> None:
    """The database is as before or as after; typed again, the command does what it would have."""
    before = written(disk.database)
    calls = disk.calls()
    after = written(disk.database)
    for at in random.Random(1).sample(range(len(calls.names)), min(count(1, 8), len(calls.names))):
        killed = calls.one(at, "signal=SIGKILL")
        done, now = disk.hurt(*killed), written(disk.database)
        case = f"{killed}: {done.stdout}{done.stderr}"
        assert done.returncode == -SIGKILL, case
        assert now.rows == before.rows or now.counts == after.counts, case
        disk.is_well(case)
        if now.rows == before.rows:
            again = disk.given("--output=/dev/null")
            if "--replace" in again.stderr:  # a file of the killed command is there already
                again = disk._replace(words=[*disk.words, "--replace"]).given("--output=/dev/null")
            assert again.returncode == 0, f"{case}\n{again.stderr}"
            assert written(disk.database).counts == after.counts, case
