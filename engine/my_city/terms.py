"""The terms of the score sheet, one small function each, found by the pack's word for it.

A term takes the rules, itself and a town, and gives the lines of the sheet. A new term
is a function here and a row in `TERMS`; points and colours come from the pack.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from engine.kernel.grid import bits
from engine.kernel.score import Line
from engine.my_city.components import Rules, Shaft, Term
from engine.my_city.placements import Placement
from engine.my_city.state import Town

Score = Callable[[Rules, Term, Town, "Buildings"], Iterable[Line]]


class Buildings(NamedTuple):
    """All buildings on a board, those that stand for good first; by colour, and their cells."""

    every: tuple[Placement, ...]
    of: Mapping[str, list[Placement]]
    cells: Mapping[str, int]

    @classmethod
    def on(cls, rules: Rules, town: Town) -> Buildings:
        """Those of one town, sorted once for all terms."""
        every = town.standing
        cells = dict.fromkeys(rules.colours, 0)
        cells[""] = 0
        of: dict[str, list[Placement]] = {colour: [] for colour in cells}
        for each in every:
            colour = each.colour
            of[colour].append(each)
            cells[colour] |= each.mask
        return cls(every, of, cells)


def visible(rules: Rules, term: Term, town: Town, buildings: Buildings) -> Iterable[Line]:
    """Points for each tree or rock that no building covers; a cell with two counts two."""
    layers, free = town.land.layers, town.free
    count = 0
    for layer, amount in term.layers:
        count += (layers[layer] & free).bit_count() * amount
    return (Line(term.label, count * term.points),)


def empty(rules: Rules, term: Term, town: Town, buildings: Buildings) -> Iterable[Line]:
    """Points for each light-green cell with nothing on it: no building, no tree, no sticker."""
    return (Line(term.label, (town.land.bare & town.free).bit_count() * term.points),)


def groups(rules: Rules, term: Term, town: Town, buildings: Buildings) -> Iterable[Line]:
    """Points for each building of the largest connected group of a colour, a line a colour."""
    lines = []
    for colour in term.colours:
        points = largest_group(buildings.of[colour]) * term.points
        lines.append(Line(f"{rules.colours[colour]} group", points))
    return lines


def touches(rules: Rules, term: Term, town: Town, buildings: Buildings) -> Iterable[Line]:
    """Points for each building of a kind that touches buildings of all the colours."""
    count, cells = 0, [buildings.cells[colour] for colour in term.colours]
    for each in town.built:
        if each.piece in term.pieces:
            count += all(each.beside & of_colour for of_colour in cells)
    return (Line(term.label, count * term.points),)


def enclosed(rules: Rules, term: Term, town: Town, buildings: Buildings) -> Iterable[Line]:
    """Points for each open cell of a kind whose four sides touch four different buildings."""
    count = 0
    for layer, amount in term.layers:
        for cell in bits(town.land.layers[layer] & town.free):
            around = rules.grid.beside(cell)
            if around.bit_count() == SIDES and not around & town.free:
                # As many buildings as sides, each on one: on each side another building.
                count += amount * (sum([p.mask & around != 0 for p in buildings.every]) == SIDES)
    return (Line(term.label, count * term.points),)


def marked(rules: Rules, term: Term, town: Town, buildings: Buildings) -> Iterable[Line]:
    """Points for each building on the board that carries a mark of a kind."""
    with_mark = town.home.marked.get(term.kind, frozenset())
    return (Line(term.label, sum([p.piece in with_mark for p in town.built]) * term.points),)


def connects(rules: Rules, term: Term, town: Town, buildings: Buildings) -> Iterable[Line]:
    """Points, once, for buildings of one colour that reach from beside a site to the cells."""
    site = 0
    for layer, _ in term.layers:
        site |= town.land.layers[layer]
    start = rules.grid.beside(site)
    for colour in rules.colours:
        cells = buildings.cells[colour]
        if not (cells & start and cells & term.cells):
            continue
        if any(p.mask & term.cells for p in hanging(buildings.of[colour], start)):
            return (Line(term.label, term.points, rules.colours[colour]),)
    return (Line(term.label, 0),)


def depth(rules: Rules, shaft: Shaft, town: Town, buildings: Buildings) -> int:
    """How deep a shaft is after the episode: deeper by each building that hangs on it."""
    entrance = 0
    for layer in shaft.layers:
        entrance |= town.land.layers[layer]
    start, before = rules.grid.beside(entrance), town.home.shafts[shaft.colour]
    if not start & buildings.cells[shaft.colour]:
        return before
    return min(shaft.boxes, before + len(hanging(buildings.of[shaft.colour], start)))


def shaft_line(rules: Rules, shaft: Shaft, town: Town, buildings: Buildings) -> Line:
    """What the boxes of a shaft pay that were reached or passed in this episode."""
    before, after = town.home.shafts[shaft.colour], depth(rules, shaft, town, buildings)
    points = sum([points for box, points in shaft.pays if before < box <= after])
    return Line(shaft.label, points, f"from box {before} to {after}")


SIDES = 4

TERMS: dict[str, Score] = {
    "visible": visible,
    "empty": empty,
    "groups": groups,
    "touches": touches,
    "enclosed": enclosed,
    "marked": marked,
    "connects": connects,
}


def hanging(buildings: list[Placement], start: int) -> list[Placement]:
    """The buildings with a cell in `start`, and all that hang together with them."""
    found: list[Placement] = []
    rest, reach = buildings, start
    while near := [p for p in rest if p.mask & reach]:
        rest = [p for p in rest if not p.mask & reach]
        found += near
        for building in near:
            reach |= building.beside
    return found


def largest_group(buildings: list[Placement]) -> int:
    """How many buildings hang together, edge to edge, at the most."""
    best, rest = 0, buildings
    while len(rest) > best:  # what is left could still be the largest
        beside, size, apart = rest[0].beside, 1, rest[1:]
        grown = True
        while grown:
            grown, rest, apart = False, apart, []
            for building in rest:
                if building.mask & beside:
                    beside |= building.beside
                    size += 1
                    grown = True
                else:
                    apart.append(building)
        best = max(best, size)
        rest = apart
    return best
