"""Read the types of a function's parameters, and replace the parameters that Typer sees."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any, get_type_hints


def hints_of(function: Callable[..., Any]) -> dict[str, Any]:
    """Return the types of a function's parameters; reading that of the result loads its module."""
    hints = {name: hint for name, hint in function.__annotations__.items() if name != "return"}
    typed = SimpleNamespace(__annotations__=hints)
    return get_type_hints(typed, function.__globals__, include_extras=True)


def replace_parameters(
    function: Callable[..., Any], parameters: Sequence[inspect.Parameter]
) -> None:
    """Let Typer see these parameters in place of the function's own."""
    function.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]  # for Typer
    function.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
