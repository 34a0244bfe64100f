"""The dealer: plays whole games from a seed, for examples, tests and measurements.

Only this module of the engine uses random numbers. Its draws are in the record, so a replay of the
record needs no seed. The same seed gives the same record.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from engine.kernel.errors import EngineError, IllegalMove, NotationError
from engine.kernel.game import CHANCE, Game, Player, Setup, State
from engine.kernel.log import Move
from engine.kernel.record import Record
from engine.kernel.score import SeatScore

LONGEST = 100_000
"""The most moves of a game; one that has more is taken to have no end."""


def random_numbers(seed: int) -> Iterator[float]:
    """Yield random numbers from 0 to 1 without end, for choices outside a game."""
    rng = random.Random(seed)
    while True:
        yield rng.random()


class DealtGame(NamedTuple):
    """A whole game: its record, its last state and the sheets of this state."""

    record: Record
    final: State
    sheets: tuple[SeatScore, ...]


def deal(
    game: Game, setup: Setup, seed: int, player: Player | None = None, played: date | None = None
) -> Record:
    """Play a whole game from a seed, as `play_out` does, and return its record."""
    return play_out(game, setup, seed, player, played).record


def play_out(
    game: Game, setup: Setup, seed: int, player: Player | None = None, played: date | None = None
) -> DealtGame:
    """Play a whole game from a seed: each draw of the table is equally likely.

    `player` decides for all seats; without it they decide at random. Raises `EngineError` after
    `LONGEST` moves, as with a bank of Machi Koro that cannot pay for the dearest landmark.
    """
    rng = random.Random(seed)
    state, moves = game.start(setup), list[Move]()
    begun = state
    while waiting := game.awaiting(state):
        seat = waiting[0] if len(waiting) == 1 else rng.choice(waiting)
        if player is None or seat == CHANCE:
            action = rng.choice(tuple(game.legal(state, seat)))
        else:
            action = player(state, seat, rng.random())
        before, state = state, game.apply(state, seat, action)
        move = Move(seat, game.format(action))
        joined = None
        if moves and seat == moves[-1].seat == CHANCE:
            joined = _joined(game, begun, moves[-1], move, state)
        if joined:
            moves[-1] = joined
        else:
            begun = before
            moves.append(move)
        if len(moves) > LONGEST:
            raise EngineError(
                f"the game of {game.NAME} with the seed {seed} has not ended after {LONGEST:,} "
                "moves, and is given up"
            )
    sheets: tuple[SeatScore, ...] = game.score(state)
    record = Record(
        game=game.NAME,
        edition=game.EDITION,
        seats=setup.seats,
        header=setup.header,
        played=played,
        moves=tuple(moves),
        result={sheet.seat: sheet.total for sheet in sheets},
    )
    return DealtGame(record, state, sheets)


def _joined(game: Game, begun: State, first: Move, second: Move, after: State) -> Move | None:
    """Two moves of the table joined to one, as people write them; None if that means another move.

    `begun` is the state before the first move, `after` the state after the second.
    """
    verb = first.text.partition(" ")[0]
    second_verb, _, drawn = second.text.partition(" ")
    if verb != second_verb:
        return None
    text = f"{first.text} {drawn}"
    try:
        is_same = game.apply(begun, CHANCE, game.parse(text)) == after
    except (IllegalMove, NotationError):
        return None
    return Move(CHANCE, text) if is_same else None
