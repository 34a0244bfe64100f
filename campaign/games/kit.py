"""What a game brings: its rules, and what people see of it, each in a module of its own.

    KIT = GameKit("pebbles", "Pebbles", rules="pebbles.rules", screen="pebbles.screen")

A kit knows the names of modules and imports none of them before it is asked to. Everything but the
rules may be missing: then the plain screen, the words of the record and a list of the legal answers
stand in. Who uses a part of a kit says what the part must have, as a `Protocol`.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import NamedTuple


class GameKit(NamedTuple):
    """A game's id and title, and by part the module that has it; "" for a part that is missing."""

    name: str
    title: str
    rules: str
    screen: str = ""
    words: str = ""
    picture: str = ""
    page: str = ""
    phone: str = ""
    prompt: str = ""
    statistics: str = ""

    def part(self, name: str) -> ModuleType | None:
        """The module of a part; None where the game has none."""
        module: str = getattr(self, name)
        return import_module(module) if module else None
