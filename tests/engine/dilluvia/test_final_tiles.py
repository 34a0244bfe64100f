"""Dilluvia rules 43 to 45: the market tiles that count at the end of the session."""

from __future__ import annotations

from typing import Any

import pytest

from engine.dilluvia.state import DilluviaState
from tests.engine.dilluvia.table import (
    at_work,
    having,
    holding,
    lines,
    notes,
    over,
    player,
    standing,
    with_propellers,
)


def test_set55_three_prestige_for_each_set_of_money_and_cubes() -> None:
    state = having(holding(over(at_work()), "SET55"), money=14, cubes=(5, 4, 2, 0))
    assert "SET55: 2 x 5 money and 5 cubes: 6 prestige, now 6" == notes(state)["final tiles"]


def test_set55_counts_after_the_final_income() -> None:
    state = having(holding(over(at_work()), "SET55"), money=4, cubes=(3, 0, 0, 0))
    state = having(state, markers=player(state).markers._replace(money=1, cubes=2))
    assert "SET55: 1 x 5 money and 5 cubes: 3 prestige, now 3" == notes(state)["final tiles"]


PROPELLERS = (["G4", "D7", "G10"], ["J7", "C3", "K3"])
SMALL = (["C4", "C5", "C6"], ["K4", "K5", "K6"])
MEDIUM = (["C4 D4", "C5 D5", "C6 D6"], ["J4 K4", "J5 K5", "J6 K6"])
LARGE = (
    ["C4 D4 C5 D5", "E4 F4 E5 F5", "E8 F8 E9 F9"],
    ["J4 K4 J5 K5", "H4 I4 H5 I5", "H8 I8 H9 I9"],
)
QUARTERS = (["F6", "H6", "H8"], ["E5", "I5", "I9"])

MAJORITIES = {
    "MOST_PROPELLERS": lambda s, i, n: with_propellers(s, " ".join(PROPELLERS[i][:n]), i),
    "MOST_SMALL": lambda s, i, n: _built(s, "1A", SMALL[i][:n], i),
    "MOST_MEDIUM": lambda s, i, n: _built(s, "3A", MEDIUM[i][:n], i),
    "MOST_LARGE2": lambda s, i, n: _built(s, "6", LARGE[i][:n], i),
    "MOST_QUADRANTS": lambda s, i, n: _built(s, "1A", QUARTERS[i][:n], i),
    "MOST_WORKERS": lambda s, i, n: having(s, i, workers=5 + n),
}


def _built(state: DilluviaState, building: str, places: list[str], seat: int) -> DilluviaState:
    for squares in places:
        state = standing(state, building, squares, "goods", seat)
    return state


@pytest.mark.parametrize("effect", MAJORITIES)
@pytest.mark.parametrize(("mine", "other", "points"), [(3, 2, 4), (2, 2, 3), (2, 3, -1)])
def test_majorities_alone_shared_beaten(effect: str, mine: int, other: int, points: int) -> None:
    state = holding(over(at_work()), effect)
    state = MAJORITIES[effect](MAJORITIES[effect](state, 0, mine), 1, other)
    assert points == lines(state)[effect]
    assert effect not in lines(state, 1)


def test_most_large2_needs_two() -> None:
    state = _built(holding(over(at_work()), "MOST_LARGE2"), "6", LARGE[0][:1], 0)
    assert -1 == lines(state)["MOST_LARGE2"]


def test_ruling_22_a_building_counts_in_every_quarter_that_it_touches() -> None:
    state = standing(holding(over(at_work()), "MOST_QUADRANTS"), "3A", "G5 H5")
    state = standing(state, "1A", "E5", seat=1)
    assert "2 quarters; the best other player has 1" == notes(state)["MOST_QUADRANTS"]


@pytest.mark.parametrize(("flag", "points"), [(False, 3), (True, -1)])
def test_ruling_23_nobody_has_any(flag: bool, points: int) -> None:
    state = holding(over(at_work(majority_needs_one=flag)), "MOST_PROPELLERS")
    assert points == lines(state)["MOST_PROPELLERS"]


@pytest.mark.parametrize("flag", [False, True])
def test_ruling_23_one_is_enough_in_both_readings(flag: bool) -> None:
    state = holding(over(at_work(majority_needs_one=flag)), "MOST_PROPELLERS")
    assert 4 == lines(with_propellers(state, "G4"))["MOST_PROPELLERS"]


def test_ruling_24_all_workers_count() -> None:
    state = having(holding(over(at_work()), "MOST_WORKERS"), workers=6)
    assert "7 workers; the best other player has 6" == notes(state)["MOST_WORKERS"]


@pytest.mark.parametrize(
    ("header", "points"),
    [
        ({}, {"POP_TILES": 6}),
        ({"pop_tiles_count_self": True}, {"POP_TILES": 9}),
        ({"pop_tiles": "prestige"}, {}),
        ({"pop_tiles": "prestige", "pop_tiles_count_self": True}, {}),
    ],
)
def test_ruling_21_pop_tiles(header: dict[str, Any], points: dict[str, int]) -> None:
    state = holding(over(at_work(**header)), "POP_TILES", "MOST_SMALL", "MOST_MEDIUM")
    others = {"MOST_SMALL": 3, "MOST_MEDIUM": 3}
    assert {**others, **points} == lines(state)


@pytest.mark.parametrize(("flag", "prestige"), [(False, 6), (True, 9)])
def test_ruling_21_pop_tiles_for_prestige(flag: bool, prestige: int) -> None:
    state = at_work(pop_tiles="prestige", pop_tiles_count_self=flag)
    state = holding(over(state), "POP_TILES", "MOST_SMALL", "MOST_MEDIUM")
    note = f"POP_TILES {prestige // 3} tiles: {prestige} prestige, now {prestige}"
    assert note == notes(state)["final tiles"]
