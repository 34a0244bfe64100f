"""Subsets of buildings as single numbers: a value, then the squares of its buildings as bits.

    packed(value, mask) = value << SQUARES | mask

Subsets without a common building add up, value and squares alike, and the larger number is the
better subset. Nothing here knows what a building is worth.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

SQUARES = 20
"""Bits for the squares: the most that a city has."""
Subset = int
Best = list[Subset]
"""The best subset for each number of buildings."""

IMPOSSIBLE = -(10**12) << SQUARES
"""What cannot be."""


def packed(value: int, mask: int) -> Subset:
    """A subset from its value and its squares."""
    return (value << SQUARES) + mask


def mask_of(subset: Subset) -> int:
    """The squares of a subset."""
    return subset & (1 << SQUARES) - 1


def subsets(mask: int) -> Iterator[int]:
    """All subsets of a mask, itself first."""
    subset = mask
    while True:
        yield subset
        if not subset:
            return
        subset = subset - 1 & mask


def sums(weights: Iterable[int]) -> list[int]:
    """The sum of the weights of each subset; a subset is bits in the order of the weights."""
    totals = [0]
    for weight in weights:
        totals += [total + weight for total in totals]
    return totals


def added(buildings: Iterable[Subset]) -> Best:
    """The best subset for each number of buildings that do not affect each other."""
    best = [0]
    for building in sorted(buildings, reverse=True):
        best.append(best[-1] + building)
    return best


def extended(subset: Subset, others: Sequence[Subset], best: Best, number: int) -> None:
    """Improve `best` with a subset of so many buildings, and with it and the best of others."""
    for more in (0, *others):
        subset += more
        if subset > best[number]:
            best[number] = subset
        number += 1


def joined(one: Best, other: Best) -> Best:
    """The best subset of two kinds together, for each number of buildings."""
    best = [IMPOSSIBLE] * (len(one) + len(other) - 1)
    for i, subset in enumerate(one):
        for number, more in enumerate(other, i):
            if subset + more > best[number]:
                best[number] = subset + more
    return best


def peaks(best: Best) -> Best:
    """For each number of buildings the best subset of at most so many."""
    highest = IMPOSSIBLE
    return [highest := max(highest, subset) for subset in best]
