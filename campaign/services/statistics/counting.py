"""Counts of many sessions: made session by session, and added up to no more than tables need.

    Played ──counts_of──> ("points", ("Anna", 23), 1), ("won", "Anna", 1), ... ──counted──> Counts

Only whole numbers are counted, so sums do not depend on the parts in which they were made. For a
mean, the most or the fewest, the key has the value, and the count is how often the value came.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable
from itertools import chain
from typing import Any

Count = tuple[str, Hashable, int]
"""What is counted, of whom or what, and how much of it."""
Counts = defaultdict[str, Counter[Any]]
"""By what is counted, the sums of all keys, in the order in which the keys first came."""


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
    """The mean of values, by how often each value came."""
    return sum(value * times for value, times in often.items()) / often.total()
