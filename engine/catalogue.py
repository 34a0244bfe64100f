"""The one list of games. A new game is a folder beside `my_city` and a line here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from engine import dilluvia, machi_koro, my_city, quadropolis
from engine.kernel.answers import Answers, in_words
from engine.kernel.errors import SetupError, quoted
from engine.kernel.game import Game, Setup
from engine.kernel.record import Record
from engine.kernel.replay import Verdict, replay
from engine.machi_koro.answers import ANSWERS as IN_MACHI_KORO
from engine.my_city.play.answers import ANSWERS as IN_MY_CITY
from engine.my_city.rebuild import layout, orders
from engine.quadropolis.answers import ANSWERS as IN_QUADROPOLIS

GAMES: tuple[Game, ...] = (my_city, machi_koro, dilluvia, quadropolis)


def find(name: str) -> Game:
    """The game of that name; raises `SetupError` that lists the known ones."""
    for game in GAMES:
        if game.NAME == name:
            return game
    raise SetupError(
        f"game {quoted(name)!r} is not known: {', '.join(game.NAME for game in GAMES)}"
    )


DIALECTS: Mapping[str, Answers] = {
    my_city.NAME: IN_MY_CITY,
    machi_koro.NAME: IN_MACHI_KORO,
    quadropolis.NAME: IN_QUADROPOLIS,
}
"""Games with short answers of their own; others take the words of their records."""


def answers_of(game: Game) -> Answers:
    """How a game is answered at the table."""
    return DIALECTS.get(game.NAME) or in_words(game)


class Expander(NamedTuple):
    """Of a game whose records may have something else in place of moves: how it becomes moves.

    `complete` finds what such a record leaves out, as long as it is told to go on; `gives` says
    whether a record with moves is what another without them gives.
    """

    expand: Callable[[Record, Setup], Record]
    complete: Callable[[Record, Setup, Callable[[], bool]], Record | None]
    gives: Callable[[Record, Record, Setup], bool]


EXPANDERS: Mapping[str, Expander] = {
    my_city.NAME: Expander(layout.expanded, orders.completed, layout.gives)
}


def expanded(record: Record, setup: Setup | None = None) -> Record:
    """The record with moves, where it has something else in their place; raises `RecordError`."""
    game = EXPANDERS.get(record.game)
    return game.expand(record, setup or record.setup) if game else record


def completed(record: Record, setup: Setup, go_on: Callable[[], bool]) -> Record | None:
    """The record with what had to be found for it to have moves; None when that was stopped.

    Raises `RecordError` where nothing can be found.
    """
    game = EXPANDERS.get(record.game)
    return game.complete(record, setup, go_on) if game else record


def gives(told: Record, record: Record) -> bool:
    """Whether a record is what another one, without moves, gives; raises `RecordError`."""
    game = EXPANDERS.get(record.game)
    return bool(game and game.gives(told, record, record.setup))


def verify(record: Record, setup: Setup | None = None) -> Verdict:
    """Replay a record by the rules of its game; raises `SetupError` when it cannot start."""
    return replay(find(record.game), record, setup)
