"""The rules of one episode as one value, put together from small ones.

    Pack ── rules_of(pack, episode) ──> EpisodeRules
                                        ├─ board, pieces, deck        what there is
                                        ├─ anchor, passing, closed    what may be done
                                        ├─ rewards, feats, joins ...   what happens at once
                                        ├─ terms, shafts              what the sheet counts
                                        └─ gifts, changes, bonuses    what stays for good

Values only: what is made once and read in every move has slots, which are read faster than
the fields of a tuple. What they mean is in `rules` and `rewards` (play), `terms` (scoring) and
`campaign` (what stays).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

from engine.kernel.fast.memo import Memo
from engine.kernel.grid import Grid
from engine.kernel.phrases import Wording
from engine.kernel.score import SheetEntry
from engine.my_city.play.land import CellContent, Land, LandPlace
from engine.my_city.play.placements import Piece, Placements

Count = Callable[["Term", Any], Iterable[SheetEntry]]
"""Counts a term of the score sheet: from the term and a `terms.TownTerms` to lines of the sheet."""


@dataclass(frozen=True, slots=True)
class PassRule:
    """What a pass costs, the token below which it may not bring a player, if it is allowed."""

    cost: int
    floor: int
    allowed: bool = True


@dataclass(frozen=True, slots=True)
class Token:
    """Where the score token starts, where it stays for good, and the marks for getting there."""

    start: int
    cap: int
    cap_marks: int


@dataclass(frozen=True, slots=True)
class Anchor:
    """What the first building stands next to: cells that are the same on all boards, or a site."""

    name: str
    cells: int
    layers: tuple[int, ...] = ()

    def site_cells(self, beside: Mapping[int, int], land: Land) -> int:
        """The cells of which the first building covers one."""
        sites = 0
        for layer in self.layers:
            sites |= land.layers[layer]
        return self.cells | beside[sites]


@dataclass(frozen=True, slots=True)
class Reward:
    """Points at once for a building on one of the cells; 0 are those beside the one before it."""

    label: str
    points: int
    cells: int


class Feat(NamedTuple):
    """Cells to cover: who does so in the first round in which anybody does is rewarded.

    The cells are those of `layers`: all of them, or of a single one, the `nth` in reading order.
    """

    label: str
    layers: tuple[int, ...]
    points: int
    nuggets: int
    nth: int | None = None
    marks: int = 0
    stickers: tuple[str, ...] = ()
    """The stickers for a strip that come at once."""

    def cells(self, land: Land) -> int:
        """The cells of this feat on one board."""
        cells = 0
        for layer in self.layers:
            cells |= land.layers[layer]
        for _ in range(self.nth or 0):
            cells &= cells - 1
        return cells if self.nth is None else cells & -cells


class Join(NamedTuple):
    """Two places to join by buildings: who does so in the first round in which anybody does gains.

    The buildings are of one of the `colours`; of any where there is none.
    """

    label: str
    start: LandPlace
    end: LandPlace
    colours: tuple[str, ...]
    points: int
    nuggets: int
    marks: int
    stickers: tuple[str, ...] = ()
    """The stickers for a strip that come at once."""


class Find(NamedTuple):
    """Points at once for a building on a place of its own board, or beside what is open of it.

    `colours` are those of the buildings that earn it, none for any.
    """

    label: str
    points: int
    place: LandPlace
    beside: bool
    colours: tuple[str, ...] = ()


class Enclosure(NamedTuple):
    """An open cell that becomes something when so many of its sides are buildings of a colour.

    `layers` are what may lie there, `bare` says that nothing may; the sides that are no
    such building are the edge of the board or forest.
    """

    label: str
    colour: str
    sides: int
    bare: bool
    layers: tuple[int, ...]
    becomes: str


class Prize(NamedTuple):
    """Points for the seat with most, or fewest, of what a term counts; all who tie, or nobody."""

    points: int
    most: bool
    shared: bool


@dataclass(frozen=True, slots=True)
class Term:
    """A term of the score sheet, and the function that counts it (`terms`)."""

    label: str
    count: Count
    order: int
    points: int
    kind: str = ""
    colours: tuple[str, ...] = ()
    layers: tuple[tuple[int, int], ...] = ()
    """The layers of its kind, and how much one cell of each holds."""
    cells: int = 0
    pieces: frozenset[str] = frozenset()
    """The buildings of its kind."""
    places: tuple[LandPlace, ...] = ()
    beside: bool = False
    """Whether buildings beside its place count, and not those on it."""
    scale: tuple[tuple[int, int], ...] = ()
    """Points by count, from the lowest count on: for terms that count one a thing."""
    prize: Prize | None = None
    lines: Mapping[int, tuple[SheetEntry]] = field(init=False, compare=False, repr=False)
    """Its line of the sheet for each count, made once: sheets repeat the same few lines."""

    def __post_init__(self) -> None:
        lines = Memo(partial(_counted, self.label, self.points))
        object.__setattr__(self, "lines", lines)


def _counted(label: str, points: int, count: int) -> tuple[SheetEntry]:
    return (SheetEntry(label, count * points),)


class BoxSticker(NamedTuple):
    """A sticker for whoever reaches a box; `kind` and `target` are those of a `Gift`."""

    box: int
    kind: str
    target: str


@dataclass(frozen=True, slots=True)
class ShaftRule:
    """A shaft that buildings of a colour deepen over the episodes; each box pays once.

    `pays` are (box, points), `nuggets`, `box_marks` and `stickers` what else a box brings. Who
    reaches the `triangle` box in the first episode in which anybody does gets `marks`.
    """

    label: str
    colour: str
    layers: tuple[int, ...]
    boxes: int
    pays: tuple[tuple[int, int], ...]
    triangle: int
    marks: int
    nuggets: tuple[tuple[int, int], ...] = ()
    box_marks: tuple[tuple[int, int], ...] = ()
    stickers: tuple[BoxSticker, ...] = ()


class Strip(NamedTuple):
    """A row of boxes off the grid, each reached by the next sticker of a kind; each pays once."""

    label: str
    kind: str
    boxes: int
    pays: tuple[tuple[int, int], ...] = ()
    nuggets: tuple[tuple[int, int], ...] = ()
    box_marks: tuple[tuple[int, int], ...] = ()
    stickers: tuple[BoxSticker, ...] = ()


def brought(boxes: Iterable[tuple[int, int]], before: int, after: int) -> int:
    """What boxes bring that are reached or passed."""
    return sum(amount for box, amount in boxes if before < box <= after)


class HandRule(NamedTuple):
    """A rule that the table applies: what it says, and the bounds of what it may give a seat.

    `points` and `marks` are the least and the most; `stickers` how many, each of one of `kinds`;
    `buildings` how many may stand where the rules forbid it.
    """

    label: str
    words: Wording
    points: tuple[int, int] = (0, 0)
    marks: tuple[int, int] = (0, 0)
    stickers: int = 0
    kinds: tuple[str, ...] = ()
    buildings: int = 0

    @property
    def stated(self) -> bool:
        """Whether every seat states after the last card what it was given."""
        return bool(self.stickers) or (self.points, self.marks) != ((0, 0), (0, 0))


class Gift(NamedTuple):
    """A sticker that a standing ("first", "second", "other") earns, after or before an episode.

    `target` is where it may go: "square", a content's kind, "forest", "mountain", or "piece R" for
    a colour. Between several kinds, and several targets, stands `land.OR`.
    """

    name: str
    when: str
    standing: str
    kind: str
    target: str


class Issue(NamedTuple):
    """A piece of its own that a standing gets for a card after the episode."""

    name: str
    card: str
    standing: str
    variant: str


class BoardChange(NamedTuple):
    """What is done to every board before the episode: a sticker on cells, or on all of a kind."""

    name: str
    content: str
    cells: int
    layers: tuple[int, ...] = ()

    def on(self, land: Land) -> int:
        """The cells of one board on which the sticker goes."""
        cells = self.cells
        for layer in self.layers:
            cells |= land.layers[layer]
        return cells


class LeavingPieces(NamedTuple):
    """Pieces that leave the sets of all cities, but for those with a mark."""

    name: str
    cards: tuple[str, ...]
    without: str


class Bonus(NamedTuple):
    """Marks at the end for whoever has most, or fewest, of something; ties all get them."""

    label: str
    counts: str
    most: bool
    marks: int


class Absence(NamedTuple):
    """The standings whose marks and stickers a city gets that nobody plays; "" for none."""

    marks: str = ""
    stickers: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class EpisodeRules:
    """Everything that is in force in one episode; there is one of a pack and episode.

    `printed` is the board without any sticker, `land` with those that all boards have by now.
    The rows of a pack set what has a default (`pack.compose`).
    """

    title: str
    grid: Grid
    contents: tuple[CellContent, ...]
    pieces: Mapping[str, Piece]
    variants: Mapping[str, Mapping[str, Piece]]
    colours: Mapping[str, str]
    placements: Placements
    banks: tuple[int, int]
    printed: Mapping[str, Land]
    land: Mapping[str, Land]
    deck: tuple[str, ...]
    placeholders: tuple[str, ...]
    standing: tuple[int, ...]
    """The layers of sites that stand as buildings."""
    beside: Mapping[int, int]
    """`grid.beside`, remembered: sites and stickers lie on few different cells."""
    cards: Mapping[str, int] = field(default_factory=dict)
    dealt: int = 0
    """How many cards of the deck come: all of them, or as many as are dealt."""
    token: Token = Token(0, 0, 0)
    passing: PassRule = PassRule(0, 0)
    anchor: Anchor = Anchor("", 0)
    closed: int = 0
    closed_name: str = ""
    forest_open: bool = False
    spared: tuple[int, ...] = ()
    """The layers on which nothing is built, though they lie open."""
    rewards: tuple[Reward, ...] = ()
    feats: tuple[Feat, ...] = ()
    joins: tuple[Join, ...] = ()
    finds: tuple[Find, ...] = ()
    enclosures: tuple[Enclosure, ...] = ()
    terms: tuple[Term, ...] = ()
    shafts: tuple[ShaftRule, ...] = ()
    strips: tuple[Strip, ...] = ()
    standings: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    marks: Mapping[str, int] = field(default_factory=dict)
    gifts: tuple[Gift, ...] = ()
    issues: tuple[Issue, ...] = ()
    changes: tuple[BoardChange, ...] = ()
    leaving: tuple[LeavingPieces, ...] = ()
    by_hand: tuple[HandRule, ...] = ()
    bonuses: tuple[Bonus, ...] = ()
    absence: Absence = field(default_factory=Absence)
    varied: frozenset[str] = frozenset()
    """The cards of the deck for which each city has a building of its own."""
    turning: frozenset[str] = frozenset()
    """The colours whose buildings can enclose a cell that then turns."""

    @property
    def rows(self) -> tuple[Strip | ShaftRule, ...]:
        """The rows of boxes off the grid, strips first."""
        return (*self.strips, *self.shafts)

    @property
    def river(self) -> int:
        """The cells beside the river: those with a neighbour on the other bank."""
        west, east = self.banks
        return west & self.grid.beside(east) | east & self.grid.beside(west)

    def layer(self, content: str) -> int:
        """The index of a content's layer; -1 when there is no such content."""
        return next((i for i, c in enumerate(self.contents) if c.id == content), -1)

    def lying(self, land: Land) -> Iterable[tuple[CellContent, int]]:
        """Every content, with the cells of a board on which it lies."""
        return zip(self.contents, land.layers, strict=False)

    def lying_on(self, land: Land, bit: int) -> CellContent | None:
        """What lies on a cell of a board, if anything does."""
        return next((content for content, layer in self.lying(land) if layer & bit), None)

    def ground(self, land: Land) -> int:
        """The cells on which buildings may stand."""
        return (land.light | land.forest if self.forest_open else land.light) & ~self.closed
