"""Ranks: shared when equal, the next one left out."""

from __future__ import annotations

import pytest

from engine.kernel.score import ranks


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ([], ()),
        ([7], (1,)),
        ([3, 1, 2], (3, 1, 2)),
        ([1, 1, 2], (1, 1, 3)),
        ([2, 1, 2, 1], (3, 1, 3, 1)),
        ([0, 0, 0, 0], (1, 1, 1, 1)),
        ([(-5, (1, 2)), (-5, (1, 1)), (-6, (9, 9))], (3, 2, 1)),
    ],
)
def test_the_smallest_key_ranks_first(keys: list[object], expected: tuple[int, ...]) -> None:
    assert expected == ranks(keys)
