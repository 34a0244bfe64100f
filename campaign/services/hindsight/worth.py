"""What a packed town is worth: every line of the sheet, never less than the engine counts.

A kind of term is a row of `COUNTS`: a function that gives an expression for what each of its lines
counts. A Boolean that counts something needs what the engine asks for, or a part of that; the model
of an early step asks for less. What has no row counts the most of its range.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import accumulate, pairwise
from typing import Any

from campaign.services.hindsight.model import Literal
from campaign.services.hindsight.packed import Packed
from engine.kernel.grid import bits
from engine.my_city.hindsight.bounds import at_once, by_cell, can_do, of_cells
from engine.my_city.hindsight.counts import (
    Reading,
    least_paid,
    most_paid,
    of_cell,
    ranges,
    reading,
    shaft_paid,
    winning,
)
from engine.my_city.hindsight.scope import Scope, Turned
from engine.my_city.play import places, terms
from engine.my_city.play.land import FOREST, Place
from engine.my_city.play.ruleset import Count, Enclosure, Shaft, Term
from engine.my_city.play.terms import SIDES

Sum = Any
"""A linear expression of the model; ortools has no types."""
Counts = Callable[[Packed, Term], Iterable[Sum]]
"""What each line of a term counts at most, in the order of its ranges."""


def sums(town: Packed) -> list[Sum]:
    """What the token is after each line of the sheet, as if it had no cap."""
    return list(accumulate(_lines(town)))


def peaks(scope: Scope) -> list[int]:
    """The lines but the last after which the token may first be at its cap, by their numbers.

    Where the next line takes nothing away the token is no lower after that, and where a line gives
    nothing it is no higher than before: then it is enough to look there.
    """
    lines, chosen = list(extremes(scope)), list[int]()
    most, seen = 0, False
    for number, ((_, high), (following, _)) in enumerate(pairwise(lines)):
        most += high
        seen = seen and high <= 0
        if most >= scope.rules.token.cap and following < 0 and not seen:
            chosen.append(number)
            seen = True
    return chosen


FAR = 10_000
"""More points than any sheet takes away."""


def extremes(scope: Scope) -> Iterator[tuple[int, int]]:
    """The least and the most points of each line of the sheet, in its order."""
    # Passes take away, and the token is looked at after all of them.
    yield -FAR, sum(part.points for part in at_once(scope))
    for term in scope.rules.terms:
        of = _reading(term)
        if by_cell(term, of):
            yield -FAR, sum(part.points for part in of_cells(scope, [term]))
            continue
        for counts in ranges(term, of, scope):
            yield least_paid(term, counts), most_paid(term, of, counts, scope)
    for shaft in scope.rules.shafts:
        yield 0, shaft_paid(shaft, scope)


def _lines(town: Packed) -> Iterator[Sum]:
    """Each line of the sheet in its order."""
    scope, turns = town.scope, list(_turns(town))
    yield _token(town)
    for term in scope.rules.terms:
        of = _reading(term)
        if by_cell(term, of):
            yield term.points * _of_cells(town, turns, term, of)
            continue
        for number, counts in enumerate(ranges(term, of, scope)):
            if of.base in (terms.visible, terms.empty):
                count = _of_cells(town, turns, term, of)
            elif of.base in COUNTS:
                count = list(COUNTS[of.base](town, term))[number]
            else:
                yield most_paid(term, of, counts, scope)
                continue
            needed = winning(term, of, counts.label, scope) if term.prize else None
            yield _paid(town, term, count, needed)
    for shaft in scope.rules.shafts:
        yield _shaft(town, shaft)


def _reading(term: Term) -> Reading:
    of = reading(term)
    assert of, "a term that no table knows is bounded by the cap"
    return of


def _paid(town: Packed, term: Term, count: Sum, needed: int | None) -> Sum:
    """The points that a term gives for a count."""
    cp = town.cp
    if term.prize:
        won = town.new()
        if needed is not None:
            enough = count >= needed if term.prize.most else count <= needed
            if not isinstance(enough, bool):
                cp.add(enough).only_enforce_if(won)
            elif not enough:
                cp.add(won == 0)
        return max(0, term.prize.points) * won
    if not term.scale:
        return term.points * count
    steps = [(-FAR, 0), *sorted(term.scale)]
    chosen = [town.new() for _ in steps]
    cp.add_exactly_one(chosen)
    number = cp.new_int_var(-FAR, FAR, "")
    cp.add(number == count)
    for at, (least, _) in enumerate(steps):
        following = steps[at + 1][0] if at + 1 < len(steps) else FAR + 1
        cp.add_linear_constraint(number, least, following - 1).only_enforce_if(chosen[at])
    return sum(points * step for (_, points), step in zip(steps, chosen, strict=True))


# What is earned at once.


def _token(town: Packed) -> Sum:
    """The token at the end of the play: its start, what is earned at once, what passes cost.

    Where rewards may bring the token to its cap, passes may cost nothing, and so cost nothing here.
    """
    scope, rules, passing = town.scope, town.scope.rules, town.scope.rules.passing
    token: Sum = town.cp.new_constant(rules.token.start)
    for number, feat in enumerate(rules.feats):
        if feat.points > 0 and can_do(scope, number):
            token += feat.points * _feat(town, number)
    costs = sum(part.points for part in at_once(scope)) < rules.token.cap
    for at, passed in enumerate(town.passed):
        if costs:
            token -= passing.cost * passed
            enough = town.cp.add(token >= passing.floor)
            if rules.token.start < passing.floor:
                # Else it is never below the floor: only passes take away, and none goes below.
                enough.only_enforce_if(passed)
        token += _earned(town, at)
    return token


def _earned(town: Packed, at: int) -> Sum:
    """What the building of a card earns at once, but for feats, which are taken to come first."""
    rules, card = town.rules, town.scope.cards[at]
    earned: Sum = 0
    for reward in rules.rewards:
        if reward.points <= 0:
            continue
        if reward.cells:
            earned += reward.points * sum(town.beside(at, reward.cells))
        elif at:
            earned += reward.points * _touches_previous(town, at)
    for find in rules.finds:
        if find.points > 0 and (not find.colours or card.colour in find.colours):
            earned += find.points * sum(town.beside(at, _place(town, find.place, find.beside)))
    return earned


def _touches_previous(town: Packed, at: int) -> Literal:
    """Whether a building touches the one before it, where that is of the card before it.

    After a pass the building before it is of another card; then nothing is asked.
    """
    touches = town.new()
    town.cp.add_implication(touches, town.built[at])
    town.cp.add_bool_or([~touches, *town.built[:at]])
    for way, literal in zip(town.scope.cards[at].ways, town.laid[at], strict=True):
        near = town.card_on(at - 1, way.beside)
        town.cp.add_bool_or([~touches, ~literal, ~town.built[at - 1], *near])
    return touches


def _feat(town: Packed, number: int) -> Literal:
    """Whether the cells of a feat are covered by buildings that come early enough."""
    scope, done = town.scope, town.new()
    last = scope.question.firsts[number]
    for cell in bits(scope.town.home.feats[number] & scope.town.free):
        owners = [
            literal
            for card, covers in zip(scope.cards, town.covers, strict=True)
            if not last or card.out <= last
            for literal in covers.get(cell, ())
        ]
        town.cp.add_bool_or([~done, *owners])
    return done


def _turns(town: Packed) -> Iterator[tuple[Turned, Literal]]:
    """Whether each cell that can turn does, into each content that it can become."""
    taken: dict[int, list[Literal]] = {}
    for turn in town.scope.turned:
        turns, ways = town.new(), list[Literal]()
        if turn.cell in town.free:
            town.cp.add_implication(turns, town.free[turn.cell])
        for enclosure in town.scope.rules.enclosures:
            if town.scope.rules.layer(enclosure.becomes) == turn.layer:
                ways.append(_encloses(town, enclosure, turn.cell))
        town.cp.add_bool_or([~turns, *ways])
        taken.setdefault(turn.cell, []).append(turns)
        yield turn, turns
    for literals in taken.values():
        town.cp.add_at_most_one(literals)


def _encloses(town: Packed, enclosure: Enclosure, cell: int) -> Literal:
    """Whether enough sides of a cell are buildings of the colour, and all others forest or edge."""
    rules, land, encloses = town.scope.rules, town.scope.town.land, town.new()
    around = rules.beside[cell]
    walls = town.colour_on(enclosure.colour, around)
    sides = sum(walls) + (around & town.sites(enclosure.colour)).bit_count()
    town.cp.add(sides >= enclosure.sides).only_enforce_if(encloses)
    if not any(rules.contents[turn.layer].ground == FOREST for turn in town.scope.turned):
        for side, wall in zip(bits(around), walls, strict=True):
            if not side & (land.forest | town.sites(enclosure.colour)):
                town.cp.add_bool_or([~encloses, wall])
    return encloses


# What the sheet counts.


def _of_cells(town: Packed, turns: list[tuple[Turned, Literal]], term: Term, of: Reading) -> Sum:
    """What a term counts for all cells that are open, and for those that turn."""
    land = town.scope.town.land
    count: Sum = 0
    for cell in bits(town.scope.town.free):
        if amount := of_cell(term, of, land, cell):
            count += amount * town.free.get(cell, True)
    for turn, turns_so in turns:
        more = of_cell(term, of, turn.land, turn.cell) - of_cell(term, of, land, turn.cell)
        if more:
            count += more * turns_so
    return count


def _groups(town: Packed, term: Term) -> Iterator[Sum]:
    """The members, and of the sites of the colour at least one: they need not hang together."""
    for colour in term.colours:
        sites = sum(site.colour == colour for site in town.scope.town.home.standing)
        counted = town.cp.new_int_var(min(1, sites), sites, "")
        yield sum(_members(town, colour, None)) + counted


def _members(town: Packed, colour: str, start: int | None) -> list[Literal]:
    """Which buildings of a colour hang together: each touches another, or is alone.

    From some cells, where such are given: a building covers one of them, or touches another.
    """
    alone, members = town.new() if start is None else False, list[Literal]()
    sites, cards = town.sites(colour), town.of_colour(colour)
    held: list[list[Literal]] = []
    for at in cards:
        member, holds = town.new(), list[Literal]()
        town.cp.add_implication(member, town.built[at])
        for way, literal in zip(town.scope.cards[at].ways, town.laid[at], strict=True):
            if way.beside & sites or way.mask & (start or 0):
                holds.append(literal)
            else:
                near = town.colour_on(colour, way.beside)
                town.cp.add_bool_or([~member, ~literal, alone, *near])
        members.append(member)
        held.append(holds)
    if start is None:
        town.cp.add(sum(members) <= 1).only_enforce_if(alone)
    elif not sites & start:
        meets = _meeting(town, colour, start)
        for member in members:
            town.cp.add_bool_or([~member, *meets])
    if town.step.connected:
        _hang(town, cards, members, held, roots=start is None)
    return members


def _hang(
    town: Packed,
    cards: list[int],
    members: list[Literal],
    held: list[list[Literal]],
    *,
    roots: bool,
) -> None:
    """A member is held by its place, or touches one of a lower level, or is the only root."""
    levels = [town.cp.new_int_var(0, len(cards), "") for _ in cards]
    root = [town.new() if roots else False for _ in cards]
    if roots:
        town.cp.add_at_most_one(root)
    for i, at in enumerate(cards):
        reasons = [*held[i], root[i]]
        for j, other in enumerate(cards):
            if other != at:
                reasons.append(arc := town.new())
                town.cp.add_implication(arc, members[j])
                town.cp.add(levels[i] > levels[j]).only_enforce_if(arc)
                _if_touching(town, arc, at, other)
        town.cp.add_bool_or([~members[i], *reasons])


def _if_touching(town: Packed, literal: Literal, at: int, other: int) -> None:
    """The literal holds only where the building of a card, if it is built, touches another's."""
    for way, laid in zip(town.scope.cards[at].ways, town.laid[at], strict=True):
        town.cp.add_bool_or([~literal, ~laid, *town.card_on(other, way.beside)])


