"""A mutable table, which moves change; only `rules.play` uses it.

    lay ─> (take ─> [place | discard]) for every player four times ─> the next round
        ─> [staff ... done] for every player ─> over

A table is made from a state; `QuadropolisTable.state` makes a state from it again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.kernel.errors import IllegalMove
from engine.kernel.game import CHANCE
from engine.quadropolis.checks import (
    building_refusal,
    place_refusal,
    staff_refusal,
    take_refusal,
    tile_refusal,
    turn_refusal,
)
from engine.quadropolis.city import QuadropolisCity, Stack
from engine.quadropolis.components import BLANK, FACES, SITE, SLOTS, TARGETS
from engine.quadropolis.notation import (
    Action,
    ArchitectMove,
    Discard,
    EndOfStaffing,
    SiteTiles,
    Staff,
    TilePlacement,
)
from engine.quadropolis.state import (
    LAY,
    NO_SLOTS,
    NOWHERE,
    OVER,
    PLACE,
    STAFF,
    TAKE,
    QuadropolisState,
    fresh_architects,
)

TURNS = 4
"""The number of turns of every player in a round."""


class QuadropolisTable:
    """A state that can be changed; a city is a list of stacks, inhabitants and energy."""

    __slots__ = (
        "architect",
        "architects",
        "cities",
        "first",
        "mayor",
        "mode",
        "mover",
        "phase",
        "player",
        "round",
        "rules",
        "seats",
        "site",
        "slots",
        "staffed",
        "taken",
        "turn",
        "urbanist",
    )

    def __init__(self, state: QuadropolisState) -> None:
        self.rules, self.mode, self.seats = state.rules, state.rules.mode, state.seats
        self.cities: list[Any] = [
            [list(city.cells), city.inhabitants, city.energy] for city in state.cities
        ]
        self.site, self.slots, self.urbanist = list(state.site), list(state.slots), state.urbanist
        self.architects = list(state.architects)
        self.round, self.turn, self.first = state.round, state.turn, state.first
        self.mayor, self.phase = state.mayor, state.phase
        self.taken, self.architect = state.taken, state.architect
        self.staffed = [list(buildings) for buildings in state.staffed]
        self.player = (state.first + state.turn) % len(state.seats)
        self.mover = mover_of(state)

    def state(self) -> QuadropolisState:
        """The state of the table, as an immutable value."""
        return QuadropolisState(
            self.rules,
            self.seats,
            tuple(QuadropolisCity(tuple(cells), *resources) for cells, *resources in self.cities),
            tuple(self.site),
            tuple(self.slots),
            self.urbanist,
            tuple(self.architects),
            self.round,
            self.turn,
            self.first,
            self.mayor,
            self.phase,
            self.taken,
            self.architect,
            tuple(tuple(buildings) for buildings in self.staffed),
        )

    def unfit_move(self, seat: str, action: Action) -> IllegalMove:
        """The error for a move that is not awaited."""
        return IllegalMove(turn_refusal(self.state(), seat, action))

    def end_turn(self) -> None:
        """Begin the next turn, the next round or the assignments, or end the game."""
        self.turn += 1
        self.taken, self.architect = "", 0
        count = len(self.seats)
        self.player = (self.first + self.turn) % count
        if self.turn < TURNS * count:
            self.phase, self.mover = TAKE, self.seats[self.player]
        elif self.round < self.mode.rounds:
            self.round, self.turn, self.first = self.round + 1, 0, self.mayor
            self.site, self.slots, self.urbanist = [], list(NO_SLOTS), NOWHERE
            self.architects = list(fresh_architects(self.rules))
            self.phase, self.mover = LAY, CHANCE
        elif self.rules.staffed:
            self.phase, self.mover = STAFF, self.seats[0]
            self.staffed = [[]]
        else:
            self.phase, self.mover = OVER, ""


def mover_of(state: QuadropolisState) -> str:
    """The seat that is to move; "" after the end."""
    match state.phase:
        case "lay":
            return CHANCE
        case "staff":
            return state.seats[len(state.staffed) - 1]
        case "over":
            return ""
    return state.seats[(state.first + state.turn) % len(state.seats)]


def _lay(table: QuadropolisTable, action: Action) -> None:
    if type(action) is not SiteTiles:
        raise table.unfit_move(CHANCE, action)
    for code in action.tiles:
        if refused := tile_refusal(table.rules, table.round, table.site, code):
            raise IllegalMove(refused)
        table.site.append(code)
    if len(table.site) == SITE:
        table.site = ["" if code == BLANK else code for code in table.site]
        table.player = table.first
        table.phase, table.mover = TAKE, table.seats[table.player]


def _take(table: QuadropolisTable, action: Action) -> None:
    if type(action) is not ArchitectMove:
        raise table.unfit_move(table.mover, action)
    architect, side, line = action
    player = table.player
    if refused := take_refusal(
        table.mode, table.architects, player, table.slots, table.urbanist, action
    ):
        raise IllegalMove(refused)
    slot = SLOTS[side, line]
    if table.mode.shared:
        table.architects[architect] -= 1
    else:
        table.architects[player] &= ~(1 << architect)
    table.slots[slot] = architect
    target = TARGETS[architect][slot]
    table.urbanist = target
    table.taken, table.architect = table.site[target], architect
    table.site[target] = ""
    if table.taken:
        table.phase = PLACE
    else:
        table.end_turn()


def _place(table: QuadropolisTable, action: Action) -> None:
    player = table.player
    if type(action) is TilePlacement:
        city, face = table.cities[player], FACES[table.taken]
        cells = city[0]
        square = table.mode.square(action.square)
        if refused := place_refusal(table.mode, cells, face, table.architect, action.square):
            raise IllegalMove(refused)
        below = cells[square]
        cells[square] = Stack(face.kind, below.floors + 1 if below else 1, face.points)
        city[1] += face.inhabitants
        city[2] += face.energy
        if face.mayor:
            table.mayor = player
    elif type(action) is not Discard:
        raise table.unfit_move(table.mover, action)
    table.end_turn()


def _staff(table: QuadropolisTable, action: Action) -> None:
    seat = len(table.staffed) - 1
    named, city = table.staffed[seat], table.cities[seat]
    if type(action) is Staff:
        for building in action.buildings:
            square = table.mode.square(building.square)
            if refused := building_refusal(table.mode, city[0], named, building) or staff_refusal(
                table.mode, city, named, building
            ):
                raise IllegalMove(refused)
            named.append((square, building.customers or 0))
    elif type(action) is not EndOfStaffing:
        raise table.unfit_move(table.mover, action)
    elif len(table.staffed) < len(table.seats):
        table.staffed.append([])
        table.mover = table.seats[seat + 1]
    else:
        table.phase, table.mover = OVER, ""


PLAY: dict[str, Callable[[QuadropolisTable, Action], None]] = {
    LAY: _lay,
    TAKE: _take,
    PLACE: _place,
    STAFF: _staff,
}
"""The function that plays a move, by phase."""
