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
    """One option that every command has."""

    name: str
    type: Any
    default: Any


SHARED = (
    Shared(
        "db",
        Annotated[
            str | None,
            typer.Option(
                "--db",
                envvar="CAMPAIGN_DB",
                metavar="FILE|URL",
                help="The database; without it the one in your data folder.",
                show_default=False,
            ),
        ],
        None,
    ),
    Shared(
        "campaign",
        Annotated[
            str | None,
            typer.Option(
                "--campaign",
                metavar="NAME",
                help="Which campaign, when there are several.",
                show_default=False,
            ),
        ],
        None,
    ),
    Shared("json", Annotated[bool, typer.Option("--json", help="One JSON document.")], False),
    Shared("quiet", Annotated[bool, typer.Option("--quiet", "-q", help="No messages.")], False),
    Shared("no_color", Annotated[bool, typer.Option("--no-color", help="No colour.")], False),
    Shared("yes", Annotated[bool, typer.Option("--yes", "-y", help="Ask nothing.")], False),
    Shared("debug", Annotated[bool, typer.Option("--debug", help="Show tracebacks.")], False),
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
            *(
                inspect.Parameter(each.name, keyword, default=each.default, annotation=each.type)
                for each in SHARED
            ),
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
