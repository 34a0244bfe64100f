"""A pack from its files, and the owner's overlay on one.

    files ── parsed ──> [merged with an overlay] ── assembled ──> Pack

An overlay is a file of the same tables and rows: what it names by id, name or table it
changes, key by key; what is new it adds. Its rows are the owner's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import reduce
from operator import or_
from typing import Any

import tomli

from engine.kernel.errors import PackError
from engine.kernel.grid import Grid, draw_shape
from engine.kernel.memo import same
from engine.my_city.pack.compose import check_rule
from engine.my_city.pack.model import Envelope, Pack, canonical, digest, rules_of
from engine.my_city.pack.schema import (
    CELLS,
    COMMON,
    COUNT,
    FLAG,
    SHAPE,
    SIZE,
    SOURCE,
    TEXT,
    Key,
    Row,
    check,
    one_of,
)
from engine.my_city.play.land import CELL, GROUNDS, LIGHT, PIECE, Content, Land
from engine.my_city.play.placements import Piece, Placements

BOX = "box.toml"
Parsed = Mapping[str, Any]
BoxOf = Callable[[str], Pack]

TABLES: Mapping[str, Mapping[str, Key]] = {
    "board": {"columns": SIZE, "rows": SIZE, "light_green": SIZE.or_none},
    "terrain": {"map": TEXT},
    "banks": {"map": TEXT},
    "squares": {"cells": CELLS},
    "progress": {"rows": SIZE, "circles": SIZE},
}
"""Single tables of the box, and their keys."""

LISTS: Mapping[str, Mapping[str, Key]] = {
    "content": {
        "id": TEXT,
        "kind": TEXT,
        "amount": COUNT,
        "mark": TEXT.or_none,
        "ground": one_of(*GROUNDS).or_none,
        "colour": TEXT.or_none,
        "on": one_of(CELL, PIECE).or_none,
    },
    "colour": {"id": TEXT, "name": TEXT},
    "outline": {"id": TEXT, "shape": SHAPE},
    "piece": {
        "id": TEXT,
        "kind": TEXT,
        "shape": SHAPE,
        "colour": TEXT.or_none,
        "must_build": FLAG.or_none,
        "variant": TEXT.or_none,
    },
    "own": {"id": TEXT, "map": TEXT.or_none, "squares": CELLS.or_none},
}
"""Lists of tables of a box or an envelope, and the keys of each table."""

_HEADS: Mapping[str, Mapping[str, Key]] = {
    "box": {"pack": TEXT, "title": TEXT, "base": TEXT.or_none},
    "envelope": {"envelope": SIZE, "title": TEXT},
}


def read_pack(files: Mapping[str, str], base: BoxOf | None = None) -> Pack:
    """A pack from its files by name; raises `PackError` that names file and table.

    `base` finds the pack whose box this one stands on, when it names one.
    """
    return assemble({name: parse(name, text) for name, text in files.items()}, base)


def parse(name: str, text: str) -> dict[str, Any]:
    """A file of a pack as tables; raises `PackError` with the line."""
    try:
        return tomli.loads(text)
    except tomli.TOMLDecodeError as error:
        raise PackError(f"{name}: {error}", name) from None


def assemble(files: Mapping[str, Parsed], base: BoxOf | None = None) -> Pack:
    """A pack from parsed files; raises `PackError`."""
    if BOX not in files:
        raise PackError(f"a pack has a {BOX}")
    files = {BOX: _on_base(files[BOX], base), **{f: files[f] for f in sorted(files) if f != BOX}}
    box = files[BOX]
    for name, data in files.items():
        _check_file(name, data)
    board = _Board(files)
    episodes: dict[int, tuple[Row, ...]] = {}
    read = []
    arrivals: dict[str, int] = {}
    for name, data in files.items():
        found = _episodes(name, data)
        if twice := episodes.keys() & found.keys():
            raise PackError(f"{name}: episode {min(twice)} is in another file too", name)
        episodes.update(found)
        if name == BOX:
            continue
        if not found:
            raise PackError(f"{name}: an envelope has episodes", name)
        text = canonical(data)
        read.append(
            Envelope(data["envelope"], data["title"], tuple(sorted(found)), text, digest(data))
        )
        for each in (*_table(name, data, "content"), *_table(name, data, "piece")):
            arrivals[each["id"]] = min(found)
    if not episodes:
        raise PackError(f"{BOX}: a pack has episodes", BOX)
    return Pack(
        name=box["pack"],
        title=box["title"],
        files=files,
        seals={
            "box": digest(box),
            **{str(envelope.number): envelope.digest for envelope in read},
        },
        grid=board.grid,
        banks=board.banks,
        printed=board.printed,
        contents=board.contents,
        pieces=board.pieces,
        variants=board.variants,
        colours=board.colours,
        placements=Placements(board.grid, board.pieces, board.banks),
        rules=_rules(BOX, box, (), ""),
        episodes=episodes,
        envelopes=tuple(sorted(read)),
        placeholders=board.placeholders,
        arrivals=arrivals,
    )


def check_pack(pack: Pack) -> None:
    """Compose the rules of every episode; raises `PackError` at the first that cannot be."""
    for episode in sorted(pack.episodes):
        rules_of(pack, episode)


def read_cells(grid: Grid, row: Row, key: str = "cells") -> int:
    """The mask of cells named in a text."""
    mask = 0
    for name in row[key].split():
        if not (bit := grid.bit(name)):
            raise row.error(f"{name} is not a cell of the board", key)
        mask |= bit
    return mask


def _on_base(box: Parsed, base: BoxOf | None) -> Parsed:
    """A box with the tables and rows of the box that it stands on; its own come after them."""
    if "base" not in box:
        return box
    if base is None:
        raise PackError(f"{BOX}: base {box['base']} cannot be looked up here", BOX, ("base",))
    below = base(box["base"]).files[BOX]
    lists = {
        key: [*below.get(key, []), *box.get(key, [])]
        for key in (*LISTS, "rule")
        if key in below or key in box
    }
    return {**below, **box, **lists}


class _Board:
    """Board, contents and pieces of a pack."""

    def __init__(self, files: Mapping[str, Parsed]) -> None:
        box = files[BOX]
        self.colours = {row["id"]: row["name"] for row in _table(BOX, box, "colour")}
        self.contents = tuple(
            self._content(row)
            for name, data in files.items()
            for row in _table(name, data, "content")
        )
        self.placeholders = {name: tuple(_made_up(name, data)) for name, data in files.items()}
        self.pieces: dict[str, Piece] = {}
        self.variants: dict[str, dict[str, Piece]] = {}
        for name, data in files.items():
            self._read_pieces(name, data)
        board = _one(box, "board")
        self.grid = Grid(board["columns"], board["rows"])
        self.printed = {"": self._land(_one(box, "terrain"), _one(box, "squares"), box)}
        for row in _table(BOX, box, "own"):
            terrain = row if "map" in row.values else _one(box, "terrain")
            squares = row if "squares" in row.values else _one(box, "squares")
            self.printed[row["id"]] = self._land(terrain, squares, box)
        if sum_of := board.get("light_green"):
            for land in self.printed.values():
                if (count := land.light.bit_count()) != sum_of:
                    raise _one(box, "terrain").error(
                        f"the map has {count} light-green cells, the board {sum_of}", "map"
                    )
        banks = _read_map(self.grid, _one(box, "banks"))
        if set(banks) != {"W", "E"}:
            raise _one(box, "banks").error("the banks are W and E", "map")
        self.banks = (banks["W"], banks["E"])

    def _content(self, row: Row) -> Content:
        if (colour := row.get("colour", "")) and colour not in self.colours:
            raise row.error(f"{colour} is no colour: {', '.join(self.colours)}", "colour")
        return Content(
            same(row["id"]),
            row["kind"],
            row["amount"],
            row.get("ground", LIGHT),
            colour,
            row.get("on", CELL),
        )

    def _land(self, terrain: Row, squares: Row, box: Parsed) -> Land:
        """The ground of a board: its map, and the cells for stickers."""
        ground = _read_map(self.grid, terrain)
        marks = {row["mark"]: row["id"] for row in _table(BOX, box, "content") if row.get("mark")}
        if strange := set(ground) - {".", "M", "F", *marks}:
            raise terrain.error(f"{' '.join(sorted(strange))} is no terrain", "map")
        layers = [0] * len(self.contents)
        for mark, id in marks.items():
            layers[next(i for i, c in enumerate(self.contents) if c.id == id)] = ground.get(mark, 0)
        mountain, forest = ground.get("M", 0), ground.get("F", 0)
        light = self.grid.all & ~mountain & ~forest
        cells = read_cells(self.grid, squares, "cells" if "cells" in squares.values else "squares")
        return Land(light, forest, mountain, cells, light & ~reduce(or_, layers, 0), tuple(layers))

    def _read_pieces(self, name: str, data: Parsed) -> None:
        """One building of each outline in each colour, then the pieces of their own."""
        for colour in self.colours:
            for row in _table(name, data, "outline"):
                id = same(f"{colour}{row['id']}")
                self.pieces[id] = Piece(id, "building", colour, _shape(row))
        for row in _table(name, data, "piece"):
            colour = row.get("colour", "")
            if colour and colour not in self.colours:
                raise row.error(f"{colour} is no colour: {', '.join(self.colours)}", "colour")
            variant = row.get("variant", "")
            must = row.get("must_build", False)
            piece = Piece(same(row["id"]), row["kind"], colour, _shape(row), must, variant)
            if variant:
                self.variants.setdefault(piece.id, {})[variant] = piece
            if not variant or piece.id not in self.pieces:
                self.pieces[piece.id] = piece


def _made_up(name: str, data: Parsed) -> Iterator[str]:
    """The placeholders of a file's board and pieces, in words."""
    for table in (name for name in TABLES if name != "progress"):
        if table in data and data[table].get("source") == "placeholder":
            yield f"{table}: {data[table].get('note', 'the whole table')}"
    for kind in ("outline", "piece"):
        rows = [row for row in _table(name, data, kind) if row["source"] == "placeholder"]
        if rows:
            ids = dict.fromkeys(row["id"] for row in rows)
            yield f"{kind} {' '.join(ids)}: its shape"


