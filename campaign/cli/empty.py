"""Refuse empty words of a command line.

An empty word is a variable that a script has not set. Taken for an option that was not given, it
would mean the usual database, the campaign in use, or all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import typer

REMOVES = frozenset({"place", "note"})
"""The details of an evening that an empty word removes."""


def refuse_empty(command: Any, context: Any, arguments: Sequence[str]) -> None:
    """Raise `BadParameter` if a word of a command line is empty, also one such as `--db=`."""
    if context.resilient_parsing or not any(
        not word or (word.startswith("-") and word.endswith("=")) for word in arguments
    ):
        return
    given, _, _ = command.make_parser(context).parse_args(list(arguments))
    for param in command.get_params(context):
        value = given.get(param.name)
        words = value if isinstance(value, list | tuple) else [value]
        if param.name not in REMOVES and "" in words:
            raise typer.BadParameter("it is empty", context, param)
