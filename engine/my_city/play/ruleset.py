"""The rules of one episode as one value, put together from small ones.

    Pack ── rules_of(pack, episode) ──> EpisodeRules
                                        ├─ board, pieces, deck        what is played with
                                        ├─ anchor, passing, closed    what may be done
                                        ├─ rewards, feats, joins ...   what happens at once
                                        ├─ terms, shafts              what the sheet counts
                                        └─ gifts, changes, bonuses    what stays for good

This module holds values only. `rules` and `rewards` (play), `terms` (scoring) and `campaign` (what
stays) apply them. A value that is made once and read in every move is a class with slots, because
slots are read faster than the fields of a tuple.
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
"""A function that counts a term: it takes the term and a `terms.TownTerms`, and returns lines."""


@dataclass(frozen=True, slots=True)
class PassRule:
    """What a pass costs, how low it may bring the token, and whether it is allowed."""

    cost: int
    floor: int
    allowed: bool = True


@dataclass(frozen=True, slots=True)
class Token:
    """The score token: its start, the cap at which it stays, and the marks for reaching the cap."""

    start: int
    cap: int
    cap_marks: int


@dataclass(frozen=True, slots=True)
class Anchor:
    """What the first building stands next to: cells that are the same on all boards, or a site."""

    name: str
    cells: int
    layers: tuple[int, ...] = ()

    def first_cells(self, beside: Mapping[int, int], land: Land) -> int:
        """The cells of a board; the first building has to cover one of them."""
        sites = 0
        for layer in self.layers:
            sites |= land.layers[layer]
        return self.cells | beside[sites]


@dataclass(frozen=True, slots=True)
class Reward:
    """Points at once for a building on one of `cells`.

    If `cells` is 0, these are the cells beside the last building.
    """

    label: str
    points: int
    cells: int


class Feat(NamedTuple):
    """Cells to cover: the first seat to cover all is rewarded, and those of the same round.

    The cells are those of `layers`; with `nth`, only one of them, counted from 0 in reading order.
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
    """Two places to join by buildings; a join is rewarded like a feat.

    The buildings all have the same colour, one of `colours`; without `colours` they may have any.
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


class PlacePoints(NamedTuple):
    """Points at once for a building on a place; with `beside`, for one beside an open cell of it.

    `colours` are the colours of the buildings that earn them; if empty, every building does.
    """

    label: str
    points: int
    place: LandPlace
    beside: bool
    colours: tuple[str, ...] = ()


class Enclosure(NamedTuple):
    """An open cell that turns into something else when it is enclosed.

    Buildings of the colour are on `sides` of its sides, the edge of the board or forest on all
    others. A cell turns if one of `layers` lies on it; if `bare`, also if nothing lies on it.
    `becomes` is what it turns into.
    """

    label: str
    colour: str
    sides: int
    bare: bool
    layers: tuple[int, ...]
    becomes: str


class Prize(NamedTuple):
    """Points for the seat with most, or fewest, of what a term counts.

    In a tie all who tie get them if they are `shared`, else nobody does.
    """

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
    """Whether buildings beside its place count, instead of those on it."""
    scale: tuple[tuple[int, int], ...] = ()
    """Steps of count and points, the lowest count first, if the term pays by steps."""
    prize: Prize | None = None
    lines: Mapping[int, tuple[SheetEntry]] = field(init=False, compare=False, repr=False)
    """The line of the sheet for each count, made once: sheets repeat the same few lines."""

    def __post_init__(self) -> None:
        lines = Memo(partial(_counted, self.label, self.points))
        object.__setattr__(self, "lines", lines)


def _counted(label: str, points: int, count: int) -> tuple[SheetEntry]:
    return (SheetEntry(label, count * points),)


class BoxSticker(NamedTuple):
    """A sticker for each seat that reaches a box; `kind` and `target` are as in `Gift`."""

    box: int
    kind: str
    target: str


@dataclass(frozen=True, slots=True)
class ShaftRule:
    """A shaft that buildings of a colour deepen over the episodes; each box pays once.

    `pays` has pairs of box and points; `nuggets`, `box_marks` and `stickers` say what else a box
    brings. In the first episode in which any seat reaches the box `triangle`, all seats that do so
    get `marks`.
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
    """A row of boxes off the grid: each sticker of a kind reaches the next box, which pays once."""

    label: str
    kind: str
    boxes: int
    pays: tuple[tuple[int, int], ...] = ()
    nuggets: tuple[tuple[int, int], ...] = ()
    box_marks: tuple[tuple[int, int], ...] = ()
    stickers: tuple[BoxSticker, ...] = ()


