"""All games, each with its case, for the tests that hold for every game."""

from __future__ import annotations

from importlib import import_module

from campaign.services import games
from engine.kernel.game import Game, Setup
from tests.engine.case import Case

GAMES: tuple[Game, ...] = tuple(map(games.find, games.names()))
CASES: dict[str, Case] = {
    name: import_module(f"tests.engine.{name.replace('-', '_')}.case").CASE
    for name in games.names()
}


def all_setups() -> list[tuple[Game, Setup]]:
    """Every game with every setup of its case."""
    return [(game, setup) for game in GAMES for setup in CASES[game.NAME].setups]
