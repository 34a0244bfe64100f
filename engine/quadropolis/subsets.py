"""Subsets of buildings as single numbers: a value, then the squares of the buildings as bits.

    pack_subset(value, mask) = value << SQUARES | mask

If two subsets share no building, the sum of their numbers is the number of their union. The larger
number is the better subset. This module does not know what a building is worth.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

SQUARES = 20
"""The number of bits for the squares: no city has more squares."""
Subset = int
Best = list[Subset]
"""The best subset for each number of buildings."""

IMPOSSIBLE = -(10**12) << SQUARES
"""The number of an impossible subset; it is less than the number of any possible subset."""


def pack_subset(value: int, mask: int) -> Subset:
    """The number of a subset, from its value and the mask of its squares."""
    return (value << SQUARES) + mask


def mask_of(subset: Subset) -> int:
    """The mask of the squares of a subset."""
    return subset & (1 << SQUARES) - 1


def subsets(mask: int) -> Iterator[int]:
    """Yield all subsets of a mask, the mask itself first."""
    subset = mask
    while True:
        yield subset
        if not subset:
            return
        subset = subset - 1 & mask


def sums(weights: Iterable[int]) -> list[int]:
    """The sum of the weights of every subset; bit i of a subset's index stands for weight i."""
    totals = [0]
    for weight in weights:
        totals += [total + weight for total in totals]
    return totals


def best_by_number(buildings: Iterable[Subset]) -> Best:
    """The best subset for each number of buildings, if no building affects another."""
    best = [0]
    for building in sorted(buildings, reverse=True):
        best.append(best[-1] + building)
    return best


def improve_best(subset: Subset, others: Sequence[Subset], best: Best, number: int) -> None:
    """Improve `best` with a subset of `number` buildings, then with others added one by one.

    `others` are sorted, the best first.
    """
    for addend in (0, *others):
        subset += addend
        if subset > best[number]:
            best[number] = subset
        number += 1


def combine_best(first: Best, second: Best) -> Best:
    """The best subset for each number of buildings of two kinds together."""
    best = [IMPOSSIBLE] * (len(first) + len(second) - 1)
    for i, subset in enumerate(first):
        for number, addend in enumerate(second, i):
            if subset + addend > best[number]:
                best[number] = subset + addend
    return best


def best_up_to(best: Best) -> Best:
    """The best subset of at most n buildings, at index n."""
    highest = IMPOSSIBLE
    return [highest := max(highest, subset) for subset in best]
