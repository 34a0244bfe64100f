"""Games of Dilluvia Project."""

from __future__ import annotations

from benchmarks.records import DAY, Bench
from engine import dilluvia
from engine.kernel.dealer import deal
from engine.kernel.game import Setup
from engine.kernel.parts import players_of
from engine.kernel.record import Record


def records(count: int = 12) -> list[Record]:
    """Games of four players who save and build sensibly."""
    player = next(iter(players_of(dilluvia).values()))
    return [
        deal(dilluvia, Setup(dilluvia.SEATS), seed=i, player=player, played=DAY)
        for i in range(count)
    ]


BENCHES = [Bench("Dilluvia Project, four greedy players", 1, records)]
