"""What lines of a sheet count in a model: the counts in which `objective` and `worth` agree.

    a town of the model ── count ──> an amount ── line_points ──> the points of a line

A Boolean that counts something implies what the rules demand. The solver maximises the score, so it
sets the Boolean wherever the rules allow it. `objective` (for lines) and `worth` (for bounds) add
what they count differently: connected buildings, cells that turn, and when something is earned.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from campaign.extras.hindsight.model import Literal, Model
from engine.kernel.grid import bits
from engine.my_city.bounds.counts import TermCount, count_of_cell, count_to_win, labels
from engine.my_city.play import places, terms
from engine.my_city.play.ruleset import Count, ShaftRule, Term
from engine.my_city.play.terms import SIDES

Sum = Any
"""A linear expression of the model; ortools has no types."""
Counts = Callable[[Any, Term, int], Iterable[Sum]]
"""Returns what each line of a term counts, for a model, the term and cells of the board."""
FAR = 10_000
"""More points than any sheet gives or takes away."""


def cells_of(model: Model, term: Term, of: TermCount) -> int:
    """The cells on which a term counts."""
    return model.ground.place(term.places[0]) if of.at_place else model.rules.grid.all


def line_points(model: Model, term: Term, of: TermCount, line: int, count: Sum) -> Sum:
    """The points that a line of a term gives for a count."""
    if term.prize:
        won = model.new()
        label = labels(term, of, model.rules)[line]
        needed = count_to_win(term, of, label, model.question)
        if needed is not None:
            enough = count >= needed if term.prize.most else count <= needed
            if not isinstance(enough, bool):
                model.cp.add(enough).only_enforce_if(won)
            elif not enough:
                model.cp.add(won == 0)
        return term.prize.points * won
    if not term.scale:
        return term.points * count
    steps = [(-FAR, 0), *sorted(term.scale)]
    chosen = [model.new() for _ in steps]
    model.cp.add_exactly_one(chosen)
    number = model.cp.new_int_var(-FAR, FAR, "")
    model.cp.add(number == count)
    for at, (least, _) in enumerate(steps):
        following = steps[at + 1][0] if at + 1 < len(steps) else FAR + 1
        model.cp.add_linear_constraint(number, least, following - 1).only_enforce_if(chosen[at])
    return sum(points * step for (_, points), step in zip(steps, chosen, strict=True))


def boxes(model: Model, shaft: ShaftRule, deeper: Sum) -> Sum:
    """The points of the boxes that a shaft reaches if it goes `deeper`; no box subtracts points."""
    before = model.town.home.shafts[shaft.colour]
    points: Sum = 0
    for box, pays in shaft.pays:
        if box > before and pays > 0:
            comes = model.new()
            model.cp.add(deeper >= box - before).only_enforce_if(comes)
            points += pays * comes
    return points


# What is earned at once.


def points_at_once(model: Model, at: int, back: int) -> Sum:
    """What the building of a card earns at once, without feats.

    A reward for touching the building before it is checked for the last `back` cards only.
    """
    colour = model.rules.pieces[model.question.cards[at].card].colour
    points: Sum = 0
    for reward in model.rules.rewards:
        if reward.points <= 0:
            continue
        if reward.cells:
            points += reward.points * sum(model.literals_on(at, reward.cells))
        elif at:
            points += reward.points * _touches_previous(model, at, back)
    for find in model.rules.finds:
        if find.points > 0 and (not find.colours or colour in find.colours):
            points += find.points * sum(
                model.literals_on(at, model.ground.stands(find.place, find.beside))
            )
    return points


def _touches_previous(model: Model, at: int, back: int) -> Literal:
    """Whether a building touches the one before it, if that came at most `back` cards ago.

    If it came earlier, the solver may set the literal as it likes.
    """
    touches, built = model.new(), model.built
    model.cp.add_implication(touches, built[at])
    model.cp.add_bool_or([~touches, *built[:at]])
    for before in range(max(0, at - back), at):
        previous = [~built[before], *built[before + 1 : at]]
        for way, literal in zip(model.options[at], model.laid[at], strict=True):
            near = model.card_on(before, way.beside)
            model.cp.add_bool_or([~touches, ~literal, *previous, *near])
    return touches


def feat(model: Model, number: int) -> Literal:
    """Whether buildings cover the cells of a feat, no later than another seat has done it."""
    done, last = model.new(), model.question.firsts[number]
    for cell in bits(model.town.home.feats[number] & model.town.free):
        owners = [
            literal
            for asked, covers in zip(model.question.cards, model.covers, strict=True)
            if not last or asked.out <= last
            for literal in covers.get(cell, ())
        ]
        model.cp.add_bool_or([~done, *owners])
    return done


# What the sheet counts.


def open_cells(model: Model, term: Term, of: TermCount) -> Sum:
    """What a term counts for all cells that stay open."""
    land = model.town.land
    count: Sum = 0
    for cell in bits(model.town.free):
        if amount := count_of_cell(term, of, land, cell):
            count += amount * model.free.get(cell, 1)
    return count


def _touches(model: Model, term: Term, _: int) -> Iterator[Sum]:
    count: Sum = 0
    for at, asked in enumerate(model.question.cards):
        if asked.card not in term.pieces or not model.options[at]:
            continue
        touches = model.new()
        model.cp.add_implication(touches, model.built[at])
        for way, literal in zip(model.options[at], model.laid[at], strict=True):
            for colour in term.colours:
                if not way.beside & model.sites(colour):
                    near = model.colour_on(colour, way.beside)
                    model.cp.add_bool_or([~touches, ~literal, *near])
        count += touches
    yield count


def _enclosed(model: Model, term: Term, cells: int) -> Iterator[Sum]:
    """Open cells with four different buildings, one on each side."""
    count: Sum = 0
    amounts: dict[int, int] = {}
    for land, land_cells in model.ground.lands():
        for layer, amount in term.layers:
            for cell in bits(land.layers[layer] & land_cells & cells):
                amounts[cell] = max(amounts.get(cell, 0), amount)
    for cell, amount in amounts.items():
        around = model.rules.beside[cell]
        if around.bit_count() != SIDES:
            continue
        encloses = model.new()
        if cell in model.free:
            model.cp.add_implication(encloses, model.free[cell])
        for side in bits(around & ~model.sites(None)):
            owners = [
                literal
                for ways, laid in zip(model.options, model.laid, strict=True)
                for way, literal in zip(ways, laid, strict=True)
                if way.mask & around == side
            ]
            model.cp.add_bool_or([~encloses, *owners])
        count += amount * encloses
    yield count


def _marked(model: Model, term: Term, _: int) -> Iterator[Sum]:
    marked = model.town.home.marked.get(term.kind, frozenset())
    cards = zip(model.question.cards, model.built, strict=True)
    yield sum(built for asked, built in cards if asked.card in marked)


def _buildings(model: Model, term: Term, _: int) -> Iterator[Sum]:
    """The buildings that a term counts.

    If others may cover the place, or cells may turn, the solver decides whether to count one.
    """
    count: Sum = 0
    for at, ways in enumerate(model.options):
        if not ways or (term.colours and ways[0].colour not in term.colours):
            continue
        if not term.places:
            count += model.built[at]
        for place in term.places:
            standing = model.literals_on(at, model.ground.stands(place, term.beside))
            covered = term.beside and not place.banks
            if covered or (model.ground.turnable and (place.ground or place.layers)):
                stands = model.new()
                model.cp.add_bool_or([~stands, *standing])
                count += stands
            else:
                count += sum(standing)
    yield count


def _filled(model: Model, term: Term, _: int) -> Iterator[Sum]:
    """The places whose open cells are covered; cells that may turn need not be covered."""
    ground = model.rules.ground(model.town.land)
    count: Sum = 0
    for place in term.places:
        if not (cells := model.ground.place(place) & (ground | model.ground.turnable)):
            continue
        full = model.new()
        for cell in bits(cells & ~model.ground.turnable & model.town.free):
            if cell in model.free:
                model.cp.add_implication(full, ~model.free[cell])
            else:
                model.cp.add(full == 0)
        count += full
    yield count


COUNTS: Mapping[Count, Counts] = {
    terms.touches: _touches,
    terms.enclosed: _enclosed,
    terms.marked: _marked,
    places.buildings: _buildings,
    places.filled: _filled,
}
