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
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, ThreadPoolExecutor, wait
from functools import partial
from itertools import cycle, islice
from threading import Event

from campaign.services.hindsight.rebuilding import Rebuilt, rebuilt, worth_of
from campaign.services.hindsight.solving import OFTEN
from engine.kernel.grid import bits
from engine.my_city.hindsight.lines import Towns, where_of
from engine.my_city.hindsight.question import Question, Replayed

BESIDE = 2
FEWEST, AT_FIRST = 6, 10
"""Built cards that are freed."""
UNBUILT = 4
"""Cards that are freed and were not built."""
EFFORT = 4.0
"""What the solver does for one neighbourhood: about seconds of a core."""
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
    choices = cycle((_in_a_row, _near_a_hole, _anywhere, _near_a_hole))
    while (seconds := left()) > 0:
        where = where_of(question, current.line)
        freed = [
            choose(question, where, size, chance) | _unbuilt(where, size, chance)
            for choose in islice(choices, BESIDE)
        ]
        task = partial(
            rebuilt, question, where, least=known, seconds=seconds, workers=1, effort=EFFORT
        )
        seeds = [chance.randrange(SEEDS) for _ in freed]
        results = _beside(
            [partial(task, freed=some, seed=one) for some, one in zip(freed, seeds, strict=True)],
            left,
        )
        for some, (line, worth, done) in zip(freed, results, strict=True):
            if done:
                size = min(size + 1, len(where))
            elif line is None:
                size = max(size - 1, FEWEST)
            if line and line.points >= current.points:
                current, known = line, worth
                if line.points > top:
                    top = line.points
                    yield line
            if done and len(some) == len(where):
                return


def _beside(
    tasks: Sequence[Callable[..., Rebuilt]], waiting: Callable[[], object]
) -> list[Rebuilt]:
    """What some problems give that are solved beside each other; an interrupt stops them all."""
    stop = Event()
    with ThreadPoolExecutor(len(tasks)) as pool:
        running = [pool.submit(task, left=partial(_go_on, stop)) for task in tasks]
        try:
            while wait(running, OFTEN).not_done:
                waiting()
        except BaseException:
            stop.set()
            raise
    return [one.result() for one in running]


def _go_on(stop: Event) -> None:
    """Leave a solver that has to stop."""
    if stop.is_set():
        raise CancelledError


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
