"""campaign what-if: commands or a record on a copy of the campaign in memory."""

from __future__ import annotations

import io
import re
import shlex
from contextlib import redirect_stderr, redirect_stdout
from typing import TYPE_CHECKING, Annotated

import typer

from campaign.cli.desk import Desk, Options, read_text
from campaign.cli.main import main
from campaign.cli.options import command
from campaign.cli.problems import RecordProblem
from campaign.cli.records import name_of, where_of

if TYPE_CHECKING:
    import sqlalchemy as sa


File = Annotated[
    str,
    typer.Argument(
        metavar="FILE|-", help="Commands, one a line, or a record; - is standard input."
    ),
]

COMMANDS = (
    "city handover",
    "city rename",
    "confirm",
    "envelope open",
    "episode amend",
    "episode record",
    "pack apply",
    "player join",
    "player leave",
    "player rename",
    "redo",
    "sticker move",
    "sticker place",
    "undo",
)
"""What changes a campaign and nothing else."""


def register(app: typer.Typer) -> None:
    """Add the command."""

    @command(app, "what-if", example="campaign what-if ideas.txt")
    def what_if(desk: Desk, file: File) -> None:
        """What would be different: commands, or another record, on a copy that is thrown away."""
        from campaign.display.json import what_if as documents
        from campaign.display.terminal import what_if as display
        from campaign.services import what_if

        text = read_text(file)
        with desk.reading() as session:
            history = desk.campaign(session)
            memory = None if what_if.is_record(text) else what_if.copied(session, history)
        if memory is None:
            with where_of(file, text):
                after = what_if.with_record(history, text)
        else:
            try:
                for number, line in enumerate(text.splitlines(), 1):
                    _follow(desk, memory, line, f"{name_of(file)}, line {number}")
                after = what_if.result(memory)
            finally:
                memory.dispose()
        desk.show(display.difference(history, after), documents.difference(history, after))


def _follow(desk: Desk, memory: sa.Engine, line: str, where: str) -> None:
    """One command on the copy; raises `RecordProblem` when it is none, or is refused."""
    words = shlex.split(line, comments=True)
    if words[:1] == ["campaign"]:
        words = words[1:]
    if not words:
        return
    if not any(words[: len(each.split())] == each.split() for each in COMMANDS):
        known = ", ".join(COMMANDS)
        raise RecordProblem(f"{line.strip()!r} changes no campaign", where, f"one of: {known}")
    options = Options(yes=True, quiet=True, no_color=True, opened=memory)
    out, err = io.StringIO(), io.StringIO()
    try:
        with redirect_stdout(out), redirect_stderr(err):
            main(words, options)
    except SystemExit as end:
        if end.code:
            said = re.sub(r"^error: ", "", " ".join(err.getvalue().split()))
            raise RecordProblem(said.removesuffix(" Nothing was written."), where) from None
    desk.say(f"$ campaign {shlex.join(words)}")
