"""Start: the CPU of a whole command beside that of a Python that imports the same libraries.

A command and the bare Python run in turn, pair by pair, so that a busy machine is busy for both.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import NamedTuple

from benchmarks import counting, games, stored
from benchmarks.measure import cpu
from engine.kernel.record import Record, parse_record

PAIRS = 21
EPISODES = (3, 24)
"""Recorded episodes of the campaigns that are shown."""
PROGRAM = [sys.executable, "-c", "from campaign.cli.main import main; main()"]
LIBRARIES = "import sqlmodel, typer, rich.table"
HELP_LIBRARIES = "import typer, rich.table"


class Case(NamedTuple):
    """A command; `bar` is the most that it may cost, as a multiple of importing `libraries`."""

    title: str
    words: list[str]
    libraries: str = LIBRARIES
    bar: float | None = 1.35


class Pair(NamedTuple):
    """CPU seconds of a command, and of the bare Python that ran before it."""

    command: float
    bare: float


def report(folder: Path, sessions: Path) -> list[str]:
    """The section of the page; `sessions` is a database with sessions outside a campaign."""
    return [
        "## Start",
        "",
        f"CPU of whole processes, user and system, {PAIRS} pairs: the command, and a Python that",
        f'runs `{LIBRARIES}`, or for the help `{HELP_LIBRARIES}`. "bare" is that Python.',
        "",
        "| command | ms, median | bare | ratio, median (best) | bar |",
        "|---|---|---|---|---|",
        *(_line(case, measured(case)) for case in cases(folder, sessions)),
    ]


def cases(folder: Path, sessions: Path) -> Iterator[Case]:
    """The commands, each on its database."""
    yield Case("`campaign --help`", ["--help"], HELP_LIBRARIES, 1.5)
    campaign = counting.Bench(folder)
    for count in EPISODES:
        db = ["--db", str(campaign.state(campaign.after(count)))]
        yield Case(f"`campaign status`, {count} episodes", [*db, "status"])
        yield Case(f"`campaign episode list`, {count} episodes", [*db, "episode", "list"])
    eternal = parse_record((counting.EXAMPLES / "eternal.toml").read_text("utf-8"))
    for title, record in (("My City", eternal), *games.long_records()):
        words = ["--db", str(_database_of(folder, record)), "session", "show", "1"]
        moves = len(record.moves or ())
        yield Case(f"`campaign session show 1`, {title} in {moves} moves", words)
    words = ["--db", str(sessions), "session", "list"]
    yield Case("`campaign session list` of 1,000", words, bar=None)


def measured(case: Case, pairs: int = PAIRS) -> list[Pair]:
    """A command and its bare Python in turn, after one run that is not counted."""
    command, bare = [*PROGRAM, *case.words], [sys.executable, "-c", case.libraries]
    cpu(bare), cpu(command)
    return [Pair(bare=cpu(bare), command=cpu(command)) for _ in range(pairs)]


def _database_of(folder: Path, record: Record) -> Path:
    """A database with one session."""
    path = folder / f"{record.game}.db"
    stored.fill(path, [record]).dispose()
    return path


def _line(case: Case, pairs: list[Pair]) -> str:
    """A line of the table."""
    commands, bares = zip(*pairs, strict=True)
    ratio = median(pair.command / pair.bare for pair in pairs)
    return (
        f"| {case.title} | {median(commands) * 1e3:.0f} | {median(bares) * 1e3:.0f} "
        f"| {ratio:.2f} ({min(commands) / min(bares):.2f}) | {case.bar or ''} |"
    )