def _touches(town: Packed, term: Term) -> Iterator[Sum]:
    count: Sum = 0
    for at, card in enumerate(town.scope.cards):
        if card.id not in term.pieces:
            continue
        touches = town.new()
        town.cp.add_implication(touches, town.built[at])
        for way, literal in zip(card.ways, town.laid[at], strict=True):
            for colour in term.colours:
                if not way.beside & town.sites(colour):
                    near = town.colour_on(colour, way.beside)
                    town.cp.add_bool_or([~touches, ~literal, *near])
        count += touches
    yield count


def _enclosed(town: Packed, term: Term) -> Iterator[Sum]:
    """Open cells with a building on each of their four sides, none of them on two."""
    scope, count = town.scope, 0
    amounts: dict[int, int] = {}
    for land, cells in (
        (scope.town.land, scope.town.free),
        *((turn.land, turn.cell) for turn in scope.turned),
    ):
        for layer, amount in term.layers:
            for cell in bits(land.layers[layer] & cells):
                amounts[cell] = max(amounts.get(cell, 0), amount)
    for cell, amount in amounts.items():
        around = scope.rules.beside[cell]
        if around.bit_count() != SIDES:
            continue
        encloses = town.new()
        if cell in town.free:
            town.cp.add_implication(encloses, town.free[cell])
        for side in bits(around & ~town.sites(None)):
            owners = [
                literal
                for card, laid in zip(scope.cards, town.laid, strict=True)
                for way, literal in zip(card.ways, laid, strict=True)
                if way.mask & around == side
            ]
            town.cp.add_bool_or([~encloses, *owners])
        count += amount * encloses
    yield count


