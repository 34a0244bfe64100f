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
from types import MappingProxyType
from typing import Any, NamedTuple

from campaign import registry

NOTHING: Mapping[str, Any] = MappingProxyType({})


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
    tables: str = ""
    """The rows of a session for tables that go into files."""
    totals: str = ""
    """What counts the end of a game that is typed in place of a total."""
    static: str = ""
    """A folder of files for the page of a phone, served under `/static/<name>/`."""
    commands: Mapping[str, str] = NOTHING
    """For each group of commands `package.module:attribute` of its Typer app, as in an extra."""
    bgg: int = 0
    """The id of the game at BoardGameGeek; 0 for none."""
    year: int = 0
    """The year in which it was published; 0 where nobody says. No day before is taken unasked."""
    variants: Mapping[str, Mapping[str, Any]] = NOTHING
    """The keys of a record's header, by the word for a variant in logs of other programs."""
    place: int = 100
    """Where it stands in lists of games."""
    roles: bool = False
    """Whether a seat is a role that its player has; else it is a place in the order of turns."""

    def part(self, name: str) -> Any | None:
        """The module of a part; None where the game has none."""
        module: str = getattr(self, name)
        return import_module(module) if module else None


@cache
def kits() -> tuple[GameKit, ...]:
    """The kits that there are, by place; a game from outside may be rules alone, and has none."""
    found = (_loaded(point) for point in registry.found(registry.GAMES).values())
    return tuple(sorted((kit for kit in found if kit), key=lambda kit: kit.place))


def absent() -> list[str]:
    """The names of the games of this program whose folders are gone."""
    return [name for name in registry.built_in(registry.GAMES) if name not in _by_name()]


def kit_of(name: str) -> GameKit:
    """The kit of a game; one without parts for a game that is rules alone, or is not here."""
    return _by_name().get(name) or GameKit(name, name, "")


@cache
def _by_name() -> Mapping[str, GameKit]:
    return {kit.name: kit for kit in kits()}


def _loaded(point: registry.EntryPoint) -> GameKit | None:
    """The kit of an entry point; None for a module of rules, and where its folder is gone.

    A kit from outside that cannot be loaded is none: who asks for its game is told why.
    """
    if not point.attribute:
        return None
    try:
        kit = point.load()
    except Exception as error:  # whatever the code of a stranger does when it is imported
        if point.outside or registry.is_absent(point.module, error):
            return None
        raise
    return kit if isinstance(kit, GameKit) and kit.name == point.name else None
