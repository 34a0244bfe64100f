"""What a town of a model is worth: the terms of the score sheet as linear expressions.

A term is a row of `COUNTS`: a function that gives an expression for what each of its lines counts.
How the term pays for it (by the thing, by steps, to the best of the table) is written once.
What no row has counts nothing here: then the search is blind to it, and the engine, which plays
every line that is kept, still counts it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from campaign.services.hindsight.model import Literal, Model
from engine.kernel.grid import bits
from engine.my_city.hindsight.counts import Reading, reading
from engine.my_city.play import payments, places, terms
from engine.my_city.play.placements import Placement
from engine.my_city.play.ruleset import Count, Shaft, Term
from engine.my_city.play.terms import SIDES, Board

Sum = Any
"""A linear expression of the model; ortools has no types."""
Counts = Callable[[Model, Term, int], Iterable[Sum]]
"""What each line of a term counts on some cells of the board."""


def points(model: Model) -> Sum:
    """The score of a town, as far as the model knows it, as an expression to be made large."""
    town, rules = model.town, model.rules
    moves: list[Sum] = [town.token + sum(_at_once(model))]
    for term in rules.terms:
        if (of := reading(term)) and of.base in COUNTS:
            cells = term.places[0].on(town.land) if of.at_place else rules.grid.all
            for line, count in enumerate(COUNTS[of.base](model, term, cells)):
                moves.append(_paid(model, term, of, count, line))
    moves += [_shaft(model, shaft) for shaft in rules.shafts]
    return _stopped(model, moves)


FARTHEST = 10_000
"""A token is never as far from its cap."""


def _stopped(model: Model, moves: Sequence[Sum]) -> Sum:
    """Where a token ends that stays at the cap for good once a move brings it there."""
    cap, cp = model.rules.token.cap, model.cp
    if cap >= FARTHEST:
        return sum(moves)
    total: Sum = 0
    end, stays = cp.new_int_var(-FARTHEST, cap, ""), list[Literal]()
    for move in moves:
        total += move
        at_the_cap = cp.new_bool_var("")
        cp.add(total >= cap).only_enforce_if(at_the_cap)
        stays.append(at_the_cap)
    stays_there = cp.new_bool_var("")
    cp.add_bool_or([~stays_there, *stays])
    cp.add(end <= total).only_enforce_if(~stays_there)
    return end


def _paid(model: Model, term: Term, of: Reading, count: Sum, line: int) -> Sum:
    """The points that a term gives for a count."""
    cp = model.cp
    if term.prize:
        base = payments.at_place(of.base) if of.at_place else of.base
        amounts = [
            list(base(term, Board(model.rules, town)))[line].points
            for town in model.question.others
        ]
        won = cp.new_bool_var("")
        if term.prize.most:
            least = max([*amounts, 0]) + (not term.prize.shared) if amounts else 1
            cp.add(count >= max(least, 1)).only_enforce_if(won)
        elif amounts:
            cp.add(count <= min(amounts) - (not term.prize.shared)).only_enforce_if(won)
        return term.prize.points * won
    if term.scale:
        steps = sorted(term.scale)
        chosen = [cp.new_bool_var("") for _ in steps]
        cp.add_at_most_one(chosen)
        for at, (least, _) in enumerate(steps):
            cp.add(count >= least).only_enforce_if(chosen[at])
            if at + 1 < len(steps):
                cp.add(count < steps[at + 1][0]).only_enforce_if(chosen[at])
        if steps[0][1] < 0:
            cp.add(count < steps[0][0]).only_enforce_if([~step for step in chosen])
        return sum(paid * step for (_, paid), step in zip(steps, chosen, strict=True))
    return term.points * count


# What follows at once.


def _at_once(model: Model) -> Iterator[Sum]:
    """What passes cost, and what buildings earn at once; a pass needs a token that can pay it."""
    passing, rules, town = model.rules.passing, model.rules, model.town
    earned: list[Sum] = []
    for reward in rules.rewards:
        worth = max(reward.points, 0)
        if reward.cells:
            earned_by_card = [sum(model.beside(at, reward.cells)) for at in _cards(model)]
        else:
            earned_by_card = [_touches_previous(model, at) for at in _cards(model)]
        earned = [
            (earned[at] if earned else 0) + worth * now for at, now in enumerate(earned_by_card)
        ]
    token: Sum = town.token
    for at, passed in enumerate(model.passed):
        token -= passing.cost * passed
        cost_is_paid = token >= passing.floor
        if not isinstance(cost_is_paid, bool):
            model.cp.add(cost_is_paid).only_enforce_if(passed)
        if earned:
            token += earned[at]
    yield token - town.token
    for feat, cells, other in zip(rules.feats, town.home.feats, model.question.firsts, strict=True):
        if feat.points:
            yield max(feat.points, 0) * _feat(model, cells, other)
    for find in rules.finds:
        place = find.place.on(town.land)
        cells = rules.beside[place] if find.beside and not find.place.banks else place
        for at, asked in enumerate(model.question.cards):
            if not find.colours or rules.pieces[asked.card].colour in find.colours:
                yield max(find.points, 0) * sum(model.beside(at, cells))


def _feat(model: Model, cells: int, other: int) -> Literal:
    """Whether a feat is done no later than by another seat."""
    done = model.cp.new_bool_var("")
    for cell in bits(cells):
        by = [
            literal
            for at, asked in enumerate(model.question.cards)
            if not other or asked.out <= other
            for literal in model.covers[at].get(cell, ())
        ]
        model.cp.add_bool_or([~done, *by])
    return done


BACK = 4
"""A building is looked for that came so many cards before; more passes in a row are rare."""


def _touches_previous(model: Model, at: int) -> Literal:
    """Whether the building of a card touches the one that was built before it."""
    touches, ways = model.cp.new_bool_var(""), []
    for before in range(max(0, at - BACK), at):
        follows = model.cp.new_bool_var("")
        model.cp.add_implication(follows, model.built[before])
        for between in model.built[before + 1 : at]:
            model.cp.add_implication(follows, ~between)
        _if_touching(model, follows, at, before)
        ways.append(follows)
    model.cp.add_bool_or([~touches, *ways])
    model.cp.add_implication(touches, model.built[at])
    return touches


def _if_touching(model: Model, literal: Literal, at: int, other: int) -> bool:
    """The literal holds only where the building of a card, if it is built, touches another's.

    Gives whether any two of their options touch.
    """
    some = False
    for way, laid in zip(model.options[at], model.laid[at], strict=True):
        near = model.beside(other, way.beside)
        some = some or bool(near)
        model.cp.add_bool_or([~literal, ~laid, *near])
    return some


# What the sheet counts.


def _visible(model: Model, term: Term, cells: int) -> Iterator[Sum]:
    yield sum(
        amount * _open(model, model.town.land.layers[layer] & cells)
        for layer, amount in term.layers
    )


def _empty(model: Model, term: Term, cells: int) -> Iterator[Sum]:
    yield _open(model, model.town.land.bare & cells)


def _open(model: Model, cells: int) -> Sum:
    """How many of some cells stay open."""
    return sum(model.free.get(cell, 1) for cell in bits(cells & model.town.free))


def _groups(model: Model, term: Term, _: int) -> Iterator[Sum]:
    for colour in term.colours:
        yield sum(_Chain(model, colour, None).members)


def _touching(model: Model, term: Term, _: int) -> Iterator[Sum]:
    cards = model.question.cards
    count: Sum = 0
    for at in _cards(model):
        if cards[at].card not in term.pieces or not model.options[at]:
            continue
        counts = model.cp.new_bool_var("")
        model.cp.add_implication(counts, model.built[at])
        for way, laid in zip(model.options[at], model.laid[at], strict=True):
            for colour in term.colours:
                if not any(p.mask & way.beside for p in _sites(model, colour)):
                    near = [
                        literal
                        for other in _of(model, colour)
                        for literal in model.beside(other, way.beside)
                    ]
                    model.cp.add_bool_or([~counts, ~laid, *near])
        count += counts
    yield count


def _enclosed(model: Model, term: Term, cells: int) -> Iterator[Sum]:
    count: Sum = 0
    for layer, amount in term.layers:
        for cell in bits(model.town.land.layers[layer] & model.town.free & cells):
            around = model.rules.beside[cell]
            if around.bit_count() != SIDES:
                continue
            counts = model.cp.new_bool_var("")
            model.cp.add_implication(counts, model.free.get(cell, model.cp.new_constant(1)))
            for side in bits(around):
                if side in model.free:
                    model.cp.add_implication(counts, ~model.free[side])
                elif side not in model.standing:
                    model.cp.add(counts == 0)
            for ways, laid in zip(model.options, model.laid, strict=True):
                for way, literal in zip(ways, laid, strict=True):
                    if (way.mask & around).bit_count() > 1:
                        model.cp.add_implication(counts, ~literal)
            count += amount * counts
    yield count


def _marked(model: Model, term: Term, _: int) -> Iterator[Sum]:
    marked = model.town.home.marked.get(term.kind, frozenset())
    cards = zip(model.question.cards, model.built, strict=True)
    yield sum(built for asked, built in cards if asked.card in marked)


def _connects(model: Model, term: Term, _: int) -> Iterator[Sum]:
    start = model.rules.beside[_lying(model, [layer for layer, _ in term.layers])]
    yield _linked(model, tuple(model.rules.colours), start, term.cells)


def _links(model: Model, term: Term, _: int) -> Iterator[Sum]:
    start, end = (
        model.rules.beside[place.on(model.town.land)]
        if place.ground or place.layers
        else place.on(model.town.land)
        for place in term.places
    )
    yield _linked(model, term.colours or (None,), start, end)


def _linked(model: Model, colours: Iterable[str | None], start: int, end: int) -> Sum:
    """Whether buildings of one of the colours, None for any, reach from some cells to others."""
    linked: list[Literal] = []
    for colour in colours:
        chain = _Chain(model, colour, start)
        reaches = []
        for at, member in zip(chain.cards, chain.members, strict=False):
            arrives = model.cp.new_bool_var("")
            model.cp.add_implication(arrives, member)
            model.cp.add_bool_or([~arrives, *model.beside(at, end)])
            reaches.append(arrives)
        link = model.cp.new_bool_var("")
        model.cp.add_bool_or([~link, *reaches])
        linked.append(link)
    model.cp.add_at_most_one(linked)
    return sum(linked)


def _buildings(model: Model, term: Term, _: int) -> Iterator[Sum]:
    """Where a place is open, it is taken to stay so."""
    count: Sum = 0
    for at in _cards(model):
        colour = model.rules.pieces[model.question.cards[at].card].colour
        if term.colours and colour not in term.colours:
            continue
        if not term.places:
            count += model.built[at]
        for place in term.places:
            cells = place.on(model.town.land)
            if term.beside and not place.banks:
                cells = model.rules.beside[cells]
            count += sum(model.beside(at, cells))
    yield count


def _filled(model: Model, term: Term, _: int) -> Iterator[Sum]:
    count: Sum = 0
    for place in term.places:
        full = model.cp.new_bool_var("")
        cells = place.on(model.town.land) & model.town.free
        for cell in bits(cells):
            if cell in model.free:
                model.cp.add_implication(full, ~model.free[cell])
            else:
                model.cp.add(full == 0)
        count += full if cells else 0
    yield count


def _shaft(model: Model, shaft: Shaft) -> Sum:
    """What the boxes pay that a shaft comes to."""
    start = model.rules.beside[_lying(model, shaft.layers)]
    count = sum(_Chain(model, shaft.colour, start).members)
    before: int = model.town.home.shafts[shaft.colour]
    total: Sum = 0
    for box, pays in shaft.pays:
        if box > before:
            comes = model.cp.new_bool_var("")
            model.cp.add(count >= box - before).only_enforce_if(comes)
            total += pays * comes
    return total


class _Chain:
    """Buildings of a colour, None for any, that hang together: `members` says which.

    They hang on some cells, or on a single one of them where `start` is None. A building has a
    level, and hangs on one of a lower level, so that no ring hangs on itself.
    """

    def __init__(self, model: Model, colour: str | None, start: int | None) -> None:
        self.model, cp = model, model.cp
        self.cards = [at for at in _of(model, colour) if model.options[at]]
        sites = list(_sites(model, colour))
        count = len(self.cards) + len(sites)
        self.members: list[Literal] = [cp.new_bool_var("") for _ in range(count)]
        levels = [cp.new_int_var(0, count, "") for _ in range(count)]
        roots: list[Literal] = []
        for i, at in enumerate(self.cards):
            cp.add_implication(self.members[i], model.built[at])
            root = cp.new_bool_var("")
            if start is None:
                roots.append(root)
            else:
                cp.add_bool_or([~root, *model.beside(at, start)])
            self._hang(i, root, levels, [*self._on_cards(at), *self._on_sites(at, sites)])
        for i, site in enumerate(sites, len(self.cards)):
            root = cp.new_bool_var("")
            if start is None:
                roots.append(root)
            elif not site.mask & start:
                cp.add(root == 0)
            near = [(j, model.beside(at, site.beside)) for j, at in enumerate(self.cards)]
            on = []
            for j, literals in near:
                arc = cp.new_bool_var("")
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
        for j, other in enumerate(self.cards):
            if other != at and _touch(model, at, other):
                arc = model.cp.new_bool_var("")
                _if_touching(model, arc, at, other)
                yield j, arc

    def _on_sites(self, at: int, sites: list[Placement]) -> Iterator[tuple[int, Literal]]:
        for j, site in enumerate(sites, len(self.cards)):
            if near := self.model.beside(at, site.beside):
                arc = self.model.cp.new_bool_var("")
                self.model.cp.add_bool_or([~arc, *near])
                yield j, arc


def _touch(model: Model, at: int, other: int) -> bool:
    """Whether any options of two cards touch."""
    return any(model.beside(other, way.beside) for way in model.options[at])


def _cards(model: Model) -> range:
    return range(len(model.options))


def _of(model: Model, colour: str | None) -> Iterator[int]:
    """The cards of a colour, of all for None."""
    for at, asked in enumerate(model.question.cards):
        if colour is None or model.rules.pieces[asked.card].colour == colour:
            yield at


def _sites(model: Model, colour: str | None) -> Iterator[Placement]:
    for site in model.town.home.standing:
        if colour is None or site.colour == colour:
            yield site


def _lying(model: Model, layers: Iterable[int]) -> int:
    """The cells on which something of some layers lies."""
    cells = 0
    for layer in layers:
        cells |= model.town.land.layers[layer]
    return cells


COUNTS: Mapping[Count, Counts] = {
    terms.visible: _visible,
    terms.empty: _empty,
    terms.groups: _groups,
    terms.touches: _touching,
    terms.enclosed: _enclosed,
    terms.marked: _marked,
    terms.connects: _connects,
    places.buildings: _buildings,
    places.filled: _filled,
    places.links: _links,
}