def _marked(town: Packed, term: Term) -> Iterator[Sum]:
    marked = town.scope.town.home.marked.get(term.kind, frozenset())
    cards = zip(town.scope.cards, town.built, strict=True)
    yield sum(built for card, built in cards if card.id in marked)


def _buildings(town: Packed, term: Term) -> Iterator[Sum]:
    count: Sum = 0
    for at, card in enumerate(town.scope.cards):
        if term.colours and card.colour not in term.colours:
            continue
        if not term.places:
            count += town.built[at]
        for place in term.places:
            counts = town.new()
            town.cp.add_bool_or([~counts, *town.beside(at, _place(town, place, term.beside))])
            count += counts
    yield count


def _filled(town: Packed, term: Term) -> Iterator[Sum]:
    scope, count = town.scope, 0
    ground = scope.rules.ground(scope.town.land)
    for place in term.places:
        if not (cells := scope.place(place) & (ground | scope.turnable)):
            continue
        full = town.new()
        for cell in bits(cells & ~scope.turnable & scope.town.free):
            if cell in town.free:
                town.cp.add_implication(full, ~town.free[cell])
            else:
                town.cp.add(full == 0)
        count += full
    yield count


def _connects(town: Packed, term: Term) -> Iterator[Sum]:
    start = town.scope.place(Place(layers=tuple(layer for layer, _ in term.layers)))
    reached = town.scope.rules.beside[start] | start
    yield _linked(town, tuple(town.scope.rules.colours), reached, term.cells)


