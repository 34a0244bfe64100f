"""The painting of a pack: cells and small squares of boards, the river, outlines of buildings.

CellPaint      what one cell shows       PaintedGround  one board: its paints, its small squares
Painting   the common board, those of seats that differ, river, outlines
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from campaign.services.packs_outlines import Outline, outlines_of
from campaign.services.packs_river import River, river_of
from engine.kernel.grid import Grid, bits
from engine.my_city.campaign.model import Campaign
from engine.my_city.pack.model import Pack, rules_of
from engine.my_city.pack.tables import BOX
from engine.my_city.play.land import Land
from engine.my_city.play.ruleset import ShaftRule, Strip

LIGHT, FOREST, MOUNTAIN = "light green", "forest", "mountain"


class CellPaint(NamedTuple):
    """What a cell shows: light green, forest, mountain, or an amount of a kind on light green."""

    kind: str
    amount: int = 0

    @property
    def light(self) -> bool:
        """Whether the cell is light green, with or without something on it."""
        return self.kind not in (FOREST, MOUNTAIN)


EMPTY = CellPaint(LIGHT)


class PaintedGround(NamedTuple):
    """One board: the paint of each cell in reading order, and the mask of the small squares."""

    paints: tuple[CellPaint, ...]
    squares: int

    def at(self, bit: int) -> CellPaint:
        """The paint of a cell, by its mask."""
        return self.paints[bit.bit_length() - 1]

    def painted(self, bit: int, paint: CellPaint) -> PaintedGround:
        """The board with another paint on a cell; a mountain removes the cell's small square."""
        at = bit.bit_length() - 1
        squares = self.squares & ~bit if paint.kind == MOUNTAIN else self.squares
        return PaintedGround((*self.paints[:at], paint, *self.paints[at + 1 :]), squares)

    def with_square(self, bit: int) -> PaintedGround:
        """The board with a small square on a cell, or without it if the cell has one."""
        return self._replace(squares=self.squares ^ bit)

    @property
    def light(self) -> int:
        """The mask of the light-green cells."""
        return sum(1 << i for i, paint in enumerate(self.paints) if paint.light)


class Painting(NamedTuple):
    """All that is painted; `own` are the boards of seats that differ from the common one."""

    grid: Grid
    common: PaintedGround
    own: Mapping[str, PaintedGround]
    river: River
    outlines: tuple[Outline, ...]
    looked_at: frozenset[str] = frozenset()
    """The names of the parts that the user has drawn, or has confirmed to be as in the box."""

    @property
    def parts(self) -> Mapping[str, object]:
        """The parts to check one by one, by name: tables of the box, and each outline."""
        return {
            "terrain": self.common.paints,
            "squares": self.common.squares,
            "banks": self.river,
            **{outline.part: outline.cells for outline in self.outlines},
        }

    def ground(self, seat: str = "") -> PaintedGround:
        """The board of a seat; "" for the common one."""
        return self.own.get(seat, self.common)

    def with_ground(self, seat: str, ground: PaintedGround) -> Painting:
        """The painting with another board for a seat; "" for the common one."""
        if not seat:
            return self._replace(common=ground)
        return self._replace(own=MappingProxyType({**self.own, seat: ground}))

    def emptied(self, seat: str) -> Painting:
        """The painting with an empty, light-green board; the common board loses the river, too."""
        blank = PaintedGround((EMPTY,) * len(self.common.paints), 0)
        painting = self.with_ground(seat, blank)
        return painting if seat else painting._replace(river=River(0, 0))


def painting_of(pack: Pack, opened: Iterable[int]) -> Painting:
    """The painting of a pack: boards, river, and the outlines of the box and open envelopes."""
    own = {seat: _ground(pack, land) for seat, land in pack.printed.items() if seat}
    return Painting(
        pack.grid,
        _ground(pack, pack.land),
        MappingProxyType(own),
        river_of(pack.grid, *pack.banks),
        tuple(outlines_of(pack, opened)),
    )


def kinds_of(pack: Pack) -> Mapping[str, int]:
    """The kinds that drawings of the box mark on cells, each with the amount of its first row."""
    kinds: dict[str, int] = {}
    for row in pack.files[BOX].get("content", ()):
        if row.get("mark"):
            kinds.setdefault(row["kind"], row["amount"])
    return kinds


def rows_of(campaign: Campaign) -> tuple[Strip | ShaftRule, ...]:
    """The strips and shafts in the known rules; until an envelope is open, in the box alone."""
    rows = rules_of(campaign.pack, campaign.known).rows
    in_the_box = {row.name for row in campaign.pack.rules}
    return tuple(row for row in rows if campaign.opened or row.label in in_the_box)


def _ground(pack: Pack, land: Land) -> PaintedGround:
    return PaintedGround(
        tuple(_paint(pack, land, bit) for bit in bits(pack.grid.all)), land.squares
    )


def _paint(pack: Pack, land: Land, bit: int) -> CellPaint:
    if bit & land.mountain:
        return CellPaint(MOUNTAIN)
    if bit & land.forest:
        return CellPaint(FOREST)
    for content, layer in zip(pack.contents, land.layers, strict=True):
        if bit & layer:
            return CellPaint(content.kind, content.amount)
    return EMPTY
