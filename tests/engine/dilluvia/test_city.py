"""Dilluvia rules 27 to 42: claims, buildings, propellers, gardens, switches."""

from __future__ import annotations

from typing import Any

import pytest

from engine import dilluvia
from engine.dilluvia.state import DilluviaState
from tests.engine.dilluvia.table import (
    at_work,
    claiming,
    having,
    holding,
    legal_words,
    names,
    play,
    player,
    refusal,
    standing,
    with_gardens,
    with_propellers,
)


def claims(seats: int = 2, workers: int = 4, **header: Any) -> DilluviaState:
    """p1 has placed workers to claim."""
    return play(at_work(seats, **header), f"p1: workers {workers} claims")


def builds(
    state: DilluviaState, workers: int = 1, cubes: tuple[int, int, int, int] = (9, 9, 9, 9)
) -> DilluviaState:
    """p1 has placed workers to build, with cubes."""
    return play(having(state, cubes=cubes), f"p1: workers {workers} build")


def switches(state: DilluviaState) -> DilluviaState:
    """p1 has placed a worker to switch."""
    return play(state, "p1: workers 1 switch")


@pytest.mark.parametrize(("squares", "workers", "price"), [("F6", 1, 1), ("F6 F5", 2, 2)])
def test_rule_27_what_claims_take(squares: str, workers: int, price: int) -> None:
    state = play(claims(), f"p1: claim {squares}")
    assert state.turn.open is not None
    assert (4 - workers, 20 - price) == (state.turn.open.left, player(state).money)


def test_rule_27_four_squares_take_three_workers_and_4_money() -> None:
    state = play(claims(workers=3), "p1: claim E5 F5 E6 F6")
    assert (16, ("p2",)) == (player(state).money, dilluvia.awaiting(state))


def test_rule_27_more_squares_than_workers() -> None:
    reason = "a claim of 4 takes 3 workers, 2 left here"
    assert reason == refusal(claims(workers=2), "p1: claim E5 F5 E6 F6")


def test_rule_27_too_little_money_says_how_much_is_missing() -> None:
    state = having(claims(), money=1)
    assert "a claim of 4 costs 4, there is 1: 3 short" == refusal(state, "p1: claim E5 F5 E6 F6")


@pytest.mark.parametrize("squares", ["F6 G5", "F6 F4", "F6 F5 F4", "E5 F5 E6 G6"])
def test_rule_27_a_claim_of_another_shape(squares: str) -> None:
    assert refusal(claims(), f"p1: claim {squares}").endswith(
        "name one square, two in line or a block of four"
    )


def test_rule_28_the_first_claim_is_beside_the_propeller_in_the_middle() -> None:
    assert ["F6", "G6", "H6", "F7", "H7", "F8", "G8", "H8"] == [
        words.split()[1] for words in legal_words(claims(workers=1), verb="claim")
    ]
    reason = "the first claim must cover a square around the propeller in the middle"
    assert reason == refusal(claims(), "p1: claim E5")


def test_rule_28_with_the_middle_full_it_is_beside_a_building_of_somebody_else() -> None:
    state = claiming(claims(), "F6 G6 H6 F7 H7 F8 G8 H8", seat=1)
    state = standing(state, "1A", "I9", seat=1)
    reason = "the middle is full: the first claim must touch a building of another player"
    assert reason == refusal(state, "p1: claim E5")
    assert "J10" == names(play(state, "p1: claim J10"), player(play(state, "p1: claim J10")).claims)


@pytest.mark.parametrize("square", ["E5", "F5", "G5", "E6", "E7"])
def test_rule_29_later_claims_touch_what_is_yours_corners_too(square: str) -> None:
    state = play(claims(), "p1: claim F6", f"p1: claim {square}")
    assert 2 == player(state).claims.bit_count()


def test_rule_29_a_claim_elsewhere_is_refused() -> None:
    state = play(claims(), "p1: claim F6")
    reason = "the squares touch no own claim, building or propeller"
    assert reason == refusal(state, "p1: claim D6")
    assert reason == refusal(state, "p1: claim H8")


