"""Simple players for simulations: `random` plays at random, `greedy` looks one tile ahead.

`greedy` takes the tile that adds most to the best assignment of its city. A building that it cannot
staff yet counts for a part of its later worth.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.kernel.game import Player as Simple
from engine.quadropolis.assignment import best_assignment
from engine.quadropolis.checks import place_refusal
from engine.quadropolis.city import QuadropolisCity, Stack, needed_resources, sheet_lines, squares
from engine.quadropolis.components import FACES, NEEDS, SLOTS, TARGETS, Face, Mode
from engine.quadropolis.notation import (
    Action,
    ArchitectMove,
    Discard,
    EndOfStaffing,
    Staff,
    StaffedBuilding,
    TilePlacement,
)
from engine.quadropolis.rules import legal
from engine.quadropolis.scoring import plan_of
from engine.quadropolis.state import PLACE, STAFF, TAKE, QuadropolisState

RESERVE = 4
"""The inhabitants and energy that the greedy player expects from the whole game."""


def at_random(state: QuadropolisState, seat: str, chance: float) -> Action:
    """A legal move, all equally likely; at the end of the game the best assignment."""
    if state.phase == STAFF:
        return _staff(state)
    moves = tuple(legal(state, seat))
    return moves[int(chance * len(moves))]


def greedy(state: QuadropolisState, seat: str, chance: float) -> Action:
    """The move that adds most to the player's city; `chance` picks among moves of equal worth."""
    return CHOICES[state.phase](state, chance)


def _take(state: QuadropolisState, chance: float) -> Action:
    mode, player = state.rules.mode, (state.first + state.turn) % len(state.seats)
    city, known_values = state.cities[player], dict[tuple[str, int], float]()
    choices: list[tuple[float, ArchitectMove]] = []
    for action in legal(state, state.seats[player]):
        if isinstance(action, ArchitectMove):
            target = TARGETS[action.architect][SLOTS[action.side, action.line]]
            code = state.site[target]
            if code and (code, action.architect) not in known_values:
                value, _ = _spot(mode, city, FACES[code], action.architect, _left(state))
                known_values[code, action.architect] = value
            choices.append((known_values.get((code, action.architect), 0.0), action))
    return _one_of(choices, chance)


def _place(state: QuadropolisState, chance: float) -> Action:
    mode, player = state.rules.mode, (state.first + state.turn) % len(state.seats)
    city = state.cities[player]
    _, square = _spot(mode, city, FACES[state.taken], state.architect, _left(state))
    return TilePlacement(mode.name_of(square)) if square >= 0 else Discard()


def _staff(state: QuadropolisState) -> Action:
    """The best assignment as one move, then `EndOfStaffing`."""
    mode, seat = state.rules.mode, len(state.staffed) - 1
    city = state.cities[seat]
    if state.staffed[seat]:
        return EndOfStaffing()
    plan = plan_of(state, seat)
    buildings = tuple(
        StaffedBuilding(mode.name_of(square), plan.customers[square] or None)
        for square in squares(plan.active)
        if (stack := city.cells[square]) and stack.kind in NEEDS
    )
    return Staff(buildings) if buildings else EndOfStaffing()


CHOICES: Mapping[str, Callable[[QuadropolisState, float], Action]] = {
    TAKE: _take,
    PLACE: _place,
    STAFF: lambda state, chance: _staff(state),
}


def _left(state: QuadropolisState) -> float:
    """The part of the game that is still to come."""
    return 1 - (state.round - 1) / state.rules.mode.rounds


def _spot(
    mode: Mode, city: QuadropolisCity, face: Face, architect: int, part_left: float
) -> tuple[float, int]:
    """The worth that a tile adds on its best square, and this square; -1 means discard the tile."""
    before, best_square = _value(mode, city, part_left), (0.0, -1)
    for square in range(mode.squares):
        if place_refusal(mode, city.cells, face, architect, mode.name_of(square)):
            continue
        below = city.cells[square]
        stack = Stack(face.kind, below.floors + 1 if below else 1, face.points)
        cells = (*city.cells[:square], stack, *city.cells[square + 1 :])
        after = QuadropolisCity(
            cells, city.inhabitants + face.inhabitants, city.energy + face.energy
        )
        best_square = max(best_square, (_value(mode, after, part_left) - before, square))
    return best_square


def _value(mode: Mode, city: QuadropolisCity, part_left: float) -> float:
    """The worth of a city if it gets the people and energy that are still expected.

    Missing and idle people and energy reduce the worth, by an amount that depends on `part_left`,
    the part of the game to come.
    """
    reserve = round(RESERVE * part_left)
    expected = QuadropolisCity(city.cells, city.inhabitants + reserve, city.energy + reserve)
    plan = best_assignment(mode, expected)
    points = sum(line.points for line in sheet_lines(mode, expected, plan)[:-2])
    people, energy = needed_resources(expected, plan)
    missing = max(0, people - city.inhabitants) + max(0, energy - city.energy)
    idle = max(0, city.inhabitants - people) + max(0, city.energy - energy)
    return points - (1.5 - part_left / 2) * missing - (1 - 1.4 * part_left) * idle


def _one_of(choices: list[tuple[float, ArchitectMove]], chance: float) -> ArchitectMove:
    most = max(value for value, _ in choices)
    best_moves = [action for value, action in choices if value == most]
    return best_moves[int(chance * len(best_moves))]


PLAYERS: Mapping[str, Simple] = {"greedy": greedy, "random": at_random}
