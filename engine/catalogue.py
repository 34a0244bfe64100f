"""The games of this program by name and edition, each imported when it is asked for.

A new game is a folder beside `my_city` and a row here. The title stands here, too, for lists
that show games without their rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import NamedTuple, cast

from engine.kernel.errors import RulesMissing, quoted
from engine.kernel.game import Game, Setup
from engine.kernel.parts import edition_of
from engine.kernel.record import Record
from engine.kernel.replay import Verdict, replay


class Listed(NamedTuple):
    """A game as the catalogue lists it: the name on the box, and the module of its rules."""

    title: str
    module: str


GAMES: Mapping[str, Listed] = {
    "my-city": Listed("My City", "engine.my_city"),
    "machi-koro": Listed("Machi Koro", "engine.machi_koro"),
    "dilluvia": Listed("Dilluvia Project", "engine.dilluvia"),
    "quadropolis": Listed("Quadropolis", "engine.quadropolis"),
}


def find(name: str, edition: str = "") -> Game:
    """The game of that name: the newest edition of its rules, or the one that is named.

    Raises `RulesMissing` that lists those there are.
    """
    if name not in GAMES:
        raise RulesMissing(f"game {quoted(name)!r} is not known: {', '.join(GAMES)}")
    game = cast(Game, import_module(GAMES[name].module))
    return edition_of(game, edition) if edition else game


def verify(record: Record, setup: Setup | None = None) -> Verdict:
    """Replay a record by the rules of its game; raises `SetupError` when it cannot start."""
    return replay(find(record.game), record, setup)
