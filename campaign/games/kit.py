"""What a game brings: its rules, and what people see of it, each in a module of its own.

    KIT = GameKit("pebbles", "Pebbles", rules="pebbles.rules", screen="pebbles.screen")

A kit knows the names of modules and imports none of them before it is asked to. Everything but the
rules may be missing: then the plain screen, the words of the record and a list of the legal answers
stand in. Who uses a part of a kit says what the part must have, as a `Protocol`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from types import MappingProxyType, ModuleType
from typing import NamedTuple

from campaign import registry


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
    static: str = ""
    """A folder of files for the page of a phone, served under `/static/<name>/`."""
    commands: Mapping[str, str] = MappingProxyType({})
    """By their words, `package.module:attribute` of a Typer app that has them, as an extra's."""

    def part(self, name: str) -> ModuleType | None:
        """The module of a part; None where the game has none."""
        module: str = getattr(self, name)
        return import_module(module) if module else None


@cache
def kits() -> tuple[GameKit, ...]:
    """The kits that there are, ours first; a game from outside may be rules alone, and has none."""
    there = []
    for point in registry.found(registry.GAMES).values():
        try:
            kit = point.load() if point.attribute else None
        except ImportError as error:
            if not registry.is_absent(point, error):
                raise
            kit = None
        if isinstance(kit, GameKit):
            there.append(kit)
    return tuple(there)