def amount_between(boxes: Iterable[tuple[int, int]], before: int, after: int) -> int:
    """The sum of what the boxes from `before` + 1 to `after` bring."""
    return sum(amount for box, amount in boxes if before < box <= after)


class HandRule(NamedTuple):
    """A rule that the table applies: what it says, and the bounds of what it may give a seat.

    `points` and `marks` are each the least and the most. The rule gives at most `stickers`
    stickers, each of one of `kinds`, and lets at most `buildings` buildings stand where the rules
    forbid it.
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

    `target` is where it may go: "square", "forest", "mountain", a kind of content, or "piece R" for
    a building of the colour R. `land.OR` stands between two kinds, or between two targets.
    """

    name: str
    when: str
    standing: str
    kind: str
    target: str


class VariantGift(NamedTuple):
    """The variant of a card's piece that the cities with a standing get after the episode."""

    name: str
    card: str
    standing: str
    variant: str


class BoardChange(NamedTuple):
    """A change of every board before the episode: a sticker on cells, or on all cells of layers."""

    name: str
    content: str
    cells: int
    layers: tuple[int, ...] = ()

    def cells_on(self, land: Land) -> int:
        """The cells of one board on which the sticker goes."""
        cells = self.cells
        for layer in self.layers:
            cells |= land.layers[layer]
        return cells


class LeavingPieces(NamedTuple):
    """Pieces that leave the sets of all cities, except those with a mark of the kind `without`."""

    name: str
    cards: tuple[str, ...]
    without: str


class Bonus(NamedTuple):
    """Marks at the end for the city with most, or fewest, of something; all who tie get them."""

    label: str
    counts: str
    most: bool
    marks: int


class Absence(NamedTuple):
    """The standings whose marks and stickers a city without a player gets; "" for none."""

    marks: str = ""
    stickers: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class EpisodeRules:
    """Everything that is in force in one episode; one value for each pack and episode.

    `printed` is the board without any sticker, `land` the board with the stickers that all boards
    have by now. The rows of a pack set the fields that have a default (`pack.compose`).
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
    """`grid.beside` with a cache: sites and stickers lie on few different cells."""
    cards: Mapping[str, int] = field(default_factory=dict)
    dealt: int = 0
    """How many cards of the deck are dealt."""
    token: Token = Token(0, 0, 0)
    passing: PassRule = PassRule(0, 0)
    anchor: Anchor = Anchor("", 0)
    closed: int = 0
    closed_name: str = ""
    forest_open: bool = False
    spared: tuple[int, ...] = ()
    """The layers on which nothing is built, although they lie open."""
    rewards: tuple[Reward, ...] = ()
    feats: tuple[Feat, ...] = ()
    joins: tuple[Join, ...] = ()
    finds: tuple[PlacePoints, ...] = ()
    enclosures: tuple[Enclosure, ...] = ()
    terms: tuple[Term, ...] = ()
    shafts: tuple[ShaftRule, ...] = ()
    strips: tuple[Strip, ...] = ()
    standings: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    marks: Mapping[str, int] = field(default_factory=dict)
    gifts: tuple[Gift, ...] = ()
    issues: tuple[VariantGift, ...] = ()
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
        return west & self.grid.edge_neighbours(east) | east & self.grid.edge_neighbours(west)

    def layer(self, content: str) -> int:
        """The index of a content's layer; -1 when there is no such content."""
        return next((i for i, c in enumerate(self.contents) if c.id == content), -1)

    def contents_on(self, land: Land) -> Iterable[tuple[CellContent, int]]:
        """Every content, with the cells of a board on which it lies."""
        return zip(self.contents, land.layers, strict=False)

    def content_at(self, land: Land, bit: int) -> CellContent | None:
        """The content that lies on a cell of a board; None if nothing does."""
        return next((content for content, layer in self.contents_on(land) if layer & bit), None)

    def ground(self, land: Land) -> int:
        """The cells on which buildings may stand."""
        return (land.light | land.forest if self.forest_open else land.light) & ~self.closed
