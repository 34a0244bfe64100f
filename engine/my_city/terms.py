"""The terms of the score sheet, one small function each, found by the pack's word for it.

A term takes the rules, itself and a town, and gives the lines of the sheet. A new term
is a function here and a row in `TERMS`; points and colours come from the pack.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.kernel.grid import bits
from engine.kernel.score import Line
from engine.my_city.components import Placement, Rules, Term
from engine.my_city.state import Town

Score = Callable[[Rules, Term, Town], Iterable[Line]]


def visible(rules: Rules, term: Term, town: Town) -> Iterable[Line]:
    """Points for each tree or rock that no building covers; a cell with two counts two."""
    layers, free = town.land.layers, town.free
    count = 0
    for layer, amount in term.layers:
        count += (layers[layer] & free).bit_count() * amount
    return (Line(term.label, count * term.points),)


def empty(rules: Rules, term: Term, town: Town) -> Iterable[Line]:
    """Points for each light-green cell with nothing on it: no building, no tree, no sticker."""
    return (Line(term.label, (town.land.bare & town.free).bit_count() * term.points),)


def groups(rules: Rules, term: Term, town: Town) -> Iterable[Line]:
    """Points for each building of the largest connected group of a colour, a line a colour."""
    lines = []
    for colour in term.colours:
        buildings = [p for p in town.built if p.colour == colour]
        points = largest_group(buildings) * term.points
        lines.append(Line(f"{rules.colours[colour]} group", points))
    return lines


def touches(rules: Rules, term: Term, town: Town) -> Iterable[Line]:
    """Points for each building of a kind that touches buildings of all the colours."""
    count = 0
    for each in town.built:
        if rules.pieces[each.piece].kind == term.kind:
            touched = {p.colour for p in town.built if p.mask & each.beside}
            count += touched.issuperset(term.colours)
    return (Line(term.label, count * term.points),)


def enclosed(rules: Rules, term: Term, town: Town) -> Iterable[Line]:
    """Points for each open cell of a kind whose four sides touch four different buildings."""
    count = 0
    for layer, amount in term.layers:
        for cell in bits(town.land.layers[layer] & town.free):
            around = rules.grid.beside(cell)
            if around.bit_count() == SIDES and not around & town.free:
                touching = sum(1 for p in town.built if p.mask & around)
                # As many buildings as sides, each side covered: each by another building.
                covered = around & town.land.light == around
                count += amount * (covered and touching == SIDES)
    return (Line(term.label, count * term.points),)


SIDES = 4

TERMS: dict[str, Score] = {
    "visible": visible,
    "empty": empty,
    "groups": groups,
    "touches": touches,
    "enclosed": enclosed,
}


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
