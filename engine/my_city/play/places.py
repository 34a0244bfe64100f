"""Terms of the score sheet that look at places: a row, the edge, a ground, a kind of sticker.

Like the terms in `terms` they are functions that count on a `TownTerms`.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.phrases import phrase
from engine.kernel.score import SheetEntry
from engine.my_city.play.land import LandPlace
from engine.my_city.play.notation import TableReward
from engine.my_city.play.rewards import reaching_cells
from engine.my_city.play.ruleset import Term
from engine.my_city.play.terms import TownTerms, unconnected_buildings


def buildings(term: Term, board: TownTerms) -> Iterable[SheetEntry]:
    """Points for each building of the term's colours that is on, or beside, all of its places."""
    counted = [p for p in board.built if not term.colours or p.colour in term.colours]
    for place in term.places:
        cells = _open_beside(place, board) if term.beside else place.cells_on(board.town.land)
        counted = [building for building in counted if building.mask & cells]
    return (SheetEntry(term.label, len(counted) * term.points),)


def given(term: Term, board: TownTerms) -> Iterable[SheetEntry]:
    """The points that a rule of the table gave, as the record states them."""
    gifts = [
        stated
        for stated in board.town.by_hand
        if stated.rule == term.label and isinstance(stated, TableReward)
    ]
    note = phrase("by hand") if gifts else ""
    return (SheetEntry(term.label, sum(gift.points for gift in gifts), note),)


def filled(term: Term, board: TownTerms) -> Iterable[SheetEntry]:
    """Points for each place with ground if buildings cover all of this ground."""
    ground, count = board.rules.ground(board.town.land), 0
    for place in term.places:
        cells = place.cells_on(board.town.land) & ground
        count += bool(cells) and not cells & board.free
    return (SheetEntry(term.label, count * term.points),)


def links(term: Term, board: TownTerms) -> Iterable[SheetEntry]:
    """Points, once, for connected buildings from one place to another.

    A building reaches a row, column or edge by standing on it, and a ground or sticker by standing
    beside it. If the term has colours, the buildings all have the same one of them.
    """
    start, end = (reaching_cells(board.rules, board.town.land, place) for place in term.places)
    by_colour = board.by_colour()
    chains = {board.rules.colours[colour]: by_colour[colour] for colour in term.colours}
    for name, chain in (chains or {"": list(board.every)}).items():
        unreached = unconnected_buildings(chain, start)
        if any(p.mask & end for p in chain if p not in unreached):
            return (SheetEntry(term.label, term.points, phrase(name)),)
    return (SheetEntry(term.label, 0),)


def _open_beside(place: LandPlace, board: TownTerms) -> int:
    """The cells beside the open cells of a place; for the banks of the river the place itself."""
    cells, covered = place.cells_on(board.town.land), 0
    if place.banks:
        return cells
    for building in board.built:
        covered |= building.mask
    return board.rules.beside[cells & ~covered]
