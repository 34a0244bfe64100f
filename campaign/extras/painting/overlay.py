"""Make the owner's overlay that turns a pack into what somebody painted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from string import ascii_letters
from typing import Any

from campaign.services import packs_outlines as outlines
from campaign.services import packs_river as river
from campaign.services.packs import OF_TABLES
from campaign.services.packs_ground import (
    FOREST,
    LIGHT,
    MOUNTAIN,
    CellPaint,
    PaintedGround,
    Painting,
    painting_of,
)
from campaign.services.packs_outlines import drawing
from engine.kernel.grid import Grid
from engine.kernel.phrases import Wording
from engine.my_city.pack.model import Pack
from engine.my_city.pack.schema import OWNER
from engine.my_city.pack.tables import BOX
from engine.my_city.play import land

SOURCE = {"source": OWNER}


def overlay_of(pack: Pack, painting: Painting, opened: frozenset[int]) -> dict[str, Any]:
    """The tables and rows by which a pack becomes the painted one; empty if nothing differs.

    The overlay leaves out a river that does not separate the board, and an invalid outline.
    """
    before = painting_of(pack, opened)
    overlay: dict[str, Any] = {}
    board = pack.files[BOX]["board"]
    count = painting.common.light.bit_count()
    if board.get("light_green", count) != count:
        overlay["board"] = {"light_green": count, **SOURCE}
    marks, contents = _marks(pack, painting)
    if painting.common.paints != before.common.paints:
        overlay["terrain"] = {"map": _map(painting.grid, painting.common, marks), **SOURCE}
    if painting.river != before.river and not river.fault(painting.grid, painting.river):
        overlay["banks"] = {"map": _banks(painting), **SOURCE}
    if painting.common.squares != before.common.squares:
        overlay["squares"] = {"cells": _names(painting.grid, painting.common.squares), **SOURCE}
    settled = _settled(painting)
    for name in PAINTED:
        if name in settled and name not in overlay and _made_up(pack.files[BOX][name]):
            overlay[name] = dict(SOURCE)
    rows = {
        "content": contents,
        "own": list(_own(before, painting, marks)),
        outlines.OUTLINE: list(_outlines(before, painting, outlines.OUTLINE)),
        outlines.PIECE: list(_outlines(before, painting, outlines.PIECE)),
    }
    for outline in _made_up_outlines(pack, before):
        known = [(row["id"], row.get("variant", "")) for row in rows[outline.list]]
        if outline.part in settled and (outline.id, outline.variant) not in known:
            rows[outline.list].append({**_names_of(outline), **SOURCE})
    return overlay | {key: changed for key, changed in rows.items() if changed}


def made_up_parts(pack: Pack, painting: Painting, opened: frozenset[int]) -> tuple[Wording, ...]:
    """The parts that are still made up, in words: nobody has drawn or confirmed them."""
    box, settled = pack.files[BOX], _settled(painting)
    tables = [name for name in PAINTED if _made_up(box[name]) and name not in settled]
    forms = [
        outline.name
        for outline in _made_up_outlines(pack, painting_of(pack, opened))
        if outline.part not in settled
    ]
    return (*(OF_TABLES[name] for name in tables), *forms)


PAINTED = ("terrain", "banks", "squares")


def _settled(painting: Painting) -> frozenset[str]:
    """The parts that somebody looked at, without those whose drawing has a fault."""
    faulty = {
        outline.part for outline in painting.outlines if outlines.fault(outline, painting.outlines)
    }
    if river.fault(painting.grid, painting.river):
        faulty.add("banks")
    return painting.looked_at - faulty


def _made_up(values: Mapping[str, Any]) -> bool:
    return bool(values.get("source") == "placeholder")


def _made_up_outlines(pack: Pack, before: Painting) -> Iterator[outlines.Outline]:
    """The outlines of a pack that were made up."""
    rows = {
        (key, row["id"], row.get("variant", "")): row
        for data in pack.files.values()
        for key in (outlines.OUTLINE, outlines.PIECE)
        for row in data.get(key, ())
    }
    return (outline for outline in before.outlines if _made_up(rows.get(outline.key, {})))


def _names_of(outline: outlines.Outline) -> dict[str, Any]:
    variant = {"variant": outline.variant} if outline.variant else {}
    return {"id": outline.id, **variant}


def _marks(pack: Pack, painting: Painting) -> tuple[dict[CellPaint, str], list[dict[str, Any]]]:
    """The mark of each paint in a map, and rows for the contents that need a new mark."""
    rows = pack.files[BOX].get("content", ())
    marks = {CellPaint(LIGHT): ".", CellPaint(FOREST): "F", CellPaint(MOUNTAIN): "M"}
    usual: dict[str, str] = {}
    for row in rows:
        if mark := row.get("mark"):
            marks[CellPaint(row["kind"], row["amount"])] = mark
            usual.setdefault(row["kind"], mark)
    contents = []
    grounds = (painting.common, *painting.own.values())
    for paint in dict.fromkeys(paint for ground in grounds for paint in ground.paints):
        if paint not in marks:
            letters = (usual[paint.kind].lower(), usual[paint.kind].upper(), *ascii_letters)
            marks[paint] = next(letter for letter in letters if letter not in marks.values())
            known = next((row["id"] for row in rows if _is(row, paint)), None)
            kind = {} if known else {"kind": paint.kind, "amount": paint.amount}
            id = known or f"{paint.kind}{paint.amount}"
            contents.append({"id": id, **kind, "mark": marks[paint], **SOURCE})
    return marks, contents


def _is(row: Mapping[str, Any], paint: CellPaint) -> bool:
    """Whether a content of the box is what a paint shows."""
    on_light = row.get("ground", land.LIGHT) == land.LIGHT and row.get("on", land.CELL) == land.CELL
    return on_light and (row["kind"], row["amount"]) == paint


def _own(before: Painting, painting: Painting, marks: Mapping[CellPaint, str]) -> Iterator[Any]:
    """Yield the boards of seats that differ from the common one, if they were painted anew."""
    for seat, ground in painting.own.items():
        old = before.own.get(seat)
        if ground == old or (old is None and ground == painting.common):
            continue
        squares = _names(painting.grid, ground.squares)
        terrain = _map(painting.grid, ground, marks)
        yield {"id": seat, "map": terrain, "squares": squares, **SOURCE}


def _outlines(before: Painting, painting: Painting, list: str) -> Iterator[Any]:
    shapes = {old.key: old.shape for old in before.outlines}
    for outline in painting.outlines:
        differs = outline.list == list and outline.shape != shapes.get(outline.key, ())
        if differs and not outlines.fault(outline, painting.outlines):
            yield {**_names_of(outline), "shape": drawing(outline.cells), **SOURCE}


def _map(grid: Grid, ground: PaintedGround, marks: Mapping[CellPaint, str]) -> str:
    return _rows(grid, [marks[paint] for paint in ground.paints])


def _banks(painting: Painting) -> str:
    west, _ = river.banks(painting.grid, painting.river)
    cells = painting.grid.columns * painting.grid.rows
    return _rows(painting.grid, ["W" if west >> i & 1 else "E" for i in range(cells)])


def _rows(grid: Grid, marks: list[str]) -> str:
    starts = range(0, len(marks), grid.columns)
    return "".join(" ".join(marks[i : i + grid.columns]) + "\n" for i in starts)


def _names(grid: Grid, mask: int) -> str:
    return " ".join(grid.names(mask))
