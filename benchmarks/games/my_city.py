"""Episodes of My City."""

from __future__ import annotations

from benchmarks.records import DAY, Bench
from engine import my_city
from engine.kernel.dealer import deal
from engine.kernel.game import Setup
from engine.kernel.parts import players_of
from engine.kernel.record import Record


def records(count: int = 48) -> list[Record]:
    """Episodes 1 to 3 and the eternal mode in turn, at 2, 3 and 4 seats."""
    headers = [{"episode": number} for number in (1, 2, 3)] + [my_city.ALONE]
    player = next(iter(players_of(my_city).values()))
    return [
        deal(
            my_city,
            Setup(my_city.SEATS[: 2 + i // len(headers) % 3], headers[i % len(headers)]),
            seed=i,
            player=player,
            played=DAY,
        )
        for i in range(count)
    ]


BENCHES = [Bench("My City, episodes 1 to 3 and the eternal mode", 5, records)]
