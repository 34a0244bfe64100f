"""Counts of many sessions: made session by session, and added up to no more than tables need.

    Played ──counts_of──> ("points", ("Anna", 23), 1), ("won", "Anna", 1), ... ──counted──> Counts

Whole numbers alone are counted: so sums are the same in whatever parts they were made. Where a
mean, the most or the fewest is wanted, the key holds the value, and what is counted is how often.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable
from itertools import chain
from typing import Any

Count = tuple[str, Hashable, int]
"""What is counted, of whom or what, and how much of it."""
Counts = defaultdict[str, Counter[Any]]
"""By what is counted the sums of all keys, in the order in which they first came."""


def counted(sessions: Iterable[Iterable[Count]]) -> Counts:
    """What is counted of some sessions, added up; a key stands there also with 0."""
    sums = Counts(Counter)
    for what, key, amount in chain.from_iterable(sessions):
        sums[what][key] += amount
    return sums


def add(sums: Counts, more: Counts) -> None:
    """Add the sums of further sessions to some."""
    for what, some in more.items():
        sums[what].update(some)


def by_first(sums: Counter[Any]) -> dict[Any, Counter[Any]]:
    """Of sums under pairs, such as player and points, by the first of each the sums of the second.

    A player who has none has an empty one.
    """
    firsts = defaultdict[Any, Counter[Any]](Counter)
    for (first, second), amount in sums.items():
        firsts[first][second] += amount
    return firsts


def mean(often: Counter[int]) -> float:
    """The mean of values, each of which came so often."""
    return sum(value * times for value, times in often.items()) / often.total()