def test_rule_29_buildings_count_too() -> None:
    assert play(standing(claims(), "1A", "F6"), "p1: claim E5")


@pytest.mark.parametrize("square", ["F6", "G6", "H6"])
def test_rule_30_only_empty_squares(square: str) -> None:
    state = with_gardens(standing(claiming(claims(), "F6", seat=1), "1A", "G6", seat=1), "H6")
    assert f"{square} is not empty" == refusal(state, f"p1: claim {square}")


def test_rule_30_propellers_are_no_squares_for_claims() -> None:
    state = claiming(claims(), "F5")
    assert "G4 is not empty" == refusal(state, "p1: claim F4 G4")


@pytest.mark.parametrize(
    ("seats", "square", "free"),
    [(2, "B6", False), (3, "B6", True), (3, "A6", False), (4, "A6", True)],
)
def test_rule_31_rings_by_the_number_of_players(seats: int, square: str, free: bool) -> None:
    state = claiming(claims(seats), "C6")
    state = claiming(state, "B5") if seats > 2 else state
    if free:
        assert play(state, f"p1: claim {square}")
    else:
        reason = f"{square} is not in the city of {seats} players"
        assert reason == refusal(state, f"p1: claim {square}")


def test_rule_31_a_square_that_does_not_exist() -> None:
    assert "Z9 is no square of the city: A1 to M13" == refusal(claims(), "p1: claim Z9")


def test_rule_32_a_building_takes_cubes_and_own_squares() -> None:
    state = play(builds(claiming(at_work(), "F6"), cubes=(0, 0, 1, 1)), "p1: build 1A F6 goods")
    assert ((0, 0, 0, 0), 0, "F6") == (
        player(state).cubes,
        player(state).claims,
        names(state, player(state).built),
    )


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("build 3A F6 goods", "a building 3A comes in round 3, this is round 2"),
        ("build 2A F6 G6 goods", "a building 2A covers 1, not 2"),
        ("build 2A H6 goods", "H6 is not claimed by p1"),
        ("build 2A Z6 goods", "Z6 is no square of the city: A1 to M13"),
        ("build 2A F6 goods", "missing: 1 white, 1 black"),
        ("build 2A F6 worker", "the spaces of a building 2A are goods and prestige"),
        ("build 9 F6 goods", "9 is no building: 0, 1A, 1B, 2A, 2B, 3A, 3B, 4A, 4B, 5A, 5B, 6"),
        ("build 1A F6 goods less brown", "no tile in hand makes a building 1 cheaper"),
    ],
)
def test_rule_32_what_cannot_be_built(words: str, reason: str) -> None:
    state = play(
        having(claiming(at_work(round=2), "F6 G6"), cubes=(0, 0, 9, 9)), "p1: workers 1 build"
    )
    assert reason == refusal(state, f"p1: {words}")


def test_rule_32_no_building_of_an_empty_stack() -> None:
    state = claiming(at_work(), "F6")
    state = state._replace(ground=state.ground._replace(stacks=(0, 0, *state.ground.stacks[2:])))
    assert "no building 1A is left" == refusal(builds(state), "p1: build 1A F6 goods")


def test_rule_32_as_many_buildings_as_workers() -> None:
    state = play(builds(claiming(at_work(), "F6 G6")), "p1: build 1A F6 goods")
    reason = "each worker here has built a building"
    assert reason == refusal(state, "p1: build 1A G6 goods")


@pytest.mark.parametrize(
    ("building", "squares"), [("1A", "F6"), ("3A", "F6 G6"), ("6", "E5 F5 E6 F6")]
)
def test_rule_32_buildings_of_each_size(building: str, squares: str) -> None:
    state = builds(claiming(at_work(round=6), squares))
    assert play(state, f"p1: build {building} {squares} prestige")


def test_rule_33_every_building_and_propeller_moves_the_house() -> None:
    state = play(builds(claiming(at_work(), "F6")), "p1: build 1A F6 goods", "p1: propeller G4")
    assert 2 == player(state).house


