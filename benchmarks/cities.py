"""How long the best assignment takes in random cities of Quadropolis Expert, all squares built."""

from __future__ import annotations

from random import Random
from statistics import median
from time import process_time

from engine.quadropolis.assignment import best
from engine.quadropolis.city import City, Stack
from engine.quadropolis.components import HARBOUR, KINDS, MODES, SERVICE
from engine.quadropolis.drawing import POINTS

CITIES = 1_000
EXPERT = MODES["expert"]


def city(random: Random) -> City:
    """A building of any kind on every square, some people, some energy."""
    return City(
        tuple(_stack(random, random.choice(list(KINDS))) for _ in range(EXPERT.squares)),
        random.randint(0, 40),
        random.randint(0, 30),
    )


def _stack(random: Random, kind: str) -> Stack:
    floors = random.randint(1, EXPERT.floors) if kind in EXPERT.stacking else 1
    points = random.randint(0, POINTS[kind]) if kind in (SERVICE, HARBOUR) else 0
    return Stack(kind, floors, points)


def report() -> list[str]:
    """The figures as lines of the page."""
    random, spent = Random(1), list[float]()
    for drawn in [city(random) for _ in range(CITIES)]:
        began = process_time()
        best(EXPERT, drawn)
        spent.append(process_time() - began)
    return [
        f"The best assignment of {CITIES:,} random full cities of Quadropolis Expert: median "
        f"{median(spent) * 1e3:.2f} ms,",
        f"worst {max(spent) * 1e3:.1f} ms. The bars are 5 and 250.",
        "",
    ]
