"""Simulated games: records by simple players, for trying the program and for measuring it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from engine.catalogue import find
from engine.kernel.dealer import deal
from engine.kernel.errors import SetupError
from engine.kernel.game import Setup
from engine.kernel.record import Record


def simulate(
    game_name: str, *, seats: int, seed: int, count: int, episode: int | None, played: date | None
) -> Iterator[Record]:
    """So many records; the same seed gives the same records. Raises `SetupError` at once."""
    game = find(game_name)
    if not 1 <= seats <= len(game.SEATS):
        raise SetupError(f"{seats} seats: {game.TITLE} has {', '.join(game.SEATS)}")
    header = game.ALONE if episode is None else {"episode": episode}
    setup = Setup(game.SEATS[:seats], header)
    game.start(setup)
    player = next(iter(game.PLAYERS.values()), None)
    return (deal(game, setup, seed + number, player, played) for number in range(count))
