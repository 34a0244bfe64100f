"""A better line near a known one: some buildings are taken off, and CP-SAT lays them anew.

    line ── free some cards, fix the others ──> model ── solve ──> line, at least as good ── replay

A line of equal score is taken, too: so the search wanders on where nothing is gained. The number of
freed cards grows while the solver is done in time, and shrinks when it is not.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import cycle

from campaign.services.hindsight.rebuilding import rebuilt, worth_of
from engine.kernel.grid import bits
from engine.my_city.hindsight.lines import Towns, where_of
from engine.my_city.hindsight.question import Question, Replayed

FEWEST, AT_FIRST = 6, 10
"""Built cards that are freed."""
UNBUILT = 4
"""Cards that are freed and were not built."""
LONGEST = 4.0
"""Seconds for one neighbourhood."""
SEEDS = 1 << 30


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
        where = where_of(question, current.line)
        freed = choose(question, where, size, chance) | _unbuilt(where, size, chance)
        chosen = chance.randrange(SEEDS)
        line, worth, done = rebuilt(question, where, freed, known, seconds, chosen, left)
        if done:
            size = min(size + 1, len(where))
        elif line is None:
            size = max(size - 1, FEWEST)
        if line and line.points >= current.points:
            current, known = line, worth
            if line.points > top:
                top = line.points
                yield line
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
