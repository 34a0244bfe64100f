"""A day is understood as people at a table write it, in the languages of the program."""

from __future__ import annotations

from datetime import date

import pytest

from campaign.display.text.typed_days import read_day

MONDAY = date(2026, 11, 30)
THE_TWELFTH = date(2026, 11, 12)


@pytest.mark.parametrize(
    "typed",
    [
        "2026-11-12",
        "2026/11/12",
        "2026.11.12",
        "2026年11月12日",
        "\uff12026-11-12",
        "12.11.2026",
        "12.11.26",
        "12.11.",
        "12. 11. 2026",
        "12 Nov 2026",
        " 12  november ",
        "12 novembre 2026",
        "11月12日",
    ],
)
def test_a_day_of_the_calendar(typed: str) -> None:
    assert THE_TWELFTH == read_day(typed, MONDAY)


@pytest.mark.parametrize(
    ("typed", "day"),
    [
        ("today", 30),
        ("Oggi", 30),
        ("今天", 30),
        ("Monday", 30),
        ("yesterday", 29),
        ("ieri", 29),
        ("昨天", 29),
        ("sun", 29),
        ("Tue", 24),
        ("martedi", 24),
        ("mar", 24),
        ("MARTEDÌ", 24),
        ("星期二", 24),
        ("週二", 24),
    ],
)
def test_a_word_is_the_last_such_day(typed: str, day: int) -> None:
    assert date(2026, 11, day) == read_day(typed, MONDAY)


def test_a_day_without_a_year_is_the_last_one() -> None:
    assert date(2025, 12, 24) == read_day("24.12.", MONDAY)
    assert date(2025, 12, 24) == read_day("24 dic", MONDAY)


@pytest.mark.parametrize(
    "typed", ["", "12", "tu", "12/11/2026", "31.4.2026", "12 Smarch 2026", "tomorrow", "0.0.", "²"]
)
def test_another_text_is_no_day(typed: str) -> None:
    with pytest.raises(ValueError, match=r"day|month"):
        read_day(typed, MONDAY)
