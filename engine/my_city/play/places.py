"""Terms of the score sheet that look at places: a row, the edge, a ground, what lies on a board.

They are terms like those of `terms`, and count through its `Board`.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.phrases import phrase
from engine.kernel.score import Line
from engine.my_city.play.land import Place
from engine.my_city.play.notation import Given
from engine.my_city.play.rewards import reached
from engine.my_city.play.ruleset import Term
from engine.my_city.play.terms import Board, apart


def buildings(term: Term, board: Board) -> Iterable[Line]:
    """Points for each building of some colours; where a place is named, on it or beside it."""
    ours = [p for p in board.built if not term.colours or p.colour in term.colours]
    for place in term.places:
        cells = _open_beside(place, board) if term.beside else place.on(board.town.land)
        ours = [building for building in ours if building.mask & cells]
    return (Line(term.label, len(ours) * term.points),)


def given(term: Term, board: Board) -> Iterable[Line]:
    """The points that a rule of the table gave, as they were stated."""
    stated = [
        one for one in board.town.by_hand if one.rule == term.label and isinstance(one, Given)
    ]
    note = phrase("by hand") if stated else ""
    return (Line(term.label, sum(one.points for one in stated), note),)


def filled(term: Term, board: Board) -> Iterable[Line]:
    """Points for each place on which no cell is left that could be built on."""
    ground, count = board.rules.ground(board.town.land), 0
    for place in term.places:
        cells = place.on(board.town.land) & ground
        count += bool(cells) and not cells & board.free
    return (Line(term.label, count * term.points),)


def links(term: Term, board: Board) -> Iterable[Line]:
    """Points, once, for connected buildings from one place to another.

    They reach a line of the board by standing on it, a ground or what lies there by standing
    beside it. They are of one of the colours; of any where the term has none.
    """
    start, end = (reached(board.rules, board.town.land, place) for place in term.places)
    by_colour = board.by_colour()
    chains = {board.rules.colours[colour]: by_colour[colour] for colour in term.colours}
    for name, chain in (chains or {"": list(board.every)}).items():
        others = apart(chain, start)
        if any(p.mask & end for p in chain if p not in others):
            return (Line(term.label, term.points, phrase(name)),)
    return (Line(term.label, 0),)


def _open_beside(place: Place, board: Board) -> int:
    """The cells on which a building touches what is open of a place."""
    cells, covered = place.on(board.town.land), 0
    if place.banks:
        return cells
    for building in board.built:
        covered |= building.mask
    return board.rules.beside[cells & ~covered]
