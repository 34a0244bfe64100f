"""campaign demo: the main job once from beginning to end, on a temporary database."""

from __future__ import annotations

import shlex
import sys
from contextlib import chdir
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from campaign import shipped
from campaign.cli import main
from campaign.cli.environment import Environment, command, group, print_line
from campaign.cli.errors import FileProblem
from campaign.cli.files import read_text
from campaign.services import founding, steps
from campaign.store import location

STEPS = (
    "new 'The Tuesday Group' --seat eagle=Anna --seat bear=Ben --seat deer=Chen --seat wolf=Dora",
    "envelope open 1",
    "episode record chapter-1/episode-1.toml",
    "sticker owed",
    "sticker place eagle tree G1",
    "sticker place deer rock F11",
    "sticker place wolf tree G1",
    "sticker place eagle well F7",
    "sticker place bear well F7",
    "sticker place deer well F7",
    "sticker place wolf well F7",
    "city rename eagle Rivers",
    "episode record chapter-1/episode-2.toml",
    "sticker place eagle rock F11",
    "sticker place bear tree G1",
    "sticker place deer tree G1",
    "episode record chapter-1/episode-3-wrong-score.toml",
    "episode record chapter-1/episode-3.toml",
    "episode show 3",
    "episode replay 3 --moves 1-4",
    "city show eagle",
    "standings",
    "status",
    "audit",
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

WHOLE_STEPS = (
    "status",
    "standings",
    "episode list",
    "audit",
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
    print_line("A campaign of four players, on a temporary database.")
    with TemporaryDirectory(prefix="campaign-demo-") as folder, chdir(examples_folder()):
        db = str(Path(folder) / "demo.db")
        more = ["--db", db, "--yes", *(["--no-color"] if env.options.no_color else [])]
        for step in STEPS:
            _run(step, more)
    print_line(END.format(place=location.default_location()))


def _whole(env: Environment) -> None:
    """The campaign of the examples, entry by entry, then how it ended."""
    folder = examples_folder() / "campaign"
    print_line("A whole campaign of four players, on a temporary database.")
    print_line("It tells of every envelope of the stand-in campaign.")
    founded = founding.creation(
        "The Tuesday Group",
        {"eagle": "Anna", "bear": "Ben", "deer": "Chen", "wolf": "Dora"},
        pack="stand_in",
        uid="demo",
        secret="demo",
    )
    with TemporaryDirectory(prefix="campaign-demo-") as place:
        db = str(Path(place) / "demo.db")
        with Environment(env.options._replace(db=db)) as own, own.writing(create=True) as session:
            begun = founding.begin(session, founded, own.by())
            text = read_text(str(folder / "steps.txt"))
            reader = partial(_beside, folder)
            for step, history in steps.follow(session, begun, text, reader, own.by()):
                if step.startswith("episode"):
                    env.say(f"episode {history.campaign.played[-1].number} is verified and kept")
        more = ["--db", db, "--yes", *(["--no-color"] if env.options.no_color else [])]
        for step in WHOLE_STEPS:
            _run(step, more)


def _beside(folder: Path, name: str) -> str:
    """The text of a file of the folder."""
    return read_text(str(folder / name))


def examples_folder() -> Path:
    """The folder of the examples: in an installed program, else beside the package."""
    folder = shipped.folder("examples")
    if not folder.is_dir():
        raise FileProblem("the examples did not come with this installation")
    return folder


def _run(step: str, more: list[str]) -> None:
    """Print a command, then run it; the demo goes on whatever its exit code, and says it."""
    print_line(f"\n$ campaign {step}")
    sys.stdout.flush()
    try:
        main.run([*shlex.split(step), *more])
    except SystemExit as end:
        sys.stdout.flush()
        sys.stderr.flush()
        if end.code:
            print_line(f"(exit code {end.code})")
