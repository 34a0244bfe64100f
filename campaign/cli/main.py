"""`campaign`: the commands put together, and the one place where errors are caught.

Exit codes: 0 done, 1 not done (declined, or unforeseen), 2 wrong usage, 3 an audit found
something, 4 no such thing, 5 the database cannot be used, 6 the rules or the campaign
forbid it, 7 the file cannot be used, 130 interrupted.
"""

from __future__ import annotations

import os
import sys
import traceback

import typer

from campaign.cli.commands import LazyGroup
from campaign.cli.options import Options, share_options

app = typer.Typer(
    name="campaign",
    cls=LazyGroup,
    help="Keeps, replays and proves the records of a long campaign of city-building games.",
    epilog="A first campaign: campaign demo. Your own: campaign new --help.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

share_options(app)


def main(arguments: list[str] | None = None, options: Options | None = None) -> None:
    """Run the command line; always ends in SystemExit with one of the codes above.

    `options` are those that every command has, where they are given before the arguments.
    """
    arguments = sys.argv[1:] if arguments is None else arguments
    try:
        app(arguments, prog_name="campaign", obj=options)
    except BrokenPipeError:
        # The reader has gone. Python would complain again when it closes stdout at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(130)
    except Exception as error:
        if "--debug" in arguments:
            traceback.print_exception(error)
        sys.exit(_told(error, arguments))


def _told(error: Exception, arguments: list[str]) -> int:
    """Say on stderr what went wrong, in the form of one clear line, and give the exit code."""
    from campaign.cli.problems import Problem, code_of
    from campaign.display.terminal import console, errors

    no_color = "--no-color" in arguments
    problem = Problem.of(error)
    screen = errors.error(
        problem.message,
        where=problem.where,
        remedy=problem.remedy,
        nothing_written=problem.nothing_written,
    )
    console.err(color=False if no_color else None).print(screen, soft_wrap=True)
    return code_of(error)
