"""My City rules 16, 17 and 31: ranks, ties, and what a rank brings."""

from __future__ import annotations

import pytest

from engine import my_city
from engine.my_city.play.ruleset import Token
from engine.my_city.play.state import MyCityState
from tests.engine.my_city.board import drawn, episode, eternal, with_token


def ranks(state: MyCityState) -> list[tuple[str, int]]:
    return [(sheet.seat, sheet.rank) for sheet in my_city.score(state)]


TOP_ROW = """
    D  E
 1  Y1 Y1
"""
SECOND_ROW = """
    D  E
 2  Y1 Y1
"""
LOWER_ROW = """
    E  F
 5  Y1 Y1
"""


def test_the_higher_token_is_ahead() -> None:
    state = drawn(TOP_ROW, on=with_token(episode(), 13, "bear"))
    assert [("eagle", 2), ("bear", 1)] == ranks(state)
    assert ["", ""] == [sheet.tie for sheet in my_city.score(state)]


@pytest.mark.parametrize(("above", "below"), [(TOP_ROW, SECOND_ROW), (SECOND_ROW, LOWER_ROW)])
def test_of_equal_tokens_fewer_empty_cells_in_the_upper_row_are_ahead(
    above: str, below: str
) -> None:
    state = drawn(below, on=drawn(above, on=episode(), seat="bear"), seat="eagle")
    assert [("eagle", 2), ("bear", 1)] == ranks(state)


def test_the_sheet_says_which_row_broke_the_tie() -> None:
    state = drawn(TOP_ROW, on=drawn(SECOND_ROW, on=episode(), seat="bear"), seat="eagle")
    ahead, behind = my_city.score(state)
    assert "before bear: fewer empty cells in row 1 (5 against 7)" == ahead.tie
    assert "" == behind.tie


def test_a_full_tie_shares_the_rank_and_leaves_the_next_one_out() -> None:
    state = with_token(episode(seats=3), 9, "deer")
    assert [("eagle", 1), ("bear", 1), ("deer", 3)] == ranks(state)
    assert "shared with bear: as many empty cells in every row" == my_city.score(state)[0].tie
    assert "shared with eagle: as many empty cells in every row" == my_city.score(state)[1].tie


def test_a_tie_for_second_is_shared_too() -> None:
    state = with_token(episode(seats=3), 11, "bear")
    assert [("eagle", 2), ("bear", 1), ("deer", 2)] == ranks(state)


def test_a_tie_may_be_broken_for_one_and_shared_by_others() -> None:
    """Two cells covered for a token two lower: all have the same, the eagle a fuller row 1."""
    state = with_token(drawn(TOP_ROW, on=episode(seats=3)), 8)
    assert 1 == len({sheet.total for sheet in my_city.score(state)})
    assert [("eagle", 1), ("bear", 2), ("deer", 2)] == ranks(state)


def test_of_two_the_one_behind_counts_as_other() -> None:
    assert ("first", "other") == episode().rules.standings[2]


def test_of_three_and_four_there_is_a_second() -> None:
    standings = episode().rules.standings
    assert ("first", "second", "other") == standings[3]
    assert ("first", "second", "other", "other") == standings[4]


def test_first_earns_two_marks_and_second_one() -> None:
    assert {"first": 2, "second": 1, "other": 0} == episode().rules.marks


def test_reaching_fifty_is_worth_one_mark() -> None:
    assert Token(10, 50, 1) == episode().rules.token


def test_eternal_mode_has_no_marks_and_no_stickers() -> None:
    assert ({}, ()) == (eternal().rules.marks, eternal().rules.gifts)
