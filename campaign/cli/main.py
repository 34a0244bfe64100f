"""`campaign`: run a command line and catch all errors; no other module catches them.

Exit codes: 0 done, 1 not done (declined, or unforeseen), 2 wrong usage, 3 an audit found
something, 4 no such thing, 5 the database cannot be used, 6 the rules or the campaign
forbid it, 7 the file cannot be used, 8 refused unless its own flag says yes, 130 interrupted,
129, 131 or 143 ended by a signal.
"""

from __future__ import annotations

import gc
import io
import json
import os
import re
import shutil
import sys
import textwrap
import time
import traceback
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from typing import Any, NoReturn, cast

import typer
from typer.exceptions import TyperException

from campaign.cli import interrupts, languages, nearest, spellings
from campaign.cli.commands import Program
from campaign.cli.interrupts import INTERRUPTED
from campaign.cli.options import GlobalOptions, is_logged, share_options
from campaign.store.passwords import hide_in_text

app = typer.Typer(
    name="campaign",
    cls=Program,
    help="Keeps, replays and proves the records of a campaign of city-building games.",
    epilog="More: campaign --more, campaign COMMAND --help. First time: campaign demo.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

share_options(app)

JSON = "--json"
"""The option with which errors are JSON documents, too."""
GONE = 1
"""The exit code if the output cannot be written: nobody reads it any more, or a disk is full."""
CYCLES = 300_000
"""The number of new objects after which Python searches for reference cycles.

A command makes half as many and ends. With Python's default, 700, the search would take a seventh
of the command's CPU time.
"""


def main() -> NoReturn:
    """Run the command line of this process, and end the process at once.

    Python's own exit takes every module and object apart, which costs a quarter of the CPU time of
    a short command. Nothing needs that, as the database is closed and the output is written. mypy
    ends in the same way (`mypy.util.hard_exit`).
    """
    gc.set_threshold(CYCLES)
    _open_standard_streams()
    sys.unraisablehook = _end_if_interrupted
    try:
        interrupts.raise_interrupts()
        run(sys.argv[1:])
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 0
    except KeyboardInterrupt:  # before or after the command
        code = INTERRUPTED
    interrupts.end_at_once()
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except OSError:  # a closed pipe, or a full disk, which was reported already
        code = code or GONE
    if workers := sys.modules.get("multiprocessing.util"):
        workers._exit_function()  # removes the folder of its sockets, as Python's exit would
    os._exit(code)


def _open_standard_streams() -> None:
    """Connect closed standard streams to nothing, before a file or database gets their number.

    Also let characters that an output cannot show be replaced instead of raising an error.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115  stays open
    nearest.show_nearest(sys.stdout, sys.stderr)


def _end_if_interrupted(unraisable: sys.UnraisableHookArgs) -> None:
    """End the process if Ctrl-C came in a callback, from which Python lets no exception out."""
    if isinstance(unraisable.exc_value, KeyboardInterrupt):
        os._exit(INTERRUPTED)
    sys.__unraisablehook__(unraisable)


def _is_interrupt(error: Exception) -> bool:
    """Return whether Ctrl-C caused an error: Python 3.11 wraps it while a class is made."""
    cause = error.__cause__
    while cause is not None and not isinstance(cause, KeyboardInterrupt):
        cause = cause.__cause__
    return cause is not None


def _shown(text: str) -> str:
    """Return a text without control characters; a word of more than 1,000 characters is cut.

    The passwords in addresses of servers are hidden.
    """
    text = re.sub(r"(\S{60})\S{940,}", r"\1...", hide_in_text(text))
    if text.replace("\n", "").isprintable():
        return text
    # Imported here, since `--help` and mistyped words do without the engine.
    from engine.kernel import texts  # noqa: PLC0415

    return texts.replace_controls(text)


def _folded(text: str) -> str:
    """Return a text folded at blanks for a terminal, which would break its lines anywhere."""
    if not sys.stderr.isatty():
        return text
    columns = shutil.get_terminal_size().columns
    lines = (
        textwrap.fill(line, columns, break_long_words=False, break_on_hyphens=False)
        for line in text.splitlines()
    )
    return "".join(f"{line}\n" for line in lines)


@cache
def program() -> Any:
    """Return the program as Typer runs it; it is built once."""
    return typer.main.get_command(app)


def run(arguments: list[str], options: GlobalOptions | None = None) -> NoReturn:
    """Run a command line in this process; always raises `SystemExit` with one of the exit codes.

    `options` are values of the shared options, as if they stood before the arguments.
    """
    current, started = spellings.current_spelling(arguments), time.monotonic()
    try:
        _say_lines(current.messages)
        _run(current.arguments, options)
    except SystemExit as end:
        if is_logged(current.arguments):
            from campaign.cli import log  # noqa: PLC0415  few commands are logged

            code = end.code if isinstance(end.code, int) else 0
            log.write(current.arguments, code, time.monotonic() - started, end.__context__)
        raise


def call(arguments: list[str], options: GlobalOptions | None = None) -> int:
    """Run a command line in today's spelling, and return its exit code; its errors are raised."""
    return program()(arguments, prog_name="campaign", obj=options, standalone_mode=False) or 0


def _run(arguments: list[str], options: GlobalOptions | None) -> NoReturn:
    """Run a command line in today's spelling; turn errors into messages and exit codes."""
    try:
        code = call(arguments, options)
    except TyperException as error:  # wrong usage: Typer quotes the words that were typed
        text = io.StringIO()
        usage_error = cast("typer.BadParameter", error)
        usage_error.show(text)
        with suppress(OSError):  # nobody can be told
            if JSON in arguments:
                sys.stderr.write(_document(_shown(usage_error.format_message()), error.exit_code))
            else:
                sys.stderr.write(_folded(_shown(text.getvalue())))
        sys.exit(error.exit_code)
    except typer.Abort:
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        _read_no_more()
        sys.exit(GONE)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except Exception as error:
        if _is_interrupt(error):
            sys.exit(INTERRUPTED)
        if "--debug" in arguments:
            sys.stderr.write(_shown("".join(traceback.format_exception(error))))
        if isinstance(error.__cause__, BrokenPipeError):
            _read_no_more()
        sys.exit(report(error, arguments, options or GlobalOptions()))
    sys.exit(code)


def _say_lines(lines: Sequence[str]) -> None:
    """Print lines on stderr, if anybody reads them."""
    with suppress(OSError):  # nobody can be told
        sys.stderr.writelines(f"{_shown(line)}\n" for line in lines)


def _read_no_more() -> None:
    """Connect stdout to nothing; else Python would complain again when it closes stdout."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def report(error: Exception, arguments: list[str], options: GlobalOptions) -> int:
    """Say on stderr in one line what went wrong, and return the exit code."""
    # Imported here, since the errors of the store load SQLAlchemy, which `--help` does without.
    from campaign.cli import problems  # noqa: PLC0415
    from campaign.display.terminal import console, errors  # noqa: PLC0415
    from campaign.display.text.translation import speaker_of  # noqa: PLC0415

    speaker = speaker_of(languages.error_language(arguments, options.language))
    problem, code = problems.ProblemMessage.from_error(error, speaker), problems.exit_code(error)
    if JSON in arguments or options.json:
        places = {"where": speaker.say(problem.where), "help": speaker.say(problem.remedy)}
        with suppress(OSError):  # nobody can be told
            sys.stderr.write(_document(_shown(problem.message), code, **places))
        return code
    says_written = problem.nothing_written and not problems.only_reads(arguments)
    screen = errors.error(
        problem.message,
        where=problem.where,
        remedy=problem.remedy,
        written=problems.written_words(error) if says_written else "",
    )
    color = False if "--no-color" in arguments else None
    err = console.err(speaker, color=color)
    # A person's terminal folds at words; a log keeps each sentence on one line.
    with suppress(OSError):  # nobody can be told
        err.print(screen, soft_wrap=not err.is_terminal, crop=False)
    return code


def _document(error: str, code: int, **more: str) -> str:
    """Return an error as JSON on one line: `error`, `code`, and the other texts if not empty."""
    shown = {key: _shown(words) for key, words in more.items() if words}
    return json.dumps({"error": error, "code": code, **shown}, ensure_ascii=False) + "\n"
