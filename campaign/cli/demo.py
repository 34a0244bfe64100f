"""campaign demo: a short campaign from beginning to end, on a temporary database."""

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
from rich.console import RenderableType

from campaign import shipped
from campaign.cli import main, pausing
from campaign.cli.environment import Environment
from campaign.cli.errors import FileProblem
from campaign.cli.files import read_text
from campaign.cli.interrupts import INTERRUPTED
from campaign.cli.registration import command, group
from campaign.cli.stdout import print_line
from campaign.cli.user import is_at_terminal
from campaign.display.terminal import console, parts
from campaign.services import founding, steps
from campaign.store import addresses, database, location, schema, transfer
from engine.kernel.phrases import Phrase, phrase


class DemoScreen(NamedTuple):
    """A page of the demo at a terminal: a sentence about it, and the commands that it runs."""

    words: Phrase
    steps: tuple[str, ...]


PAGES = (
    DemoScreen(
        phrase("Four players begin a campaign; each has a city of their own."),
        (
            "new 'The Tuesday Group' --seat eagle=Anna --seat bear=Ben --seat deer=Chen "
            "--seat wolf=Dora",
        ),
    ),
    DemoScreen(
        phrase("The first envelope is opened at the table. The others stay sealed."),
        ("envelope open 1",),
    ),
    DemoScreen(
        phrase(
            "The first evening was written into a file. Every move is replayed by the rules, and "
            "what follows for the boards is listed."
        ),
        ("episode record chapter-1/episode-1.toml",),
    ),
    DemoScreen(
        phrase("Stickers that an evening has earned are owed until their place is chosen."),
        (
            "sticker owed",
            "sticker place eagle tree G1",
            "sticker place deer rock F11",
            "sticker place wolf tree G1",
        ),
    ),
    DemoScreen(
        phrase("Before the next episode each city gets a well; and one of them a name."),
        (
            "sticker place eagle well F7",
            "sticker place bear well F7",
            "sticker place deer well F7",
            "sticker place wolf well F7",
            "city rename eagle Rivers",
        ),
    ),
    DemoScreen(phrase("The second evening."), ("episode record chapter-1/episode-2.toml",)),
    DemoScreen(
        phrase("And its stickers."),
        (
            "sticker place eagle rock F11",
            "sticker place bear tree G1",
            "sticker place deer tree G1",
        ),
    ),
    DemoScreen(
        phrase(
            "The third evening with a slip: a stated score that the moves do not give is refused, "
            "and the error says what the replay gives."
        ),
        ("episode record chapter-1/episode-3-wrong-score.toml",),
    ),
    DemoScreen(
        phrase("With the right score it is kept."), ("episode record chapter-1/episode-3.toml",)
    ),
    DemoScreen(
        phrase("An evening can be read again, line by line of the sheet."), ("episode show 3",)
    ),
    DemoScreen(
        phrase(
            "Or move by move: here the first four; episode replay 3 --step goes back and forth."
        ),
        ("episode replay 3 --moves 1-4",),
    ),
    DemoScreen(phrase("A city as it stands after the chapter."), ("city show eagle",)),
    DemoScreen(phrase("Who leads, and what for."), ("standings",)),
    DemoScreen(
        phrase("Where the group stopped and what is next: the first command of an evening."),
        ("status",),
    ),
    DemoScreen(
        phrase("The whole history is proved once more, and compared with what is stored."),
        ("audit",),
    ),
)
"""The pages of the demo; their commands read the files of `examples/`."""

OWN = {
    phrase(
        "begin one, with 2 to 4 of {seats}", seats="eagle, bear, deer, wolf"
    ): "campaign new NAME --seat eagle=NAME --seat bear=NAME",
    phrase("open the first envelope"): "campaign envelope open 1",
    phrase(
        "print a form, to fill in while or after you play"
    ): "campaign episode template > evening.toml",
    phrase("keep the evening"): "campaign episode record evening.toml",
    phrase("see what is next"): "campaign status",
}
"""The commands that begin a campaign of one's own, by what each is for."""

WHOLE_PAGES = (
    DemoScreen(phrase("How the campaign ended."), ("status",)),
    DemoScreen(phrase("Every city's marks, and what for."), ("standings",)),
    DemoScreen(phrase("All 24 evenings."), ("episode list",)),
    DemoScreen(phrase("And the proof of all of it."), ("audit",)),
)
"""The pages on a whole campaign; they do not show the content of its envelopes."""

Whole = Annotated[
    bool, typer.Option("--whole", help="A whole campaign of 24 episodes, kept and audited.")
]

app = group()


@command(
    app,
    "demo",
    example="campaign demo",
    menu=("Data", 6, "see a short campaign"),
    also="example examples tour tutorial",
    reads=True,
)
def demo(env: Environment, whole: Whole = False) -> None:
    """A short campaign from beginning to end, on a temporary database."""
    if whole:
        _whole(env)
        return
    _print(env, phrase("A campaign of four players, {where}.", where=_where(env)))
    with _database(env) as db, chdir(examples_folder()):
        _show(env, PAGES, db)
    end = phrase("That was a campaign up to the end of its first chapter. Your own:")
    _print(env, "", end, parts.commands(OWN))
    if place := location.database_file(None):  # none for an account without a home
        _print(env, phrase("It is kept in {place}, or where --db says.", place=place))


