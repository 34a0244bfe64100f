"""campaign what-if: try commands or a record on a copy of the campaign in memory."""

from __future__ import annotations

import io
import shlex
from contextlib import redirect_stderr, redirect_stdout
from typing import TYPE_CHECKING, Annotated

import typer
from typer.exceptions import TyperException

from campaign.cli import main, problems, records, spellings
from campaign.cli.environment import Environment, Reply
from campaign.cli.errors import FileProblem, RecordProblem
from campaign.cli.files import read_text
from campaign.cli.options import GlobalOptions
from campaign.cli.registration import command, group
from campaign.display.json import what_if as documents
from campaign.display.terminal import what_if as screens
from campaign.services import what_if as service
from engine.kernel.phrases import Wording, joined, phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    import sqlalchemy as sa

File = Annotated[
    str,
    typer.Argument(
        metavar="FILE|-",
        help="A file with a command on each line, or a record; - is standard input.",
    ),
]

COMMANDS = (
    "city rename",
    "confirm",
    "envelope open",
    "episode edit",
    "episode note",
    "episode record",
    "episode result",
    "pack apply",
    "player join",
    "player leave",
    "player rename",
    "redo",
    "rename",
    "sticker move",
    "sticker place",
    "undo",
)
"""The commands that change a campaign and nothing else."""
UNFORESEEN = 1
"""The exit code of an error that nobody foresaw: it is reported as that of the what-if."""
OUTSIDE = ("--db", "--json", "--language", "--log-json")
"""The options that are for the whole what-if, and not for one of its commands."""

app = group()


@command(
    app,
    "what-if",
    example="campaign what-if ideas.txt",
    menu=("Analysis", 3, "try it, write nothing"),
    also="try whatif suppose dry-run",
    reads=True,
)
def what_if(env: Environment, file: File) -> Reply[documents.WhatIfDocument]:
    """Try commands or another record on a temporary copy, and show what would be different."""
    text = _text(file)
    with env.reading() as session:
        before = env.campaign_history(session)
        memory = (
            None
            if service.is_record(text)
            else service.copy_in_memory(session, before, env.author_now())
        )
    if memory is None:
        with records.locating_errors(file, text):
            after = service.with_record(before, text)
    else:
        try:
            for number, line in enumerate(text.splitlines(), 1):
                _follow(env, memory, line, records.place_in(file, number))
            after = service.result(memory)
        finally:
            memory.dispose()
    return Reply(
        lambda: documents.difference(before, after), lambda: screens.difference(before, after)
    )


def _text(file: str) -> str:
    """Return the text of a file; raises `FileProblem`, which says how to try a command alone."""
    try:
        return read_text(file)
    except FileProblem as problem:
        if _is_tried(file.split()):
            problem.remedy = phrase(
                "to try a command: {command}", command=f"echo '{file}' | campaign what-if -"
            )
        raise


def _is_tried(words: Sequence[str]) -> bool:
    return any(words[: len(name.split())] == name.split() for name in COMMANDS)


def _follow(env: Environment, memory: sa.Engine, line: str, where: Wording) -> None:
    """Run one command on the copy; raises `RecordProblem` if it is unknown here or refused."""
    try:
        words = shlex.split(line, comments=True)
    except ValueError as error:
        raise RecordProblem(f"{line.strip()!r}: {str(error).lower()}", where) from None
    if words[:1] == ["campaign"]:
        words = words[1:]
    if not words:
        return
    words, messages = spellings.current_spelling(words)
    env.say(*messages)
    if not _is_tried(words):
        known = ", ".join(COMMANDS)
        message = phrase("a what-if does not try {command}", command=repr(line.strip()))
        raise RecordProblem(message, where, phrase("one of: {commands}", commands=known))
    typed = words[: words.index("--")] if "--" in words else words
    for option in (word.partition("=")[0] for word in typed):
        if option in OUTSIDE:
            raise RecordProblem(
                phrase("{option} is for the what-if, not for a command in it", option=option),
                where,
                f"campaign what-if {option} ...",
            )
    options = GlobalOptions(
        yes=True, quiet=True, json=True, opened=memory, language=env.options.language
    )
    try:
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            code = main.call(words, options)
    except TyperException as error:
        raise RecordProblem(error.format_message(), where) from None
    except Exception as error:
        if problems.exit_code(error) == UNFORESEEN:
            raise
        problem = problems.ProblemMessage.from_error(error, env.speaker)
        places = joined(", ", (where, problem.where)) if problem.where else where
        raise RecordProblem(problem.message, places, problem.remedy) from None
    if code:
        raise RecordProblem(line.strip(), where)
    env.say(f"$ campaign {shlex.join(words)}")
