"""The worth of a packed town by the lines of the sheet, never less than the engine counts.

`counting` has what a played line counts in the same way. This module has what a bound counts
differently: groups whose buildings each touch another one, connections with buildings at both ends,
cells that turn, feats that pay for passes before they are done. A term that is in no table counts
the most points of its range.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate, islice, pairwise

from campaign.extras.hindsight import counting
from campaign.extras.hindsight.counting import FAR, Counts, Sum
from campaign.extras.hindsight.model import Literal
from campaign.extras.hindsight.packed import PackedTowns, PackingStep
from engine.kernel.grid import bits
from engine.my_city.bounds.bounds import (
    can_complete_feat,
    parts_at_once,
    parts_of_cells,
    pays_by_cell,
)
from engine.my_city.bounds.counts import (
    CELLS,
    TermCount,
    count_of_cell,
    least_paid,
    most_paid,
    ranges,
    shaft_paid,
    term_count_of,
)
from engine.my_city.bounds.scope import CellChange, Scope
from engine.my_city.play import places, terms
from engine.my_city.play.land import FOREST, LandPlace
from engine.my_city.play.ruleset import Count, Enclosure, ShaftRule, Term

BACK = 2
"""For how many cards back the model checks that a building touches the one before it."""
TO_SPARE = 3
"""If a board offers at most this many points above the cap, it has hardly any to spare."""


def sums(town: PackedTowns) -> list[Sum]:
    """The token after each line of the sheet, as if it had no cap."""
    return list(accumulate(_lines(town)))


def peaks(scope: Scope) -> list[int]:
    """The numbers of the lines, without the last, after which the token may first be at its cap.

    A line is left out if the next line takes nothing away, because the token is then at least as
    high after the next line. A line that gives nothing is left out, too, if an earlier one was
    chosen.
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


def asks_for_all(scope: Scope, number: int) -> bool:
    """Whether the token reaches its cap after a line only with nearly all points of the board.

    False if the board has no groups.
    """
    most = sum(high for _, high in islice(extremes(scope), number + 1))
    in_groups = any(of.base is terms.groups for of in map(_reading, scope.rules.terms))
    return in_groups and most <= scope.rules.token.cap + TO_SPARE


def extremes(scope: Scope) -> Iterator[tuple[int, int]]:
    """Yield the least and the most points of each line of the sheet."""
    # Passes take points away, and the token is checked after all of them.
    yield -FAR, sum(part.points for part in parts_at_once(scope))
    for term in scope.rules.terms:
        of = _reading(term)
        if pays_by_cell(term, of):
            yield -FAR, sum(part.points for part in parts_of_cells(scope, [term]))
            continue
        for counts in ranges(term, of, scope):
            yield least_paid(term, counts), most_paid(term, of, counts, scope)
    for shaft in scope.rules.shafts:
        yield 0, shaft_paid(shaft, scope)


def _lines(town: PackedTowns) -> Iterator[Sum]:
    """Yield the points of each line of the sheet."""
    scope, turns = town.scope, list(_turns(town))
    yield _token(town)
    for term in scope.rules.terms:
        of = _reading(term)
        if of.base in CELLS:
            yield counting.line_points(town, term, of, 0, _of_cells(town, turns, term, of))
        elif of.base in COUNTS:
            counts = COUNTS[of.base](town, term, counting.cells_of(town, term, of))
            for line, count in enumerate(counts):
                yield counting.line_points(town, term, of, line, count)
        else:
            yield from (most_paid(term, of, counts, scope) for counts in ranges(term, of, scope))
    for shaft in scope.rules.shafts:
        yield _shaft(town, shaft)


def _reading(term: Term) -> TermCount:
    of = term_count_of(term)
    assert of, "a term that no table knows is bounded by the cap"
    return of


def _token(town: PackedTowns) -> Sum:
    """The token at the end of the play: its start, what is earned at once, what passes cost.

    At its cap a pass may cost nothing. So if rewards may bring the token there, no pass costs.
    """
    scope, rules, passing = town.scope, town.scope.rules, town.scope.rules.passing
    token: Sum = town.cp.new_constant(rules.token.start)
    for number, feat in enumerate(rules.feats):
        if feat.points > 0 and can_complete_feat(scope, number):
            token += feat.points * counting.feat(town, number)
    costs = sum(part.points for part in parts_at_once(scope)) < rules.token.cap
    for at, passed in enumerate(town.passed):
        if costs:
            token -= passing.cost * passed
            enough = town.cp.add(token >= passing.floor)
            if rules.token.start < passing.floor:
                # Else the token is never below the floor: only passes lower it, and never below it.
                enough.only_enforce_if(passed)
        token += counting.points_at_once(town, at, BACK)
    return token


