"""Find the documents that a command prints with `--json` from its types, and their JSON Schema."""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator
from functools import reduce
from operator import or_
from typing import Any, get_args, get_type_hints

import typer
from pydantic import TypeAdapter

from campaign.cli import commands
from campaign.cli.help import LazyGroup
from campaign.display.json.parts import Document

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def documents_of_command(words: str) -> tuple[type[Document], ...]:
    """Return the documents of the command that these words call.

    Raises `BadParameter` if they call no command.
    """
    name, _, inside = words.partition(" ")
    command = commands.load(name) if name in commands.commands() else None
    if isinstance(command, LazyGroup):
        command, inside = command.load_command(inside), ""
    if command is None or inside:
        raise typer.BadParameter(f"{words!r} is not a command; an example is 'episode show'")
    return tuple(_stated(get_type_hints(inspect.unwrap(command.callback))["return"]))


def schema(words: str) -> str:
    """Return the JSON Schema of what a command prints as JSON.

    Raises `BadParameter` for a command that prints no document.
    """
    models = documents_of_command(words)
    if not models:
        raise typer.BadParameter(f"campaign {words} prints no document")
    described = TypeAdapter[Any](reduce(or_, models)).json_schema(mode="serialization")
    return json.dumps({"$schema": DIALECT, **described}, ensure_ascii=False, indent=2)


def _stated(hint: Any) -> Iterator[type[Document]]:
    """Yield the document models in the return annotation of a command."""
    if inspect.isclass(hint) and issubclass(hint, Document):
        yield hint
    for part in get_args(hint):
        yield from _stated(part)
