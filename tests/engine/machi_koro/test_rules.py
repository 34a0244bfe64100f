"""The rules of docs/rules/machi_koro.md, a test or more for each, by its number."""

from __future__ import annotations

import pytest

from engine import machi_koro
from engine.kernel.game import Setup
from engine.machi_koro.components import CARDS, LANDMARKS
from engine.machi_koro.state import MachiKoroState
from tests.engine.machi_koro.tables import choices, coins, does, has, pile, rolled, table

RICH = """
    p1: 50 coins
    p2: 50 coins
"""
SIX = """
    p1: 0 coins, stadium, tv_station, business_center, bakery
    p2: 9 coins, mine
    p3: 9 coins, ranch
"""
PARK = "train_station, amusement_park"


def begun(seats: int = 4) -> MachiKoroState:
    return machi_koro.start(Setup(machi_koro.SEATS[:seats]))


# The beginning.


def test_everybody_begins_with_two_cards_three_coins_and_no_landmark() -> None:
    for city in begun().cities:
        assert (3, 0, 0) == (city.coins, city.landmarks, city.spent)
    assert has(begun(), "p4") == {"wheat_field": 1, "bakery": 1}


def test_the_market_has_84_cards_in_15_piles() -> None:
    assert [card.supply for card in CARDS] == list(begun().market)
    assert (15, 84) == (len(begun().market), sum(begun().market))


def test_the_cards_of_the_start_are_not_from_the_market() -> None:
    assert (6, 6) == (pile(begun(), "wheat_field"), pile(begun(), "bakery"))


def test_a_landmark_costs_52_coins_for_all_four() -> None:
    assert 52 == sum(landmark.cost for landmark in LANDMARKS)


# 1. The turn.


def test_1_a_turn_is_a_roll_then_income_then_one_building() -> None:
    state = does(begun(2), "*: dice 1")
    assert (4, 4) == coins(state)
    state = does(state, "p1: build ranch")
    assert (3, 4) == coins(state)
    assert {"wheat_field": 1, "ranch": 1, "bakery": 1} == has(state, "p1")
    assert ("*",) == machi_koro.awaiting(state)
    assert 5 == pile(state, "ranch")


def test_1_the_turns_go_clockwise_and_round() -> None:
    state, turns = begun(3), []
    for _ in range(4):
        turns.append(state.seats[state.turn])
        state = does(rolled(state, 5), f"{turns[-1]}: pass")
    assert ["p1", "p2", "p3", "p1"] == turns


def test_1_nobody_has_to_build() -> None:
    state = rolled(table(RICH), 4)
    assert "pass" in choices(state)
    assert 50 == does(state, "p1: pass").cities[0].coins


def test_1_a_landmark_is_built_in_place_of_an_establishment() -> None:
    state = does(rolled(table(RICH), 4), "p1: build radio_tower")
    assert (28, 22) == (state.cities[0].coins, state.cities[0].spent)
    assert "p2" == state.seats[state.turn]


# 2. The dice.


def test_2_without_a_train_station_the_table_rolls_one_die_and_nothing_is_chosen() -> None:
    assert ["dice 1", "dice 2", "dice 3", "dice 4", "dice 5", "dice 6"] == choices(begun())


def test_2_with_a_train_station_the_player_chooses_one_die_or_two_each_turn() -> None:
    state = table("p1: 0 coins, train_station\np2: 0 coins")
    assert ["roll 1", "roll 2"] == choices(state)
    assert 6 == len(choices(does(state, "p1: roll 1")))
    assert 36 == len(choices(does(state, "p1: roll 2")))


def test_2_a_train_station_serves_its_owner_alone() -> None:
    assert 6 == len(choices(table("p1: 0 coins\np2: 0 coins, train_station")))


# 3. The order of income.


def test_3_red_comes_before_green_and_blue() -> None:
    state = table("""
        p1: 1 coins, mine, train_station
        p2: 0 coins, family_restaurant
    """)
    assert (5, 1) == coins(rolled(state, 4, 5))


def test_3_every_copy_fires() -> None:
    assert (15, 0) == coins(rolled(table("p1: 0 coins, mine x3, train_station\np2: 0 coins"), 3, 6))


# 4. Fees.


