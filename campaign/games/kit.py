"""The kit of a game: the modules of its rules and of what people see of it.

    KIT = GameKit("pebbles", "Pebbles", rules="pebbles.rules", screen="pebbles.screen")

A kit holds the names of modules and imports a module only when it is needed. Every part but the
rules may be missing. In place of a missing part come a plain screen, the words of the record, or a
list of the legal answers. The module that uses a part says in a `Protocol` what the part must have.
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
    """A game's id and title, and the module of each part; "" for a missing part."""

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
    """The module that makes rows of a session for exported tables."""
    totals: str = ""
    """The module that scores a final position that somebody types in place of a total."""
    static: str = ""
    """A folder of files for the page of a phone, served under `/static/<name>/`."""
    commands: Mapping[str, str] = NOTHING
    """For each group of commands, its Typer app as `package.module:attribute`, as in an extra."""
    bgg: int = 0
    """The id of the game at BoardGameGeek; 0 if it has none."""
    year: int = 0
    """The year of publication; 0 if unknown.

    The program asks before it accepts a record of an earlier day.
    """
    variants: Mapping[str, Mapping[str, Any]] = NOTHING
    """The header keys of each variant, by its word in the logs of other programs."""
    place: int = 100
    """The position of the game in lists of games."""
    roles: bool = False
    """Whether a seat is a role, such as a city; otherwise it is a place in the order of turns."""
    titles: tuple[str, ...] = ()
    """The titles in other languages, which lists show in these languages and people type."""

    def part(self, name: str) -> Any | None:
        """Import and return the module of a part; None if the game lacks this part."""
        module: str = getattr(self, name)
        return import_module(module) if module else None


@cache
def kits() -> tuple[GameKit, ...]:
    """All kits, ordered by `place`; a game of another package may have rules and no kit."""
    loaded = (_loaded(point) for point in registry.entry_points(registry.GAMES).values())
    return tuple(sorted((kit for kit in loaded if kit), key=lambda kit: kit.place))


def missing_games() -> list[str]:
    """The names of this program's games whose folders were removed."""
    return [name for name in registry.own_entry_points(registry.GAMES) if name not in _by_name()]


def kit_of(name: str) -> GameKit:
    """Return the kit of a game; a kit without parts for an unknown game or one without a kit."""
    return _by_name().get(name) or GameKit(name, name, "")


@cache
def _by_name() -> Mapping[str, GameKit]:
    return {kit.name: kit for kit in kits()}


def _loaded(point: registry.EntryPoint) -> GameKit | None:
    """Return the kit of an entry point; None for a module of rules and for a removed folder.

    Also None for a kit of another package that cannot be loaded. The reason is reported when
    somebody uses this game.
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