def _whole(env: Environment) -> None:
    """Enter the whole campaign of the examples, then show how it ended."""
    folder = examples_folder() / "campaign"
    _print(
        env,
        phrase("A whole campaign of four players, {where}.", where=_where(env)),
        phrase("It shows the content of every envelope of the stand-in campaign."),
    )
    founded = founding.creation(
        "The Tuesday Group",
        {"eagle": "Anna", "bear": "Ben", "deer": "Chen", "wolf": "Dora"},
        pack="stand_in",
        uid="demo",
        secret="demo",
    )
    with _database(env) as db:
        with (
            Environment(env.options._replace(db=db)) as demo_env,
            demo_env.writing(create=True) as session,
        ):
            begun = founding.begin(session, founded, demo_env.author_now())
            text = read_text(str(folder / "steps.txt"))
            reader = partial(_beside, folder)
            for step, history in steps.follow(session, begun, text, reader, demo_env.author_now()):
                if step.startswith("episode"):
                    number = history.campaign.played[-1].number
                    env.say(phrase("episode {number} is verified and kept", number=number))
        _show(env, WHOLE_PAGES, db)


def _show(env: Environment, pages: Sequence[DemoScreen], db: str) -> None:
    """Run the commands of the pages on a database, page by page if at a terminal."""
    options = ["--db", db, "--yes", "--no-pager", "--language", env.speaker.language]
    options += ["--as-dated"]  # the clock of a machine may be behind the evenings of the demo
    options += ["--no-color"] * env.options.no_color
    if not is_at_terminal():
        for step in (step for page in pages for step in page.steps):
            _run(env, step, options)
        return
    with pausing.pausing(env.speaker) as screen:
        for number, page in enumerate(pages, 1):
            title = phrase(
                "Demo, {number} of {count}, {where}",
                number=number,
                count=len(pages),
                where=_where(env),
            )
            if not screen.next_page(title):
                return
            _print(env, page.words)
            for step in page.steps:
                _run(env, step, options)
        screen.wait(phrase("Enter: end"))


def _named(env: Environment) -> str:
    """Return the database that --db names; "" without it, also if CAMPAIGN_DB names one."""
    named = env.options.db or ""
    return "" if named in (os.environ.get("CAMPAIGN_DB"), location.MEMORY) else named


UNUSABLE = 5
"""The exit code if a database cannot be used."""


def _where(env: Environment) -> Phrase:
    return phrase("in a new database" if _named(env) else "on a temporary database")


@contextmanager
def _database(env: Environment) -> Iterator[str]:
    """Yield the address of the new database that --db names, else of a temporary one.

    Raises `FileProblem` if the file exists, and `StoreError` if a server has something there.
    """
    if database_name := _named(env):
        file = location.database_file(database_name)
        if file and file.exists():
            raise FileProblem(f"{database_name}: file exists; the demo makes a new database")
        if not file:
            _require_empty(database_name)
        yield str(file or database_name)
        return
    with TemporaryDirectory(prefix="campaign-demo-") as folder:
        yield str(Path(folder) / "demo.db")


def _require_empty(address: str) -> None:
    """Raise `StoreError` if a database on a server, whose tables may be there, holds something."""
    opened = database.open_database(address)
    try:
        schema.ensure(opened)
        with database.reading(opened) as session:
            transfer.require_empty(session, addresses.name_of(opened))
    finally:
        opened.dispose()


def _beside(folder: Path, name: str) -> str:
    """Return the text of a file in the folder."""
    return read_text(str(folder / name))


def examples_folder() -> Path:
    """Return the folder of the examples; raises `FileProblem` if it is not installed."""
    folder = shipped.folder("examples")
    if not folder.is_dir():
        raise FileProblem("the examples did not come with this installation")
    return folder


def _run(env: Environment, step: str, options: list[str]) -> None:
    """Print a command, run it, and print its exit code unless it is 0.

    Raises `SystemExit` if the database cannot be used any more, such as on a full disk, and
    `KeyboardInterrupt` after Ctrl-C.
    """
    typed = f"$ campaign {step}"
    if is_at_terminal():
        _print(env, "", typed)
    else:
        print_line(f"\n{typed}")
    sys.stdout.flush()
    try:
        main.run([*shlex.split(step), *options])
    except SystemExit as end:
        sys.stdout.flush()
        sys.stderr.flush()
        if end.code == INTERRUPTED:
            raise KeyboardInterrupt from None
        if end.code == UNUSABLE:
            raise
        if end.code:
            _print(env, phrase("(exit code {code})", code=end.code))


def _print(env: Environment, *screens: RenderableType | Phrase) -> None:
    """Print screens on stdout, with sentences folded between words."""
    for screen in screens:
        console.write(console.out(env.speaker), parts.as_renderable(screen))
