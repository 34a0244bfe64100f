"""What lies in the box, as values: city, areas, buildings, tiles; and the rules in force.

    tables.py ── DilluviaRules ─┬─ city         squares, plots, propellers, quarters
                                ├─ areas        circles for workers, fees, bonuses
                                ├─ buildings    sizes, costs, what the cube gives
                                ├─ tiles        of the market, and what they do
                                └─ options      how the gaps in the rules are read

Values only; no rule is played here. Sets of squares and of tiles are bits of an int. What is
read from tables and never changes is a class with slots, which is read fastest.
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
"""The spaces of a building for its cube; goods that are a worker are called so."""

NOW, GAME, ROUND, ALWAYS, END = "now", "game", "round", "always", "end"
"""When a tile counts: at once, once a game, once a round, whenever it can, at the end."""


class Gains(NamedTuple):
    """What a space of a building gives: steps of the markers on the mat, or a worker."""

    money: int = 0
    cubes: int = 0
    prestige: int = 0
    worker: int = 0


@dataclass(frozen=True, slots=True)
class BuildingStack:
    """A stack of buildings: `stack` is its place among the stacks."""

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
        """What the space that is not for prestige is called."""
        return WORKER if self.goods.worker else GOODS


@dataclass(frozen=True, slots=True)
class Effect:
    """What a tile or a printed square does; `does` names its function."""

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
    """For a majority: alone in front, shared, beaten."""


@dataclass(frozen=True, slots=True)
class MarketTile:
    """A market tile; `price` 0 leaves that of the square, `crown` counts for the mat."""

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
    """A row of circles for workers, from left to right by price.

    `own`: a circle in each player's colour comes before them; `one`: a single worker a
    circle; `group`: the areas that share one bonus for the first special worker.
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
    """What a claim of so many squares takes."""

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
    """Squares that a claim or a building may cover; `flaw` says why they are not allowed."""

    mask: int
    squares: int
    around: int
    beside: int
    flaw: Refusal = ""


SHAPES = ((1, 1), (2, 1), (1, 2), (2, 2))
"""Columns and rows of what claims and buildings may cover."""


def plots_of(grid: Grid) -> dict[tuple[str, ...], Plot]:
    """Every plot of the grid by the names of its squares in reading order."""
    plots = {}
    for columns, rows in SHAPES:
        cells = tuple((c, r) for r in range(rows) for c in range(columns))
        for row in range(grid.rows - rows + 1):
            for column in range(grid.columns - columns + 1):
                mask = grid.place(cells, column, row)
                plot = Plot(mask, len(cells), grid.around(mask), grid.beside(mask))
                plots[grid.names(mask)] = plot
    return plots


class Plots(Memo[tuple[str, ...], Plot]):
    """Plots by the names of their squares; other squares are a plot with a flaw."""

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
            "{squares} is no square, no two in line and no block of four", squares=" ".join(names)
        )
    return Plot(0, 0, 0, 0, flaw)


@dataclass(frozen=True, slots=True, eq=False)
class CityGrid:
    """The squares: which may be used at this number of players, what is where."""

    grid: Grid
    usable: int
    bits: Mapping[str, int]
    """The mask of each square by its name."""
    hub: int
    propellers: Mapping[str, Propeller]
    """By their squares, the cheapest first."""
    wings: int
    """The squares of all propellers that are for sale."""
    quarters: tuple[int, ...]
    plots: Plots
    middle: int
    """The squares around the propeller in the middle."""

    east: int
    """All squares but those at the eastern edge."""

    def around(self, mask: int) -> int:
        """The squares that share an edge or a corner with a mask and are not in it."""
        columns, east = self.grid.columns, self.east
        grown = mask | mask >> 1 & east | (mask & east) << 1
        grown |= grown >> columns | grown << columns
        return grown & self.grid.all & ~mask

    def holds(self, mask: int, squares: int) -> bool:
        """Whether so many squares of a mask form a plot."""
        if squares == 1:
            return mask != 0
        beside, columns = mask & mask >> 1 & self.east, self.grid.columns
        if squares == 2:
            return (beside | mask & mask >> columns) != 0
        return beside & beside >> columns != 0


class DilluviaOptions(NamedTuple):
    """How the gaps in the rules are read; the first value of each is what holds by default."""

    comp_needs_purchase: bool = False
    majority_needs_one: bool = False
    pop_tiles: str = "population"
    pop_tiles_count_self: bool = False
    house_every: int = 2
    pay_in_sequence: bool = False
    use_of_areas: str = "must"
    garden_by_propeller: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class DilluviaRules:
    """All that holds in one session: the tables for its number of players, and the options."""

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
    tile: Mapping[str, MarketTile]
    effects: Mapping[str, Effect]
    carriers: Mapping[str, int]
    """Effect id -> the tiles with it."""
    in_play: Mapping[str, int]
    """Back of a tile -> the tiles with it that are in this session."""
    doing: Mapping[str, tuple[tuple[int, Effect], ...]]
    """What is done, such as "coin" -> tiles that do it, and their effect."""
    usable: int
    """The tiles that are used with a move of their own."""
    printed: tuple[Effect, ...]
    lines: Mapping[tuple[str, int], tuple[int, ...]]
    """Side and number of an airship -> the four squares from it on."""
    sources: Mapping[str, str]
    """Row of a table, such as "building 2A" -> where it comes from."""

    def value(self, spaces: int) -> int:
        """The population for a ten, with the house so many spaces on."""
        return self.house[min(spaces, len(self.house) - 1)]

    def held(self, mask: int) -> list[MarketTile]:
        """The tiles of a set, in the order of the table."""
        return [self.tiles[bit.bit_length() - 1] for bit in bits(mask)]
