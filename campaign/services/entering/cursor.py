"""The piece that came, under a cursor over a board of My City: where it lies, whether it fits.

Cursor ── moved, turned ──> Cursor        always a place that is on the board
── fits(entry, cursor) ──> ""      or why it cannot stand there: the engine's reason
── words(cursor) ──> "E5/1"        the answer that Enter gives
"""

from __future__ import annotations

from typing import NamedTuple

from campaign.services.entering.game import Entering
from engine.kernel.errors import IllegalMove
from engine.kernel.grid import Grid
from engine.kernel.phrases import Wording
from engine.my_city.play.notation import BuildMove
from engine.my_city.play.placements import Placement
from engine.my_city.play.rules import misfit
from engine.my_city.play.state import MyCityState, Town


class Cursor(NamedTuple):
    """A cell, counted from 0, and quarter turns; of a piece it is the first cell."""

    column: int = 4
    row: int = 4
    turns: int = 0


def square(cursor: Cursor) -> str:
    """The name of the cell."""
    return f"{chr(65 + cursor.column)}{cursor.row + 1}"


def words(cursor: Cursor) -> str:
    """The answer that builds here."""
    return f"{square(cursor)}/{cursor.turns}"


def town_of(state: MyCityState, seat: str) -> Town:
    """The town of a seat."""
    return state.town(seat)


def placement(state: MyCityState, seat: str, cursor: Cursor) -> Placement | None:
    """The piece that came, laid here; None where it would hang over the edge."""
    try:
        return town_of(state, seat).home.placements[
            BuildMove(state.card, square(cursor), cursor.turns)
        ]
    except IllegalMove:
        return None


def settled(state: MyCityState, seat: str, cursor: Cursor) -> Cursor:
    """The nearest place to this one at which the piece is on the board, turned as it is."""
    grid = state.rules.grid
    cells = [Cursor(c, r, cursor.turns) for r in range(grid.rows) for c in range(grid.columns)]
    near = sorted(cells, key=lambda c: abs(c.column - cursor.column) + abs(c.row - cursor.row))
    return next((spot for spot in near if placement(state, seat, spot)), cursor)


def moved(state: MyCityState, seat: str, cursor: Cursor, columns: int, rows: int) -> Cursor:
    """A step in a direction; at the edge of the board it stays."""
    to = cursor._replace(column=cursor.column + columns, row=cursor.row + rows)
    inside = on_board(state.rules.grid, to)
    return to if inside and placement(state, seat, to) else cursor


def turned(state: MyCityState, seat: str, cursor: Cursor) -> Cursor:
    """A quarter turn clockwise, pushed back onto the board where it must be."""
    return settled(state, seat, cursor._replace(turns=(cursor.turns + 1) % 4))


def stepped(grid: Grid, cursor: Cursor, columns: int, rows: int) -> Cursor:
    """A step of a single cell."""
    to = cursor._replace(column=cursor.column + columns, row=cursor.row + rows)
    return to if on_board(grid, to) else cursor


def on_board(grid: Grid, cursor: Cursor) -> bool:
    """Whether the cell is one of the board."""
    return 0 <= cursor.column < grid.columns and 0 <= cursor.row < grid.rows


def refusal(entering: Entering, seat: str, cursor: Cursor) -> Wording:
    """Why the piece cannot stand here, in the engine's words; "" when it can."""
    state: MyCityState = entering.state
    laid = placement(state, seat, cursor)
    if laid is None:
        return "hangs over the board's edge"
    return misfit(state.rules, town_of(state, seat), laid)
