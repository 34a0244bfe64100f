"""The options that every command has, before its name or after it; and `command`.

A command is a function whose first parameter is the desk it works at. `command` gives it
the shared options, opens the desk and closes it again:

    @command(app, "show")
    def show(desk: Desk, number: Number) -> None: ...
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from functools import wraps
from typing import Annotated, Any, NamedTuple, get_type_hints

import typer

from campaign import __version__
from campaign.cli.desk import Desk, Options


class Shared(NamedTuple):
    """One option that every command has: a text with a metavar, else a switch."""

    name: str
    flags: tuple[str, ...]
    help: str
    metavar: str | None = None
    variable: str | None = None
    """The environment variable that stands for it; read once, by the program itself."""
    at_once: Callable[[bool], None] | None = None
    """What a switch does as soon as it is read; it is then no option of the desk."""

    def parameter(self, *, outermost: bool = False) -> inspect.Parameter:
        """The option as a parameter; the outermost one reads the environment."""
        option = typer.Option(
            *self.flags,
            help=self.help,
            metavar=self.metavar,
            envvar=self.variable if outermost else None,
            callback=self.at_once,
            is_eager=self.at_once is not None,
            show_default=False,
        )
        kind = (str | None) if self.metavar else bool
        return inspect.Parameter(
            self.name,
            _KEYWORD,
            default=None if self.metavar else False,
            annotation=Annotated[kind, option],
        )


def _version(wanted: bool) -> None:
    if wanted:
        sys.stdout.write(f"campaign {__version__}\n")
        raise typer.Exit


SHARED = (
    Shared(
        "db",
        ("--db",),
        "The database; without it the one in your data folder.",
        "FILE|URL",
        "CAMPAIGN_DB",
    ),
    Shared("campaign", ("--campaign",), "Which campaign, when there are several.", "NAME"),
    Shared("json", ("--json",), "One JSON document."),
    Shared("quiet", ("--quiet", "-q"), "No messages."),
    Shared("no_color", ("--no-color",), "No colour."),
    Shared("yes", ("--yes", "-y"), "Ask nothing."),
    Shared("debug", ("--debug",), "Show tracebacks."),
    Shared("version", ("--version",), "The version.", at_once=_version),
)


def command(
    app: typer.Typer, name: str, *, example: str = ""
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Make a function a command of `app` with the shared options and one example in its help.

    A parameter of its own takes the place of a shared option of the same name.
    """

    def register(function: Callable[..., None]) -> Callable[..., None]:
        hints = get_type_hints(function, include_extras=True)
        own = list(inspect.signature(function).parameters.values())[1:]
        taken = {each.name for each in own}
        shared = [each for each in SHARED if each.name not in taken]

        @wraps(function)
        def run(**values: Any) -> None:
            context = values.pop("context")
            given = {each.name: values.pop(each.name) for each in shared}
            with Desk(merged(context.obj, given)) as desk:
                function(desk, **values)

        mine = [each.replace(kind=_KEYWORD, annotation=hints[each.name]) for each in own]
        _takes(run, [*mine, *(each.parameter() for each in shared)])
        app.command(name, epilog=f"Example: {example}" if example else None)(run)
        return function

    return register


def share_options(app: typer.Typer) -> None:
    """Give the program itself the options that every command has, to stand before its name."""

    def root(**values: Any) -> None:
        context = values.pop("context")
        context.obj = merged(context.obj, values)

    _takes(root, [each.parameter(outermost=True) for each in SHARED])
    app.callback()(root)


def merged(before: Options | None, given: dict[str, Any]) -> Options:
    """The options of a command: its own, else those that stood before its name."""
    outer = before or Options()
    return Options(**{name: given.get(name) or getattr(outer, name) for name in Options._fields})


def group(app: typer.Typer, name: str, help: str) -> typer.Typer:
    """A group of commands."""
    made = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help=help)
    app.add_typer(made, name=name)
    return made


_KEYWORD = inspect.Parameter.KEYWORD_ONLY


def _takes(function: Callable[..., None], parameters: list[inspect.Parameter]) -> None:
    """Let Typer see these parameters, and the context before them."""
    context = inspect.Parameter("context", _KEYWORD, annotation=typer.Context)
    every = [context, *parameters]
    function.__signature__ = inspect.Signature(every)  # type: ignore[attr-defined]  # for Typer
    function.__annotations__ = {each.name: each.annotation for each in every}