def _turns(town: PackedTowns) -> Iterator[tuple[CellChange, Literal]]:
    """Yield each change that a cell can go through, and whether it does."""
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


def _encloses(town: PackedTowns, enclosure: Enclosure, cell: int) -> Literal:
    """Whether enough sides of a cell are buildings of the colour, the others forest or edge."""
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


def _of_cells(
    town: PackedTowns, turns: list[tuple[CellChange, Literal]], term: Term, of: TermCount
) -> Sum:
    """The count of a term over all open cells, including those that turn."""
    land, count = town.scope.town.land, counting.open_cells(town, term, of)
    for turn, turns_so in turns:
        gain = count_of_cell(term, of, turn.land, turn.cell) - count_of_cell(
            term, of, land, turn.cell
        )
        if gain:
            count += gain * turns_so
    return count


def _groups(town: PackedTowns, term: Term, _: int) -> Iterator[Sum]:
    """Yield the size of each colour's group: its members and any sites, at least one if there are.

    Sites need not be connected.
    """
    for colour in term.colours:
        sites = sum(site.colour == colour for site in town.scope.town.home.standing)
        counted = town.cp.new_int_var(min(1, sites), sites, "")
        yield sum(_members(town, colour, None)) + counted


def _members(town: PackedTowns, colour: str, start: int | None) -> list[Literal]:
    """For each card of a colour, whether its building is connected: touches another or is alone.

    With cells of `start`, a building is connected if it covers one of them or touches another
    building.
    """
    alone, members = town.new() if start is None else False, list[Literal]()
    sites, cards = town.sites(colour), town.cards_of_colour(colour)
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
        meets = town.colour_literals_on(colour, start)
        for member in members:
            town.cp.add_bool_or([~member, *meets])
    if town.step is PackingStep.ORDER:
        _hang(town, cards, members, held, roots=start is None)
    return members


def _hang(
    town: PackedTowns,
    cards: list[int],
    members: list[Literal],
    held: list[list[Literal]],
    *,
    roots: bool,
) -> None:
    """Demand that a member is held by its place, touches one of a lower level, or is the root."""
    levels = [town.cp.new_int_var(0, len(cards), "") for _ in cards]
    root = [town.new() if roots else False for _ in cards]
    if roots:
        town.cp.add_at_most_one(root)
    for i, at in enumerate(cards):
        reasons = [*held[i], root[i]]
        for j, neighbour in enumerate(cards):
            if neighbour != at:
                reasons.append(arc := town.new())
                town.cp.add_implication(arc, members[j])
                town.cp.add(levels[i] > levels[j]).only_enforce_if(arc)
                town.require_touching(arc, at, neighbour)
        town.cp.add_bool_or([~members[i], *reasons])


def _connects(town: PackedTowns, term: Term, _: int) -> Iterator[Sum]:
    start = town.ground.place(LandPlace(layers=tuple(layer for layer, _ in term.layers)))
    reached = town.rules.beside[start] | start
    yield _linked(town, tuple(town.rules.colours), reached, term.cells)


def _links(town: PackedTowns, term: Term, _: int) -> Iterator[Sum]:
    start, end = (
        town.rules.beside[town.ground.place(place)] | town.ground.place(place)
        if place.ground or place.layers
        else place.cells
        for place in term.places
    )
    yield _linked(town, term.colours or (None,), start, end)


def _linked(town: PackedTowns, colours: Iterable[str | None], start: int, end: int) -> Sum:
    """Whether buildings of one colour (of any for None) stand at both ends."""
    linked, ways = town.new(), list[Literal]()
    for colour in colours:
        link = town.new()
        for cells in (start, end):
            if not cells & town.sites(colour):
                town.cp.add_bool_or([~link, *town.colour_literals_on(colour, cells)])
        ways.append(link)
    town.cp.add_bool_or([~linked, *ways])
    return linked


def _shaft(town: PackedTowns, shaft: ShaftRule) -> Sum:
    """The points of the boxes down to the depth that buildings connected to the shaft reach."""
    # A cell that can turn into an entrance may be built on, and may lie beside an entrance.
    cells = town.ground.place(LandPlace(layers=shaft.layers))
    start = town.rules.beside[cells] | cells
    stands = sum(site.colour == shaft.colour for site in town.town.home.standing)
    return counting.boxes(town, shaft, sum(_members(town, shaft.colour, start)) + stands)


COUNTS: Mapping[Count, Counts] = {
    **counting.COUNTS,
    terms.groups: _groups,
    terms.connects: _connects,
    places.links: _links,
}
