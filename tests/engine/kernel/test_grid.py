"""The grid of bits against cells counted one by one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kernel.grid import Cells, Grid, bits, draw_shape, is_connected, turn

BOARD = Grid(11, 11)

grids = st.builds(Grid, st.integers(1, 12), st.integers(1, 12))
shapes = st.sets(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1).map(
    lambda cells: draw_shape(
        "/".join("".join(".#"[(c, r) in cells] for c in range(4)) for r in range(4))
    )
)


def mask_of(grid: Grid, cells: set[tuple[int, int]]) -> int:
    return sum(1 << row * grid.columns + column for column, row in cells)


def cells_of(grid: Grid, mask: int) -> set[tuple[int, int]]:
    every = ((column, row) for row in range(grid.rows) for column in range(grid.columns))
    return {(c, r) for c, r in every if mask >> r * grid.columns + c & 1}


@pytest.mark.parametrize(
    ("name", "column", "row"), [("A1", 0, 0), ("K1", 10, 0), ("E5", 4, 4), ("K11", 10, 10)]
)
def test_a_cell_is_a_column_letter_and_a_row_number(name: str, column: int, row: int) -> None:
    assert mask_of(BOARD, {(column, row)}) == BOARD.bit(name)
    assert name == BOARD.name(BOARD.bit(name))


@pytest.mark.parametrize("name", ["L1", "A12", "A0", "a1", "A01", "", "E", "5E"])
def test_no_cell_has_another_name(name: str) -> None:
    assert 0 == BOARD.bit(name)


@given(grids, st.data())
def test_cells_are_named_in_reading_order(grid: Grid, data: st.DataObject) -> None:
    mask = data.draw(st.integers(0, grid.all))
    named = [grid.bit(name) for name in grid.names(mask)]
    assert sorted(named) == named == list(bits(mask))
    assert mask == sum(named)


@given(grids)
def test_the_rows_make_up_the_grid(grid: Grid) -> None:
    rows = [grid.row(number) for number in range(1, grid.rows + 1)]
    assert grid.all == sum(rows)
    assert {grid.columns} == {row.bit_count() for row in rows}


@given(grids, st.data())
def test_beside_are_the_cells_that_share_an_edge(grid: Grid, data: st.DataObject) -> None:
    mask = data.draw(st.integers(0, grid.all))
    inside = cells_of(grid, mask)
    around = {(c + x, r + y) for c, r in inside for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1))}
    assert (around - inside) & cells_of(grid, grid.all) == cells_of(
        grid, grid.edge_neighbours(mask)
    )


@given(grids, shapes, st.integers(-2, 13), st.integers(0, 13))
def test_a_shape_lies_with_its_first_cell_on_the_cell_named(
    grid: Grid, shape: Cells, column: int, row: int
) -> None:
    first = shape[0]
    cells = {(c - first[0] + column, r - first[1] + row) for c, r in shape}
    on_board = cells <= cells_of(grid, grid.all)
    assert (mask_of(grid, cells) if on_board else 0) == grid.place(shape, column, row)


def test_a_shape_is_drawn_with_its_rows_parted() -> None:
    assert ((0, 0), (1, 0), (2, 0), (2, 1)) == draw_shape("###/..#")


def test_a_drawing_is_pushed_into_the_corner() -> None:
    assert draw_shape("#/##") == draw_shape("..../.#../.##.")


@pytest.mark.parametrize(
    ("quarters", "drawing"),
    [(0, "###/..#"), (1, ".#/.#/##"), (2, "#../###"), (3, "##/#./#."), (4, "###/..#")],
)
def test_a_turn_is_clockwise(quarters: int, drawing: str) -> None:
    assert draw_shape(drawing) == turn(draw_shape("###/..#"), quarters)


@given(shapes, st.integers(0, 8), st.integers(0, 8))
def test_turns_add_up(shape: Cells, some: int, more: int) -> None:
    assert turn(turn(shape, some), more) == turn(shape, some + more)
    assert shape == turn(shape, 4)


@given(shapes, st.integers(0, 3))
def test_a_turned_shape_is_in_reading_order_from_the_corner(shape: Cells, quarters: int) -> None:
    turned = turn(shape, quarters)
    assert sorted(turned, key=lambda cell: (cell[1], cell[0])) == list(turned)
    assert (0, 0) == (min(c for c, _ in turned), min(r for _, r in turned))


@pytest.mark.parametrize(
    ("drawing", "connected"), [("#", True), ("##/#.", True), ("#./.#", False), ("##.#", False)]
)
def test_cells_are_connected_edge_to_edge(drawing: str, connected: bool) -> None:
    assert is_connected(draw_shape(drawing)) == connected


def test_a_drawing_of_a_hundred_thousand_cells_is_looked_at_cell_by_cell() -> None:
    assert is_connected((column, 0) for column in range(100_000))
