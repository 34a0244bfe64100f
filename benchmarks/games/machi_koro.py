"""Games of Machi Koro."""

from __future__ import annotations

import itertools

from benchmarks.records import DAY, Bench
from engine import machi_koro
from engine.kernel.dealer import deal
from engine.kernel.game import Setup
from engine.kernel.parts import players_of
from engine.kernel.record import Record


def records(count: int = 24) -> list[Record]:
    """Games of four sensible players."""
    player = next(iter(players_of(machi_koro).values()))
    return [
        deal(machi_koro, Setup(machi_koro.SEATS), seed=i, player=player, played=DAY)
        for i in range(count)
    ]


def long_record(moves: int = 400) -> Record:
    """The first game of four players at random that has so many moves or more."""
    player = players_of(machi_koro)["random"]
    setup = Setup(machi_koro.SEATS)
    dealt = (deal(machi_koro, setup, seed, player, DAY) for seed in itertools.count())
    return next(record for record in dealt if len(record.moves or ()) >= moves)


BENCHES = [Bench("Machi Koro, four sensible players", 3, records)]
