"""What lies in a pack's box and envelopes, as values: board, stickers, buildings.

This module reads no rules; `kinds` says what a rule does with these things.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import reduce
from operator import or_
from typing import NamedTuple

from engine.kernel.fast.memo import same
from engine.kernel.grid import Cells, Grid, draw_shape, is_connected
from engine.my_city.pack.schema import PackRow
from engine.my_city.pack.tables import BOX, TABLES, Files, Parsed, rows_of, table_of
from engine.my_city.play.land import CELL, LIGHT, CellContent, Land
from engine.my_city.play.placements import Piece


class Components(NamedTuple):
    """Board, stickers and buildings of a pack; `printed` is the board by seat, "" for any other.

    `variants` has by card the pieces that cities may have for it. `placeholders` says by file, in
    words, what was made up of the board and the pieces.
    """

    grid: Grid
    banks: tuple[int, int]
    printed: Mapping[str, Land]
    contents: tuple[CellContent, ...]
    pieces: Mapping[str, Piece]
    variants: Mapping[str, Mapping[str, Piece]]
    colours: Mapping[str, str]
    placeholders: Mapping[str, tuple[str, ...]]


def components_of(files: Files) -> Components:
    """The components in the files of a pack; raises `PackError`."""
    box = files[BOX]
    colours = {row["id"]: str(row["name"]) for row in rows_of(BOX, box, "colour")}
    contents = tuple(
        _content(row, colours)
        for name, data in files.items()
        for row in rows_of(name, data, "content")
    )
    placeholders = {name: tuple(_made_up(name, data)) for name, data in files.items()}
    pieces: dict[str, Piece] = {}
    variants: dict[str, dict[str, Piece]] = {}
    for name, data in files.items():
        for piece in _pieces(name, data, colours):
            if piece.variant:
                variants.setdefault(piece.id, {})[piece.variant] = piece
            if not piece.variant or piece.id not in pieces:
                pieces[piece.id] = piece
    board = table_of(box, "board")
    grid = Grid(board["columns"], board["rows"])
    printed = _boards(box, grid, contents)
    if stated := board.get("light_green"):
        for land in printed.values():
            if (count := land.light.bit_count()) != stated:
                raise table_of(box, "terrain").error(
                    f"the map has {count} light-green cells, the board {stated}", "map"
                )
    banks = _read_map(grid, table_of(box, "banks"))
    if set(banks) != {"W", "E"}:
        raise table_of(box, "banks").error("the banks are W and E", "map")
    return Components(
        grid,
        (banks["W"], banks["E"]),
        printed,
        contents,
        pieces,
        variants,
        colours,
        placeholders,
    )


def read_cells(grid: Grid, row: PackRow, key: str = "cells") -> int:
    """The mask of the cells that a key names; raises `PackError`."""
    mask = 0
    for name in row[key].split():
        if not (bit := grid.bit(name)):
            raise row.error(f"{name} is not a cell of the board", key)
        mask |= bit
    return mask


def _content(row: PackRow, colours: Mapping[str, str]) -> CellContent:
    return CellContent(
        same(row["id"]),
        row["kind"],
        row["amount"],
        row.get("ground", LIGHT),
        _colour(row, colours),
        row.get("on", CELL),
        row.get("mountain", False),
    )


def _colour(row: PackRow, colours: Mapping[str, str]) -> str:
    """The colour of a row, "" for none."""
    colour: str = row.get("colour", "")
    if colour and colour not in colours:
        raise row.error(f"{colour} is no colour: {', '.join(colours)}", "colour")
    return colour


def _boards(box: Parsed, grid: Grid, contents: tuple[CellContent, ...]) -> dict[str, Land]:
    """The printed board by seat: those of seats with one of their own, and "" for all others."""
    common_terrain, squares = table_of(box, "terrain"), table_of(box, "squares")
    boards = {"": _land(box, grid, contents, common_terrain, squares)}
    for row in rows_of(BOX, box, "own"):
        terrain = row if "map" in row.values else common_terrain
        own_squares = row if "squares" in row.values else squares
        boards[row["id"]] = _land(box, grid, contents, terrain, own_squares)
    return boards


def _land(
    box: Parsed, grid: Grid, contents: tuple[CellContent, ...], terrain: PackRow, squares: PackRow
) -> Land:
    """The ground of a board: its map, and the cells for stickers."""
    ground = _read_map(grid, terrain)
    marks = {row["mark"]: row["id"] for row in rows_of(BOX, box, "content") if row.get("mark")}
    if strange := set(ground) - {".", "M", "F", *marks}:
        raise terrain.error(f"{' '.join(sorted(strange))} is no terrain", "map")
    layers = [0] * len(contents)
    for mark, id in marks.items():
        layers[next(i for i, c in enumerate(contents) if c.id == id)] = ground.get(mark, 0)
    mountain, forest = ground.get("M", 0), ground.get("F", 0)
    light = grid.all & ~mountain & ~forest
    cells = read_cells(grid, squares, "cells" if "cells" in squares.values else "squares")
    return Land(light, forest, mountain, cells, light & ~reduce(or_, layers, 0), tuple(layers))


def _pieces(name: str, data: Parsed, colours: Mapping[str, str]) -> Iterator[Piece]:
    """Yield one building of each outline in each colour, then the single pieces."""
    for colour in colours:
        for row in rows_of(name, data, "outline"):
            yield Piece(same(f"{colour}{row['id']}"), "building", colour, _shape(row))
    for row in rows_of(name, data, "piece"):
        yield Piece(
            same(row["id"]),
            row["kind"],
            _colour(row, colours),
            _shape(row),
            row.get("must_build", False),
            row.get("variant", ""),
        )


def _made_up(name: str, data: Parsed) -> Iterator[str]:
    """Yield the placeholders of a file's board and pieces, in words."""
    for table in (name for name in TABLES if name != "progress"):
        if table in data and data[table].get("source") == "placeholder":
            yield f"{table}: {data[table].get('note', 'the whole table')}"
    for kind in ("outline", "piece"):
        rows = [row for row in rows_of(name, data, kind) if row["source"] == "placeholder"]
        if rows:
            ids = dict.fromkeys(row["id"] for row in rows)
            yield f"{kind} {' '.join(ids)}: its shape"


def _shape(row: PackRow) -> Cells:
    """The cells of a drawn shape; raises `PackError` if they are not connected."""
    cells = draw_shape(row["shape"])
    if not is_connected(cells):
        raise row.error(f"{row['shape']} is in two parts", "shape")
    return cells


def _read_map(grid: Grid, row: PackRow) -> dict[str, int]:
    """The mask of each letter of a drawn map."""
    lines = [line.split() for line in row["map"].split("\n") if line.strip()]
    if len(lines) != grid.rows or any(len(line) != grid.columns for line in lines):
        raise row.error(f"the map needs {grid.rows} lines of {grid.columns}", "map")
    masks: dict[str, int] = {}
    for i, mark in enumerate(mark for line in lines for mark in line):
        masks[mark] = masks.get(mark, 0) | 1 << i
    return masks
