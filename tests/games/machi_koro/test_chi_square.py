"""The chi-square test against tables, against closed forms, and against dice."""

from __future__ import annotations

from math import erfc, exp, isclose, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.games.machi_koro.chi_square import chi_square, upper_gamma

SQUARES = st.floats(0, 1_000)


@pytest.mark.parametrize(
    ("freedom", "square", "probability"),
    [
        (1, 2.705543, 0.10),
        (1, 3.841459, 0.05),
        (1, 6.634897, 0.01),
        (5, 1.145476, 0.95),
        (5, 9.236357, 0.10),
        (5, 11.070498, 0.05),
        (5, 20.515006, 0.001),
        (10, 3.940299, 0.95),
        (10, 18.307038, 0.05),
        (10, 23.209251, 0.01),
        (30, 43.772972, 0.05),
        (100, 124.342113, 0.05),
    ],
)
def test_the_probabilities_of_printed_tables(
    freedom: int, square: float, probability: float
) -> None:
    assert upper_gamma(freedom / 2, square / 2) == pytest.approx(probability, rel=1e-5)


@given(SQUARES)
def test_one_degree_of_freedom_is_the_error_function(square: float) -> None:
    assert isclose(upper_gamma(0.5, square / 2), erfc(sqrt(square / 2)), rel_tol=1e-10)


@given(st.integers(1, 30), SQUARES)
def test_an_even_number_of_degrees_is_a_finite_sum(half: int, square: float) -> None:
    """Q(n, x) = e^-x (1 + x + x^2/2! + ... + x^(n-1)/(n-1)!)."""
    x, term, total = square / 2, 1.0, 1.0
    for n in range(1, half):
        term *= x / n
        total += term
    assert isclose(upper_gamma(half, x), exp(-x) * total, rel_tol=1e-10, abs_tol=1e-300)


@given(st.integers(1, 60), SQUARES, SQUARES)
def test_it_falls_from_one_to_nothing(freedom: int, one: float, other: float) -> None:
    less, more = sorted((one, other))
    near = upper_gamma(freedom / 2, less / 2), upper_gamma(freedom / 2, more / 2)
    assert 1 >= near[0] >= near[1] - 1e-12 >= -1e-12


def test_nothing_strays_farther_than_not_at_all() -> None:
    assert upper_gamma(2.5, 0) == 1


def test_counts_as_expected() -> None:
    assert chi_square([10] * 6, [1 / 6] * 6) == (0, 5, 1)


def test_a_worked_example() -> None:
    """120 throws of a die: 20 of each are expected."""
    fit = chi_square([15, 29, 16, 15, 30, 15], [1 / 6] * 6)
    assert fit.square == pytest.approx(13.6)
    assert fit.freedom == 5
    assert fit.probability == pytest.approx(0.018, abs=0.001)
