"""The functions of the game protocol: the seats that may act, the legal moves, the next state.

`table.py` says what a move changes, `checks.py` says why a move is not allowed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.kernel.errors import IllegalMove
from engine.quadropolis.checks import (
    awaiting,
    building_refusal,
    place_refusal,
    staff_refusal,
    take_refusal,
    tile_refusal,
    turn_refusal,
)
from engine.quadropolis.components import BLANK, FACES, LINES, SHOP, SIDES
from engine.quadropolis.notation import (
    Action,
    ArchitectMove,
    Discard,
    EndOfStaffing,
    SiteTiles,
    Staff,
    StaffedBuilding,
    TilePlacement,
)
from engine.quadropolis.state import LAY, PLACE, STAFF, TAKE, QuadropolisState
from engine.quadropolis.table import PLAY, QuadropolisTable

__all__ = ["apply", "awaiting", "legal", "play"]


def legal(state: QuadropolisState, seat: str) -> Iterator[Action]:
    """The legal actions of a seat; none if it may not act now.

    Each has only one tile or building, although a move may have several.
    """
    return _LEGAL[state.phase](state) if seat in awaiting(state) else iter(())


def apply(state: QuadropolisState, seat: str, action: Action) -> QuadropolisState:
    """The state after an action; raises `IllegalMove` with the reason and changes nothing."""
    return play(state, ((seat, action),))


def play(state: QuadropolisState, moves: Iterable[tuple[str, Action]]) -> QuadropolisState:
    """The state after the moves; raises `IllegalMove` at the first illegal move."""
    table = QuadropolisTable(state)
    for seat, action in moves:
        if seat != table.mover:
            raise IllegalMove(turn_refusal(table.state(), seat, action))
        PLAY[table.phase](table, action)
    return table.state()


def _lays(state: QuadropolisState) -> Iterator[Action]:
    for code in (*FACES, BLANK):
        if not tile_refusal(state.rules, state.round, state.site, code):
            yield SiteTiles((code,))


def _takes(state: QuadropolisState) -> Iterator[Action]:
    mode, player = state.rules.mode, (state.first + state.turn) % len(state.seats)
    for architect in range(1, mode.architects + 1):
        for side in SIDES:
            for line in LINES:
                take = ArchitectMove(architect, side, line)
                if not take_refusal(
                    mode, state.architects, player, state.slots, state.urbanist, take
                ):
                    yield take


def _places(state: QuadropolisState) -> Iterator[Action]:
    mode, face = state.rules.mode, FACES[state.taken]
    city = state.cities[(state.first + state.turn) % len(state.seats)]
    for square in range(mode.squares):
        name = mode.name_of(square)
        if not place_refusal(mode, city.cells, face, state.architect, name):
            yield TilePlacement(name)
    yield Discard()


def _staffs(state: QuadropolisState) -> Iterator[Action]:
    mode, seat = state.rules.mode, len(state.staffed) - 1
    city, named = state.cities[seat], state.staffed[seat]
    for square, stack in enumerate(city.cells):
        most = mode.customers if stack and stack.kind == SHOP else 0
        for customers in range(most + 1):
            building = StaffedBuilding(mode.name_of(square), customers or None)
            if not (
                building_refusal(mode, city.cells, named, building)
                or staff_refusal(mode, city, named, building)
            ):
                yield Staff((building,))
    yield EndOfStaffing()


_LEGAL = {LAY: _lays, TAKE: _takes, PLACE: _places, STAFF: _staffs}
