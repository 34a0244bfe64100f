"""Dilluvia rules 21 to 26: workers, circles, coins, bonuses, whose turn it is."""

from __future__ import annotations

import pytest

from engine import dilluvia
from engine.dilluvia.answers import awaited
from engine.dilluvia.components import COLOURS
from engine.dilluvia.state import ACTIONS, INCOMES, Turn, WorkersOnCircle
from tests.engine.dilluvia.table import (
    at_work,
    claiming,
    having,
    holding,
    last_round,
    legal_words,
    play,
    player,
    refusal,
    standing,
)


def test_rule_21_players_take_turns_in_turn_order() -> None:
    state = at_work(3)._replace(order=(2, 0, 1))
    seats = []
    for _ in range(6):
        seats.append(dilluvia.awaiting(state)[0])
        state = play(state, f"{seats[-1]}: workers 1 {COLOURS[len(seats) % 4]}")
    assert ["p3", "p1", "p2"] * 2 == seats


def test_rule_21_who_has_no_worker_left_is_skipped() -> None:
    state = play(having(at_work(3), 1, idle=0, special=False), "p1: workers 1 white")
    assert ("p3",) == dilluvia.awaiting(state)


def test_rule_21_the_phase_lasts_until_all_workers_are_placed() -> None:
    state = having(at_work(), 1, idle=0, special=False)
    state = play(state, "p1: workers 5 white")
    assert (ACTIONS, ("p1",)) == (state.turn.phase, dilluvia.awaiting(state))
    after = play(state, "p1: workers 1 black with special")
    assert 2 == after.turn.round


def test_rule_21_nobody_passes_with_a_worker_left() -> None:
    assert "p1 has to place a worker first" == refusal(at_work(), "p1: done")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("workers 6 white", "p1 has 5 and the special one to place, not 6"),
        ("workers 7 white with special", "p1 has 5 and the special one to place, not 7"),
        ("workers 2 order", "a circle of order takes one worker"),
        ("workers 2 market", "a circle of market takes one worker"),
    ],
)
def test_rule_21_workers_that_cannot_be_placed(words: str, reason: str) -> None:
    assert reason == refusal(at_work(), f"p1: {words}")


def test_rule_21_the_special_worker_is_placed_once() -> None:
    state = play(at_work(), "p1: workers 1 white with special", "p2: workers 1 white")
    reason = "the special worker of p1 is placed already"
    assert reason == refusal(state, "p1: workers 1 black with special")


@pytest.mark.parametrize(
    ("seats", "circles"),
    [
        (2, "order 2 income 2 white 2 claims 3 build 3"),
        (3, "order 3 income 3 white 3 claims 4 build 4"),
        (4, "order 4 income 4 white 4 claims 5 build 5"),
    ],
)
def test_rule_22_circles_by_the_number_of_players(seats: int, circles: str) -> None:
    areas = at_work(seats).rules.areas
    names = ("order", "income", "white", "claims", "build")
    assert circles == " ".join(f"{name} {len(areas[name].circles)}" for name in names)
    assert all(areas[colour].circles == areas["white"].circles for colour in COLOURS)


def test_rule_22_a_full_area_takes_nobody() -> None:
    state = play(at_work(), "p1: workers 1 income", "p2: workers 1 income")
    reason = "all 2 circles of income for 2 players are taken"
    assert reason == refusal(state, "p1: workers 1 income")


def test_rule_23_a_coin_circle_is_paid_once_whatever_is_placed() -> None:
    state = play(at_work(), "p1: workers 1 white", "p2: workers 3 white")
    assert (19, (3, 0, 0, 0)) == (player(state, 1).money, player(state, 1).cubes)


def test_rule_23_without_money_the_coin_circle_is_closed() -> None:
    state = having(play(at_work(), "p1: workers 1 white"), 1, money=0)
    assert "the next circle costs 1, there is 0" == refusal(state, "p2: workers 1 white")