@pytest.mark.parametrize(
    ("words", "markers"),
    [
        ("1A F6 goods", (2, 0, 0)),
        ("1B F6 goods", (1, 1, 0)),
        ("1B F6 prestige", (0, 0, 1)),
        ("2B F6 goods", (0, 2, 0)),
        ("3A F6 G6 goods", (3, 1, 0)),
        ("4B F6 G6 goods", (1, 3, 0)),
        ("5A F6 G6 prestige", (0, 0, 5)),
        ("0 F6 prestige", (0, 0, 2)),
    ],
)
def test_rule_34_the_space_of_the_cube_moves_the_markers(
    words: str, markers: tuple[int, int, int]
) -> None:
    state = play(builds(claiming(at_work(round=5), "F6 G6")), f"p1: build {words}")
    assert markers == player(state).markers


@pytest.mark.parametrize(("round", "population"), [(1, 2), (2, 0)])
def test_rule_35_a_building_of_the_round_brings_2_population(round: int, population: int) -> None:
    state = play(builds(claiming(at_work(round=round), "F6")), "p1: build 1A F6 goods")
    assert population == player(state).population.current


def test_rule_36_a_new_worker_comes_with_the_next_round() -> None:
    state = play(builds(claiming(at_work(), "F6")), "p1: build 0 F6 worker", "p1: done")
    assert (6, 4) == (player(state).workers, player(state).idle)
    for seat in range(2):
        state = having(state, seat, idle=0, special=False)
    state = play(having(state, 1, idle=1), "p2: workers 1 white")
    assert (2, 6) == (state.turn.round, player(state).idle)


def test_rule_36_three_workers_more_at_most() -> None:
    state = builds(claiming(having(at_work(), workers=8), "F6"))
    reason = "all 3 extra workers are in play: choose prestige"
    assert reason == refusal(state, "p1: build 0 F6 worker")


def test_ruling_25_with_three_extra_workers_a_0_still_brings_2_prestige() -> None:
    state = builds(claiming(having(at_work(), workers=8), "F6"))
    assert (0, 0, 2) == player(play(state, "p1: build 0 F6 prestige")).markers


def test_rule_37_a_propeller_brings_its_prestige_at_once() -> None:
    state = play(builds(claiming(at_work(), "F6")), "p1: propeller G2")
    assert (12, 6, 1) == (player(state).money, player(state).prestige, player(state).house)


def test_rule_37_claims_may_touch_the_new_propeller() -> None:
    state = play(builds(at_work()), "p1: propeller G4", "p2: workers 1 white")
    state = play(state, "p1: workers 2 claims", "p1: claim H3")
    assert play(state, "p1: claim I3")


def test_rule_37_the_first_claim_may_touch_an_own_propeller_or_the_middle() -> None:
    state = with_propellers(claims(), "D7")
    assert play(state, "p1: claim C6")
    assert play(state, "p1: claim H8")


@pytest.mark.parametrize(
    ("square", "reason"),
    [
        ("G7", "the propeller in the middle is not for sale"),
        ("F6", "no propeller stands on F6: G4 D7 J7 G10 C3 K3 C11 K11 G2 B7 L7 G12"),
        ("D7", "p2 has the propeller on D7"),
        ("G2", "a propeller costs 8, there is 5: 3 short"),
    ],
)
def test_rule_37_propellers_that_cannot_be_bought(square: str, reason: str) -> None:
    state = builds(with_propellers(having(at_work(), money=5), "D7", seat=1))
    assert reason == refusal(state, f"p1: propeller {square}")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_rule_37_all_propellers_are_for_sale_at_any_number_of_players(seats: int) -> None:
    assert 12 == len(legal_words(builds(at_work(seats)), verb="propeller"))


