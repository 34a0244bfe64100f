"""The terms of the score sheet, one small function each.

A function takes a term and a board, and returns lines of the sheet. Points and colours come
from the pack, whose kinds of rules (`pack.kinds`) name these functions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engine.kernel.fast.memo import Memo
from engine.kernel.grid import bits
from engine.kernel.phrases import phrase
from engine.kernel.score import SheetEntry
from engine.my_city.play.placements import Placement
from engine.my_city.play.ruleset import EpisodeRules, ShaftRule, Term
from engine.my_city.play.state import Town


class TownTerms:
    """A town as terms read it; `every` are its buildings, sites that stand as buildings first.

    `others` are the towns of the table, this one among them, for terms that compare them.
    """

    __slots__ = (
        "_cells",
        "_of",
        "bare",
        "built",
        "every",
        "free",
        "home",
        "layers",
        "others",
        "rules",
        "town",
    )

    def __init__(self, rules: EpisodeRules, town: Town, others: Sequence[Town] = ()) -> None:
        land, self.free, _, _, home, built = town[:6]
        self.rules, self.home, self.bare, self.layers = rules, home, land.bare, land.layers
        self.town, self.others = town, others
        self.built, self.every = built, home.standing + built
        self._of: dict[str, list[Placement]] | None = None
        self._cells: dict[str, int] | None = None

    def by_colour(self) -> Mapping[str, list[Placement]]:
        """The buildings of each colour, computed when a term first needs them."""
        if self._of is None:
            buildings: dict[str, list[Placement]] = {"": []}
            for colour in self.rules.colours:
                buildings[colour] = []
            for building in self.every:
                buildings[building.colour].append(building)
            self._of = buildings
        return self._of

    def cells(self) -> Mapping[str, int]:
        """The cells of the buildings of each colour, computed when a term first needs them."""
        if self._cells is None:
            self._cells, buildings = {}, self.by_colour()
            for colour in self.rules.colours:
                cells = 0
                for building in buildings[colour]:
                    cells |= building.mask
                self._cells[colour] = cells
        return self._cells

    def beside(self, layers: Iterable[int]) -> int:
        """The cells beside what lies in some layers."""
        sites = 0
        for layer in layers:
            sites |= self.layers[layer]
        return self.rules.beside[sites]


def visible(term: Term, board: TownTerms) -> Iterable[SheetEntry]:
    """Points for each tree or rock that no building covers; a cell with two counts two."""
    layers, free, count = board.layers, board.free, 0
    for layer, amount in term.layers:
        count += (layers[layer] & free).bit_count() * amount
    return term.lines[count]


def empty(term: Term, board: TownTerms) -> Iterable[SheetEntry]:
    """Points for each light-green cell with nothing on it: no building, no tree, no sticker."""
    return term.lines[(board.bare & board.free).bit_count()]


def groups(term: Term, board: TownTerms) -> Iterable[SheetEntry]:
    """Points for each building of the largest connected group of a colour, a line a colour."""
    buildings = board.by_colour()
    lines = []
    for colour in term.colours:
        points = largest_group(buildings[colour]) * term.points
        lines.append(_GROUPS[board.rules.colours[colour], points])
    return lines


def touches(term: Term, board: TownTerms) -> Iterable[SheetEntry]:
    """Points for each building of a kind that touches buildings of all the colours."""
    cells, pieces, count = board.cells(), term.pieces, 0
    for building in board.built:
        if building.piece in pieces:
            beside = building.beside
            for colour in term.colours:
                if not beside & cells[colour]:
                    break
            else:
                count += 1
    return term.lines[count]


def enclosed(term: Term, board: TownTerms) -> Iterable[SheetEntry]:
    """Points for each open cell of a kind whose four sides touch four different buildings."""
    free, count = board.free, 0
    for layer, amount in term.layers:
        for cell in bits(board.layers[layer] & free):
            around = board.rules.beside[cell]
            if around.bit_count() == SIDES and not around & free:
                # If as many buildings as sides are around it, each side has another one.
                count += amount * (sum([p.mask & around != 0 for p in board.every]) == SIDES)
    return term.lines[count]


def marked(term: Term, board: TownTerms) -> Iterable[SheetEntry]:
    """Points for each building on the board that carries a mark of a kind."""
    count = 0
    if with_mark := board.home.marked.get(term.kind):
        for building in board.built:
            count += building.piece in with_mark
    return term.lines[count]


def connects(term: Term, board: TownTerms) -> Iterable[SheetEntry]:
    """Points, once, for buildings of one colour that reach from beside a site to the cells."""
    start, ends = board.beside([layer for layer, _ in term.layers]), term.cells
    buildings, cells = board.by_colour(), board.cells()
    for colour, name in board.rules.colours.items():
        if not (cells[colour] & start and cells[colour] & ends):
            continue
        unreached = unconnected_buildings(buildings[colour], start)
        if any(p not in unreached for p in buildings[colour] if p.mask & ends):
            return (SheetEntry(term.label, term.points, phrase(name)),)
    return term.lines[0]


def depth(shaft: ShaftRule, board: TownTerms) -> int:
    """The depth of a shaft after the episode: one box more for each building connected to it."""
    start, before = board.beside(shaft.layers), board.home.shafts[shaft.colour]
    if not board.cells()[shaft.colour] & start:
        return before
    buildings = board.by_colour()[shaft.colour]
    return min(shaft.boxes, before + len(buildings) - len(unconnected_buildings(buildings, start)))


def shaft_line(shaft: ShaftRule, board: TownTerms) -> SheetEntry:
    """The line with what a shaft pays for the boxes reached or passed in this episode."""
    before, after = board.home.shafts[shaft.colour], depth(shaft, board)
    points = 0
    if before != after:
        points = sum([points for box, points in shaft.pays if before < box <= after])
    return _BOXES[shaft.label, points, before, after]


def _boxes(fields: tuple[str, int, int, int]) -> SheetEntry:
    label, points, before, after = fields
    note = phrase("from box {before} to {after}", before=before, after=after)
    if before == after:
        note = phrase("box {box}, as before", box=before)
    return SheetEntry(label, points, note)


def _group(fields: tuple[str, int]) -> SheetEntry:
    colour, points = fields
    return SheetEntry(phrase("{colour} group", colour=phrase(colour)), points)


_GROUPS, _BOXES = Memo(_group), Memo(_boxes)
"""Sheets repeat the same few lines, so each is made once."""
SIDES = 4


def unconnected_buildings(buildings: list[Placement], start: int) -> list[Placement]:
    """The buildings that no chain of buildings, edge to edge, connects to the cells `start`."""
    reach, unreached, again = start, buildings, True
    while again:
        candidates, unreached, again = unreached, [], False
        for building in candidates:
            if building.mask & reach:
                reach |= building.beside
                if unreached:  # one of them may touch this building
                    again = True
            else:
                unreached.append(building)
    return unreached


def largest_group(buildings: list[Placement]) -> int:
    """The size of the largest group of buildings that are connected edge to edge."""
    best, remaining = 0, buildings
    while len(remaining) > best:  # the remaining ones could still hold a larger group
        outside = unconnected_buildings(remaining[1:], remaining[0].beside)
        if (count := len(remaining) - len(outside)) > best:
            best = count
        remaining = outside
    return best
