"""The options that every command has, before its name or after it; and `command`.

A command is a function whose first parameter is the desk it works at. `command` gives it
the shared options, opens the desk and closes it again:

    @command(app, "show")
    def show(desk: Desk, number: Number) -> None: ...
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Annotated, Any, NamedTuple, get_type_hints

import typer

from campaign.cli.desk import Desk, Options


class Shared(NamedTuple):
    """One option that every command has: a text with a metavar, else a switch."""

    name: str
    flags: tuple[str, ...]
    help: str
    metavar: str | None = None
    variable: str | None = None
    """The environment variable that stands for it; read once, by the program itself."""

    def parameter(self, *, outermost: bool = False) -> inspect.Parameter:
        """The option as a parameter; the outermost one reads the environment."""
        option = typer.Option(
            *self.flags,
            help=self.help,
            metavar=self.metavar,
            envvar=self.variable if outermost else None,
            show_default=False,
        )
        kind = (str | None) if self.metavar else bool
        return inspect.Parameter(
            self.name,
            inspect.Parameter.KEYWORD_ONLY,
            default=None if self.metavar else False,
            annotation=Annotated[kind, option],
        )


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
)


def command(
    app: typer.Typer, name: str, *, example: str = ""
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Make a function a command of `app` with the shared options and one example in its help."""

    def register(function: Callable[..., None]) -> Callable[..., None]:
        hints = get_type_hints(function, include_extras=True)
        own = list(inspect.signature(function).parameters.values())[1:]

        @wraps(function)
        def run(**values: Any) -> None:
            context = values.pop("context")
            given = {each.name: values.pop(each.name) for each in SHARED}
            with Desk(merged(context.obj, given)) as desk:
                function(desk, **values)

        keyword = inspect.Parameter.KEYWORD_ONLY
        parameters = [
            inspect.Parameter("context", keyword, annotation=typer.Context),
            *(each.replace(kind=keyword, annotation=hints[each.name]) for each in own),
            *(each.parameter() for each in SHARED),
        ]
        run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]  # for Typer
        run.__annotations__ = {each.name: each.annotation for each in parameters}
        app.command(name, epilog=f"Example: {example}" if example else None)(run)
        return function

    return register


def merged(before: Options | None, given: dict[str, Any]) -> Options:
    """The options of a command: its own, else those that stood before its name."""
    outer = before or Options()
    return Options(**{key: value or getattr(outer, key) for key, value in given.items()})


def group(app: typer.Typer, name: str, help: str) -> typer.Typer:
    """A group of commands."""
    made = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help=help)
    app.add_typer(made, name=name)
    return made
