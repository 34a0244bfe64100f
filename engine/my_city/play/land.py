"""The ground of one city, and what lies on it, as masks.

light ─ forest ─ mountain     what a cell is; a site (a port, a mine) is none of the three
squares                       where stickers go
layers                        one mask for each `CellContent` of the pack
"""

from __future__ import annotations

from typing import NamedTuple

LIGHT, FOREST, SITE = "light", "forest", "site"
GROUNDS = (LIGHT, FOREST, SITE)
"""What a cell becomes under a sticker; nothing is ever built on a site."""
MOUNTAIN = "mountain"
"""The ground that is printed on some cells; no sticker turns a cell into it."""

SQUARE, PLAIN = "square", "plain"
"""A light-green cell with a small square, where stickers go, and one without."""

FOREST_SQUARE = "forest square"
"""A forest cell with a small square."""
CELL, PIECE, STRIP = "cell", "piece", "strip"
"""What a sticker is stuck on. A strip is a row of printed boxes off the grid, one a sticker."""


class CellContent(NamedTuple):
    """A sticker or a printed thing: `amount` of a `kind` in the layer `id`; 0 for plain ground.

    A site with a `colour` stands as a building of that colour. `on` is what the sticker is stuck
    on; `mountain` says that it may lie on a mountain.
    """

    id: str
    kind: str
    amount: int
    ground: str = LIGHT
    colour: str = ""
    on: str = CELL
    mountain: bool = False


OR = " or "
"""Stands between the kinds of sticker from which a player chooses, and between their targets."""


class LandPlace(NamedTuple):
    """A place that a rule names: cells that are the same on all boards, a ground, or contents.

    `banks` says that the cells are those along the river; a building touches the river by covering
    one of them.
    """

    cells: int = 0
    ground: str = ""
    layers: tuple[int, ...] = ()
    banks: bool = False

    def cells_on(self, land: Land) -> int:
        """The cells of this place on one board."""
        cells = self.cells
        if self.ground:
            cells |= land.forest if self.ground == FOREST else land.mountain
        for layer in self.layers:
            cells |= land.layers[layer]
        return cells


class Land(NamedTuple):
    """The ground of one city; `layers` run parallel to the pack's contents.

    `bare` are the light-green cells on which nothing lies.
    """

    light: int
    forest: int
    mountain: int
    squares: int
    bare: int
    layers: tuple[int, ...]

    def ground_at(self, bit: int) -> str:
        """What a cell is, whatever lies there: mountain, forest, or light green."""
        if bit & self.mountain:
            return MOUNTAIN
        if bit & self.forest:
            return FOREST
        return SQUARE if bit & self.squares else PLAIN

    def put(self, layer: int, content: CellContent, bit: int) -> Land:
        """The land with a sticker on a cell, in place of what lay there and of a small square."""
        layers = [_without(mask, bit) for mask in self.layers]
        if content.amount:
            layers[layer] |= bit
        light = content.ground == LIGHT
        return Land(
            self.light | bit if light else _without(self.light, bit),
            self.forest | bit if content.ground == FOREST else _without(self.forest, bit),
            _without(self.mountain, bit),
            _without(self.squares, bit),
            self.bare | bit if light and not content.amount else _without(self.bare, bit),
            tuple(layers),
        )


def _without(cells: int, bit: int) -> int:
    """The cells without one cell; the same int if this cell is not among them.

    Equal layers of the boards of a campaign are then one object, and a replay reads less memory.
    """
    return cells & ~bit if cells & bit else cells
