"""The games that this program can play: the rules named by its kits and by other packages.

    find("my-city")     the rules of the kit `campaign.games.my_city:KIT`
    find("pebbles")     the rules that an entry point of another package names, by a kit or directly

The engine is pure and reads nothing of the machine, so games are looked up here alone. A record of
a game from outside names the package that provides the rules, and its version. If the rules are not
installed, the record is kept as it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib import import_module
from unicodedata import normalize

from campaign import registry
from campaign.games.kit import GameKit, kit_of, kits
from campaign.services.errors import UnknownName
from engine.kernel.errors import RulesMissing, SetupError, shortened_text, wording_of
from engine.kernel.game import Game, Setup
from engine.kernel.names import AmbiguousName, matching_ids
from engine.kernel.parts import check_overlay, edition_of, editions_of
from engine.kernel.phrases import phrase
from engine.kernel.record import Record
from engine.kernel.replay import Verdict, replay, unverifiable

MEMBERS = tuple(name for name in vars(Game) if not name.startswith("_"))
"""The names that a module must have to be a game."""


def names() -> tuple[str, ...]:
    """The names of the installed games, games with a kit first; imports no rules."""
    alone = (
        name for name, point in registry.entry_points(registry.GAMES).items() if point.is_foreign
    )
    return tuple(dict.fromkeys((*(kit.name for kit in kits()), *alone)))


def named(words: str) -> str:
    """The name of the one game whose name or title begins with `words`; raises `UnknownName`."""
    known = names()
    words_of_games = ((word, name) for name in known for word in words_of(name))
    try:
        matches = matching_ids(words, words_of_games)
    except AmbiguousName as ambiguous:
        raise UnknownName(ambiguous.words) from None
    if matches:
        return matches[0]
    raise UnknownName(
        phrase("there is no game {words}", words=words),
        phrase("there are: {games}", games=", ".join(known)),
    )


def find(name: str, edition: str = "") -> Game:
    """The game of this name: the newest edition of its rules, or the edition that is named.

    Raises `RulesMissing`.
    """
    game = _rules(name)
    return edition_of(game, edition) if edition else game


def game_of_record(record: Record) -> Game:
    """The game of a record, in its edition; raises `RulesMissing`.

    Raises `SetupError` if a game of this program names a package as its provider.
    """
    package = record.provider.partition(" ")[0]
    if record.game in registry.own_entry_points(registry.GAMES):
        if package:
            raise SetupError(f"provider: {record.game} is a game of this program itself")
    elif package and package not in (point.package.name for point in _outside(record.game)):
        raise RulesMissing(
            f"rules not installed: {shortened_text(record.game)} of {record.provider}"
        )
    return find(record.game, record.edition)


def verify(record: Record, setup: Setup | None = None) -> Verdict:
    """Replay a record; it is unverifiable if its rules are not installed.

    Raises `SetupError` when no game can start from it.
    """
    try:
        game = game_of_record(record)
    except RulesMissing as missing:
        return unverifiable(wording_of(missing))
    return replay(game, record, setup)


def checked_overlay(game: Game, text: str) -> str:
    """An owner's overlay in the form to keep; raises `SetupError`, `PackError` for a broken one."""
    text = normalize("NFC", text)
    check_overlay(game, text)
    return text


def with_provider(record: Record) -> Record:
    """The record with the package that provides its game, if the game is from outside."""
    if record.provider or record.game in registry.own_entry_points(registry.GAMES):
        return record
    find(record.game)
    return record._replace(provider=str(_outside(record.game)[0].package))


def title(name: str) -> str:
    """The title of a game as on its box; `name` for a game that is not installed."""
    kit = kit_of(name)
    if kit.rules:
        return kit.title
    try:
        return find(name).TITLE
    except RulesMissing:
        return name


def words_of(name: str) -> tuple[str, ...]:
    """The words that name a game: its id, and its title in all languages."""
    return name, title(name), *kit_of(name).titles


def editions() -> Iterator[str]:
    """The editions of all installed games, each as GAME/EDITION."""
    for name in names():
        with suppress(RulesMissing):
            yield from (f"{name}/{edition}" for edition in editions_of(find(name)))


def packages() -> tuple[str, ...]:
    """The packages that provide games, each with its version."""
    points = (point for point in registry.all_entry_points() if point.group == registry.GAMES)
    return tuple(sorted({str(point.package) for point in points}))


def is_known(name: str) -> bool:
    """Whether a game of that name is installed; imports no rules."""
    return name in names()


@cache
def _rules(name: str) -> Game:
    """The rules of a game.

    Raises `RulesMissing` if no package or more than one has them, or they cannot be used.
    """
    point = registry.own_entry_points(registry.GAMES).get(name)
    if point is None:
        points = _outside(name)
        if not points:
            raise RulesMissing(f"game {shortened_text(name)!r} is not known: {', '.join(names())}")
        if len(points) > 1:
            packages = ", ".join(sorted(str(point.package) for point in points))
            raise RulesMissing(f"{name} is in {len(points)} packages: {packages}")
        point = points[0]
    try:
        game = _loaded(point)
    except Exception as error:  # the code of another package may raise anything on import
        if point.is_foreign:
            why = f"{name} of {point.package} cannot be loaded: {error}"
            raise RulesMissing(why) from error
        if any(registry.is_absent(module, error) for module in (point.module, kit_of(name).rules)):
            raise RulesMissing(f"rules not installed: {name}") from error
        raise
    lacking = [member for member in MEMBERS if not hasattr(game, member)]
    if lacking or game.NAME != name:
        why = f"it has no {', '.join(lacking)}" if lacking else f"its NAME is {game.NAME}"
        raise RulesMissing(f"{name} of {point.package} is no game of this program: {why}")
    return game


def _loaded(point: registry.EntryPoint) -> Game:
    """The rules that an entry point names, by a kit or as a module."""
    named = point.load()
    game: Game = import_module(named.rules) if isinstance(named, GameKit) else named
    return game


def _outside(name: str) -> list[registry.EntryPoint]:
    """The entry points of other packages for a game."""
    return [point for point in registry.foreign_entry_points(registry.GAMES) if point.name == name]
