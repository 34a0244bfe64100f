"""A better line near a known one: some buildings are taken off, and CP-SAT lays them anew.

    line ── free some cards, fix the others ──> model ── solve ──> line, at least as good ── replay

A line of equal score is taken, too, so that the search moves on where nothing is gained. The number
of freed cards grows while the solver finishes, and shrinks when it does not.

Meanwhile, in other processes, walks by small steps (`annealing`) look for lines outside these
neighbourhoods. After a round of neighbourhoods the search goes on from the best line of the walks,
if that is better. If the search is stuck, it goes on from the end of a walk. Each round is limited
by the solver's own measure of work and not by the clock, so that the same seed gives the same
search.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import cycle, islice
from typing import NamedTuple

from campaign.extras.hindsight.clock import Left
from campaign.extras.hindsight.pure.lines import TownPlacements, placements_of_line
from campaign.extras.hindsight.pure.walks import SEEDS, Walks
from campaign.extras.hindsight.rebuilding import rebuild, worth_of
from campaign.extras.hindsight.solving import run_together
from campaign.extras.hindsight.walking import best_walks, walk_leg, walks_from
from campaign.services.spreading.chunks import ChunkMap, serial
from engine.kernel.grid import bits
from engine.my_city.bounds.question import Question, ReplayedLine, replay_line

FEWEST, AT_FIRST = 4, 8
"""The number of built cards that are freed: at least, and at first."""
UNBUILT = 4
"""The number of freed cards that were not built."""
EFFORT = 0.7
"""The solver's work for one neighbourhood, about in seconds of a core."""
LOOKS, STUCK = 1, 10
"""`LOOKS`: the neighbourhoods in a round when the goal is the score; for the token at its cap a
round has all kinds. `STUCK`: the rounds without a better line after which the search goes on from
the end of a walk."""


def improved_lines(
    question: Question,
    lines: Sequence[ReplayedLine],
    seed: int,
    left: Left,
    line: int | None = None,
    spread: ChunkMap = serial,
) -> Iterator[ReplayedLine]:
    """Yield the best line after each round, until no seconds are `left`; begins at `lines[0]`.

    The goal is the score, or the token after a `line` of the sheet. A token at its cap there stays
    at it, so lower scores on the way do not matter. The search also ends if the solver finds
    nothing better with all cards freed.
    """
    if left() <= 0:
        return
    best, *_ = lines
    walks = walks_from(question, lines, seed, line)
    ended = cycle(walks)
    search = _NeighbourSearch(question, best, seed, line)
    while left() > 0 and not search.done:
        walked_to = best_walks(walks).worth
        run_together((search.search_round, partial(walk_leg, walks, spread)), left)
        if best_walks(walks).worth > walked_to:
            search.meet(best_walks(walks))
        best = max(best, search.line, key=lambda line: line.points)
        yield best
        if search.stuck:
            search.begin(replay_line(question, next(ended).latest))


class _NeighbourSearch:
    """A search from line to line by neighbourhoods; `done` once all cards were freed in one."""

    def __init__(self, question: Question, best: ReplayedLine, seed: int, line: int | None) -> None:
        self._question, self._aim = question, line
        self._chance, self._sizes = random.Random(seed), dict.fromkeys(KINDS, AT_FIRST)
        self._kinds, self.done = cycle(KINDS), False
        self._looks = LOOKS if line is None else len(KINDS)
        self.begin(best)

    def begin(self, line: ReplayedLine) -> None:
        """Go on from another line."""
        self.line, self._rounds = line, 0
        self._worth = worth_of(self._question, line, self._aim)

    @property
    def stuck(self) -> bool:
        """Whether no round of the last `STUCK` has found a better line."""
        return self._rounds >= STUCK

    def meet(self, walks: Walks) -> None:
        """Go on from the best line of walks if it is better."""
        if walks.worth > walks.worth_of(self.line.line):
            self.begin(replay_line(self._question, walks.best))

    def search_round(self, left: Left) -> None:
        """Search neighbourhoods of the next kinds."""
        before = self._worth
        for kind in islice(self._kinds, self._looks):
            if left() > 0 and not self.done:
                self._look(kind, left)
        self._rounds = self._rounds + 1 if self._worth == before else 0

    def _look(self, kind: Neighbourhood, left: Left) -> None:
        question, chance, size = self._question, self._chance, self._sizes[kind]
        where = placements_of_line(question, self.line.line)
        freed = kind.choose(question, where, size, chance) | _unbuilt(where, size, chance)
        rebuilt, worth, done = rebuild(
            question,
            where,
            freed,
            self._worth,
            chance.randrange(SEEDS),
            left,
            swap=kind.swap,
            line=self._aim,
            workers=1,
            effort=EFFORT,
            hasty=True,
        )
        if done:
            self._sizes[kind] = min(size + 1, len(where))
        elif rebuilt is None:
            self._sizes[kind] = max(size - 1, FEWEST)
        as_good = self._aim is not None or (rebuilt and rebuilt.points >= self.line.points)
        if rebuilt and worth >= self._worth and as_good:
            self.line, self._worth = rebuilt, worth
        self.done = done and len(freed) == len(where)


def _in_a_row(
    _: Question, where: TownPlacements, size: int, chance: random.Random
) -> frozenset[int]:
    """Choose cards that came one after the other."""
    built = _built(where)
    begin = chance.randrange(max(1, len(built) - size + 1))
    return frozenset(built[begin : begin + size])


def _anywhere(
    _: Question, where: TownPlacements, size: int, chance: random.Random
) -> frozenset[int]:
    """Choose cards at random."""
    built = _built(where)
    return frozenset(chance.sample(built, min(size, len(built))))


def _near_a_hole(
    question: Question, where: TownPlacements, size: int, chance: random.Random
) -> frozenset[int]:
    """Choose the buildings nearest to a random open cell, by steps over the board."""
    rules, free = question.rules, question.town.free
    for way in where:
        free &= ~way.mask if way else -1
    if not (holes := list(bits(free))):
        return _anywhere(question, where, size, chance)
    near, freed = chance.choice(holes), list[int]()
    built = _built(where)
    while len(freed) < min(size, len(built)):
        grown = near | rules.grid.all_neighbours(near)
        for at in built:
            way = where[at]
            if way and at not in freed and way.mask & grown:
                freed.append(at)
        if grown == near:
            break
        near = grown
    return frozenset(freed[:size])


def _unbuilt(where: TownPlacements, size: int, chance: random.Random) -> frozenset[int]:
    """Choose cards that are not built; more of them if too few cards are built."""
    unbuilt = [at for at, way in enumerate(where) if not way]
    wanted = max(UNBUILT, size - len(where) + len(unbuilt))
    return frozenset(chance.sample(unbuilt, min(wanted, len(unbuilt))))


def _built(where: TownPlacements) -> list[int]:
    return [at for at, way in enumerate(where) if way]


class Neighbourhood(NamedTuple):
    """A way to free cards; with `swap` any card may also change places with one of its outline."""

    choose: Callable[[Question, TownPlacements, int, random.Random], frozenset[int]]
    swap: bool


KINDS = (
    Neighbourhood(_in_a_row, swap=False),
    Neighbourhood(_near_a_hole, swap=True),
    Neighbourhood(_anywhere, swap=False),
    Neighbourhood(_in_a_row, swap=True),
    Neighbourhood(_near_a_hole, swap=False),
    Neighbourhood(_near_a_hole, swap=True),
)