def test_rule_24_a_player_has_a_circle_of_the_own_colour_and_then_the_white_one() -> None:
    state = play(at_work(3), "p1: workers 1 market", "p1: pick W1", "p2: workers 1 market")
    state = play(state, "p2: pick W2", "p3: workers 1 white", "p1: workers 1 market", "p1: pick W3")
    reason = "the white circle of market is taken"
    assert reason == refusal(state, "p2: workers 1 market")
    state = play(state, "p2: workers 1 white", "p3: workers 1 market", "p3: pick W4")
    assert "p1 has used market twice already" == refusal(state, "p1: workers 1 market")


def test_rule_24_the_garden_is_used_once_in_a_round() -> None:
    state = claiming(at_work(), "F6 G6")
    state = play(state, "p1: workers 1 garden", "p1: garden F6", "p2: workers 1 white")
    assert "p1 has used garden once already" == refusal(state, "p1: workers 1 garden")


def test_area_1_the_order_of_the_next_round() -> None:
    state = play(at_work(4), "p1: workers 1 white", "p2: workers 1 white", "p3: workers 1 order")
    state = play(state, "p4: workers 1 order")
    for seat in range(4):
        state = having(state, seat, idle=0, special=False)
    assert (2, 3, 0, 1) == play(having(state, idle=1), "p1: workers 1 black").order


@pytest.mark.parametrize(("workers", "money"), [(1, 1), (2, 2), (3, 4), (4, 5), (5, 6)])
def test_area_2_one_money_each_and_one_for_every_three(workers: int, money: int) -> None:
    state = play(having(at_work(), money=0), f"p1: workers {workers} income")
    assert money == player(state).money


def test_area_2_six_workers_bring_8() -> None:
    state = play(having(at_work(), money=0, idle=6), "p1: workers 6 income")
    assert 6 + 2 == player(state).money


@pytest.mark.parametrize("colour", COLOURS)
def test_area_3_a_cube_of_the_colour_each(colour: str) -> None:
    state = play(at_work(), f"p1: workers 3 {colour}")
    assert 3 == player(state).cubes[COLOURS.index(colour)] == sum(player(state).cubes)


def test_area_6_three_money_for_any_tile_that_is_left() -> None:
    state = play(at_work(), "p1: workers 1 market", "p1: pick W12")
    assert (17, True) == (
        player(state).money,
        bool(player(state).tiles & state.rules.tiles_by_id["W12"].bit),
    )
    assert "W12 is not on the market" == refusal(
        play(state, "p2: workers 1 market"), "p2: pick W12"
    )


def test_area_6_a_tile_with_a_price_of_5_costs_3_too() -> None:
    state = at_work()
    tiles = (state.rules.tiles.index(state.rules.tiles_by_id["G20"]), *state.market.tiles[1:])
    market = state.market._replace(tiles=tiles)
    state = play(state._replace(market=market), "p1: workers 1 market", "p1: pick G20")
    assert 17 == player(state).money


def test_area_6_in_the_last_round_a_printed_square_is_used() -> None:
    state = play(at_work(round=7), "p1: workers 1 market", "p1: square 1 1")
    assert 20 - 3 + 8 == player(state).money
    state = play(state, "p2: workers 1 market")
    assert "square 1 1 is used already" == refusal(state, "p2: square 1 1")


BONUSES = [
    ("order", "prestige", 1),
    ("income", "money", 23),
    ("white", "cubes", (2, 0, 0, 0)),
    ("purple", "cubes", (0, 0, 0, 2)),
    ("build", "prestige", 4),
]


@pytest.mark.parametrize(("area", "what", "value"), BONUSES)
def test_rule_25_the_first_special_worker_earns_the_bonus(
    area: str, what: str, value: object
) -> None:
    state = play(at_work(), f"p1: workers 1 {area} with special")
    assert value == getattr(player(state), what)


def test_rule_25_the_second_special_worker_earns_nothing() -> None:
    state = play(
        at_work(), "p1: workers 1 income with special", "p2: workers 1 income with special"
    )
    assert (23, 21) == (player(state).money, player(state, 1).money)


def test_rule_25_the_four_colours_are_one_area() -> None:
    state = play(at_work(), "p1: workers 1 white with special", "p2: workers 1 black with special")
    assert (0, 1, 0, 0) == player(state, 1).cubes


