"""Registration of commands: a function becomes a command that gets its environment.

    @command(app, "show", example="campaign city show eagle")
    def show(env: Environment, seat: Seat) -> Reply[documents.City]: ...

The environment is closed after the call.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

import typer

from campaign.cli import meant, options
from campaign.cli.environment import Environment
from campaign.cli.help import LazyGroup
from campaign.cli.help_command import Command
from campaign.cli.reply import Reply
from campaign.cli.signatures import hints_of

if TYPE_CHECKING:
    from campaign.display.json.parts import Document

Menu = tuple[str, int, str]
"""A section of `campaign --help`, a place in it, and a few words: at most 22 characters.

A command without words is listed only by `campaign --more`.
"""
NO_MENU: Menu = ("", 0, "")
Answer = TypeVar("Answer", bound="Reply[Document] | None")
"""What a command returns: its reply, or None if it has no reply or has shown it already."""


def group(name: str = "", help: str = "", *, menu: Menu = NO_MENU, also: str = "") -> typer.Typer:
    """Return a Typer group; without a name it holds commands that belong to no group.

    `menu` and `also` are read from the module's text, as for `command`.
    """
    return typer.Typer(
        name=name,
        cls=LazyGroup,
        help=help,
        no_args_is_help=True,
        rich_markup_mode=None,
    )


def command(
    app: typer.Typer,
    name: str,
    *,
    example: str = "",
    menu: Menu = NO_MENU,
    also: str = "",
    reads: bool = False,
) -> Callable[[Callable[..., Answer]], Callable[..., Answer]]:
    """Return a decorator: the function becomes a command of `app`, with the shared options.

    The function's first parameter is the environment, which is closed after the call. The reply
    that it returns is shown; a function annotated to return None refuses --json. `example` stands
    at the end of the help.

    `menu` is the place in `campaign --help`. `also` are other words that users may type for this
    command. `reads` says that the command never writes, so an error message need not say whether
    something was kept. These three are read from the module's text, before the module is imported
    (`campaign.cli.stated`).
    """

    def register(function: Callable[..., Answer]) -> Callable[..., Answer]:
        hints, shows_only = hints_of(function), function.__annotations__.get("return") == "None"
        parameters = list(inspect.signature(function).parameters.values())[1:]
        parameters = [
            parameter.replace(annotation=hints[parameter.name]) for parameter in parameters
        ]

        @wraps(function)
        def run(**values: Any) -> None:
            context = values.pop("context")
            shared_values = {option.name: values.pop(option.name) for option in options.SHARED}
            with (
                Environment(options.merge_options(context.obj, shared_values)) as env,
                meant.warning_of_other(env.options, env.reading, env.say, lambda: env.meant),
                env.guarding_output(),
            ):
                if env.options.json and shows_only:
                    raise typer.BadParameter(f"{name} has no JSON document: leave out --json")
                reply: Reply[Document] | None = function(env, **values)
                if reply:
                    env.show(reply)

        options.set_parameters(
            run, [*parameters, *(option.parameter() for option in options.SHARED)]
        )
        app.command(name, cls=Command, epilog=f"Example: {example}" if example else None)(run)
        return function

    return register
