"""The worked examples of the rules, one test each."""

from __future__ import annotations

import pytest

from engine import dilluvia
from engine.dilluvia.notation import ClaimMove
from engine.dilluvia.state import DilluviaState
from tests.engine.dilluvia.table import (
    at_work,
    buying,
    claiming,
    dealt,
    having,
    legal_words,
    lines,
    over,
    play,
    player,
    standing,
    with_gardens,
    without,
)


@pytest.mark.parametrize(("words", "price"), [("buy 1 2 3 4", 10), ("buy 1 3", 4)])
def test_1_all_four_tiles_cost_10_the_first_and_the_third_4(words: str, price: int) -> None:
    tiles = "W1 W4 W8 W9"
    state = buying(having(dealt(tiles=tiles), money=10), "west 1", "south 4")
    assert 10 - price == player(play(state, f"p1: {words}")).money


def test_2_one_gap_in_the_line_pays_1_after_the_purchase() -> None:
    state = without(buying(dealt(tiles="W1 W4 W8 W9"), "west 1", "south 4"), 3)
    assert 3 - 3 + 1 == player(play(having(state, money=3), "p1: buy 1 2")).money
    state = having(state, money=2)
    assert [] == [words for words in legal_words(state, verb="buy") if words == "buy 1 2"]


def test_3_the_fourth_player_gets_4_prestige_and_two_placers_go_to_the_front() -> None:
    state = play(at_work(4), "p1: workers 5 income", "p2: workers 5 income", "p3: workers 1 order")
    state = play(state, "p4: workers 1 order with special")
    assert 4 == player(state, 3).prestige
    for seat in range(4):
        state = having(state, seat, idle=0, special=False)
    state = play(having(state, 0, idle=1), "p1: workers 1 white")
    assert (2, 3, 0, 1) == state.order


def test_4_three_workers_with_the_first_special_one_bring_6_money() -> None:
    state = having(at_work(), money=0)
    assert 3 + 1 + 2 == player(play(state, "p1: workers 3 income with special")).money


def test_5_the_third_white_circle_costs_1_and_two_workers_bring_2_cubes() -> None:
    state = play(at_work(4), "p1: workers 1 white", "p2: workers 1 white", "p3: workers 2 white")
    assert (19, (2, 0, 0, 0)) == (player(state, 2).money, player(state, 2).cubes)


@pytest.mark.parametrize(
    ("claims", "price"),
    [
        (["F6", "F5", "E5", "E4"], 4),
        (["F6 F7", "E6 E7"], 4),
        (["F6 F7", "E6", "E7"], 4),
        (["E5 F5 E6 F6", "F7"], 5),
    ],
)
def test_6_four_workers_claim_in_four_ways(claims: list[str], price: int) -> None:
    state = play(at_work(), "p1: workers 4 claims")
    for squares in claims:
        assert state.turn.open is not None, "the area is open until four workers have claimed"
        state = play(state, f"p1: claim {squares}")
    assert 20 - price == player(state).money
    assert not state.turn.open


def test_6_four_workers_claim_no_large_and_medium_together() -> None:
    state = play(at_work(), "p1: workers 4 claims", "p1: claim E5 F5 E6 F6")
    left = [action for action in dilluvia.legal(state, "p1") if isinstance(action, ClaimMove)]
    assert {1} == {len(claim.squares) for claim in left}


def test_7_two_workers_build_two_buildings_and_buy_a_propeller() -> None:
    state = claiming(having(at_work(), cubes=(2, 2, 2, 2)), "F6 G6")
    state = play(state, "p1: workers 2 build", "p1: build 1A F6 goods", "p1: build 1B G6 goods")
    state = play(state, "p1: propeller G4")
    assert (2, 1) == (len(player(state).homes), player(state).propellers.bit_count())
    assert 3 == player(state).house


def test_8_a_building_and_a_propeller_move_the_markers() -> None:
    state = claiming(having(at_work(round=3), cubes=(0, 1, 1, 2)), "F6 G6")
    state = play(state, "p1: workers 1 build", "p1: build 3A F6 G6 goods", "p1: propeller C3")
    assert (3, 1, 0) == player(state).markers
    assert (14, 2) == (player(state).money, player(state).house)


def test_9_from_9_to_11_with_the_house_on_2_brings_2_population() -> None:
    state = having(at_work(4), 1, prestige=9, house=2)
    state = play(state, "p1: workers 1 white", "p2: workers 1 order with special")
    assert (11, (2,)) == (player(state, 1).prestige, player(state, 1).population.tens)


def test_10_gardens_score_for_every_building_beside_them() -> None:
    state = standing(at_work(), "6", "D5 E5 D6 E6")
    state = standing(state, "0", "F4", seat=1)
    state = with_gardens(over(state), "F5")
    assert "4 prestige, now 12, tens at 1" == notes_of(state, 0)
    assert "1 prestige, now 3" == notes_of(state, 1)


def notes_of(state: DilluviaState, seat: int) -> str:
    return next(
        str(n.note) for n in dilluvia.score(state)[seat].lines if n.label == "final gardens"
    )


def test_10_gardens_score_once_for_each_building_and_garden() -> None:
    state = standing(at_work(), "6", "D5 E5 D6 E6")
    state = standing(standing(state, "3A", "D8 E8"), "0", "I5", seat=1)
    state = standing(state, "6", "H7 I7 H8 I8", seat=1)
    state = with_gardens(over(state), "F5 E7 I6")
    assert "10 prestige, now 21, tens at 2" == notes_of(state, 0)
    assert "5 prestige, now 15" == notes_of(state, 1)


def test_11_at_89_each_the_higher_ones_of_prestige_win() -> None:
    state = over(at_work())
    first = player(state).population._replace(tiles=89)
    state = having(
        having(state, 0, population=first, prestige=17), 1, population=first, prestige=98
    )
    one, other = dilluvia.score(state)
    assert (89, 2, "") == (one.total, one.rank, one.tie)
    assert (89, 1) == (other.total, other.rank)
    assert "before p1: prestige 98 is closer to the next ten than 17" == other.tie
    assert {"market": 89} == lines(state)
