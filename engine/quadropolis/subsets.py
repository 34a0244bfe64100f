"""The best subset of some buildings for each number of them: how such lists are made and joined.

A subset is a value and a mask of squares. Nothing here knows what a building is worth.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

Subset = tuple[int, int]
"""A value, and the mask of the buildings that have it."""
Best = list[Subset]
"""By number of buildings the best subset."""

IMPOSSIBLE = -(10**12)
"""The value of what cannot be."""


def subsets(mask: int) -> Iterator[int]:
    """All subsets of a mask, itself first."""
    subset = mask
    while True:
        yield subset
        if not subset:
            return
        subset = subset - 1 & mask


def by_number(candidates: list[Subset], most: int) -> Best:
    """By number of buildings the best of some subsets."""
    best: Best = [(IMPOSSIBLE, 0)] * (most + 1)
    for subset in candidates:
        number = subset[1].bit_count()
        if subset > best[number]:
            best[number] = subset
    return best


def added(buildings: list[Subset]) -> Best:
    """By number of buildings the best of some that have nothing to do with each other."""
    best, value, mask = [(0, 0)], 0, 0
    for more, bit in sorted(buildings, reverse=True):
        value, mask = value + more, mask | bit
        best.append((value, mask))
    return best


def joined(one: Best, other: Best) -> Best:
    """By number of buildings the best of two kinds together."""
    best: Best = [(IMPOSSIBLE, 0)] * (len(one) + len(other) - 1)
    for (i, (value, mask)), (j, (more, rest)) in product(enumerate(one), enumerate(other)):
        best[i + j] = max(best[i + j], (value + more, mask | rest))
    return best


def peaks(values: list[int]) -> list[int]:
    """By number the best number that is not larger."""
    best: list[int] = []
    for number, value in enumerate(values):
        best.append(number if not best or value > values[best[-1]] else best[-1])
    return best
