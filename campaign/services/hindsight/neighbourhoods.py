"""A better line near a known one: some buildings are taken off, and CP-SAT lays them anew.

    line ── free some cards, fix the others ──> model ── solve ──> line, at least as good ── replay

A line of equal score is taken, too: so the search wanders on where nothing is gained. The number of
freed cards grows while the solver is done in time, and shrinks when it is not.

Two neighbourhoods are searched beside each other, a core each: with one worker CP-SAT needs two
thirds of the time that two workers need together, and finds as much. How long is a matter of what
the solver does and not of the clock, so that the same seed wanders the same way.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial
from itertools import cycle, islice
from typing import NamedTuple

from campaign.services.hindsight.rebuilding import Rebuilt, rebuilt, worth_of
from campaign.services.hindsight.solving import Left, beside
from engine.kernel.grid import bits
from engine.my_city.hindsight.lines import Towns, where_of
from engine.my_city.hindsight.question import Question, Replayed

BESIDE = 2
FEWEST, AT_FIRST = 4, 8
"""Built cards that are freed."""
UNBUILT = 4
"""Cards that are freed and were not built."""
EFFORT = 0.7
"""What the solver does for one neighbourhood: about seconds of a core."""
SEEDS = 1 << 30


def improved(
    question: Question, best: Replayed, seed: int, left: Left, line: int | None = None
) -> Iterator[Replayed]:
    """Lines that are better and better, until no seconds are `left`; each was replayed.

    It goes for the score, or for the token after a `line` of the sheet: one that is at its cap
    there stays, however far the score was from it on the way. It ends, too, when all cards were
    freed and the solver has nothing better.
    """
    chance = random.Random(seed)
    current, top = best, best.points
    known = worth_of(question, current, line)
    sizes = dict.fromkeys(KINDS, AT_FIRST)
    kinds = cycle(KINDS)
    while left() > 0:
        where = where_of(question, current.line)
        tasks, tried = list[Callable[..., Rebuilt]](), list[tuple[Kind, frozenset[int]]]()
        for kind in islice(kinds, BESIDE):
            size = sizes[kind]
            freed = kind.choose(question, where, size, chance) | _unbuilt(where, size, chance)
            tried.append((kind, freed))
            tasks.append(
                partial(
                    rebuilt,
                    question,
                    where,
                    freed,
                    known,
                    chance.randrange(SEEDS),
                    swap=kind.swap,
                    line=line,
                    workers=1,
                    effort=EFFORT,
                )
            )
        for (kind, freed), (other, worth, done) in zip(tried, beside(tasks, left), strict=True):
            if done:
                sizes[kind] = min(sizes[kind] + 1, len(where))
            elif other is None:
                sizes[kind] = max(sizes[kind] - 1, FEWEST)
            if other and worth >= known and (line is not None or other.points >= current.points):
                current, known = other, worth
                if other.points > top:
                    top = other.points
                    yield other
            if done and len(freed) == len(where):
                return


def _in_a_row(_: Question, where: Towns, size: int, chance: random.Random) -> frozenset[int]:
    """Cards that came one after the other."""
    built = _built(where)
    begin = chance.randrange(max(1, len(built) - size + 1))
    return frozenset(built[begin : begin + size])


def _anywhere(_: Question, where: Towns, size: int, chance: random.Random) -> frozenset[int]:
    """Cards by chance."""
    built = _built(where)
    return frozenset(chance.sample(built, min(size, len(built))))


def _near_a_hole(
    question: Question, where: Towns, size: int, chance: random.Random
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
    return frozenset(freed[:size])


def _unbuilt(where: Towns, size: int, chance: random.Random) -> frozenset[int]:
    """Some cards that are not built; more where the others are fewer than wanted."""
    rest = [at for at, way in enumerate(where) if not way]
    wanted = max(UNBUILT, size - len(where) + len(rest))
    return frozenset(chance.sample(rest, min(wanted, len(rest))))


def _built(where: Towns) -> list[int]:
    return [at for at, way in enumerate(where) if way]


class Kind(NamedTuple):
    """Which cards are freed; `swap`: and any may change places with one of its outline."""

    choose: Callable[[Question, Towns, int, random.Random], frozenset[int]]
    swap: bool


KINDS = (
    Kind(_in_a_row, swap=False),
    Kind(_near_a_hole, swap=True),
    Kind(_anywhere, swap=False),
    Kind(_in_a_row, swap=True),
    Kind(_near_a_hole, swap=False),
    Kind(_near_a_hole, swap=True),
)