@pytest.mark.parametrize(
    ("house", "prestige", "tens"),
    [(0, 9, (1,)), (1, 9, (1,)), (2, 9, (2,)), (4, 6, (3,)), (40, 9, (18,)), (0, 5, ())],
)
def test_rule_38_a_ten_of_prestige_brings_the_value_of_the_house(
    house: int, prestige: int, tens: tuple[int, ...]
) -> None:
    state = having(at_work(), house=house, prestige=prestige, money=0)
    state = play(state, "p1: workers 1 build with special")
    assert (prestige + 4, tens) == (player(state).prestige, player(state).population.tens)


def test_ruling_7_several_tens_at_once_count_each() -> None:
    state = having(
        at_work(), prestige=9, house=2, markers=player(at_work()).markers._replace(prestige=21)
    )
    for seat in range(2):
        state = having(state, seat, idle=int(not seat), special=False)
    state = play(state, "p1: workers 1 white")
    assert (2, 2, 2) == player(state).population.tens


def test_rule_39_a_garden_replaces_an_own_claim_for_1_money() -> None:
    state = play(claiming(at_work(), "F6"), "p1: workers 1 garden", "p1: garden F6")
    assert (19, 0, "F6") == (
        player(state).money,
        player(state).claims,
        names(state, state.ground.gardens),
    )


@pytest.mark.parametrize(
    ("square", "reason"),
    [("G6", "G6 is not claimed by p1"), ("Z9", "Z9 is no square of the city: A1 to M13")],
)
def test_rule_39_gardens_that_cannot_be_placed(square: str, reason: str) -> None:
    state = play(claiming(at_work(), "F6"), "p1: workers 1 garden")
    assert reason == refusal(state, f"p1: garden {square}")


def test_rule_40_sixteen_gardens_and_no_more() -> None:
    every = "C4 C5 C6 C7 C8 C9 C10 D4 D5 D6 D8 D9 D10 E4 E5 E6"
    state = play(claiming(with_gardens(at_work(), every), "F6"), "p1: workers 1 garden")
    assert ("p2",) == dilluvia.awaiting(state)


def test_rule_41_one_or_two_cubes_change_their_space() -> None:
    state = standing(standing(standing(at_work(), "1A", "F6"), "2A", "G6"), "2B", "H6")
    state = play(switches(state), "p1: switch F6")
    assert (2, 0, 4) == player(state).markers
    state = play(state, "p1: switch H6")
    assert ((2, 2, 2), ("p2",)) == (player(state).markers, dilluvia.awaiting(state))


def test_rule_41_one_is_enough() -> None:
    state = standing(standing(at_work(), "1A", "F6"), "2A", "G6")
    assert ("p2",) == dilluvia.awaiting(play(switches(state), "p1: switch F6", "p1: done"))


def test_rule_41_not_the_same_building_twice() -> None:
    state = standing(standing(at_work(), "3A", "F6 F5"), "2A", "G6")
    state = play(switches(state), "p1: switch F6")
    reason = "the cube on F5 was switched already: switch another one"
    assert reason == refusal(state, "p1: switch F5")


def test_rule_41_only_own_buildings() -> None:
    state = standing(standing(at_work(), "1A", "F6"), "1A", "G6", seat=1)
    assert "no building of p1 stands on G6" == refusal(switches(state), "p1: switch G6")


def test_rule_42_a_worker_that_came_stays_and_comes_once() -> None:
    state = standing(standing(at_work(), "0", "F6", "worker"), "1A", "G6")
    assert 6 == player(state).workers
    state = play(switches(state), "p1: switch F6", "p1: done")
    assert (6, (0, 0, 3)) == (player(state).workers, player(state).markers)
    state = play(state, "p2: workers 1 white", "p1: workers 1 switch", "p1: switch F6")
    assert (6, (0, 0, 1)) == (player(state).workers, player(state).markers)


def test_rule_42_a_0_for_prestige_can_bring_its_worker_later() -> None:
    state = play(switches(standing(at_work(), "0", "F6")), "p1: switch F6")
    assert (6, (0, 0, 0)) == (player(state).workers, player(state).markers)


def test_ruling_36_a_switch_for_a_fourth_worker_is_refused() -> None:
    state = standing(standing(having(at_work(), workers=8), "0", "F6"), "1A", "G6")
    reason = "all 3 extra workers are in play: choose prestige"
    assert reason == refusal(switches(state), "p1: switch F6")


