"""A better line near a known one: some buildings are taken off, and CP-SAT lays them anew.

    line ── free some cards, fix the others ──> model ── solve ──> line, at least as good ── replay

A line of equal score is taken, too: so the search wanders on where nothing is gained. The number of
freed cards grows while the solver is done in time, and shrinks when it is not.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import cycle
from typing import NamedTuple

from campaign.services.hindsight.model import Model
from campaign.services.hindsight.objective import points
from campaign.services.hindsight.solving import solved
from engine.kernel.errors import IllegalMove
from engine.kernel.grid import bits
from engine.my_city.hindsight.question import Line, Question, Replayed, replayed
from engine.my_city.play.notation import Build, Pass, laid
from engine.my_city.play.placements import Placement

FEWEST, AT_FIRST = 6, 10
"""Cards that are freed beside those that are not built."""
LONGEST = 4.0
"""Seconds for one neighbourhood."""
SEEDS = 1 << 30
NOTHING = -1_000_000
"""What a line counts that the model does not have."""

Towns = list[Placement | None]
"""Where the building of each card lies, None where it does not."""


def improved(
    question: Question, best: Replayed, seed: int, left: Callable[[], float]
) -> Iterator[Replayed]:
    """Lines that are better and better, until no seconds are `left`; each was replayed.

    It ends, too, when all cards were freed and the solver has nothing better.
    """
    chance = random.Random(seed)
    current, size, top = best, AT_FIRST, best.points
    known = worth_of(question, current)
    for choose in cycle((_in_a_row, _near_a_hole, _anywhere, _near_a_hole)):
        if (seconds := min(LONGEST, left())) <= 0:
            return
        where = _where(question, current.line)
        freed = choose(question, where, size, chance)
        rebuilt = _rebuilt(question, where, freed, known, seconds, chance.randrange(SEEDS), left)
        if rebuilt.done:
            size = min(size + 1, len(where))
        elif rebuilt.where is None:
            size = max(size - 1, FEWEST)
        if rebuilt.where is not None:
            after = _replayed(question, rebuilt.where)
            if after and after.points >= current.points:
                current, known = after, rebuilt.worth
            if after and after.points > top:
                top = after.points
                yield after
        if rebuilt.done and len(freed) == len(where):
            return


def _replayed(question: Question, where: Towns) -> Replayed | None:
    """The line by the rules; None where it is none, as the model does not know all rules."""
    try:
        return replayed(question, line_of(where))
    except IllegalMove:
        return None


class Rebuilt(NamedTuple):
    """What the solver made of a neighbourhood: where buildings lie, and what the model counts.

    `where` is None without a line; `done` says that no better one is in the neighbourhood.
    """

    where: Towns | None
    worth: int
    done: bool


def line_of(where: Sequence[Placement | None]) -> Line:
    """The line that builds so: what is not built is passed while something comes after it."""
    last = max((at for at, way in enumerate(where) if way), default=-1)
    return tuple(
        [laid(way.piece, way.square, way.turns) if way else Pass() for way in where[: last + 1]]
    )


def _where(question: Question, line: Line) -> Towns:
    """Where the buildings of a line lie."""
    placements = question.town.home.placements
    laid_ones = [placements[a] if isinstance(a, Build) else None for a in line]
    return [*laid_ones, *[None] * (len(question.cards) - len(laid_ones))]


def _rebuilt(
    question: Question,
    where: Sequence[Placement | None],
    freed: frozenset[int],
    known: int,
    seconds: float,
    seed: int,
    left: Callable[[], float],
) -> Rebuilt:
    """Another town that the model counts at least as much as the known one."""
    taken = 0
    for at, way in enumerate(where):
        if way and at not in freed:
            taken |= way.mask
    options = [
        [way for way in question.ways(asked.card) if not way.mask & taken]
        if at in freed
        else [way for way in (where[at],) if way]
        for at, asked in enumerate(question.cards)
    ]
    model = Model(question, options)
    total = points(model)
    cp = model.cp
    cp.add(total >= known)
    same = []
    for at, ways in enumerate(options):
        for way, literal in zip(ways, model.laid[at], strict=True):
            if way is where[at]:
                same.append(literal)
                if at not in freed:
                    cp.add(literal == 1)
    if same:
        cp.add_bool_or([~literal for literal in same])
    cp.maximize(total)
    solver, solution, done, _ = solved(cp, seconds, seed, left)
    if not solution:
        return Rebuilt(None, known, done)
    town: Towns = [
        next((w for w, lit in zip(ways, lits, strict=True) if solver.boolean_value(lit)), None)
        for ways, lits in zip(options, model.laid, strict=True)
    ]
    return Rebuilt(town, round(solver.objective_value), done)


def worth_of(question: Question, line: Replayed) -> int:
    """What the model counts for a line: it may know less than the engine."""
    where = _where(question, line.line)
    model = Model(question, [[way] if way else [] for way in where])
    total = points(model)
    for literals in model.laid:
        for literal in literals:
            model.cp.add(literal == 1)
    model.cp.maximize(total)
    solver, solution, _, _ = solved(model.cp, LONGEST, 0, lambda: None, workers=1)
    return round(solver.objective_value) if solution else NOTHING


def _in_a_row(
    _: Question, where: Sequence[Placement | None], size: int, chance: random.Random
) -> frozenset[int]:
    """Cards that came one after the other."""
    built = _built(where)
    begin = chance.randrange(max(1, len(built) - size + 1))
    return _with_unbuilt(where, built[begin : begin + size])


def _anywhere(
    _: Question, where: Sequence[Placement | None], size: int, chance: random.Random
) -> frozenset[int]:
    """Cards by chance."""
    built = _built(where)
    return _with_unbuilt(where, chance.sample(built, min(size, len(built))))


def _near_a_hole(
    question: Question, where: Sequence[Placement | None], size: int, chance: random.Random
) -> frozenset[int]:
    """The buildings nearest to an open cell, by steps over the board."""
    rules, free = question.rules, question.town.free
    for way in where:
        free &= ~way.mask if way else -1
    if not (holes := list(bits(free))):
        return _anywhere(question, where, size, chance)
    near, freed = chance.choice(holes), list[int]()
    built = _built(where)
    while len(freed) < min(size, len(built)):
        grown = near | rules.grid.around(near)
        for at in built:
            way = where[at]
            if way and at not in freed and way.mask & grown:
                freed.append(at)
        if grown == near:
            break
        near = grown
    return _with_unbuilt(where, freed[:size])


def _built(where: Sequence[Placement | None]) -> list[int]:
    return [at for at, way in enumerate(where) if way]


def _with_unbuilt(where: Sequence[Placement | None], freed: Sequence[int]) -> frozenset[int]:
    return frozenset([*freed, *(at for at, way in enumerate(where) if not way)])
