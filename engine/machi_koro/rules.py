"""The rules as the kernel asks for them: who may act, what is legal, what follows.

What a move changes stands in `table.py`, why it cannot be made in `checks.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from engine.kernel.errors import IllegalMove
from engine.machi_koro.checks import NOTHING, awaiting, no_build, not_now, swaps
from engine.machi_koro.components import CARDS, LANDMARKS, SHOWN
from engine.machi_koro.notation import (
    Action,
    Build,
    Deal,
    Dice,
    Keep,
    Pass,
    Reroll,
    Roll,
    Target,
)
from engine.machi_koro.state import BUILD, DEAL, DICE, KEEP, OVER, ROLL, SWAP, TARGET, State
from engine.machi_koro.table import PLAY, Table

__all__ = ["apply", "awaiting", "legal", "play"]


def legal(state: State, seat: str) -> Iterator[Action]:
    """What the seat may do now, by the phase of the turn."""
    return _LEGAL[state.phase](state) if seat in awaiting(state) else iter(())


def apply(state: State, seat: str, action: Action) -> State:
    """The state after an action; raises `IllegalMove` with the reason and changes nothing."""
    return play(state, ((seat, action),))


def play(state: State, moves: Iterable[tuple[str, Action]]) -> State:
    """The state after the moves; raises `IllegalMove` at the first illegal move."""
    table = Table(state)
    for seat, action in moves:
        if seat != table.mover:
            raise IllegalMove(not_now(table.state(), seat, action))
        table.payments = ()
        PLAY[table.phase](table, action)
    return table.state()


def _deals(state: State) -> Iterator[Action]:
    return (Deal(card.id) for card, left in zip(CARDS, state.deck, strict=True) if left)


def _swaps(state: State) -> Iterator[Action]:
    yield from swaps(state.seats, state.cities, state.turn)
    if not state.options.business_center_mandatory:
        yield NOTHING


def _builds(state: State) -> Iterator[Action]:
    seat, city = state.seats[state.turn], state.cities[state.turn]
    for row in (*CARDS, *LANDMARKS):
        if not no_build(seat, city, state.market, row.id):
            yield Build(row.id)
    yield Pass()


_LEGAL: dict[str, Callable[[State], Iterator[Action]]] = {
    DEAL: _deals,
    ROLL: lambda state: map(Roll, SHOWN),
    DICE: lambda state: map(Dice, SHOWN[state.number]),
    KEEP: lambda state: iter((Keep(), Reroll())),
    TARGET: lambda state: (Target(s) for s in state.seats if s != state.seats[state.turn]),
    SWAP: _swaps,
    BUILD: _builds,
    OVER: lambda state: iter(()),
}
