"""Chapter 3: the closed bank is out of everything."""

from __future__ import annotations

from engine import my_city
from engine.my_city.play.notation import BuildMove
from engine.my_city.play.scoring import rows_empty
from tests.engine.my_city.board import drawn, episode, play, points, refusal, town_of


def test_nothing_is_built_on_the_closed_bank() -> None:
    state = play(episode(7), "*: reveal Y1")
    reason = "stands on the west bank, which is closed (C5 D5)"
    assert reason == refusal(state, "eagle: build Y1@C5")
    assert all(
        not town_of(state).home.placements[build].mask & state.rules.closed
        for build in my_city.legal(state, "eagle")
        if isinstance(build, BuildMove)
    )


def test_nothing_on_it_scores() -> None:
    """West lie the trees of C2, the rocks of A3 and A8, and 29 empty cells."""
    state = episode(7, 2, eagle=["well B4"])
    assert {
        "token at the end": 10,
        "trees": 10,
        "rocks": -8,
        "yellow group": 0,
        "red group": 0,
        "blue group": 0,
        "churches": 0,
        "wells": 0,
        "empty cells": -54,
    } == points(state)


def test_its_rows_break_no_tie() -> None:
    state = episode(7)
    # Row 11: A and B lie west, C to G east.
    assert 5 == rows_empty(state.rules, town_of(state))[10]
    assert 7 == rows_empty(episode(6).rules, town_of(episode(6)))[10]


def test_a_well_beside_the_closed_bank_is_never_enclosed() -> None:
    state = drawn(
        """
            E  F  G
         4  Y1 .  .
         5  Y1 B1 B1
         6  .  R1 .
         7  .  R1 .
        """,
        on=episode(7, 2, eagle=["well E6"]),
    )
    assert 0 == points(state)["wells"]


def test_both_banks_are_open_again_in_the_next_chapter() -> None:
    assert 0 == episode(10).rules.closed
