"""What a line of a model is worth: the score sheet as a linear expression to maximise.

`counting` has what a bound counts in the same way. This module has connected buildings, exactly as
the rules demand them, and the token, which pays for a pass only if it has earned enough before. A
term that is in no table counts nothing here. The search does not see such a term, but the engine
counts it when it plays a line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from campaign.extras.hindsight import counting
from campaign.extras.hindsight.counting import FAR, Counts, Sum
from campaign.extras.hindsight.model import Groups, Literal, Model
from engine.my_city.bounds.counts import CELLS, term_count_of
from engine.my_city.play import places, terms
from engine.my_city.play.placements import Placement
from engine.my_city.play.ruleset import Count, ShaftRule, Term


def points(model: Model) -> Sum:
    """The score of a town, as far as the model knows it."""
    return _stopped(model, list(_lines(model)))


def token_after(model: Model, number: int) -> Sum:
    """The token after a line of the sheet, at most its cap."""
    cap, *lines = model.rules.token.cap, *_lines(model)
    end = model.cp.new_int_var(-FAR, cap, "")
    model.cp.add(end <= sum(lines[: number + 1]))
    return end


def _lines(model: Model) -> Iterator[Sum]:
    """Yield the points of each line of the sheet; the first is the token with what came at once."""
    yield _token(model) + sum(_feats(model))
    for term in model.rules.terms:
        of = term_count_of(term)
        if of and of.base in CELLS:
            yield counting.line_points(model, term, of, 0, counting.open_cells(model, term, of))
        elif of and of.base in COUNTS:
            counts = COUNTS[of.base](model, term, counting.cells_of(model, term, of))
            for number, count in enumerate(counts):
                yield counting.line_points(model, term, of, number, count)
        else:
            yield 0
    for shaft in model.rules.shafts:
        yield _shaft(model, shaft)


def _stopped(model: Model, moves: Sequence[Sum]) -> Sum:
    """The token at the end; it stays at the cap for good once a move brings it there."""
    cap, cp = model.rules.token.cap, model.cp
    if cap >= FAR:
        return sum(moves)
    total: Sum = 0
    end, stays = cp.new_int_var(-FAR, cap, ""), list[Literal]()
    for move in moves:
        total += move
        at_the_cap = model.new()
        cp.add(total >= cap).only_enforce_if(at_the_cap)
        stays.append(at_the_cap)
    stays_there = model.new()
    cp.add_bool_or([~stays_there, *stays])
    cp.add(end <= total).only_enforce_if(~stays_there)
    return end


def _token(model: Model) -> Sum:
    """The token after the last card, without feats; a pass needs a token that can pay for it."""
    passing, token = model.rules.passing, model.town.token
    for at, passed in enumerate(model.passed):
        token -= passing.cost * passed
        cost_is_paid = token >= passing.floor
        if not isinstance(cost_is_paid, bool):
            model.cp.add(cost_is_paid).only_enforce_if(passed)
        token += counting.points_at_once(model, at, len(model.passed))
    return token


def _feats(model: Model) -> Iterator[Sum]:
    for number, feat in enumerate(model.rules.feats):
        if feat.points > 0 and model.town.home.feats[number] & model.town.free:
            yield feat.points * counting.feat(model, number)


def _groups(model: Model, term: Term, _: int) -> Iterator[Sum]:
    for colour in term.colours:
        # What stands for good has no place in the order of the cards.
        stands = any(site.colour == colour for site in model.town.home.standing)
        if stands or model.groups is Groups.ANY:
            yield sum(_Chain(model, colour, None).members)
        else:
            yield sum(_growing(model, colour))


def _growing(model: Model, colour: str) -> list[Literal]:
    """The members of a group that grows from one building: each later one touches an earlier."""
    cards = model.cards_of_colour(colour)
    laid, built = {at: model.laid[at] for at in cards}, model.built
    if model.groups is Groups.PARTLY:
        laid = {at: [model.new() for _ in model.laid[at]] for at in cards}
        built = [model.new() for _ in built]
        for at, literals in laid.items():
            model.cp.add_exactly_one([*literals, ~built[at]])
            for counts, lies in zip(literals, model.laid[at], strict=True):
                model.cp.add_implication(counts, lies)
    model.require_growth(laid, built, model.rules.grid.all)
    return [built[at] for at in cards]


def _connects(model: Model, term: Term, _: int) -> Iterator[Sum]:
    start = model.rules.beside[_lying(model, [layer for layer, _ in term.layers])]
    yield _linked(model, tuple(model.rules.colours), start, term.cells)


def _links(model: Model, term: Term, _: int) -> Iterator[Sum]:
    start, end = (
        model.rules.beside[place.cells_on(model.town.land)]
        if place.ground or place.layers
        else place.cells_on(model.town.land)
        for place in term.places
    )
    yield _linked(model, term.colours or (None,), start, end)


def _linked(model: Model, colours: Iterable[str | None], start: int, end: int) -> Sum:
    """Whether connected buildings of one colour (None for any) reach from `start` to `end`."""
    linked: list[Literal] = []
    for colour in colours:
        chain = _Chain(model, colour, start)
        reaches = []
        for at, member in zip(chain.cards, chain.members, strict=False):
            arrives = model.new()
            model.cp.add_implication(arrives, member)
            model.cp.add_bool_or([~arrives, *model.literals_on(at, end)])
            reaches.append(arrives)
        link = model.new()
        model.cp.add_bool_or([~link, *reaches])
        linked.append(link)
    model.cp.add_at_most_one(linked)
    return sum(linked)


def _shaft(model: Model, shaft: ShaftRule) -> Sum:
    """The points of the boxes that the buildings connected to a shaft reach."""
    start = model.rules.beside[_lying(model, shaft.layers)]
    return counting.boxes(model, shaft, sum(_Chain(model, shaft.colour, start).members))


class _Chain:
    """The connected buildings of a colour (None for any): `members` says which ones they are.

    They begin at the cells of `start`, or at a single one of the buildings if `start` is None.
    Each member has a level and touches a member of a lower level. Without levels, a ring of
    buildings would count although it is not connected to the beginning.
    """

    def __init__(self, model: Model, colour: str | None, start: int | None) -> None:
        self.model, cp = model, model.cp
        self.cards = model.cards_of_colour(colour)
        sites = [s for s in model.town.home.standing if colour in (None, s.colour)]
        count = len(self.cards) + len(sites)
        self.members: list[Literal] = [model.new() for _ in range(count)]
        levels = [cp.new_int_var(0, count, "") for _ in range(count)]
        roots: list[Literal] = []
        for i, at in enumerate(self.cards):
            cp.add_implication(self.members[i], model.built[at])
            root = model.new()
            if start is None:
                roots.append(root)
            else:
                cp.add_bool_or([~root, *model.literals_on(at, start)])
            self._hang(i, root, levels, [*self._on_cards(at), *self._on_sites(at, sites)])
        for i, site in enumerate(sites, len(self.cards)):
            root = model.new()
            if start is None:
                roots.append(root)
            elif not site.mask & start:
                cp.add(root == 0)
            near = [(j, model.literals_on(at, site.beside)) for j, at in enumerate(self.cards)]
            on = []
            for j, literals in near:
                arc = model.new()
                cp.add_bool_or([~arc, *literals])
                on.append((j, arc))
            self._hang(i, root, levels, on)
        if start is None:
            cp.add_at_most_one(roots)

    def _hang(
        self, i: int, root: Literal, levels: list[Any], on: list[tuple[int, Literal]]
    ) -> None:
        cp = self.model.cp
        for j, arc in on:
            cp.add_implication(arc, self.members[j])
            cp.add(levels[i] > levels[j]).only_enforce_if(arc)
        cp.add_bool_or([~self.members[i], root, *(arc for _, arc in on)])

    def _on_cards(self, at: int) -> Iterator[tuple[int, Literal]]:
        model = self.model
        for j, neighbour in enumerate(self.cards):
            if neighbour != at and _touch(model, at, neighbour):
                arc = model.new()
                model.require_touching(arc, at, neighbour)
                yield j, arc

    def _on_sites(self, at: int, sites: list[Placement]) -> Iterator[tuple[int, Literal]]:
        for j, site in enumerate(sites, len(self.cards)):
            if near := self.model.literals_on(at, site.beside):
                arc = self.model.new()
                self.model.cp.add_bool_or([~arc, *near])
                yield j, arc


def _touch(model: Model, first: int, second: int) -> bool:
    """Whether two cards have options that touch."""
    return any(model.literals_on(second, way.beside) for way in model.options[first])


def _lying(model: Model, layers: Iterable[int]) -> int:
    """The cells of some layers of the land."""
    cells = 0
    for layer in layers:
        cells |= model.town.land.layers[layer]
    return cells


COUNTS: Mapping[Count, Counts] = {
    **counting.COUNTS,
    terms.groups: _groups,
    terms.connects: _connects,
    places.links: _links,
}
