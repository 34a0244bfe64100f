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
from base64 import b64decode
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType, FunctionType
from typing import NamedTuple, cast

from benchmarks.cases import CASES, EPISODE, EVENING, Case
from campaign.cli.entering import prompt
from campaign.cli.environment import Environment
from campaign.cli.main import run as command_line
from campaign.cli.options import GlobalOptions
from campaign.services import founding, steps
from campaign.services.entering import mending
from campaign.services.photos_cleaning import cleaned
from campaign.services.values import Author
from campaign.store import schema
from campaign.store.database import open_database, writing
from campaign.store.photos import hash_of
from engine.kernel.record import format_record, parse_record
from engine.kernel.replay import replay
from engine.my_city.campaign.episodes import setup_of
from engine.my_city.campaign.fold import campaign_of

EXAMPLES = Path(__file__).parent.parent / "examples"
SEATS = {"eagle": "Anna", "bear": "Ben", "deer": "Chen", "wolf": "Dora"}
PICTURE = (
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII="
)
"""A picture of one pixel."""
OVERLAY = '[[outline]]\nid = "3"\nshape = "##/#."\nsource = "owner"\n'
Functions = Sequence[Callable[..., object]]
RECORDS: Functions = (parse_record, replay)
COUNTED: Functions = (*RECORDS, campaign_of)
"""The functions whose calls are counted: those for records, and all that a command calls."""
FEW, MANY = 3, 6
"""Numbers of earlier episodes at which a command is counted; after both an envelope is due."""


class Growth(NamedTuple):
    """A count with n earlier episodes: `fixed` + `slope` * n."""

    fixed: int
    slope: int

    def __str__(self) -> str:
        if not self.slope:
            return str(self.fixed)
        sign = f" {'+' if self.fixed > 0 else '-'} {abs(self.fixed)}" if self.fixed else ""
        return f"{self.slope if self.slope > 1 else ''}n{sign}"


class Counts(NamedTuple):
    """How often a command reads records, replays them, and folds whole histories."""

    parses: Growth
    replays: Growth
    folds: Growth

    def __str__(self) -> str:
        return ", ".join(map(str, self))


class Prepared(NamedTuple):
    """The words of a command, the lines that are typed at it, and its database."""

    words: list[str]
    lines: list[str]
    database: Path


