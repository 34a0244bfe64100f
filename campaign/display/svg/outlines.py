"""Lines along the edges of cells, as paths in pixels.

##      M0 0h80v40h-40v40h-40z       clockwise around cells, counterclockwise around a hole
#
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from engine.kernel.grid import Grid, bits

CELL = 40
"""Pixels from one cell to the next."""

_Point = tuple[int, int]


@lru_cache(maxsize=4096)  # phones draw the same buildings after every answer
def outline(grid: Grid, mask: int) -> str:
    """The path around the cells of a mask."""
    ends_by_start: dict[_Point, list[_Point]] = {}
    for start, end in _edges(grid, mask):
        ends_by_start.setdefault(start, []).append(end)
    path = ""
    while ends_by_start:
        start = point = next(iter(ends_by_start))
        corners = [start]
        while (point := _leave(ends_by_start, point)) != start:
            corners.append(point)
        path += _closed(corners)
    return path


def border(grid: Grid, one: int, other: int) -> str:
    """The path along the edges that a cell of `one` shares with a cell of `other`."""
    path = ""
    for bit in bits(one):
        row, column = divmod(bit.bit_length() - 1, grid.columns)
        for near, x, y, line in (
            (cell(grid, column, row - 1), column, row, f"h{CELL}"),
            (cell(grid, column, row + 1), column, row + 1, f"h{CELL}"),
            (cell(grid, column - 1, row), column, row, f"v{CELL}"),
            (cell(grid, column + 1, row), column + 1, row, f"v{CELL}"),
        ):
            if near & other:
                path += f"M{x * CELL} {y * CELL}{line}"
    return path


def _leave(ends_by_start: dict[_Point, list[_Point]], point: _Point) -> _Point:
    """Remove an edge that begins at a point, and return the point at its end."""
    ends = ends_by_start[point]
    end = ends.pop()
    if not ends:
        del ends_by_start[point]
    return end


def _edges(grid: Grid, mask: int) -> Iterator[tuple[_Point, _Point]]:
    """Yield the edges of cells that no other cell of the mask shares, clockwise around a cell."""
    for bit in bits(mask):
        row, column = divmod(bit.bit_length() - 1, grid.columns)
        left_top, right_top = (column, row), (column + 1, row)
        right_low, left_low = (column + 1, row + 1), (column, row + 1)
        for (next_column, next_row), start, end in (
            ((column, row - 1), left_top, right_top),
            ((column + 1, row), right_top, right_low),
            ((column, row + 1), right_low, left_low),
            ((column - 1, row), left_low, left_top),
        ):
            if not mask & cell(grid, next_column, next_row):
                yield start, end


def cell(grid: Grid, column: int, row: int) -> int:
    """The mask of a cell; 0 for a cell outside the board."""
    is_inside = 0 <= column < grid.columns and 0 <= row < grid.rows
    return 1 << row * grid.columns + column if is_inside else 0


def _closed(corners: list[_Point]) -> str:
    """A closed path through points; points in the middle of a straight line are left out."""
    turns = [
        point
        for before, point, following in zip(
            [corners[-1], *corners], corners, [*corners[1:], corners[0]], strict=False
        )
        if not before[0] == point[0] == following[0] and not before[1] == point[1] == following[1]
    ]
    (x, y), *others = turns
    path = f"M{x * CELL} {y * CELL}"
    for next_x, next_y in others:
        path += f"h{(next_x - x) * CELL}" if next_y == y else f"v{(next_y - y) * CELL}"
        x, y = next_x, next_y
    return path + "z"
