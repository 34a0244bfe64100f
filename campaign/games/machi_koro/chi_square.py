"""The chi-square test: the probability that fair dice differ from expectation this much or more.

The test is written here, because nothing else in the program needs a library for statistics.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, lgamma, log
from typing import NamedTuple

PRECISE = 1e-15
"""The relative change of a sum or fraction below which it is exact enough."""


class ChiSquareTest(NamedTuple):
    """The statistic `square`, its degrees of freedom, and the probability of this value or more."""

    square: float
    freedom: int
    probability: float


def chi_square(counts: Sequence[int], shares: Sequence[float]) -> ChiSquareTest:
    """Test counts against the expected shares of their sum; the shares add up to 1."""
    total = sum(counts)
    square = sum(
        (count - total * share) ** 2 / (total * share)
        for count, share in zip(counts, shares, strict=True)
    )
    freedom = len(counts) - 1
    return ChiSquareTest(square, freedom, upper_gamma(freedom / 2, square / 2))


def upper_gamma(a: float, x: float) -> float:
    """Q(a, x), the regularised upper incomplete gamma function, for a > 0 and x >= 0.

    For x < a + 1 it is 1 minus the power series of P, otherwise it is the continued fraction of Q.
    Each converges fast in its range.
    """
    if x <= 0:
        return 1.0
    front = exp(a * log(x) - x - lgamma(a))
    return 1.0 - front * _series(a, x) if x < a + 1 else front * _fraction(a, x)


def _series(a: float, x: float) -> float:
    """The sum of x^n / (a (a+1) ... (a+n)) over n from 0."""
    term = total = 1 / a
    n = a
    while term > total * PRECISE:
        n += 1
        term *= x / n
        total += term
    return total


def _fraction(a: float, x: float) -> float:
    """1 / (x+1-a - 1(1-a) / (x+3-a - 2(2-a) / (x+5-a - ...))), from left to right (Lentz).

    Each step multiplies by the quotient of two neighbouring convergents.
    """
    below = x + 1 - a
    over, under = float("inf"), 1 / below
    value, n, change = under, 0, 0.0
    while abs(change - 1) > PRECISE:
        n += 1
        factor = n * (a - n)
        below += 2
        under = 1 / (factor * under + below)
        over = below + factor / over
        change = over * under
        value *= change
    return value
