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
    built: dict[str, list[Placement]] = {colour: [] for colour in term.colours}
    for placement in town.built:
        if placement.colour in built:
            built[placement.colour].append(placement)
    return [
        Line(f"{rules.colours[colour]} group", largest_group(buildings) * term.points)
        for colour, buildings in built.items()
    ]


def touches(rules: Rules, term: Term, town: Town) -> Iterable[Line]:
    """Points for each building of a kind that touches buildings of all the colours."""
    covered = [sum(p.mask for p in town.built if p.colour == colour) for colour in term.colours]
    count = sum(
        all(p.beside & cells for cells in covered)
        for p in town.built
        if rules.pieces[p.piece].kind == term.kind
    )
    return (Line(term.label, count * term.points),)


def enclosed(rules: Rules, term: Term, town: Town) -> Iterable[Line]:
    """Points for each open cell of a kind whose four sides touch four different buildings."""
    count = 0
    for layer, amount in term.layers:
        for cell in bits(town.land.layers[layer] & town.free):
            around = rules.grid.beside(cell)
            touching = [p.mask & around for p in town.built if p.mask & around]
            # Four sides, four buildings: each of them covers exactly one of the sides.
            if len(touching) == 4 and sum(touching).bit_count() == 4:
                count += amount
    return (Line(term.label, count * term.points),)


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