def test_rule_25_claims_one_free_square() -> None:
    state = play(having(at_work(), money=1), "p1: workers 1 claims with special")
    state = play(state, "p1: claim F6", "p1: claim F5")
    assert (0, 2) == (player(state).money, player(state).claims.bit_count())


def test_rule_25_market_a_cube_of_choice() -> None:
    state = play(at_work(), "p1: workers 1 market with special", "p1: pick W12", "p1: take brown 1")
    assert (0, 0, 1, 0) == player(state).cubes


def test_rule_25_garden_2_population() -> None:
    state = play(claiming(at_work(), "F6"), "p1: workers 1 garden with special", "p1: garden F6")
    assert 2 == player(state).population.gardens


def test_rule_25_switch_one_more_building() -> None:
    state = at_work()
    for square in ("F6", "G6", "H6", "F7"):
        state = standing(state, "1A", square)
    state = play(state, "p1: workers 1 switch with special")
    state = play(state, "p1: switch F6", "p1: switch G6", "p1: switch H6")
    assert ("p2",) == dilluvia.awaiting(state)


def test_ruling_30_the_bonus_for_the_order_is_the_place_of_this_round() -> None:
    state = at_work(4)._replace(order=(3, 2, 1, 0))
    state = play(state, *(f"p{n}: workers 1 white" for n in (4, 3, 2)))
    assert 4 == player(play(state, "p1: workers 1 order with special")).prestige


def test_ruling_6_the_bonus_for_building_comes_before_the_building() -> None:
    state = having(claiming(at_work(), "F6"), cubes=(0, 0, 1, 1), prestige=7, house=1)
    state = play(state, "p1: workers 1 build with special", "p1: build 1A F6 goods")
    assert ((1,), 2) == (player(state).population.tens, player(state).house)


def test_ruling_11_an_area_is_used_if_anything_in_it_is_possible() -> None:
    state = play(at_work(), "p1: workers 1 claims")
    reason = "the workers in claims must do something first"
    assert reason == refusal(state, "p1: done")


@pytest.mark.parametrize(
    ("area", "verb"), [("claims", "claim"), ("build", "build"), ("switch", "switch")]
)
def test_ruling_11_the_end_of_a_turn_is_offered_where_it_is_allowed(area: str, verb: str) -> None:
    state = claiming(having(at_work(), cubes=(4, 4, 4, 4), house=4), "F6 F5 F8 H6")
    state = standing(standing(state, "1B", "G6"), "1B", "G5")
    count = 1 if area == "switch" else 2
    state = play(state, f"p1: workers {count} {area} with special")
    for allowed in (False, True):
        assert allowed == ("done" in legal_words(state))
        assert allowed == ("or ." in str(awaited(state, "p1").what))
        assert allowed == ("or done" in refusal(state, "p1: buy 1"))
        state = play(state, f"p1: {legal_words(state, verb=verb)[0]}")


@pytest.mark.parametrize("area", ["claims", "market", "garden", "switch", "build"])
def test_ruling_11_a_worker_may_be_placed_where_nothing_is_possible(area: str) -> None:
    state = play(having(at_work(), money=0), f"p1: workers 1 {area}")
    assert (("p2",), 4) == (dilluvia.awaiting(state), player(state).idle)


def test_ruling_11_without_a_circle_the_workers_go_back() -> None:
    state = at_work()
    every = [
        (WorkersOnCircle(1, 1, False),) * len(area.circles) for area in state.rules.areas.values()
    ]
    both = (WorkersOnCircle(0, 1, False), WorkersOnCircle(1, 1, False)) * 2
    full = (*every[:2], every[2][1:], *every[3:8], both, both, both)
    state = having(having(state._replace(circles=full), special=False), 1, special=False)
    state = play(having(state, idle=1), "p1: workers 1 white")
    assert (2, 5) == (state.turn.round, player(state, 1).idle)


def test_ruling_11_read_so_that_an_area_may_be_left_workers_do_nothing() -> None:
    state = at_work(use_of_areas="may")
    for area in ("claims", "build"):
        assert ("p2",) == dilluvia.awaiting(play(state, f"p1: workers 1 {area}", "p1: done"))


