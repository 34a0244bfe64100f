"""The options that every command has, before its name or after it.

Every start of the program imports this module, so it imports little but Typer.
"""

from __future__ import annotations

import inspect
import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from campaign import __version__
from campaign.cli import languages
from campaign.cli.signatures import replace_parameters

if TYPE_CHECKING:
    import sqlalchemy as sa

    from campaign.cli.beside import TableBeside


class GlobalOptions(NamedTuple):
    """The values of the options that every command has."""

    db: str | None = None
    campaign: str | None = None
    json: bool = False
    quiet: bool = False
    no_color: bool = False
    no_pager: bool = False
    yes: bool = False
    replace: bool = False
    as_dated: bool = False
    as_named: bool = False
    language: str | None = None
    debug: bool = False
    log_json: bool = False
    opened: sa.Engine | None = None
    """A database that is open already and stays open; commands then use no other."""
    beside: TableBeside | None = None
    """A table beside the prompt that is open for the whole evening, if there is one."""
    draft_shown: bool = False
    """Whether the draft of the next episode is on the screen already."""


class SharedOption(NamedTuple):
    """An option that every command has: it takes a text if it has a metavar, else none."""

    name: str
    flags: tuple[str, ...]
    help: str
    metavar: str | None = None
    variable: str | None = None
    """The environment variable that sets the option; the program reads it once."""
    complete: Callable[..., list[str]] | None = None
    """Returns the values that the shell completes, for the text typed so far, and its context."""
    at_once: Callable[[bool], None] | None = None
    """Called as soon as a switch is read; such a switch is no field of `GlobalOptions`."""

    def parameter(self, *, outermost: bool = False) -> inspect.Parameter:
        """Return the option as a parameter; the `outermost` one reads the environment variable."""
        option = typer.Option(
            *self.flags,
            help=self.help,
            metavar=self.metavar,
            envvar=self.variable if outermost else None,
            autocompletion=self.complete,
            callback=self.at_once,
            is_eager=self.at_once is not None,
            show_default=False,
        )
        kind = (str | None) if self.metavar else bool
        return inspect.Parameter(
            self.name,
            inspect.Parameter.KEYWORD_ONLY,
            default=None if self.metavar else False,
            annotation=Annotated[kind, option],
        )


def _version(wanted: bool) -> None:
    if wanted:
        sys.stdout.write(f"campaign {__version__}\n")
        raise typer.Exit


def _more(context: typer.Context, wanted: bool) -> None:
    if wanted:
        sys.stdout.write(context.command.whole_help(context) + "\n")  # type: ignore[attr-defined]  # the program
        raise typer.Exit


def _json_schema(words: str | None) -> None:
    if words is not None:
        from campaign.cli import documents  # noqa: PLC0415  Pydantic comes with it, for this alone

        sys.stdout.write(documents.schema(words) + "\n")
        raise typer.Exit


MORE = typer.Option(
    "--more",
    help="Show these options, and every command with its sentence.",
    callback=_more,
    is_eager=True,
    show_default=False,
)
JSON_SCHEMA = typer.Option(
    "--json-schema",
    metavar="COMMAND",
    help="The JSON Schema of what a command prints with --json, such as 'episode show'.",
    callback=_json_schema,
    is_eager=True,
    show_default=False,
)

DB = SharedOption(
    "db",
    ("--db",),
    "The database; without it the one in your data folder.",
    "FILE|URL",
    "CAMPAIGN_DB",
)
LOG_JSON = SharedOption(
    "log_json",
    ("--log-json",),
    "For servers: end with a line of JSON on stderr.",
    variable="CAMPAIGN_LOG_JSON",
)


def _campaigns(context: typer.Context, incomplete: str) -> list[str]:
    from campaign.cli import completion  # noqa: PLC0415  it reads a database, for the Tab key alone

    return completion.campaigns(context, incomplete)


SHARED = (
    DB,
    SharedOption(
        "campaign",
        ("--campaign",),
        "Which campaign, when there are several.",
        "NAME",
        complete=_campaigns,
    ),
    SharedOption("json", ("--json",), "Print one JSON document."),
    SharedOption("quiet", ("--quiet", "-q"), "Print no messages."),
    SharedOption("no_color", ("--no-color",), "No colour."),
    SharedOption("no_pager", ("--no-pager",), "Print long screens at once, without a pager."),
    SharedOption(
        "yes", ("--yes", "-y"), "Ask nothing: take the answer that Enter alone would give."
    ),
    SharedOption("replace", ("--replace",), "Replace a file that is there already."),
    SharedOption("as_named", ("--as-named",), "Let a player have the name of another seat."),
    SharedOption("as_dated", ("--as-dated",), "Keep an unlikely day, such as one in 2062."),
    SharedOption(
        "language",
        ("--language",),
        "The language of the program: en, zh-Hant or it; without it, that of the locale.",
        "LANGUAGE",
        languages.VARIABLE,
        languages.complete,
    ),
    SharedOption("debug", ("--debug",), "Show tracebacks."),
    LOG_JSON,
    SharedOption("version", ("--version",), "The version.", at_once=_version),
)


def share_options(app: typer.Typer) -> None:
    """Let the program itself, before a command's name, take the options of every command."""

    def root(**values: Any) -> None:
        context = values.pop("context")
        values.pop("more")
        values.pop("json_schema")
        context.obj = merge_options(context.obj, values)

    kind = inspect.Parameter.KEYWORD_ONLY
    more_option = inspect.Parameter("more", kind, default=False, annotation=Annotated[bool, MORE])
    schema = inspect.Parameter(
        "json_schema", kind, default=None, annotation=Annotated[str | None, JSON_SCHEMA]
    )
    set_parameters(
        root, [*(option.parameter(outermost=True) for option in SHARED), more_option, schema]
    )
    app.callback()(root)


def merge_options(before: GlobalOptions | None, given: dict[str, Any]) -> GlobalOptions:
    """Return the options of a command: each as given after its name, else before its name."""
    outer = before or GlobalOptions()
    return GlobalOptions(
        **{name: given.get(name) or getattr(outer, name) for name in GlobalOptions._fields}
    )


def set_parameters(function: Callable[..., None], parameters: Sequence[inspect.Parameter]) -> None:
    """Let Typer see these parameters of a function after `context`, all of them by keyword."""
    kind = inspect.Parameter.KEYWORD_ONLY
    context = inspect.Parameter("context", kind, annotation=typer.Context)
    replace_parameters(
        function, [context, *(parameter.replace(kind=kind) for parameter in parameters)]
    )


YES = ("1", "true", "t", "yes", "y", "on")
"""The values of an environment variable that mean yes to Typer."""


def is_logged(arguments: Sequence[str]) -> bool:
    """Return whether `--log-json` or its environment variable asks for a log line."""
    wanted = os.environ.get(str(LOG_JSON.variable), "")
    return LOG_JSON.flags[0] in arguments or wanted.strip().lower() in YES
