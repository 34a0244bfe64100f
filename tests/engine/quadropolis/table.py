"""Positions of Quadropolis for tests: begin, lay, play on, draw a city, read off, draw."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine import quadropolis
from engine.kernel.errors import IllegalMove
from engine.kernel.game import Setup
from engine.quadropolis import drawing
from engine.quadropolis.assignment import best_assignment
from engine.quadropolis.city import QuadropolisCity, Score, StaffingPlan, score_of, sheet_lines
from engine.quadropolis.components import BLANK, FACES, LINES, MODES, SIDES, SITE
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
from engine.quadropolis.state import SEATS, QuadropolisState


def begin(seats: int = 2, mode: str = "classic", **header: object) -> QuadropolisState:
    """A table before the first site is laid."""
    return quadropolis.start(Setup(SEATS[:seats], {"mode": mode, **header}))


def play(state: QuadropolisState, *words: str) -> QuadropolisState:
    """The state after moves as they stand in a record."""
    for line in words:
        seat, _, text = line.partition(":")
        state = quadropolis.apply(state, seat.strip(), quadropolis.parse(text))
    return state


def refusal(state: QuadropolisState, line: str) -> str:
    """Why a move is illegal."""
    with pytest.raises(IllegalMove) as caught:
        play(state, line)
    return str(caught.value)


def laid(state: QuadropolisState, first: str = "") -> QuadropolisState:
    """The site of the round, some tiles in the first squares, the others by name."""
    left = dict(state.rules.supply[state.round - 1])
    left[BLANK] = SITE - sum(left.values())
    codes = first.split()
    for code in codes:
        left[code] -= 1
    rest = [code for code in (*FACES, BLANK) for _ in range(left.get(code, 0))]
    return play(state, f"*: lay {' '.join([*codes, *rest])}")


def drawn(
    mode: str, city: str, inhabitants: int = 0, energy: int = 0
) -> tuple[str, QuadropolisCity]:
    """A city by its drawing, with its mode."""
    text = f'mode = "{mode}"\ninhabitants = {inhabitants}\nenergy = {energy}\n'
    return mode, drawing.read_drawing(f"{text}city = '''\n{city}\n'''\n").city


def planned(mode: str, city: QuadropolisCity, active: str, **customers: int) -> StaffingPlan:
    """An assignment by the names of squares."""
    board = MODES[mode]
    mask = sum(1 << board.square(name) for name in active.split())
    seats = [0] * board.squares
    for name, number in customers.items():
        seats[board.square(name)] = number
    return StaffingPlan(mask, tuple(seats))


def points(mode: str, city: QuadropolisCity, plan: StaffingPlan | None = None) -> dict[str, int]:
    """The lines of a sheet with points, under the best assignment unless one is given."""
    board = MODES[mode]
    sheet = sheet_lines(board, city, plan or best_assignment(board, city))
    return {str(line.label): line.points for line in sheet if line.points}


def worth(mode: str, city: QuadropolisCity, plan: StaffingPlan) -> Score:
    board = MODES[mode]
    return score_of(board, city, plan, sheet_lines(board, city, plan))


def vocabulary(state: QuadropolisState) -> Iterator[Action]:
    """Every action that can be said, and some that name what does not exist."""
    for code in (*FACES, BLANK):
        yield SiteTiles((code,))
    for architect in LINES:
        for side in SIDES:
            for line in LINES:
                yield ArchitectMove(architect, side, line)
    for column in "ABCDE":
        for row in "1234":
            yield TilePlacement(column + row)
            for customers in range(7):
                yield Staff((StaffedBuilding(column + row, customers),))
    yield from (Discard(), EndOfStaffing())


def picture(state: QuadropolisState) -> str:
    """The table, line by line, for transcripts: the same number of lines at any time."""
    mode = state.rules.mode
    site = [code or "." for code in state.site] + ["?"] * (SITE - len(state.site))
    architects = " ".join(f"{row}" if mode.shared else f"{row:b}" for row in state.architects)
    rows = [
        f"round {state.round}, turn {state.turn}, {state.phase}, "
        f"mayor {state.seats[state.mayor]}, architects {architects}",
        f"hand {state.taken or '-'} by {state.architect}, Urbanist {state.urbanist}, "
        f"ends {''.join(map(str, state.slots))}",
    ]
    rows += [" ".join(f"{code:2}" for code in site[i : i + 5]).rstrip() for i in range(0, SITE, 5)]
    for seat, city in zip(state.seats, state.cities, strict=True):
        rows.append(f"{seat} {city.inhabitants} inhabitants, {city.energy} energy")
        signs = [f"{s.kind}{s.floors}{s.points or ''}" if s else "." for s in city.cells]
        width = mode.columns
        rows += [
            "  " + " ".join(f"{sign:3}" for sign in signs[i : i + width]).rstrip()
            for i in range(0, mode.squares, width)
        ]
    staffed = ["".join(f" {mode.name_of(s)}:{n}" for s, n in row) for row in state.staffed]
    rows.append(f"staffed {';'.join(staffed)}".rstrip())
    return "\n".join(rows)