def test_ruling_11_read_so_that_an_area_may_be_left_nothing_is_bought() -> None:
    state = play(at_work(use_of_areas="may"), "p1: workers 1 market with special")
    assert ["pick W1", "pick W2"] == legal_words(state)[:2]
    assert "now a tile of the market is taken: pick W12, or done" == refusal(state, "p1: switch F5")
    assert 17 == player(play(state, "p1: pick W1")).money
    state = play(state, "p1: done", "p1: take brown 1")
    assert (("p2",), 20) == (dilluvia.awaiting(state), player(state).money)
    state = play(claiming(at_work(use_of_areas="may"), "F6"), "p1: workers 1 garden", "p1: done")
    assert (("p2",), 0) == (dilluvia.awaiting(state), state.ground.gardens)
    state = having(last_round(use_of_areas="may"), money=9)
    state = play(state._replace(turn=Turn(7, ACTIONS)), "p1: workers 1 market", "p1: done")
    assert (9, 0) == (player(state).money, state.market.cubes)


def test_ruling_12_one_worker_of_a_player_in_the_order() -> None:
    state = play(at_work(), "p1: workers 1 order", "p2: workers 1 white")
    assert "a player may place only one worker in the turn order" == refusal(
        state, "p1: workers 1 order"
    )


def test_ruling_13_a_circle_of_cubes_is_of_one_colour() -> None:
    state = play(at_work(), "p1: workers 2 white")
    assert ((2, 0, 0, 0), ("p2",)) == (player(state).cubes, dilluvia.awaiting(state))


def test_ruling_35_the_turn_stays_with_who_can_still_use_a_tile() -> None:
    state = play(holding(standing(at_work(), "1A", "F6"), "M_SMALL"), "p1: workers 1 white")
    assert ["use M_SMALL", "done"] == legal_words(state)
    assert "now a tile is used, or the turn ends: done" == refusal(state, "p1: workers 1 white")
    assert ("p2",) == dilluvia.awaiting(play(state, "p1: done"))
    assert ("p2",) == dilluvia.awaiting(play(state, "p1: use M_SMALL"))


def test_ruling_35_done_ends_the_area_and_the_turn() -> None:
    state = holding(standing(at_work(), "1A", "F6"), "M_SMALL")
    state = play(state, "p1: workers 2 claims", "p1: claim F5", "p1: done")
    assert ("p2",) == dilluvia.awaiting(state)


def test_the_last_player_may_use_a_tile_after_the_last_worker() -> None:
    state = holding(standing(at_work(), "1A", "F6"), "M_SMALL")
    state = having(having(state, 0, idle=1, special=False), 1, idle=0, special=False)
    state = play(state, "p1: workers 1 white")
    assert (ACTIONS, ("p1",)) == (state.turn.phase, dilluvia.awaiting(state))
    state = having(state, markers=player(state).markers._replace(cubes=1))
    assert INCOMES == play(state, "p1: done").turn.phase


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("p2: workers 1 white", "it is not for p2 to move: p1 is next, workers are placed: "),
        ("p9: workers 1 white", "p9 is no seat here: p1, p2"),
        ("p1: buy 1", "now workers are placed: workers 3 income"),
        ("*: market W1", "it is not for * to move: p1 is next, workers are placed: "),
    ],
)
def test_whose_turn_it_is_and_for_what(line: str, reason: str) -> None:
    assert refusal(at_work(), line).startswith(reason)


def test_nobody_moves_after_the_last_round() -> None:
    state = at_work(round=7)
    for seat in range(2):
        state = having(state, seat, idle=int(not seat), special=False)
    state = play(state, "p1: workers 1 white")
    assert () == dilluvia.awaiting(state)
    assert [] == [*dilluvia.legal(state, "p1"), *dilluvia.legal(state, "*")]
    reason = "the game is over: seven rounds are played"
    assert reason == refusal(state, "p1: workers 1 white")
    assert reason == refusal(state, "*: market W1")
