"""The records that are replayed: simulated games of each kind, from fixed seeds."""

from __future__ import annotations

from datetime import date, timedelta

from engine import catalogue, my_city
from engine.kernel.dealer import deal
from engine.kernel.game import Setup
from engine.kernel.record import Record, format_record, parse_record

DAY = date(2026, 1, 1)


def my_city_records(count: int = 48) -> list[Record]:
    """Episodes 1 to 3 and the eternal mode in turn, at 2, 3 and 4 seats."""
    headers = [{"episode": number} for number in (1, 2, 3)] + [my_city.ALONE]
    player = next(iter(my_city.PLAYERS.values()))
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


def many(records: list[Record], count: int) -> list[Record]:
    """So many records: the given ones over and over, each time of another day."""
    return [
        records[i % len(records)]._replace(played=DAY + timedelta(days=i // len(records)))
        for i in range(count)
    ]


def moves_of(records: list[Record]) -> int:
    """How many moves they hold together."""
    return sum(len(record.moves or ()) for record in records)


def replay(texts: list[str]) -> None:
    """Parse, replay and score every record."""
    for text in texts:
        verdict = catalogue.verify(parse_record(text))
        if not verdict.proved:
            raise AssertionError(verdict.reason)


def texts_of(records: list[Record]) -> list[str]:
    """The records as text."""
    return list(map(format_record, records))
