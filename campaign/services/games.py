"""The games that this program can play: those of the catalogue, and those installed beside it.

    find("my-city")     in the catalogue, and nothing else is looked at
    find("pebbles")     the module of the entry point `pebbles` in the group `campaign.games`

The engine is pure and reads no metadata, so games from outside are looked up here, and everything
else asks here for a game. A record of a game from outside names the package that provides the
rules, and its version. Without the package its rules are not installed: it is kept as it is.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import NamedTuple
from unicodedata import normalize

from engine import catalogue
from engine.kernel.errors import RulesMissing, SetupError, quoted
from engine.kernel.game import Game, Setup
from engine.kernel.parts import check_overlay, edition_of, editions_of
from engine.kernel.record import Record
from engine.kernel.replay import Verdict, replay, unverifiable

GROUP = "campaign.games"


class Provided(NamedTuple):
    """A game from outside, and the package that provides it."""

    game: Game
    package: str
    version: str

    @property
    def provider(self) -> str:
        """The package as a record names it."""
        return f"{self.package} {self.version}"


def find(name: str, edition: str = "") -> Game:
    """A game by name: the newest edition of its rules, or the one that is named.

    Raises `RulesMissing`.
    """
    if name in catalogue.GAMES:
        return catalogue.find(name, edition)
    game = _provided(name).game
    return edition_of(game, edition) if edition else game


def of(record: Record) -> Game:
    """The game of a record, in its edition; raises `RulesMissing`.

    Raises `SetupError` for a game of the catalogue that is said to be from outside.
    """
    package = record.provider.partition(" ")[0]
    if record.game in catalogue.GAMES:
        if package:
            raise SetupError(f"provider: {record.game} is a game of this program itself")
    elif package and package != _package(record.game):
        raise RulesMissing(f"rules not installed: {quoted(record.game)} of {record.provider}")
    return find(record.game, record.edition)


def verify(record: Record, setup: Setup | None = None) -> Verdict:
    """Replay a record; unverifiable where its rules are not here.

    Raises `SetupError` when no game can start from it.
    """
    try:
        game = of(record)
    except RulesMissing as missing:
        return unverifiable(str(missing))
    return replay(game, record, setup)


def checked_overlay(game: Game, text: str) -> str:
    """An overlay of the owner as it is kept; raises `SetupError`, `PackError` for a broken one."""
    text = normalize("NFC", text)
    check_overlay(game, text)
    return text


def with_provider(record: Record) -> Record:
    """The record with the package that provides its game, where that is from outside."""
    if record.provider or record.game in catalogue.GAMES:
        return record
    return record._replace(provider=_provided(record.game).provider)


def title(name: str) -> str:
    """The name on the box; the name itself of a game that is not installed."""
    if name in catalogue.GAMES:
        return catalogue.GAMES[name].title
    try:
        return _provided(name).game.TITLE
    except RulesMissing:
        return name


def editions() -> tuple[str, ...]:
    """The editions of all games of the catalogue, each as GAME/EDITION."""
    games = map(catalogue.find, catalogue.GAMES)
    return tuple(f"{game.NAME}/{edition}" for game in games for edition in editions_of(game))


def packages() -> tuple[str, ...]:
    """The packages that bring games, each with its version."""
    points = entry_points(group=GROUP)
    return tuple(sorted({" ".join(_of_package(point)) for point in points}))


def is_known(name: str) -> bool:
    """Whether there is a game of that name; nothing is imported to know it."""
    return name in catalogue.GAMES or bool(_entry_points(name))


def _package(name: str) -> str:
    """The package that provides a game; "" where none does."""
    points = _entry_points(name)
    return _of_package(points[0])[0] if points else ""


def _provided(name: str) -> Provided:
    """A game from outside; raises `RulesMissing` where no package, or more than one, has it."""
    points = _entry_points(name)
    if not points:
        known = ", ".join((*catalogue.GAMES, *_outside()))
        raise RulesMissing(f"game {quoted(name)!r} is not known: {known}")
    packages = sorted(" ".join(_of_package(point)) for point in points)
    if len(packages) > 1:
        raise RulesMissing(f"{name} is in {len(packages)} packages: {', '.join(packages)}")
    try:
        game: Game = points[0].load()
    except Exception as error:  # whatever the code of a stranger does when it is imported
        raise RulesMissing(f"{name} of {packages[0]} cannot be loaded: {error}") from error
    lacking = [member for member in MEMBERS if not hasattr(game, member)]
    if lacking or game.NAME != name:
        why = f"it has no {', '.join(lacking)}" if lacking else f"its NAME is {game.NAME}"
        raise RulesMissing(f"{name} of {packages[0]} is no game of this program: {why}")
    return Provided(game, *_of_package(points[0]))


MEMBERS = tuple(name for name in vars(Game) if not name.startswith("_"))
"""What a module must have to be a game."""


@cache
def _entry_points(name: str) -> tuple[EntryPoint, ...]:
    """The entry points of a name; the metadata is read once a process."""
    return tuple(entry_points(group=GROUP, name=name))


@cache
def _outside() -> tuple[str, ...]:
    """The names of all games from outside."""
    return tuple(sorted({point.name for point in entry_points(group=GROUP)}))


def _of_package(point: EntryPoint) -> tuple[str, str]:
    """The package of an entry point, its name in the normal form, and its version."""
    if point.dist is None:
        return "unknown", "0"
    return re.sub(r"[-_.]+", "-", point.dist.name).lower(), point.dist.version
