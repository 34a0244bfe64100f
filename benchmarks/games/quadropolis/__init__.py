"""Games of Quadropolis, and how long its best assignment takes."""

from __future__ import annotations

from functools import partial

from benchmarks.games.quadropolis.cities import report as report
from benchmarks.records import DAY, Bench
from engine import quadropolis
from engine.kernel.dealer import deal
from engine.kernel.game import Setup
from engine.kernel.parts import players_of
from engine.kernel.record import Record
from engine.quadropolis.assignment import best_assignment


def records(mode: str, staffed: bool, count: int = 6) -> list[Record]:
    """Games of two to four greedy players, with or without their own assignments."""
    player = next(iter(players_of(quadropolis).values()))
    header = {"mode": mode, "staffed": staffed}
    return [
        deal(
            quadropolis,
            Setup(quadropolis.SEATS[: 2 + i % 3], header),
            seed=i,
            player=player,
            played=DAY,
        )
        for i in range(count)
    ]


def forget() -> None:
    """Empty what searches have found."""
    best_assignment.cache_clear()


BENCHES = [
    Bench(f"Quadropolis, {title}", bar, partial(records, mode, staffed))
    for title, bar, mode, staffed in (
        ("Classic, own assignments", 2, "classic", True),
        ("Classic, the best one searched", None, "classic", False),
        ("Expert, own assignments", None, "expert", True),
        ("Expert, the best one searched", None, "expert", False),
    )
]