class Bench:
    """The campaign of the examples; makes a database in a folder for each state that is needed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.source = EXAMPLES / "campaign"
        self.steps = (self.source / "steps.txt").read_text("utf-8").splitlines()

    def counts(self, case: Case) -> Counts:
        """How often a command reads and replays records, by the number of earlier episodes."""
        few, many = (self.count(case, episodes) for episodes in (FEW, MANY))
        growths = []
        for at_few, at_many in zip(few, many, strict=True):
            slope = (at_many - at_few) // (MANY - FEW)
            growths.append(Growth(at_few - slope * FEW, slope))
        return Counts(*growths)

    def count(self, case: Case, episodes: int) -> tuple[int, ...]:
        """The parses, replays and folds of a command that is run after so many episodes.

        Each command runs in a folder of its own.
        """
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            prepared = self.prepared(case, episodes, Path(folder))
            with counted(COUNTED) as calls, typing(prepared.lines):
                run(prepared.words)
        return tuple(calls[cast(FunctionType, function).__name__] for function in COUNTED)

    def prepared(self, case: Case, episodes: int, folder: Path) -> Prepared:
        """A command, and the database on which it is run, in an empty folder."""
        done = self.after(episodes)
        done += next(i for i, step in enumerate(self.steps[done:]) if step.startswith(case.before))
        database = shutil.copy(self.state(done), folder / "now.db")
        words = self.words(done, episodes, folder)
        lines = self.lines(words["next"], database, case.typed)
        for command in case.given:
            run([*shlex.split(command.format_map(words)), "--yes", "--db", str(database)])
        given = shlex.split(case.command.format_map(words))
        named = [] if "--db" in given else ["--db", str(database)]
        return Prepared([*given, "--yes", *named], lines, Path(database))

    def lines(self, record: str, database: Path | str, typed: Sequence[str]) -> list[str]:
        """The lines that are typed, with those of the next episode in place of `EVENING`."""
        if EVENING not in typed:
            return list(typed)
        with Environment(GlobalOptions(db=str(database))) as env:
            campaign = env.history().campaign
        evening = parse_record(Path(record).read_text("utf-8"))
        entered = mending.entered(evening, setup_of(campaign, evening))
        lines = [line.typed for line in entered.lines]
        return [entry for line in typed for entry in (lines if line == EVENING else [line])]

    def after(self, episodes: int) -> int:
        """The number of steps after which `episodes` episodes are recorded."""
        return self.steps.index(f"{EPISODE} episode-{episodes:02}.toml") + 1

    def state(self, done: int) -> Path:
        """The database after `done` steps."""
        path = self.folder / f"{done}.db"
        if not path.exists():
            database = open_database(path)
            schema.ensure(database)
            by = Author("bench", datetime(2026, 1, 1, tzinfo=UTC))
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

    def words(self, done: int, episodes: int, folder: Path) -> dict[str, str]:
        """The words for the braces of a command, after `done` steps and `episodes` episodes."""
        _, _, arguments = self.steps[done].partition(" ")
        overlay, amended = folder / "overlay.toml", folder / "amended.toml"
        overlay.write_text(OVERLAY, "utf-8")
        picture = folder / "board.png"
        picture.write_bytes(b64decode(PICTURE))
        games = folder / "games"
        games.mkdir()
        shutil.copy(EXAMPLES / "eternal.toml", games)
        last = parse_record(self.text_of(f"episode-{episodes:02}.toml"))
        amended.write_text(format_record(last._replace(moves=None)), "utf-8")
        return {
            "next": str(self.source / f"episode-{episodes + 1:02}.toml"),
            "last": str(episodes),
            "amended": str(amended),
            "overlay": str(overlay),
            "session": str(EXAMPLES / "eternal.toml"),
            "city": str(EXAMPLES / "city.toml"),
            "geek": str(EXAMPLES / "boardgamegeek.xml"),
            "folder": str(folder),
            "games": str(games),
            "picture": str(picture),
            "photo": hash_of(cleaned(picture.read_bytes()).data),
            "envelope": arguments.partition(" ")[2],
            "sticker": arguments.partition(" ")[2],
        }


@contextmanager
def counted(functions: Functions = RECORDS) -> Iterator[Counter[str]]:
    """A context that counts the calls of functions by their own names, however imported."""
    calls = Counter[str]()
    codes = [cast(FunctionType, function).__code__ for function in functions]

    def count_call(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and any(frame.f_code is code for code in codes):
            calls[frame.f_code.co_name] += 1

    before = sys.getprofile()
    sys.setprofile(count_call)
    try:
        yield calls
    finally:
        sys.setprofile(before)


@contextmanager
def typing(lines: Sequence[str]) -> Iterator[None]:
    """A context that answers each question of a command with the next line, then ends the input."""
    left, editor = list(lines), prompt.editor

    def ask(question: str, offers: prompt.Offers = prompt.no_offers, default: str = "") -> str:
        if "Sure?" in str(question):  # a player who quits is asked this
            return "y"
        if not left:
            raise EOFError
        return left.pop(0) or default

    prompt.editor = lambda instead, speaker: ask  # type: ignore[assignment,return-value]  # an Ask
    try:
        yield
    finally:
        prompt.editor = editor


def run(words: list[str]) -> None:
    """Run a command line in this process without its output; raises if it fails."""
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
        rows = [(case, bench.counts(case)) for case in CASES]
    return [
        "## Records read and replayed by a command",
        "",
        "How often a command reads the text of a record, replays one, and folds a whole history,",
        'counted in a campaign with n recorded episodes. "formerly" has the parses and replays',
        "before a verdict went into the fold.",
        "",
        "| command | parses | replays | folds | formerly |",
        "|---|---|---|---|---|",
        *(
            f"| `{case.command}` | {' | '.join(map(str, counts))} | {case.formerly} |"
            for case, counts in rows
        ),
        "",
    ]


if __name__ == "__main__":
    sys.stdout.write("\n".join(report()) + "\n")