def test_4_a_fee_is_due_on_the_roll_of_somebody_else() -> None:
    both = "p1: 4 coins, cafe\np2: 4 coins, cafe"
    assert (3, 5) == coins(rolled(table(both), 3))
    assert (5, 3) == coins(rolled(table(both, turn="p2"), 3))


def test_4_fees_are_paid_anticlockwise_and_the_rest_is_forgiven() -> None:
    state = table("""
        p1: 0 coins, cafe x2
        p2: 3 coins
        p3: 0 coins, cafe x2
        p4: 0 coins, cafe x2
    """, turn="p2")  # fmt: skip
    state = rolled(state, 3)
    assert (2, 0, 0, 1) == coins(state)
    assert [("p1", 0), ("p4", 1), ("p3", 2)] == [(p.payee, p.forgiven) for p in state.payments]


# 5. The Shopping Mall.


@pytest.mark.parametrize("earner", ["bakery", "convenience_store"])
def test_5_a_mall_adds_one_to_each_bread_card(earner: str) -> None:
    number = 4 if earner == "convenience_store" else 2
    plain, more = (
        coins(rolled(table(f"p1: 0 coins, {earner} x2{mall}\np2: 0 coins"), number))[0]
        for mall in ("", ", shopping_mall")
    )
    assert plain + 2 == more


def test_5_a_mall_adds_one_to_each_cup_card_and_the_roller_pays_it() -> None:
    state = table("p1: 9 coins, train_station\np2: 0 coins, family_restaurant x2, shopping_mall")
    assert (3, 6) == coins(rolled(state, 5, 4))


def test_5_what_the_mall_adds_to_a_fee_is_cut_with_it() -> None:
    state = table("p1: 3 coins\np2: 0 coins, cafe x2, shopping_mall")
    assert (0, 3) == coins(rolled(state, 3))


# 6. The purple cards that take coins.


def test_6_a_stadium_takes_two_from_everybody_who_has_two() -> None:
    state = table("p1: 0 coins, stadium\np2: 5 coins\np3: 1 coins\np4: 0 coins")
    assert (3, 3, 0, 0) == coins(rolled(state, 6))


def test_6_a_tv_station_takes_five_from_whom_its_owner_chooses() -> None:
    state = rolled(table("p1: 0 coins, tv_station\np2: 9 coins\np3: 4 coins"), 6)
    assert ["target p2", "target p3"] == choices(state)
    assert (5, 4, 4) == coins(does(state, "p1: target p2"))
    assert (4, 9, 0) == coins(does(state, "p1: target p3"))


def test_6_a_broke_player_may_be_the_target() -> None:
    state = rolled(table("p1: 0 coins, tv_station\np2: 9 coins\np3: 0 coins"), 6)
    state = does(state, "p1: target p3")
    assert (0, 9, 0) == coins(state)
    assert 5 == state.payments[0].forgiven


def test_6_with_two_players_there_is_no_target_to_choose() -> None:
    state = rolled(table("p1: 0 coins, tv_station, stadium\np2: 6 coins"), 6)
    assert "build" == state.phase
    assert (6, 0) == coins(state)
    assert [("stadium", 2), ("tv_station", 4)] == [(p.card, p.amount) for p in state.payments]


def test_6_all_purples_fire_on_a_six_in_the_order_of_their_cost() -> None:
    state = rolled(table(SIX), 6)
    assert (4, 7, 7) == coins(state)
    assert "target" == state.phase
    state = does(state, "p1: target p3")
    assert (9, 7, 2) == coins(state)
    assert "swap" == state.phase
    state = does(state, "p1: swap bakery p2 mine")
    assert "build" == state.phase


def test_6_purples_fire_on_the_own_roll_alone() -> None:
    state = rolled(table(SIX, turn="p2"), 6)
    assert ("build", ()) == (state.phase, state.payments)


# 7. The Business Center.


def test_7_a_business_center_swaps_an_establishment_for_one_of_another_player() -> None:
    state = does(rolled(table("p1: 0 coins, business_center, bakery\np2: 0 coins, mine"), 6),
                 "p1: swap bakery p2 mine")  # fmt: skip
    assert {"business_center": 1, "mine": 1} == has(state, "p1")
    assert {"bakery": 1} == has(state, "p2")


def test_7_no_establishment_with_a_tower_is_swapped() -> None:
    state = rolled(
        table("p1: 0 coins, business_center, bakery\np2: 0 coins, stadium, wheat_field"), 6
    )
    assert ["swap bakery p2 wheat_field", "swap nothing"] == choices(state)


