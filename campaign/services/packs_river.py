"""The river on the edges between cells: drawn by walking from corner to corner.

Corner (column, row) is the top left corner of the cell (column, row), counted from 0. The edges at
the border of the board are never river. A river that ends only at the border separates the board
into two banks; an end at a corner inside the board is a fault.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.kernel.grid import Grid, bits
from engine.kernel.phrases import OptionalPhrase, phrase


class River(NamedTuple):
    """The masks of the cells with river on their right edge, and with river on their lower edge."""

    right: int
    below: int


class Corner(NamedTuple):
    """A corner of cells, counted from 0."""

    column: int
    row: int


def river_of(grid: Grid, west: int, east: int) -> River:
    """The river between two banks, each a mask of cells."""
    right = below = 0
    for bit in bits(grid.all):
        column, row = _place(grid, bit)
        opposite = east if bit & west else west
        if column + 1 < grid.columns and bit << 1 & opposite:
            right |= bit
        if row + 1 < grid.rows and bit << grid.columns & opposite:
            below |= bit
    return River(right, below)


def with_edge_toggled(grid: Grid, river: River, start: Corner, columns: int, rows: int) -> River:
    """The river with the edge from a corner to the next one drawn, or erased if it was drawn."""
    column = min(start.column, start.column + columns)
    row = min(start.row, start.row + rows)
    if columns:
        inside = 0 < row < grid.rows and 0 <= column < grid.columns
        bit = _cell(grid, column, row - 1) if inside else 0
        return river._replace(below=river.below ^ bit)
    inside = 0 < column < grid.columns and 0 <= row < grid.rows
    bit = _cell(grid, column - 1, row) if inside else 0
    return river._replace(right=river.right ^ bit)


def other_bank(grid: Grid, river: River, bit: int) -> River:
    """The river with a cell moved to the other bank: all four edges of the cell change."""
    column, row = _place(grid, bit)
    here, beside, under = Corner(column, row), Corner(column + 1, row), Corner(column, row + 1)
    for start, columns, rows in ((here, 1, 0), (here, 0, 1), (beside, 0, 1), (under, 1, 0)):
        river = with_edge_toggled(grid, river, start, columns, rows)
    return river


def fault(grid: Grid, river: River) -> OptionalPhrase:
    """Why the river does not separate two banks; "" if it does."""
    if not river.right and not river.below:
        return phrase("there is no river")
    for corner in _ends(grid, river):
        cell = grid.name(_cell(grid, corner.column - 1, corner.row - 1))
        return phrase(
            "the river does not separate: it ends at the lower right corner of {cell}, inside the "
            "board",
            cell=cell,
        )
    return ""


def banks(grid: Grid, river: River) -> tuple[int, int]:
    """The masks of the two banks of a river without fault: the west, with A1, and the east."""
    west, seen, queue = 1, 1, [1]
    while queue:
        bit = queue.pop()
        for near, crossed in _neighbours(grid, river, bit):
            if not near & seen:
                seen |= near
                west |= near if bool(bit & west) != crossed else 0
                queue.append(near)
    return west, grid.all & ~west


def _neighbours(grid: Grid, river: River, bit: int) -> Iterator[tuple[int, bool]]:
    """The cells beside a cell, each with whether the river lies between."""
    column, row = _place(grid, bit)
    if column + 1 < grid.columns:
        yield bit << 1, bool(river.right & bit)
    if column:
        yield bit >> 1, bool(river.right & bit >> 1)
    if row + 1 < grid.rows:
        yield bit << grid.columns, bool(river.below & bit)
    if row:
        yield bit >> grid.columns, bool(river.below & bit >> grid.columns)


def _ends(grid: Grid, river: River) -> Iterator[Corner]:
    """The corners inside the board at which an odd number of edges is river."""
    for row in range(1, grid.rows):
        for column in range(1, grid.columns):
            here = _cell(grid, column - 1, row - 1)
            edges = (
                river.right & here,
                river.right & here << grid.columns,
                river.below & here,
                river.below & here << 1,
            )
            if sum(map(bool, edges)) % 2:
                yield Corner(column, row)


def _cell(grid: Grid, column: int, row: int) -> int:
    return 1 << row * grid.columns + column


def _place(grid: Grid, bit: int) -> tuple[int, int]:
    row, column = divmod(bit.bit_length() - 1, grid.columns)
    return column, row
