"""The functions of the game protocol: the seats that may act, the legal moves, the next state.

`table.py` says what a move changes, `checks.py` says why a move is not allowed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from engine.kernel.errors import IllegalMove
from engine.machi_koro.checks import NOTHING, awaiting, build_refusal, legal_swaps, turn_refusal
from engine.machi_koro.components import CARDS, LANDMARKS, SHOWN
from engine.machi_koro.notation import (
    Action,
    BuildNothing,
    Deal,
    Dice,
    KeepThrow,
    MachiKoroBuild,
    Reroll,
    Roll,
    Target,
)
from engine.machi_koro.state import (
    BUILD,
    DEAL,
    DICE,
    KEEP,
    OVER,
    ROLL,
    SWAP,
    TARGET,
    MachiKoroState,
)
from engine.machi_koro.table import PLAY, MachiKoroTable

__all__ = ["apply", "awaiting", "legal", "play"]


def legal(state: MachiKoroState, seat: str) -> Iterator[Action]:
    """The legal actions of the seat; none if it may not act now."""
    return _LEGAL[state.phase](state) if seat in awaiting(state) else iter(())


def apply(state: MachiKoroState, seat: str, action: Action) -> MachiKoroState:
    """The state after an action; raises `IllegalMove` with the reason and changes nothing."""
    return play(state, ((seat, action),))


def play(state: MachiKoroState, moves: Iterable[tuple[str, Action]]) -> MachiKoroState:
    """The state after the moves; raises `IllegalMove` at the first illegal move."""
    table = MachiKoroTable(state)
    for seat, action in moves:
        if seat != table.mover:
            raise IllegalMove(turn_refusal(table.state(), seat, action))
        table.payments = ()
        PLAY[table.phase](table, action)
    return table.state()


def _deals(state: MachiKoroState) -> Iterator[Action]:
    return (Deal(card.id) for card, left in zip(CARDS, state.deck, strict=True) if left)


def _swaps(state: MachiKoroState) -> Iterator[Action]:
    yield from legal_swaps(state.seats, state.cities, state.turn)
    if not state.options.business_center_mandatory:
        yield NOTHING


def _builds(state: MachiKoroState) -> Iterator[Action]:
    seat, city = state.seats[state.turn], state.cities[state.turn]
    for row in (*CARDS, *LANDMARKS):
        if not build_refusal(seat, city, state.market, row.id):
            yield MachiKoroBuild(row.id)
    yield BuildNothing()


_LEGAL: dict[str, Callable[[MachiKoroState], Iterator[Action]]] = {
    DEAL: _deals,
    ROLL: lambda state: map(Roll, SHOWN),
    DICE: lambda state: map(Dice, SHOWN[state.number]),
    KEEP: lambda state: iter((KeepThrow(), Reroll())),
    TARGET: lambda state: (Target(s) for s in state.seats if s != state.seats[state.turn]),
    SWAP: _swaps,
    BUILD: _builds,
    OVER: lambda state: iter(()),
}
