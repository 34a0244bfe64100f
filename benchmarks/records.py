"""Records that are replayed, as values and as text."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date, timedelta
from typing import NamedTuple

from campaign.services.games import verify
from engine.kernel.record import Record, format_record, parse_record

DAY = date(2026, 1, 1)


class Bench(NamedTuple):
    """Records that are replayed, and the ratio to the yardstick that they have to reach, if any."""

    title: str
    bar: int | None
    records: Callable[[], list[Record]]


def many(records: list[Record], count: int) -> list[Record]:
    """`count` records: the given ones over and over, each time on another day."""
    return [
        records[i % len(records)]._replace(played=DAY + timedelta(days=i // len(records)))
        for i in range(count)
    ]


def moves_of(records: list[Record]) -> int:
    """The number of moves of all records."""
    return sum(len(record.moves or ()) for record in records)


def replay(texts: list[str], forget: Iterable[Callable[[], None]]) -> None:
    """Parse, replay and score every record.

    The functions of `forget` empty what searches have found, so that no round profits from the one
    before.
    """
    for empty in forget:
        empty()
    for text in texts:
        verdict = verify(parse_record(text))
        if not verdict.proved:
            raise AssertionError(verdict.reason)


def texts_of(records: list[Record]) -> list[str]:
    """The records as text."""
    return list(map(format_record, records))
