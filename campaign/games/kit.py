"""The kit of a game: the modules of its rules and of what people see of it.

    KIT = GameKit("pebbles", "Pebbles", rules="pebbles.rules", screen="pebbles.screen")

A kit holds the names of modules, and imports a module only when it is asked for. Every part but the
rules may be missing: a plain screen, the words of the record or a list of the legal answers takes
its place. The module that uses a part of a kit says in a `Protocol` what the part must have.
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
    """A game's id and title, and the module of each part; "" for a part that is missing."""

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
    """The module that scores a final position, typed in place of a total."""
    static: str = ""
    """A folder of files for the page of a phone, served under `/static/<name>/`."""
    commands: Mapping[str, str] = NOTHING
    """For each group of commands `package.module:attribute` of its Typer app, as in an extra."""
    bgg: int = 0
    """The id of the game at BoardGameGeek; 0 if it has none."""
    year: int = 0
    """The year of publication; 0 if unknown. An earlier day is taken only after a question."""
    variants: Mapping[str, Mapping[str, Any]] = NOTHING
    """Header keys of a record, by the word that logs of other programs use for a variant."""
    place: int = 100
    """The position of the game in lists of games."""
    roles: bool = False
    """Whether a seat is a role of its player; otherwise it is a place in the order of turns."""

    def part(self, name: str) -> Any | None:
        """Import and return the module of a part; None if the game lacks this part."""
        module: str = getattr(self, name)
        return import_module(module) if module else None


@cache
def kits() -> tuple[GameKit, ...]:
    """All kits, ordered by `place`. A game of another package may have rules alone and no kit."""
    found = (_loaded(point) for point in registry.entry_points(registry.GAMES).values())
    return tuple(sorted((kit for kit in found if kit), key=lambda kit: kit.place))


def missing_games() -> list[str]:
    """The names of the games of this program whose folders were removed."""
    return [name for name in registry.own_entry_points(registry.GAMES) if name not in _by_name()]


def kit_of(name: str) -> GameKit:
    """Return the kit of a game; for a game without a kit or an unknown game, one without parts."""
    return _by_name().get(name) or GameKit(name, name, "")


@cache
def _by_name() -> Mapping[str, GameKit]:
    return {kit.name: kit for kit in kits()}


def _loaded(point: registry.EntryPoint) -> GameKit | None:
    """Return the kit of an entry point; None for a module of rules and for a removed folder.

    A kit of another package that cannot be loaded is None, too. The reason is reported when
    somebody asks for its game.
    """
    if not point.attribute:
        return None
    try:
        kit = point.load()
    except Exception as error:  # the import of another package's code may raise anything
        if point.is_foreign or registry.is_absent(point.module, error):
            return None
        raise
    return kit if isinstance(kit, GameKit) and kit.name == point.name else None
