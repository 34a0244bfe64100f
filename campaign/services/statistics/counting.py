"""Counts of many sessions: made session by session, and added up as far as tables need.

    SoundSession ──counts_of──> ("points", ("Anna", 23), 1), ("won", "Anna", 1), ...
                 ──counted──> Counts

All counts are whole numbers, so sums do not depend on the parts in which they were made. For a
mean, a highest or a lowest value, the key has the value, and the count is its frequency.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping
from itertools import chain
from typing import Any

from engine.kernel.game import Seat
from engine.kernel.score import SeatScore

Count = tuple[str, Hashable, int]
"""A count: what is counted, the key for which it is counted, and the amount."""
Counts = defaultdict[str, Counter[Any]]
"""The sums by key, in the order in which the keys first came, by what is counted."""


def games_of(names: Mapping[Seat, str], sheets: Iterable[SeatScore]) -> Iterator[Count]:
    """Yield `played` and `won` of one session by player.

    Whoever plays at two seats plays, and may win, once, as in standings. Other counts and the
    averages are by seat.
    """
    winners = {names[sheet.seat] for sheet in sheets if sheet.rank == 1}
    for player in dict.fromkeys(names.values()):
        yield "played", player, 1
        yield "won", player, player in winners


def counted(sessions: Iterable[Iterable[Count]]) -> Counts:
    """The sums of the counts of some sessions; a key with the sum 0 is kept."""
    sums = Counts(Counter)
    for what, key, amount in chain.from_iterable(sessions):
        sums[what][key] += amount
    return sums


def add(sums: Counts, more: Counts) -> None:
    """Add the sums of further sessions to `sums`."""
    for what, counter in more.items():
        sums[what].update(counter)


def by_first(sums: Counter[Any]) -> dict[Any, Counter[Any]]:
    """The sums under pairs, such as player and points, grouped by the first of each pair.

    The counter for a first without sums is empty.
    """
    firsts = defaultdict[Any, Counter[Any]](Counter)
    for (first, second), amount in sums.items():
        firsts[first][second] += amount
    return firsts


def mean(often: Counter[int]) -> float:
    """The mean of values from the frequency of each."""
    return sum(value * times for value, times in often.items()) / often.total()
