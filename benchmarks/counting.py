"""How often a command reads and replays records, counted while it runs in this process.

`python -m benchmarks.counting` prints the table. The counts are the same on every machine, so a
test holds them (`tests/test_counting.py`).
"""

from __future__ import annotations

import io
import shlex
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType
from typing import NamedTuple

from campaign.cli.main import run as command_line
from campaign.services import founding, steps
from campaign.services.values import By
from campaign.store import schema
from campaign.store.database import open_database, writing
from engine.kernel.record import format_record, parse_record
from engine.kernel.replay import replay

EXAMPLES = Path(__file__).parent.parent / "examples"
SEATS = {"eagle": "Anna", "bear": "Ben", "deer": "Chen", "wolf": "Dora"}
OVERLAY = '[[outline]]\nid = "3"\nshape = "##/#."\nsource = "owner"\n'
FEW, MANY = 3, 6
"""Numbers of earlier episodes at which a command is counted; after both an envelope is due."""


class Growth(NamedTuple):
    """A count with n earlier episodes: `fixed` + `slope` * n."""

    fixed: int
    slope: int

    def __str__(self) -> str:
        terms = [f"{self.slope if self.slope > 1 else ''}n"] * bool(self.slope)
        return " + ".join([*terms, *[str(self.fixed)] * bool(self.fixed)]) or "0"


class Counts(NamedTuple):
    """How often a command reads and replays records."""

    parses: Growth
    replays: Growth


class Case(NamedTuple):
    """A command, and the kind of step of a campaign before which it is given.

    What stands in braces is filled in by `Bench.words`. `formerly` are the parses and replays that
    were counted before a verdict went into the fold.
    """

    command: str
    before: str
    formerly: str


ENVELOPE, STICKER, EPISODE = "envelope open", "sticker place", "episode record"
CASES = (
    Case("status", EPISODE, "n, n"),
    Case("episode record {next}", EPISODE, "2n + 4, 2n + 3"),
    Case("episode result eagle=9 bear=7 deer=5 wolf=3", EPISODE, "2n + 4, 2n + 3"),
    Case("episode amend {last} {amended} --reason slip", ENVELOPE, "5n + 2, 5n"),
    Case("envelope open {envelope}", ENVELOPE, "2n, 2n"),
    Case("sticker place {sticker}", STICKER, "2n, 2n"),
    Case("undo --and-later", EPISODE, "5n, 5n"),
    Case("city show eagle --at {last}", EPISODE, "2n, 2n"),
    Case("city rename eagle Rivers", EPISODE, "n, n"),
    Case("player join wolf Emil", EPISODE, "3n, 3n"),
    Case("pack apply {overlay} --reason ours", EPISODE, "2n, 3n"),
    Case("what-if {next}", EPISODE, "4n + 6, 4n + 4"),
    Case("what-if {amended}", ENVELOPE, "6n + 2, 6n"),
    Case("audit", EPISODE, "n, 2n"),
    Case("audit report", EPISODE, "2n, 2n"),
    Case("session record {session}", EPISODE, "2, 1"),
)


class Bench:
    """The campaign of the examples in a folder: a database for each state that is asked for."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.source = EXAMPLES / "campaign"
        self.steps = (self.source / "steps.txt").read_text("utf-8").splitlines()

    def counts(self, command: str, before: str) -> Counts:
        """How often a command reads and replays records, by the number of earlier episodes."""
        few, many = (self.count(command, before, episodes) for episodes in (FEW, MANY))
        growths = []
        for one, other in zip(few, many, strict=True):
            slope = (other - one) // (MANY - FEW)
            growths.append(Growth(one - slope * FEW, slope))
        return Counts(*growths)

    def count(self, command: str, before: str, episodes: int) -> tuple[int, int]:
        """The parses and replays of a command, given before a step after so many episodes."""
        done = self.after(episodes)
        done += next(i for i, step in enumerate(self.steps[done:]) if step.startswith(before))
        database = shutil.copy(self.state(done), self.folder / "now.db")
        words = shlex.split(command.format_map(self.words(done, episodes)))
        with counted() as calls:
            run([*words, "--yes", "--db", str(database)])
        return calls["parse_record"], calls["replay"]

    def after(self, episodes: int) -> int:
        """The number of steps until so many episodes are recorded."""
        return self.steps.index(f"{EPISODE} episode-{episodes:02}.toml") + 1

    def state(self, done: int) -> Path:
        """The database after so many steps."""
        path = self.folder / f"{done}.db"
        if not path.exists():
            database = open_database(path)
            schema.ensure(database)
            by = By("bench", datetime(2026, 1, 1, tzinfo=UTC))
            founded = founding.creation("Bench", SEATS, pack="stand_in", uid="b", secret="b")
            with writing(database) as session:
                history = founding.begin(session, founded, by)
                for _ in steps.follow(
                    session, history, "\n".join(self.steps[:done]), self.text_of, by
                ):
                    pass
            database.dispose()
        return path

    def text_of(self, name: str) -> str:
        """The text of a record of the campaign."""
        return (self.source / name).read_text("utf-8")

    def words(self, done: int, episodes: int) -> dict[str, str]:
        """What the braces of a command stand for, after so many steps and episodes."""
        _, _, rest = self.steps[done].partition(" ")
        overlay, amended = self.folder / "overlay.toml", self.folder / "amended.toml"
        overlay.write_text(OVERLAY, "utf-8")
        last = parse_record(self.text_of(f"episode-{episodes:02}.toml"))
        amended.write_text(format_record(last._replace(moves=None)), "utf-8")
        return {
            "next": str(self.source / f"episode-{episodes + 1:02}.toml"),
            "last": str(episodes),
            "amended": str(amended),
            "overlay": str(overlay),
            "session": str(EXAMPLES / "eternal.toml"),
            "envelope": rest.partition(" ")[2],
            "sticker": rest.partition(" ")[2],
        }


@contextmanager
def counted() -> Iterator[Counter[str]]:
    """Count calls of `parse_record` and `replay`, under whatever name they are imported."""
    calls, codes = Counter[str](), (parse_record.__code__, replay.__code__)

    def look(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and any(frame.f_code is code for code in codes):
            calls[frame.f_code.co_name] += 1

    before = sys.getprofile()
    sys.setprofile(look)
    try:
        yield calls
    finally:
        sys.setprofile(before)


def run(words: list[str]) -> None:
    """Run a command line in this process, its output thrown away; raises when it fails."""
    out, err = io.StringIO(), io.StringIO()
    try:
        with redirect_stdout(out), redirect_stderr(err):
            command_line(words)
    except SystemExit as end:
        if end.code:
            raise AssertionError(f"{shlex.join(words)}: {err.getvalue()}{out.getvalue()}") from None


def report() -> list[str]:
    """The table as lines of the page."""
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder))
        rows = [(case, bench.counts(case.command, case.before)) for case in CASES]
    return [
        "## Records read and replayed by a command",
        "",
        "How often a command reads the text of a record and replays one, counted in a campaign",
        "with n recorded episodes; formerly: both, before a verdict went into the fold.",
        "",
        "| command | parses | replays | formerly |",
        "|---|---|---|---|",
        *(
            f"| `{case.command}` | {counts.parses} | {counts.replays} | {case.formerly} |"
            for case, counts in rows
        ),
        "",
    ]


if __name__ == "__main__":
    sys.stdout.write("\n".join(report()) + "\n")
