"""How numbers are put in a line of words."""

from __future__ import annotations

import pytest

from campaign.services.words import spans


@pytest.mark.parametrize(
    ("numbers", "words"),
    [
        ([], ""),
        ([3], "3"),
        ([2, 1], "1 and 2"),
        ([1, 2, 3], "1 to 3"),
        ([1, 2, 3, 5], "1 to 3 and 5"),
        ([1, 2, 4, 7, 8, 9], "1, 2, 4 and 7 to 9"),
    ],
)
def test_numbers_are_listed_as_people_say_them(numbers: list[int], words: str) -> None:
    assert words == str(spans(numbers))