def _shape(row: Row) -> tuple[tuple[int, int], ...]:
    """The cells of a drawn shape, which hang together."""
    cells = draw_shape(row["shape"])
    reached, rest = {cells[0]}, set(cells[1:])
    while near := {
        (c, r) for c, r in rest if {(c + 1, r), (c - 1, r), (c, r + 1), (c, r - 1)} & reached
    }:
        reached |= near
        rest -= near
    if rest:
        raise row.error(f"{row['shape']} is in two parts", "shape")
    return cells


def _read_map(grid: Grid, row: Row) -> dict[str, int]:
    """The mask of each letter of a drawn map."""
    lines = [line.split() for line in row["map"].split("\n") if line.strip()]
    if len(lines) != grid.rows or any(len(line) != grid.columns for line in lines):
        raise row.error(f"the map needs {grid.rows} lines of {grid.columns}", "map")
    masks: dict[str, int] = {}
    for i, mark in enumerate(mark for line in lines for mark in line):
        masks[mark] = masks.get(mark, 0) | 1 << i
    return masks


def _check_file(name: str, data: Parsed) -> None:
    """Hold a file's own keys and its tables against what there may be."""
    head = _HEADS["box" if name == BOX else "envelope"]
    tables = {*LISTS, "rule", "episode"} | (set(TABLES) if name == BOX else set())
    for key, value in data.items():
        if key in tables:
            continue
        if key not in head and key not in COMMON:
            known = ", ".join(sorted({*head, *COMMON, *tables}))
            raise PackError(f"{name}: {key} is no key here: {known}", name, (key,))
        if not {**head, **COMMON}[key].fits(value):
            wants = {**head, **COMMON}[key].wants
            raise PackError(f"{name}: {key} is {wants}, not {value!r}", name, (key,))
    for key, each in head.items():
        if not each.optional and key not in data:
            raise PackError(f"{name}: {key} is missing", name)
    for table, keys in TABLES.items():
        if table in data:
            check(_one(data, table), keys)
    for table, keys in LISTS.items():
        seen = set()
        for row in _table(name, data, table):
            check(row, keys)
            if (own := (row["id"], row.get("variant"))) in seen:
                raise row.error(f"{row['id']} is there twice", "id")
            seen.add(own)


