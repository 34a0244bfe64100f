"""The parameters of a function as Typer sees them: their types, and a way to replace them."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any, get_type_hints


def hints_of(function: Callable[..., Any]) -> dict[str, Any]:
    """The types of a function's parameters, without its result: that would load its module."""
    own = {name: hint for name, hint in function.__annotations__.items() if name != "return"}
    typed = SimpleNamespace(__annotations__=own)
    return get_type_hints(typed, function.__globals__, include_extras=True)


def shows(function: Callable[..., Any], parameters: Sequence[inspect.Parameter]) -> None:
    """Let Typer see these parameters in place of the function's own."""
    function.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]  # for Typer
    function.__annotations__ = {one.name: one.annotation for one in parameters}
