"""The one list of games. A new game is a folder beside `my_city` and a line here."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine import dilluvia, machi_koro, my_city, quadropolis
from engine.kernel.errors import SetupError, quoted
from engine.kernel.game import Game, Setup
from engine.kernel.record import Record
from engine.kernel.replay import Verdict, replay
from engine.my_city import layout

GAMES: tuple[Game, ...] = (my_city, machi_koro, dilluvia, quadropolis)


def find(name: str) -> Game:
    """The game of that name; raises `SetupError` that lists the known ones."""
    for game in GAMES:
        if game.NAME == name:
            return game
    raise SetupError(
        f"game {quoted(name)!r} is not known: {', '.join(game.NAME for game in GAMES)}"
    )


EXPANDERS: Mapping[str, Callable[[Record, Setup], Record]] = {my_city.NAME: layout.expanded}
"""Games whose records may have something else in place of moves."""


def expanded(record: Record, setup: Setup | None = None) -> Record:
    """The record with moves, where it has something else in their place; raises `RecordError`."""
    expand = EXPANDERS.get(record.game)
    return expand(record, setup or record.setup) if expand else record


def verify(record: Record, setup: Setup | None = None) -> Verdict:
    """Replay a record by the rules of its game; raises `SetupError` when it cannot start."""
    return replay(find(record.game), record, setup)
