"""The box as values: city, areas, buildings, tiles; and the rules of a session.

    tables.py ── DilluviaRules ─┬─ city         squares, plots, propellers, quarters
                                ├─ areas        circles for workers, fees, bonuses
                                ├─ buildings    sizes, costs, what the cube gives
                                ├─ tiles        the tiles of the market, and their effects
                                └─ options      the choices where the rules are unclear

This module has only values and plays no rule. A set of squares or of tiles is an int, with a bit
for each. Values that are read from tables are frozen classes with slots, which are read fastest.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from engine.kernel.fast.memo import Memo
from engine.kernel.grid import Grid, bits
from engine.kernel.phrases import Refusal, phrase

COLOURS = ("white", "black", "brown", "purple")
Cubes = tuple[int, int, int, int]
"""Resource cubes by colour, in the order of `COLOURS`."""
ONE: Mapping[str, Cubes] = {
    "white": (1, 0, 0, 0),
    "black": (0, 1, 0, 0),
    "brown": (0, 0, 1, 0),
    "purple": (0, 0, 0, 1),
}
"""One cube of each colour."""

AREAS = ("order", "income", *COLOURS, "claims", "build", "market", "garden", "switch")
"""The areas for workers; the four colours are one area with four rows."""

GOODS, PRESTIGE, WORKER = "goods", "prestige", "worker"
"""The spaces of a building for its cube; if the space for goods gives a worker, it is `WORKER`."""

NOW, GAME, ROUND, ALWAYS, END = "now", "game", "round", "always", "end"
"""The times at which an effect counts: at once, once a game, once a round, always, at the end."""


class Gains(NamedTuple):
    """The gains of a space of a building: steps of the markers on the mat, or a worker."""

    money: int = 0
    cubes: int = 0
    prestige: int = 0
    worker: int = 0


@dataclass(frozen=True, slots=True)
class BuildingStack:
    """A stack of equal buildings.

    `stack` is its index, `number` the round from which they can be built.
    """

    stack: int
    id: str
    number: int
    squares: int
    copies: int
    cost: Cubes
    goods: Gains
    prestige: Gains

    @property
    def space(self) -> str:
        """The name of the space that is not for prestige."""
        return WORKER if self.goods.worker else GOODS


@dataclass(frozen=True, slots=True)
class Effect:
    """The effect of a tile or a printed square; `does` names its kind."""

    id: str
    does: str
    when: str
    words: str
    amount: int = 0
    each: int = 0
    squares: int = 0
    barred: int = 0
    least: int = 0
    of: str = ""
    gives: Cubes = (0, 0, 0, 0)
    numbers: tuple[int, ...] = ()
    amounts: tuple[int, int, int] = (0, 0, 0)
    """The population for a majority: for the only first, for a shared first, for any other."""


@dataclass(frozen=True, slots=True)
class MarketTile:
    """A market tile.

    If `price` is 0, the tile costs the price of its square. `crown` moves the prestige marker.
    """

    id: str
    index: int
    bit: int
    effect: Effect
    back: str
    players: int
    crown: bool
    price: int


@dataclass(frozen=True, slots=True)
class Area:
    """A row of circles for workers; `circles` has their prices from left to right.

    `own`: a circle in each player's colour comes before them. `one`: a circle takes one worker.
    `group`: the indices of the rows that share one bonus for the first special worker.
    """

    id: str
    row: int
    circles: tuple[int, ...]
    own: bool
    one: bool
    fee: int
    bonus: int
    group: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ClaimCost:
    """The workers and the money that a claim of `squares` squares takes."""

    squares: int
    workers: int
    price: int


@dataclass(frozen=True, slots=True)
class Propeller:
    """A propeller for sale, on its square."""

    square: str
    bit: int
    price: int
    prestige: int


@dataclass(frozen=True, slots=True)
class Plot:
    """Squares that a claim or building may cover; `flaw` says why they are no plot, else "".

    `around` are the squares that share an edge or a corner with the plot, `beside` are the squares
    that share an edge with it.
    """

    mask: int
    squares: int
    around: int
    beside: int
    flaw: Refusal = ""


SHAPES = ((1, 1), (2, 1), (1, 2), (2, 2))
"""The columns and rows of the plots that claims and buildings may cover."""


def plots_of(grid: Grid) -> dict[tuple[str, ...], Plot]:
    """Every plot of the grid, by the names of its squares in reading order."""
    plots = {}
    for columns, rows in SHAPES:
        cells = tuple((c, r) for r in range(rows) for c in range(columns))
        for row in range(grid.rows - rows + 1):
            for column in range(grid.columns - columns + 1):
                mask = grid.place(cells, column, row)
                plot = Plot(mask, len(cells), grid.all_neighbours(mask), grid.edge_neighbours(mask))
                plots[grid.names(mask)] = plot
    return plots


class Plots(Memo[tuple[str, ...], Plot]):
    """Plots by the names of their squares; names that are no plot give a `Plot` with a flaw."""

    def __init__(self, grid: Grid) -> None:
        known = plots_of(grid)
        super().__init__(lambda names: known.get(names) or _flawed(grid, names))
        self.known = known


def _flawed(grid: Grid, names: tuple[str, ...]) -> Plot:
    unknown = [name for name in names if not grid.bit(name)]
    if unknown:
        last = grid.name(1 << grid.columns * grid.rows - 1)
        flaw = phrase(
            "{square} is no square of the city: A1 to {last}", square=unknown[0], last=last
        )
    else:
        flaw = phrase(
            "{squares}: name one square, two in line or a block of four", squares=" ".join(names)
        )
    return Plot(0, 0, 0, 0, flaw)


@dataclass(frozen=True, slots=True, eq=False)
class CityGrid:
    """The squares of the city: those that this number of players uses, and what is on them."""

    grid: Grid
    usable: int
    bits: Mapping[str, int]
    """The mask of each square by its name."""
    hub: int
    propellers: Mapping[str, Propeller]
    """The propellers for sale by square, the cheapest first."""
    wings: int
    """The squares of all propellers that are for sale."""
    quarters: tuple[int, ...]
    plots: Plots
    middle: int
    """The squares around the propeller in the middle."""

    east: int
    """All squares except those at the eastern edge."""

    def around(self, mask: int) -> int:
        """The squares that share an edge or a corner with a mask and are not in it."""
        columns, east = self.grid.columns, self.east
        grown = mask | mask >> 1 & east | (mask & east) << 1
        grown |= grown >> columns | grown << columns
        return grown & self.grid.all & ~mask

    def holds(self, mask: int, squares: int) -> bool:
        """Whether a mask has a plot of this number of squares."""
        if squares == 1:
            return mask != 0
        beside, columns = mask & mask >> 1 & self.east, self.grid.columns
        if squares == 2:
            return (beside | mask & mask >> columns) != 0
        return beside & beside >> columns != 0


class DilluviaOptions(NamedTuple):
    """The options of a session, which decide questions that the rulebook leaves open.

    `areas_wait` is not chosen: it belongs to the edition.
    """

    comp_needs_purchase: bool = False
    majority_needs_one: bool = False
    pop_tiles: str = "population"
    pop_tiles_count_self: bool = False
    house_every: int = 2
    pay_in_sequence: bool = False
    use_of_areas: str = "must"
    garden_by_propeller: bool = False
    areas_wait: bool = True
    """Whether workers wait for a tile to make something possible; false in edition 1."""


@dataclass(frozen=True, slots=True, eq=False)
class DilluviaRules:
    """The rules of one session: the tables for its number of players, and the options."""

    players: int
    options: DilluviaOptions
    rounds: int
    money: tuple[int, ...]
    workers: int
    extra: int
    gardens: int
    current: int
    cap: int
    house: tuple[int, ...]
    city: CityGrid
    areas: Mapping[str, Area]
    claims: Mapping[int, ClaimCost]
    buildings: Mapping[str, BuildingStack]
    tiles: tuple[MarketTile, ...]
    tiles_by_id: Mapping[str, MarketTile]
    effects: Mapping[str, Effect]
    carriers: Mapping[str, int]
    """The mask of the tiles with an effect, by the effect's id."""
    in_play: Mapping[str, int]
    """The mask of the tiles in this session, by their back."""
    effects_by_kind: Mapping[str, tuple[tuple[int, Effect], ...]]
    """By kind, such as "coin": its effects, each with the mask of the tiles that have it."""
    usable: int
    """The mask of the tiles that players use with the move `use`."""
    printed: tuple[Effect, ...]
    lines: Mapping[tuple[str, int], tuple[int, ...]]
    """The four squares of a line from the airship on, by side and number of the airship."""
    sources: Mapping[str, str]
    """The source of a row's data, by table and id, such as "building 2A"."""

    def population_per_ten(self, spaces: int) -> int:
        """The population for a ten of prestige, when the house has moved this number of spaces."""
        return self.house[min(spaces, len(self.house) - 1)]

    def tiles_of_mask(self, mask: int) -> list[MarketTile]:
        """The tiles of a set, in the order of the table."""
        return [self.tiles[bit.bit_length() - 1] for bit in bits(mask)]
