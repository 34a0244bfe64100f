"""The one list of games. A new game is a folder beside `my_city` and a line here."""

from __future__ import annotations

from engine import dilluvia, machi_koro, my_city, quadropolis
from engine.kernel.errors import SetupError, quoted
from engine.kernel.game import Game, Setup
from engine.kernel.record import Record
from engine.kernel.replay import Verdict, replay

GAMES: tuple[Game, ...] = (my_city, machi_koro, dilluvia, quadropolis)


def find(name: str) -> Game:
    """The game of that name; raises `SetupError` that lists the known ones."""
    for game in GAMES:
        if game.NAME == name:
            return game
    raise SetupError(
        f"game {quoted(name)!r} is not known: {', '.join(game.NAME for game in GAMES)}"
    )


def verify(record: Record, setup: Setup | None = None) -> Verdict:
    """Replay a record by the rules of its game; raises `SetupError` when it cannot start."""
    return replay(find(record.game), record, setup)