def _one(box: Parsed, name: str) -> Row:
    row = Row(f"{BOX}, [{name}]", box.get(name, {}), BOX, (name,))
    if not isinstance(row.values, Mapping):
        raise PackError(f"{row.where} is a table", BOX, (name,))
    if name not in box:
        raise PackError(f"{BOX}: [{name}] is missing", BOX)
    return row


def _table(file: str, data: Parsed, name: str) -> list[Row]:
    rows = data.get(name, [])
    if not isinstance(rows, list) or not all(isinstance(row, Mapping) for row in rows):
        raise PackError(f"{file}: {name} is a list of tables, [[{name}]]", file, (name,))
    return [
        Row(f"{file}, [[{name}]] {row.get('id', '?')}", row, file, (name, i))
        for i, row in enumerate(rows)
    ]


def _episodes(file: str, data: Parsed) -> dict[int, tuple[Row, ...]]:
    found: dict[int, tuple[Row, ...]] = {}
    for i, row in enumerate(_table(file, data, "episode")):
        number = row["number"]
        if not SIZE.fits(number):
            raise row.error(f"number is {SIZE.wants}, not {number!r}", "number")
        if number in found:
            raise row.error(f"episode {number} is there twice", "number")
        if strange := set(row.values) - {"number", "rule", "note"}:
            raise row.error(f"{min(strange)} is no key here: note, number, rule", min(strange))
        found[number] = _rules(file, row.values, ("episode", i), f", episode {number}")
    return found


def _rules(file: str, data: Parsed, path: tuple[str | int, ...], where: str) -> tuple[Row, ...]:
    rules: Iterable[Any] = data.get("rule", [])
    rows = []
    for i, values in enumerate(rules):
        row = Row(
            f'{file}{where}, rule "{values.get("name", "?")}"', values, file, (*path, "rule", i)
        )
        if not SOURCE.fits(row.get("source")):
            raise row.error(f"source is {SOURCE.wants}, not {row.get('source')!r}", "source")
        check_rule(row)
        rows.append(row)
    return tuple(rows)
