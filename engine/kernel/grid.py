"""A board as bits: cell (column, row) of a grid is one bit of an int.

        A B C          bit = row * columns + column
     1  0 1 2
     2  3 4 5          a mask is a set of cells: `|` unites, `&` intersects, `all & ~mask` is the
     rest

Shapes are drawn with `#` and turned clockwise. This module does not know what a cell means.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

Cells = tuple[tuple[int, int], ...]
"""A shape: (column, row) pairs in reading order, touching the top and the left edge."""


class Grid(NamedTuple):
    """A rectangle of cells, columns lettered from A, rows numbered from 1."""

    columns: int
    rows: int

    @property
    def all(self) -> int:
        """The mask of every cell."""
        return (1 << self.columns * self.rows) - 1

    @property
    def edge(self) -> int:
        """The mask of the cells at the edge of the board."""
        _, left, right, top, bottom = _frame(self)
        return left | right | top | bottom

    def bit(self, name: str) -> int:
        """The mask of the cell with a name ("E5"); 0 if there is no such cell."""
        return _names(self).get(name, 0)

    def name(self, bit: int) -> str:
        """The name of a one-cell mask."""
        row, column = divmod(bit.bit_length() - 1, self.columns)
        return f"{chr(65 + column)}{row + 1}"

    def names(self, mask: int) -> tuple[str, ...]:
        """The names of the cells of a mask, in reading order."""
        return _names_of(self, mask)

    def row(self, number: int) -> int:
        """The mask of a row, counted from 1."""
        return ((1 << self.columns) - 1) << (number - 1) * self.columns

    def column(self, number: int) -> int:
        """The mask of a column, counted from 1."""
        _, left, _, _, _ = _frame(self)
        return left << number - 1

    @property
    def last_column(self) -> str:
        """The letter of the last column."""
        return chr(64 + self.columns)

    def edge_neighbours(self, mask: int) -> int:
        """The cells that share an edge with a cell of the mask and are not in it."""
        cells, left, right, _, _ = _frame(self)
        grown = (mask & ~left) >> 1 | (mask & ~right) << 1
        grown |= mask >> self.columns | mask << self.columns
        return grown & cells & ~mask

    def sides(self, mask: int) -> tuple[int, int, int, int]:
        """Four masks: the cells with exactly one, two, three and four sides that touch the mask."""
        cells, left, right, _, _ = _frame(self)
        across, up = (mask & ~left) >> 1, mask >> self.columns
        back, down = (mask & ~right) << 1, mask << self.columns & cells
        odd, level = across ^ back, up ^ down
        both, stacked = across & back, up & down
        one, two = odd ^ level, both | stacked | odd & level
        return one & ~two, two & ~one & ~(both & stacked), two & one, both & stacked

    def enclosed(self, mask: int) -> int:
        """The cells whose four sides each touch a cell of the mask or the edge of the board."""
        _, left, right, top, bottom = _frame(self)
        across = (mask << 1 | left) & (mask >> 1 | right)
        return across & (mask << self.columns | top) & (mask >> self.columns | bottom)

    def all_neighbours(self, mask: int) -> int:
        """The cells that share an edge or a corner with a cell of the mask and are not in it."""
        cells, left, right, _, _ = _frame(self)
        grown = mask | (mask & ~left) >> 1 | (mask & ~right) << 1
        grown |= grown >> self.columns | grown << self.columns
        return grown & cells & ~mask

    def place(self, cells: Cells, column: int, row: int) -> int:
        """The mask of a shape whose first cell in reading order lies at (column, row).

        Returns 0 if a cell of the shape is off the board.
        """
        mask = 0
        shift = column - cells[0][0]
        for c, r in cells:
            if not 0 <= c + shift < self.columns or not r + row < self.rows:
                return 0
            mask |= 1 << (r + row) * self.columns + c + shift
        return mask


def bits(mask: int) -> Iterator[int]:
    """Yield the cells of a mask as masks of one cell, in reading order."""
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit


def draw_shape(drawing: str) -> Cells:
    """The shape of a drawing such as `"###/..#"`: rows separated by `/`, `#` a cell, `.` none."""
    return _settle(
        (column, row)
        for row, line in enumerate(drawing.split("/"))
        for column, mark in enumerate(line)
        if mark == "#"
    )


def turn(cells: Cells, quarters: int) -> Cells:
    """The shape after this number of quarter turns clockwise."""
    for _ in range(quarters % 4):
        cells = _settle((-row, column) for column, row in cells)
    return cells


def is_connected(cells: Iterable[tuple[int, int]]) -> bool:
    """Whether the cells, at least one, are connected edge to edge."""
    left = set(cells)
    reached = [left.pop()]
    while reached:
        column, row = reached.pop()
        beside = {(column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)} & left
        left -= beside
        reached += beside
    return not left


def _settle(cells: Iterator[tuple[int, int]]) -> Cells:
    """Push a shape against the top left corner and put its cells in reading order."""
    ordered = sorted(cells, key=lambda cell: (cell[1], cell[0]))
    left, top = min(c for c, _ in ordered), min(r for _, r in ordered)
    return tuple((c - left, r - top) for c, r in ordered)


@lru_cache(maxsize=16)
def _names(grid: Grid) -> dict[str, int]:
    return {grid.name(1 << i): 1 << i for i in range(grid.columns * grid.rows)}


@lru_cache(maxsize=1_024)
def _names_of(grid: Grid, mask: int) -> tuple[str, ...]:
    """The names of a mask, which is often that of before: free cells change with a sticker only."""
    return tuple(grid.name(bit) for bit in bits(mask))


@lru_cache(maxsize=16)
def _frame(grid: Grid) -> tuple[int, int, int, int, int]:
    """The masks of all cells, of the first and last column, and of the first and last row."""
    left = sum(1 << row * grid.columns for row in range(grid.rows))
    return grid.all, left, left << grid.columns - 1, grid.row(1), grid.row(grid.rows)