def _links(town: Packed, term: Term) -> Iterator[Sum]:
    start, end = (
        town.scope.rules.beside[town.scope.place(place)] | town.scope.place(place)
        if place.ground or place.layers
        else place.cells
        for place in term.places
    )
    yield _linked(town, term.colours or (None,), start, end)


def _linked(town: Packed, colours: Iterable[str | None], start: int, end: int) -> Sum:
    """Whether buildings of one of the colours, of any for None, stand at both ends."""
    linked, ways = town.new(), list[Literal]()
    for colour in colours:
        link = town.new()
        for cells in (start, end):
            if not cells & town.sites(colour):
                town.cp.add_bool_or([~link, *_meeting(town, colour, cells)])
        ways.append(link)
    town.cp.add_bool_or([~linked, *ways])
    return linked


def _shaft(town: Packed, shaft: Shaft) -> Sum:
    """What the boxes pay down to the depth that buildings reach which hang on the shaft.

    A box that takes points away is not counted.
    """
    start = town.scope.rules.beside[town.scope.place(Place(layers=shaft.layers))]
    stands = sum(site.colour == shaft.colour for site in town.scope.town.home.standing)
    depth = sum(_members(town, shaft.colour, start)) + stands
    before, points = town.scope.town.home.shafts[shaft.colour], 0
    for box, pays in shaft.pays:
        if box > before and pays > 0:
            comes = town.new()
            town.cp.add(depth >= box - before).only_enforce_if(comes)
            points += pays * comes
    return points


def _meeting(town: Packed, colour: str | None, cells: int) -> list[Literal]:
    """The ways of buildings of a colour that cover one of some cells."""
    return [literal for at in town.of_colour(colour) for literal in town.beside(at, cells)]


def _place(town: Packed, place: Place, beside: bool) -> int:
    """The cells of which a building covers one to stand on a place, or beside what is open."""
    cells = town.scope.place(place)
    return cells | town.scope.rules.beside[cells] if beside and not place.banks else cells


COUNTS: Mapping[Count, Counts] = {
    terms.groups: _groups,
    terms.touches: _touches,
    terms.enclosed: _enclosed,
    terms.marked: _marked,
    terms.connects: _connects,
    places.buildings: _buildings,
    places.filled: _filled,
    places.links: _links,
}
