"""How much each kind of term can count at least and at most, whatever is built.

    visible, empty                 what one cell counts while it is open: `CELLS`
    groups, touches, buildings ... a range of counts for each line of the sheet: `RANGES`

A kind of term is a row of one of the two tables. `term_count_of` finds the row of a term, however
the term pays. It returns None if neither table has the term, as for a term of an outside package.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from engine.kernel.grid import bits
from engine.kernel.phrases import Wording, phrase
from engine.my_city.bounds.question import Question
from engine.my_city.bounds.scope import Scope
from engine.my_city.play import payments, places, terms
from engine.my_city.play.land import Land
from engine.my_city.play.ruleset import Count, EpisodeRules, ShaftRule, Term
from engine.my_city.play.terms import SIDES


class Range(NamedTuple):
    """The least and the most that a line of the sheet counts."""

    label: Wording
    least: int
    most: int


class TermCount(NamedTuple):
    """How a term is counted: by which function, and whether only within its place."""

    base: Count
    at_place: bool


OfCell = Callable[[Term, Land, int], int]
"""What a term counts for one open cell of a land."""
Ranges = Callable[[Term, Scope], Iterable[Range]]


def term_count_of(term: Term) -> TermCount | None:
    """How a term is counted; None if no table of this module has its function."""
    for base in (*CELLS, *RANGES):
        for at_place in (False, True):
            count = payments.counted_at_place(base) if at_place else base
            paid = (
                payments.paid_to_the_best(count)
                if term.prize
                else payments.paid_by_scale(count)
                if term.scale
                else count
            )
            if term.count is paid:
                return TermCount(base, at_place)
    return None


def count_of_cell(term: Term, of: TermCount, land: Land, cell: int) -> int:
    """What a term of `CELLS` counts for an open cell."""
    if of.at_place and not cell & term.places[0].cells_on(land):
        return 0
    return CELLS[of.base](term, land, cell)


def ranges(term: Term, of: TermCount, scope: Scope) -> Iterable[Range]:
    """The range of each line of a term."""
    if of.base in RANGES:
        return RANGES[of.base](term, scope)
    return (_of_cells(term, of, scope),)


def labels(term: Term, of: TermCount, rules: EpisodeRules) -> list[Wording]:
    """The labels of the lines of a term, in their order."""
    if of.base is terms.groups:
        return [phrase("{colour} group", colour=phrase(rules.colours[c])) for c in term.colours]
    return [term.label]


def most_paid(term: Term, of: TermCount, counts: Range, scope: Scope) -> int:
    """The most points that a line can give for a count within its range."""
    if term.prize:
        needed = count_to_win(term, of, counts.label, scope.question)
        if needed is None:
            return max(0, term.prize.points)
        wins = counts.most >= needed if term.prize.most else counts.least <= needed
        return max(0, term.prize.points) * wins
    numbers = range(counts.least, counts.most + 1)
    if term.scale:
        return max(scale_points(term, count) for count in numbers)
    return max(term.points * counts.least, term.points * counts.most)


def least_paid(term: Term, counts: Range) -> int:
    """The fewest points that a line can give for a count within its range."""
    if term.prize:
        return min(0, term.prize.points)
    if term.scale:
        return min(scale_points(term, count) for count in range(counts.least, counts.most + 1))
    return min(term.points * counts.least, term.points * counts.most)


def scale_points(term: Term, count: int) -> int:
    """What the scale of a term gives for a count."""
    return max([step for step in term.scale if step[0] <= count], default=(0, 0))[1]


def shaft_paid(shaft: ShaftRule, scope: Scope) -> int:
    """The most that the boxes of a shaft can pay in this episode."""
    before = scope.town.home.shafts[shaft.colour]
    deepest = min(shaft.boxes, before + len(_buildings(scope, (shaft.colour,))))
    most = points = 0
    for depth in range(before + 1, deepest + 1):
        points += sum([pays for box, pays in shaft.pays if box == depth])
        most = max(most, points)
    return most


def count_to_win(term: Term, of: TermCount, label: Wording, question: Question) -> int | None:
    """The count that a seat needs for the prize of a term; None without other seats.

    A prize for the most needs at least this count, a prize for the fewest at most this count. It
    follows from the boards of the other seats.
    """
    assert term.prize
    count = payments.counted_at_place(of.base) if of.at_place else of.base
    amounts = [
        line.points
        for town in question.others
        for line in count(term, terms.TownTerms(question.rules, town))
        if line.label == label
    ]
    if not amounts:
        return None
    if term.prize.most:
        return max(1, max(amounts) + (not term.prize.shared))
    return min(amounts) - (not term.prize.shared)


def _of_cells(term: Term, term_count: TermCount, scope: Scope) -> Range:
    """The least and the most that the open cells count together, whatever is built."""
    least = most = 0
    land, turned = scope.town.land, dict[int, list[int]]()
    for cell, _, after in scope.turned:
        turned.setdefault(cell, []).append(count_of_cell(term, term_count, after, cell))
    for cell in bits(scope.town.free):
        amounts = [count_of_cell(term, term_count, land, cell), *turned.get(cell, ())]
        if cell & scope.covers:
            amounts.append(0)
        least += min(amounts)
        most += max(amounts)
    return Range(term.label, least, most)


def _visible(term: Term, land: Land, cell: int) -> int:
    return sum(amount for layer, amount in term.layers if cell & land.layers[layer])


def _empty(term: Term, land: Land, cell: int) -> int:
    return int(cell & land.bare != 0)


def _groups(term: Term, scope: Scope) -> Iterator[Range]:
    """The range of each colour: at most, all its buildings and standing sites form one group."""
    names = labels(term, TermCount(terms.groups, at_place=False), scope.rules)
    for colour, label in zip(term.colours, names, strict=True):
        stands = any(site.colour == colour for site in scope.town.home.standing)
        yield Range(label, int(stands), len(_buildings(scope, (colour,))))


def _touches(term: Term, scope: Scope) -> Iterator[Range]:
    count = sum(card.id in term.pieces for card in scope.cards)
    missing = any(not scope.cells_of((colour,)) for colour in term.colours)
    yield Range(term.label, 0, 0 if missing else count)


def _enclosed(term: Term, scope: Scope) -> Iterator[Range]:
    """The range of a term for enclosed cells, which need a different building on each side.

    A cell counts if for each of its four sides a building can cover this side alone.
    """
    most, standing = 0, scope.town.home.standing
    ways = [*standing, *(way for card in scope.cards for way in card.ways)]
    lands = {cell: [scope.town.land] for cell in bits(scope.town.free)}
    for cell, _, after in scope.turned:
        lands[cell].append(after)
    for cell, states in lands.items():
        amount = max(_visible(term, land, cell) for land in states)
        around = scope.rules.beside[cell]
        if amount and around.bit_count() == SIDES:
            most += amount * ({*bits(around)} <= {way.mask & around for way in ways})
    yield Range(term.label, 0, most)


def _marked(term: Term, scope: Scope) -> Iterator[Range]:
    marked = scope.town.home.marked.get(term.kind, frozenset())
    yield Range(term.label, 0, sum(card.id in marked for card in scope.cards))


def _places(term: Term, scope: Scope) -> Iterator[Range]:
    """The range of a term for buildings of some colours.

    If the term has a place, only buildings that can stand on it count, each on a cell of its own.
    If the term counts buildings beside the place, several may stand beside the same cell.
    """
    most = len(scope.buildings(term.colours))
    for place in term.places:
        cells = scope.place(place)
        if term.beside and not place.banks:
            most = scope.most_covering(scope.rules.beside[cells] | cells, term.colours)
        else:
            most = scope.most_standing_on(cells, term.colours)
    yield Range(term.label, 0, most)


def _filled(term: Term, scope: Scope) -> Iterator[Range]:
    """The range of a term for filled places.

    A place counts if each of its ground cells can be covered, or can turn and be ground no longer.
    """
    ground, count = scope.rules.ground(scope.town.land), 0
    for place in term.places:
        cells = scope.place(place) & (ground | scope.turnable)
        count += bool(cells) and not cells & ~scope.turnable & ~scope.covers
    yield Range(term.label, 0, count)


def _once(term: Term, scope: Scope) -> Iterator[Range]:
    yield Range(term.label, 0, 1)


def _given(term: Term, scope: Scope) -> Iterator[Range]:
    """The range of the points that a rule of the table may give; 0 if nobody states them."""
    low, high = next(rule.points for rule in scope.rules.by_hand if rule.label == term.label)
    yield Range(term.label, min(0, low), max(0, high))


def _buildings(scope: Scope, colours: tuple[str, ...]) -> list[str]:
    """The ids of all buildings of some colours, and of the sites that stand as such buildings."""
    sites = [site.piece for site in scope.town.home.standing if site.colour in colours]
    return [*sites, *[card.id for card in scope.cards if card.colour in colours]]


CELLS: Mapping[Count, OfCell] = {terms.visible: _visible, terms.empty: _empty}
RANGES: Mapping[Count, Ranges] = {
    terms.groups: _groups,
    terms.touches: _touches,
    terms.enclosed: _enclosed,
    terms.marked: _marked,
    terms.connects: _once,
    places.buildings: _places,
    places.filled: _filled,
    places.links: _once,
    places.given: _given,
}