def test_7_when_nothing_different_can_be_had_there_is_no_swap_to_decide() -> None:
    state = rolled(table("p1: 0 coins, business_center, bakery\np2: 0 coins, bakery x2"), 6)
    assert "build" == state.phase


# 8. The Radio Tower.


def test_8_with_a_radio_tower_a_throw_is_kept_or_rerolled_before_income() -> None:
    state = does(table("p1: 0 coins, wheat_field, radio_tower\np2: 0 coins"), "*: dice 1")
    assert (0, 0) == coins(state)
    assert ["keep", "reroll"] == choices(state)
    assert (1, 0) == coins(does(state, "p1: keep"))


def test_8_the_second_throw_stands() -> None:
    state = does(
        table("p1: 0 coins, wheat_field, radio_tower\np2: 0 coins"),
        "*: dice 3", "p1: reroll", "*: dice 1",
    )  # fmt: skip
    assert ("build", 1) == (state.phase, state.cities[0].coins)


def test_8_an_extra_turn_has_its_own_reroll() -> None:
    state = does(
        table(f"p1: 0 coins, {PARK}, radio_tower\np2: 0 coins"),
        "p1: roll 2", "*: dice 1 2", "p1: reroll", "*: dice 2 2", "p1: pass",
        "p1: roll 2", "*: dice 1 2",
    )  # fmt: skip
    assert ["keep", "reroll"] == choices(state)


# 9. The Amusement Park.


def test_9_doubles_with_a_park_bring_another_turn_and_chain() -> None:
    state = table(f"p1: 9 coins, {PARK}\np2: 0 coins")
    for double in (2, 4, 6):
        state = does(rolled(state, double, double), "p1: build ranch")
        assert ("roll", 0) == (state.phase, state.turn)
    state = does(rolled(state, 1, 2), "p1: pass")
    assert 1 == state.turn


def test_9_doubles_without_a_park_bring_nothing() -> None:
    state = does(rolled(table("p1: 9 coins, train_station\np2: 0 coins"), 2, 2), "p1: pass")
    assert 1 == state.turn


def test_9_a_throw_that_was_rerolled_counts_for_nothing() -> None:
    state = does(
        table(f"p1: 0 coins, {PARK}, radio_tower\np2: 0 coins"),
        "p1: roll 2", "*: dice 5 5", "p1: reroll", "*: dice 1 2", "p1: pass",
    )  # fmt: skip
    assert 1 == state.turn


# 10. One of a purple kind.


def test_10_a_city_has_at_most_one_purple_card_of_a_kind() -> None:
    state = rolled(table("p1: 50 coins, stadium\np2: 0 coins"), 4)
    assert {"build tv_station", "build business_center"} < set(choices(state))
    assert "build stadium" not in choices(state)


# 11. The end.


def test_11_the_fourth_landmark_wins_at_once_whatever_turn_is_due() -> None:
    state = table(f"p1: 22 coins, {PARK}, shopping_mall\np2: 0 coins")
    state = does(rolled(state, 4, 4), "p1: build radio_tower")
    assert () == machi_koro.awaiting(state)
    winner, other = machi_koro.score(state)
    assert (4, 1) == (winner.total, winner.rank)
    assert (0, 2) == (other.total, other.rank)


def test_11_the_sheet_notes_coins_money_spent_and_cards() -> None:
    state = does(rolled(table("p1: 9 coins, bakery\np2: 0 coins"), 2), "p1: build mine")
    first, _ = machi_koro.score(state)
    assert (("coins", 4), ("spent", 6), ("cards", 2)) == first.figures


# 12, 13. Bank and market: see the options.


def test_12_the_bank_never_runs_dry() -> None:
    state = table("p1: 280 coins, mine x6, train_station\np2: 0 coins")
    assert (310, 0) == coins(rolled(state, 4, 5))


def test_13_a_pile_runs_out_and_stays_empty() -> None:
    state = table("p1: 50 coins, train_station\np2: 50 coins, train_station")
    for turn in range(6):
        state = does(rolled(state, 1, 6), f"p{turn % 2 + 1}: build ranch")
    assert 0 == pile(state, "ranch")
    assert "build ranch" not in choices(rolled(state, 1, 6))