def test_ruling_4_a_player_may_have_several_propellers() -> None:
    state = play(builds(at_work(), 2), "p1: propeller G4", "p1: propeller D7")
    assert 2 == player(state).propellers.bit_count()


def test_ruling_5_each_worker_brings_up_to_a_building_and_a_propeller() -> None:
    state = play(builds(claiming(at_work(), "F6 G6")), "p1: propeller G4")
    reason = "each worker here has bought a propeller"
    assert reason == refusal(state, "p1: propeller D7")
    assert play(state, "p1: build 1A F6 goods")


def test_ruling_6_a_propeller_brings_prestige_before_the_house_moves() -> None:
    state = play(builds(having(at_work(), prestige=8, house=1)), "p1: propeller G4")
    assert ((1,), 2) == (player(state).population.tens, player(state).house)


def test_ruling_6_a_building_moves_the_house_before_what_it_earns() -> None:
    state = holding(having(claiming(at_work(), "F6"), prestige=9, house=1), "CURRENT_P3")
    state = play(builds(state), "p1: build 1A F6 goods")
    assert ((2,), 12) == (player(state).population.tens, player(state).prestige)


def test_ruling_8_a_first_claim_of_more_squares_needs_one_of_them_in_the_middle() -> None:
    assert play(claims(), "p1: claim E5 F5 E6 F6")
    reason = "the first claim must cover a square around the propeller in the middle"
    assert reason == refusal(claims(), "p1: claim D5 E5 D6 E6")


def test_ruling_9_the_claims_of_one_placement_may_follow_each_other() -> None:
    state = play(claims(), "p1: claim F6", "p1: claim E5", "p1: claim D4", "p1: claim C4")
    assert 4 == player(state).claims.bit_count()


def test_ruling_9_gardens_are_nothing_to_start_from() -> None:
    state = with_gardens(claiming(claims(), "F6"), "E5")
    assert "the squares touch no own claim, building or propeller" == refusal(state, "p1: claim D4")


def test_ruling_10_a_building_may_cover_squares_of_several_claims() -> None:
    state = play(claims(), "p1: claim F6", "p1: claim E6", "p1: claim E5", "p1: claim F5")
    state = play(state._replace(turn=state.turn._replace(round=6)), "p2: workers 1 white")
    assert play(builds(state), "p1: build 6 E5 F5 E6 F6 prestige")


@pytest.mark.parametrize(("start", "after"), [(35, 36), (36, 36)])
def test_ruling_26_a_marker_stays_at_36(start: int, after: int) -> None:
    state = claiming(at_work(), "F6")
    state = having(state, markers=player(state).markers._replace(money=start))
    assert after == player(play(builds(state), "p1: build 1A F6 goods")).markers.money


def test_ruling_26_a_switch_takes_from_where_the_marker_is() -> None:
    state = standing(standing(at_work(), "1A", "F6", "goods"), "1A", "G6")
    state = having(state, markers=player(state).markers._replace(money=36))
    assert 34 == player(play(switches(state), "p1: switch F6")).markers.money


def test_ruling_26_no_marker_falls_below_0() -> None:
    state = standing(standing(at_work(), "1A", "F6", "goods"), "1A", "G6")
    state = having(state, markers=player(state).markers._replace(money=1))
    assert 0 == player(play(switches(state), "p1: switch F6")).markers.money


def test_the_open_area_closes_when_nothing_is_possible_any_more() -> None:
    state = play(having(claims(), money=1), "p1: claim F6")
    assert ("p2",) == dilluvia.awaiting(state)


def test_building_goes_on_while_a_propeller_can_be_paid() -> None:
    state = having(claiming(at_work(), "F6"), money=4)
    assert ("p1",) == dilluvia.awaiting(play(builds(state), "p1: build 1A F6 goods"))
    state = having(state, money=3)
    assert ("p2",) == dilluvia.awaiting(play(builds(state), "p1: build 1A F6 goods"))
