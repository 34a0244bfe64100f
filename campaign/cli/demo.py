"""campaign demo: the main job once from beginning to end, on a temporary database."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterator, Sequence
from contextlib import chdir, contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, NamedTuple

import typer

from campaign import shipped
from campaign.cli import main, pausing
from campaign.cli.environment import (
    Environment,
    at_a_terminal,
    command,
    group,
    print_line,
)
from campaign.cli.errors import FileProblem
from campaign.cli.files import read_text
from campaign.cli.interrupts import INTERRUPTED
from campaign.display.terminal import console, parts
from campaign.services import founding, steps
from campaign.store import location


class Page(NamedTuple):
    """What the demo shows at once at a terminal: a word on it, and the commands that it runs."""

    words: str
    steps: tuple[str, ...]


PAGES = (
    Page(
        "Four players begin a campaign; each has a city of their own.",
        (
            "new 'The Tuesday Group' --seat eagle=Anna --seat bear=Ben --seat deer=Chen "
            "--seat wolf=Dora",
        ),
    ),
    Page(
        "The first envelope is opened at the table. The others stay sealed.",
        ("envelope open 1",),
    ),
    Page(
        "The first evening was written into a file. Every move is replayed by the rules, and "
        "what follows for the boards is listed.",
        ("episode record chapter-1/episode-1.toml",),
    ),
    Page(
        "Stickers that an evening has earned are owed until their place is chosen.",
        (
            "sticker owed",
            "sticker place eagle tree G1",
            "sticker place deer rock F11",
            "sticker place wolf tree G1",
        ),
    ),
    Page(
        "Before the next episode each city gets a well; and one of them a name.",
        (
            "sticker place eagle well F7",
            "sticker place bear well F7",
            "sticker place deer well F7",
            "sticker place wolf well F7",
            "city rename eagle Rivers",
        ),
    ),
    Page("The second evening.", ("episode record chapter-1/episode-2.toml",)),
    Page(
        "And its stickers.",
        (
            "sticker place eagle rock F11",
            "sticker place bear tree G1",
            "sticker place deer tree G1",
        ),
    ),
    Page(
        "The third evening with a slip: a stated score that the moves do not give is refused, and "
        "the error says what the replay gives.",
        ("episode record chapter-1/episode-3-wrong-score.toml",),
    ),
    Page("With the right score it is kept.", ("episode record chapter-1/episode-3.toml",)),
    Page("An evening can be read again, line by line of the sheet.", ("episode show 3",)),
    Page(
        "Or move by move: here the first four; episode replay 3 --step goes back and forth.",
        ("episode replay 3 --moves 1-4",),
    ),
    Page("A city as it stands after the chapter.", ("city show eagle",)),
    Page("Who leads, and what for.", ("standings",)),
    Page("Where the group stopped and what is next: the first command of an evening.", ("status",)),
    Page(
        "Everything is derived once more from the journal, and compared with what is stored.",
        ("audit",),
    ),
)
"""What the demo runs; files are those of `examples/`."""

END = """
That was a campaign from its beginning to the end of its first chapter. Your own:

  campaign new NAME --seat eagle=NAME --seat bear=NAME     2 to 4 of eagle, bear, deer, wolf
  campaign envelope open 1
  campaign episode template > evening.toml                 fill it in while you play or after
  campaign episode record evening.toml
  campaign status                                          what is next

It is kept in {place}, or where --db says.
"""

WHOLE_PAGES = (
    Page("How the campaign ended.", ("status",)),
    Page("Every city's marks, and what for.", ("standings",)),
    Page("All 24 evenings.", ("episode list",)),
    Page("And the proof of all of it.", ("audit",)),
)
"""What is shown of a whole campaign: no word of what was in its envelopes."""

Whole = Annotated[
    bool, typer.Option("--whole", help="A whole campaign of 24 episodes, kept and audited.")
]

app = group()


@command(app, "demo", example="campaign demo")
def demo(env: Environment, whole: Whole = False) -> None:
    """A short campaign from beginning to end, on a temporary database."""
    if whole:
        _whole(env)
        return
    print_line(f"A campaign of four players, {_where(env)}.")
    with _database(env) as db, chdir(examples_folder()):
        _show(env, PAGES, db)
    print_line(END.format(place=location.default_location()))


def _whole(env: Environment) -> None:
    """The campaign of the examples, entry by entry, then how it ended."""
    folder = examples_folder() / "campaign"
    print_line(f"A whole campaign of four players, {_where(env)}.")
    print_line("It tells of every envelope of the stand-in campaign.")
    founded = founding.creation(
        "The Tuesday Group",
        {"eagle": "Anna", "bear": "Ben", "deer": "Chen", "wolf": "Dora"},
        pack="stand_in",
        uid="demo",
        secret="demo",
    )
    with _database(env) as db:
        with Environment(env.options._replace(db=db)) as own, own.writing(create=True) as session:
            begun = founding.begin(session, founded, own.by())
            text = read_text(str(folder / "steps.txt"))
            reader = partial(_beside, folder)
            for step, history in steps.follow(session, begun, text, reader, own.by()):
                if step.startswith("episode"):
                    env.say(f"episode {history.campaign.played[-1].number} is verified and kept")
        _show(env, WHOLE_PAGES, db)


def _show(env: Environment, pages: Sequence[Page], db: str) -> None:
    """Run what the pages show on a database: at a terminal page by page, else all at once."""
    options = ["--db", db, "--yes", "--no-pager", *["--no-color"] * env.options.no_color]
    if not at_a_terminal():
        for step in (step for page in pages for step in page.steps):
            _run(step, options)
        return
    with pausing.pausing() as screen:
        for number, page in enumerate(pages, 1):
            if not screen.next_page(f"Demo, {number} of {len(pages)}, {_where(env)}"):
                return
            console.write(console.out(), parts.line(page.words))
            for step in page.steps:
                _run(step, options)
        screen.wait("Enter: end")


def _named(env: Environment) -> str:
    """The database that --db names; "" without it: the one of CAMPAIGN_DB is no place to play."""
    named = env.options.db or ""
    return "" if named == os.environ.get("CAMPAIGN_DB") else named


def _where(env: Environment) -> str:
    return "in a new database" if _named(env) else "on a temporary database"


@contextmanager
def _database(env: Environment) -> Iterator[str]:
    """The new database that --db names, else a temporary one; raises `FileProblem`."""
    if named := _named(env):
        if "://" not in named and Path(named).exists():
            raise FileProblem(f"{named}: file exists; the demo makes a new database")
        yield named if "://" in named else str(Path(named).absolute())
        return
    with TemporaryDirectory(prefix="campaign-demo-") as folder:
        yield str(Path(folder) / "demo.db")


def _beside(folder: Path, name: str) -> str:
    """The text of a file of the folder."""
    return read_text(str(folder / name))


def examples_folder() -> Path:
    """The folder of the examples: in an installed program, else beside the package."""
    folder = shipped.folder("examples")
    if not folder.is_dir():
        raise FileProblem("the examples did not come with this installation")
    return folder


def _run(step: str, options: list[str]) -> None:
    """Print a command, then run it; the demo goes on whatever its exit code, and says it."""
    print_line(f"\n$ campaign {step}")
    sys.stdout.flush()
    try:
        main.run([*shlex.split(step), *options])
    except SystemExit as end:
        sys.stdout.flush()
        sys.stderr.flush()
        if end.code == INTERRUPTED:
            raise KeyboardInterrupt from None
        if end.code:
            print_line(f"(exit code {end.code})")
