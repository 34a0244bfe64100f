"""The piece to build under a cursor over a board of My City: where it lies, whether it fits.

Cursor ── moved, turned ──> Cursor     always a place at which the piece is on the board
       ── refusal ──> ""               or the engine's reason why the piece cannot stand there
       ── words ──> "E5/1"             the answer that Enter gives
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
    """The first cell of a piece, counted from 0, and its quarter turns."""

    column: int = 4
    row: int = 4
    turns: int = 0


def square(cursor: Cursor) -> str:
    """The name of the cursor's cell, such as E5."""
    return f"{chr(65 + cursor.column)}{cursor.row + 1}"


def words(cursor: Cursor) -> str:
    """The answer that builds at the cursor."""
    return f"{square(cursor)}/{cursor.turns}"


def town_of(state: MyCityState, seat: str) -> Town:
    """The town of a seat."""
    return state.town(seat)


def placement(state: MyCityState, seat: str, cursor: Cursor) -> Placement | None:
    """The piece of the revealed card at the cursor; None if it would hang over the edge."""
    try:
        return town_of(state, seat).home.placements[
            BuildMove(state.card, square(cursor), cursor.turns)
        ]
    except IllegalMove:
        return None


def settled(state: MyCityState, seat: str, cursor: Cursor) -> Cursor:
    """The nearest cursor with these turns at which the piece is on the board."""
    grid = state.rules.grid
    cells = [Cursor(c, r, cursor.turns) for r in range(grid.rows) for c in range(grid.columns)]
    near = sorted(cells, key=lambda c: abs(c.column - cursor.column) + abs(c.row - cursor.row))
    return next((spot for spot in near if placement(state, seat, spot)), cursor)


def moved(state: MyCityState, seat: str, cursor: Cursor, columns: int, rows: int) -> Cursor:
    """The cursor after a step of the piece; unchanged if the piece would leave the board."""
    to = cursor._replace(column=cursor.column + columns, row=cursor.row + rows)
    inside = on_board(state.rules.grid, to)
    return to if inside and placement(state, seat, to) else cursor


def turned(state: MyCityState, seat: str, cursor: Cursor) -> Cursor:
    """The cursor after a quarter turn clockwise, moved back onto the board if needed."""
    return settled(state, seat, cursor._replace(turns=(cursor.turns + 1) % 4))


def stepped(grid: Grid, cursor: Cursor, columns: int, rows: int) -> Cursor:
    """The cursor after a step of its cell alone; unchanged at the edge of the board."""
    to = cursor._replace(column=cursor.column + columns, row=cursor.row + rows)
    return to if on_board(grid, to) else cursor


def on_board(grid: Grid, cursor: Cursor) -> bool:
    """Whether the cursor's cell is on the board."""
    return 0 <= cursor.column < grid.columns and 0 <= cursor.row < grid.rows


def refusal(entering: Entering, seat: str, cursor: Cursor) -> Wording:
    """The engine's reason why the piece cannot stand at the cursor; "" if it can."""
    state: MyCityState = entering.state
    laid = placement(state, seat, cursor)
    if laid is None:
        return "hangs over the board's edge"
    return misfit(state.rules, town_of(state, seat), laid)
