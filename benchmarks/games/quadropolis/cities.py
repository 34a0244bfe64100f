"""How long the best assignment takes in cities of Quadropolis Expert, all squares built."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from operator import itemgetter
from random import Random
from statistics import median
from time import process_time

from engine.quadropolis.assignment import best_assignment
from engine.quadropolis.city import QuadropolisCity, Stack
from engine.quadropolis.components import (
    FACTORY,
    HARBOUR,
    KINDS,
    MODES,
    OFFICE,
    PARK,
    SERVICE,
    SHOP,
    TOWER,
)
from engine.quadropolis.drawing import POINTS
from engine.quadropolis.tiles import box_counts

CITIES, ARRANGEMENTS = 1_000, 3
EXPERT = MODES["expert"]
BOX = box_counts(EXPERT.name)
PEOPLE = ENERGY = 20
"""As many as buildings, so that every number of active buildings is tried."""
Counts = Mapping[str, int]
"""The number of buildings of each kind."""


def city(random: Random) -> QuadropolisCity:
    """A building of any kind on every square, some people, some energy."""
    return QuadropolisCity(
        tuple(_stack(random, random.choice(list(KINDS))) for _ in range(EXPERT.squares)),
        random.randint(0, 40),
        random.randint(0, 30),
    )


def _stack(random: Random, kind: str) -> Stack:
    floors = random.randint(1, EXPERT.floors) if kind in EXPERT.stacking else 1
    points = random.randint(0, POINTS[kind]) if kind in (SERVICE, HARBOUR) else 0
    return Stack(kind, floors, points)


def hardest() -> Iterator[Counts]:
    """Yield for each choice of kinds the counts with the most to search, the worst choice first.

    All counts of a full city that the box allows are compared, with each building on one square.
    """
    worst: dict[frozenset[str], tuple[int, Counts]] = {}
    for counts in _counts(EXPERT.squares, list(KINDS)):
        kinds = frozenset(counts)
        if (size := _searched(counts)) > worst.get(kinds, (0, counts))[0]:
            worst[kinds] = (size, counts)
    yield from (counts for _, counts in sorted(worst.values(), key=itemgetter(0), reverse=True))


def _counts(squares: int, kinds: list[str]) -> Iterator[Counts]:
    if not kinds:
        if not squares:
            yield {}
        return
    kind, *next_kinds = kinds
    for count in range(min(squares, sum(BOX[kind].values())) + 1):
        for remaining in _counts(squares - count, next_kinds):
            yield {kind: count, **remaining} if count else remaining


def _searched(counts: Counts) -> int:
    """About how many subsets the search tries: of factories, and for each of these of offices.

    Factories beside the same buildings are alike, so beside few buildings there are few subsets.
    """
    beside = counts.get(SHOP, 0) + counts.get(HARBOUR, 0) + counts.get(OFFICE, 0)
    factories = min(counts.get(FACTORY, 0), beside + 2) if beside else 0
    high = counts.get(OFFICE, 0) + (counts.get(TOWER, 0) if counts.get(PARK) else 0)
    return (1 << factories) * (50 + (1 << high) + 10 * counts.get(HARBOUR, 0))


def report() -> list[str]:
    """The figures as lines of the page."""
    random = Random(1)
    spent = [_time(city(random)) for _ in range(CITIES)]
    slowest, hard = 0.0, list(hardest())
    for counts in hard:
        stacks = [Stack(kind) for kind, count in counts.items() for _ in range(count)]
        for _ in range(ARRANGEMENTS):
            random.shuffle(stacks)
            slowest = max(slowest, _time(QuadropolisCity(tuple(stacks), PEOPLE, ENERGY)))
    return [
        f"The best assignment of {CITIES:,} random full cities of Quadropolis Expert: median "
        f"{median(spent) * 1e3:.2f} ms,",
        f"worst {max(spent) * 1e3:.1f} ms. The bars are 5 and 250. "
        f"Of the {len(hard)} hardest choices of buildings,",
        f"each in {ARRANGEMENTS} arrangements, the worst takes {slowest * 1e3:.0f} ms.",
        "",
    ]


def _time(drawn: QuadropolisCity) -> float:
    """CPU seconds of the best assignment."""
    began = process_time()
    best_assignment(EXPERT, drawn)
    return process_time() - began
