"""Dilluvia rules 1 to 20: setting up, refilling, airships, purchases, the printed squares."""

from __future__ import annotations

from itertools import permutations

import pytest

from engine import dilluvia
from engine.dilluvia.state import ACTIONS, AIRSHIPS, EMPTY
from engine.kernel.errors import SetupError
from engine.kernel.game import CHANCE, Setup
from tests.engine.dilluvia.table import (
    at_work,
    begin,
    buying,
    claiming,
    dealt,
    having,
    holding,
    last_round,
    legal_words,
    play,
    player,
    refusal,
    without,
)


@pytest.mark.parametrize(
    ("seats", "reason"),
    [
        (("p1",), "1 seat: Dilluvia Project is for 2 to 4"),
        (("p1", "p5"), "p5 is not a seat of Dilluvia Project: p1, p2, p3, p4"),
    ],
)
def test_rule_1_two_to_four_seats(seats: tuple[str, ...], reason: str) -> None:
    with pytest.raises(SetupError, match=reason):
        dilluvia.start(Setup(seats))


@pytest.mark.parametrize(("seats", "tiles"), [(2, (26, 15)), (3, (31, 20)), (4, (36, 25))])
def test_rule_2_tiles_by_the_number_of_players(seats: int, tiles: tuple[int, int]) -> None:
    market = begin(seats).market
    assert tiles == (market.white.bit_count(), market.grey.bit_count())


def test_rule_3_sixteen_white_tiles_lie_on_the_market() -> None:
    state = dealt()
    assert (10, 15) == (state.market.white.bit_count(), state.market.grey.bit_count())
    assert EMPTY not in state.market.tiles


def test_rule_5_nobody_has_income_prestige_or_population() -> None:
    for owner in dealt(4).players:
        assert ((0, 0, 0), 0, 0, 0) == (
            owner.markers,
            owner.prestige,
            owner.house,
            owner.population.total,
        )
        assert ((0, 0, 0, 0), 0, ()) == (owner.cubes, owner.claims, owner.homes)


def test_rule_6_five_workers_and_the_special_one() -> None:
    assert (5, 5, True) == (player(dealt()).workers, player(dealt()).idle, player(dealt()).special)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_rule_7_the_table_draws_the_order_and_later_ones_have_more_money(seats: int) -> None:
    state = begin(seats)
    assert len(list(permutations(range(seats)))) == len(list(dilluvia.legal(state, CHANCE)))
    names = list(reversed(state.seats))
    state = play(state, f"*: order {' '.join(names)}")
    money = [state.players[state.seats.index(name)].money for name in names]
    assert [3, 4, 5, 6][:seats] == money


def test_rule_7_the_order_names_everybody_once() -> None:
    reason = "the turn order names each of p1, p2 once"
    assert reason == refusal(begin(), "*: order p1 p1")
    assert "p3 is no seat here: p1, p2" == refusal(begin(), "*: order p1 p3")


def test_rule_9_a_line_of_tiles_is_as_good_as_a_line_each() -> None:
    state = play(begin(), "*: order p1 p2")
    one_by_one = play(state, "*: market W3", "*: market W1", "*: market W20")
    assert one_by_one == play(state, "*: market W3 W1 W20")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("market W99", "W99 is no tile: the tiles are W1 to G25"),
        ("market W5", "W5 is only for 4 players"),
        ("market W27", "W27 is only for 3 players or more"),
        ("market W1 W1", "W1 has come before"),
        ("market G1", "G1 is grey: the white tiles come first, 26 are left"),
    ],
)
def test_rule_9_only_tiles_of_the_stack_come(words: str, reason: str) -> None:
    state = play(begin(), "*: order p1 p2")
    assert reason == refusal(state, f"*: {words}")


def test_rule_9_sixteen_tiles_are_due_and_no_more() -> None:
    state = play(begin(), "*: order p1 p2")
    names = " ".join(tile.id for tile in state.rules.tiles_of_mask(state.market.white)[:17])
    assert "17 tiles, but 16 are due" == refusal(state, f"*: market {names}")


def test_rule_9_white_tiles_come_before_grey_ones_by_rows_from_the_top() -> None:
    state = dealt()
    market = state.market._replace(tiles=(EMPTY, *state.market.tiles[1:15], EMPTY), white=1)
    state = state._replace(market=market, turn=state.turn._replace(phase="refill", round=2))
    state = play(state, "*: market W1 G1")
    assert (0, 36) == (state.market.tiles[0], state.market.tiles[15])
    assert AIRSHIPS == state.turn.phase


def test_rule_9_without_tiles_in_the_stacks_squares_stay_empty() -> None:
    state = play(begin(), "*: order p1 p2", "*: market W1 W2")
    market = state.market._replace(white=0, grey=1 << 36)
    state = play(state._replace(market=market), "*: market G1")
    assert (AIRSHIPS, 13) == (state.turn.phase, state.market.tiles.count(EMPTY))


def test_rule_10_an_airship_lies_at_any_of_sixteen_ends() -> None:
    assert 16 == len(legal_words(dealt(), verb="airship"))


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("north 2", "column 2 is taken: the airship of p1 lies at this end"),
        ("south 2", "column 2 is taken: the airship of p1 lies at the other end"),
    ],
)
def test_rule_11_a_line_is_for_one_airship(words: str, reason: str) -> None:
    state = play(dealt(), "p1: airship north 2")
    assert reason == refusal(state, f"p2: airship {words}")


def test_rule_11_a_row_may_cross_a_column() -> None:
    state = play(dealt(), "p1: airship north 2", "p2: airship west 2")
    assert [(1, 5, 9, 13), (4, 5, 6, 7)] == [ship.squares for ship in state.market.ships if ship]


def test_rule_11_the_other_end_counts_from_there() -> None:
    state = play(dealt(), "p1: airship south 2", "p2: airship east 2")
    assert [(13, 9, 5, 1), (7, 6, 5, 4)] == [ship.squares for ship in state.market.ships if ship]


def test_rule_12_the_price_is_the_distance() -> None:
    state = buying(having(dealt(), money=20), "west 1", "south 4")
    for distance in (1, 2, 3, 4):
        assert 20 - distance == player(play(state, f"p1: buy {distance}")).money


def test_rule_13_a_price_on_the_tile_stands_for_that_of_the_square() -> None:
    state = begin()
    market = state.market._replace(white=0)
    state = play(state._replace(market=market), "*: order p1 p2")
    names = [tile.id for tile in state.rules.tiles_of_mask(state.market.grey)]
    rest = [name for name in names if name not in ("G19", "G1", "G20", "G12")][:11]
    state = play(state, f"*: market G19 G12 G1 G20 {' '.join(rest)}")
    state = buying(having(state, money=20), "west 1", "south 4")
    assert 20 - 5 - 3 + 6 - 5 == player(play(state, "p1: buy 1 3 4")).money


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("buy 4", "square 4 of this line is empty"),
        ("buy 1 2 3", "buy 1 2 3 costs 6, there is 4: 2 short"),
    ],
)
def test_rule_14_what_cannot_be_bought(words: str, reason: str) -> None:
    state = without(buying(having(dealt(), money=4), "west 1", "south 3"), 3)
    assert reason == refusal(state, f"p1: {words}")


def test_rule_14_what_was_bought_is_gone_for_the_next_one() -> None:
    state = play(buying(dealt(), "west 1", "north 1"), "p1: buy 1")
    assert "square 1 of this line is empty" == refusal(state, "p2: buy 1")
    assert 4 + 1 == player(play(state, "p2: buy nothing"), 1).money


def test_rule_14_nobody_has_to_buy() -> None:
    state = play(buying(dealt(), "west 1", "south 4"), "p1: buy nothing", "p2: buy nothing")
    assert (ACTIONS, 0) == (state.turn.phase, state.actor)


def test_rule_15_what_counts_at_once_is_discarded_all_else_is_kept() -> None:
    state = having(buying(dealt(tiles="W6 W12 W34"), "west 1", "south 4"), money=6)
    state = play(state, "p1: buy 1 2 3")
    assert (2, 5) == (player(state).population.tiles, player(state).money)
    assert ["W12"] == [tile.id for tile in state.rules.tiles_of_mask(player(state).tiles)]


def test_rule_15_two_of_a_kind_may_be_held() -> None:
    state = play(having(buying(dealt(tiles="W9 W10"), "west 1", "south 4"), money=3), "p1: buy 1 2")
    assert state.rules.carriers["CONVERT"] == player(state).tiles


def test_rule_16_a_crown_raises_the_prestige_of_the_mat() -> None:
    state = play(buying(dealt(tiles="W9 W10"), "west 1", "south 4"), "p1: buy 1")
    assert (0, 0, 1) == player(state).markers


def test_rule_17_each_empty_square_pays_1() -> None:
    state = without(buying(dealt(), "west 1", "south 4"), 1, 2, 3)
    assert 3 - 1 + 3 == player(play(state, "p1: buy 1")).money


def test_rule_18_the_rest_of_the_tiles_lies_aside_in_the_last_round() -> None:
    state = at_work(round=6)
    for seat in range(2):
        state = having(state, seat, idle=int(not seat), special=False)
    before = state.market.tiles
    state = play(state, "p1: workers 1 white")
    assert (7, AIRSHIPS) == (state.turn.round, state.turn.phase)
    assert sum(1 << tile for tile in before) == state.market.aside
    assert {EMPTY} == set(state.market.tiles)


def test_rule_19_printed_squares_are_bought_by_distance_and_once() -> None:
    state = play(buying(last_round(), "west 1", "north 1"), "p1: buy 1 3")
    assert (20 - 4 + 8, 4) == (player(state).money, player(state).prestige)
    assert "square 1 of this line is used already" == refusal(state, "p2: buy 1")


def test_rule_19_used_squares_are_compensated() -> None:
    state = play(buying(last_round(), "west 1", "north 1"), "p1: buy 1 4", "p2: buy 2")
    assert 20 - 2 + 1 == player(state, 1).money


@pytest.mark.parametrize(
    ("ship", "distance", "expected"),
    [
        ("west 1", 1, "money 27 prestige 0 population 0"),
        ("west 1", 3, "money 17 prestige 4 population 0"),
        ("west 1", 4, "money 16 prestige 0 population 2"),
    ],
)
def test_rule_20_printed_squares_without_a_choice(ship: str, distance: int, expected: str) -> None:
    buyer = player(play(buying(last_round(), ship, "south 4"), f"p1: buy {distance}"))
    values = f"money {buyer.money} prestige {buyer.prestige} population {buyer.population.total}"
    assert expected == values


def test_rule_20_four_cubes_of_choice() -> None:
    state = play(buying(last_round(), "west 1", "south 4"), "p1: buy 2")
    assert 35 == len(legal_words(state, verb="take"))
    assert "3 cubes, but 4 are due" == refusal(state, "p1: take white 3")
    assert (1, 0, 3, 0) == player(play(state, "p1: take brown 3 white 1")).cubes


def test_rule_20_a_tile_that_was_put_aside() -> None:
    state = play(buying(last_round(), "west 2", "south 4"), "p1: buy 3")
    assert "G1 was not put aside" == refusal(state, "p1: pick G1")
    after = play(state, "p1: pick W9")
    assert after.rules.tiles_by_id["W9"].bit == player(after).tiles
    assert not after.market.aside & after.rules.tiles_by_id["W9"].bit
    assert (0, 0, 1) == player(after).markers


def test_rule_20_a_domino_edge_to_edge_with_what_is_yours() -> None:
    state = claiming(last_round(), "F6")
    state = play(buying(state, "west 3", "south 4"), "p1: buy 2")
    assert "the printed square gives a claim of two squares" == refusal(state, "p1: claim F5")
    reason = "the squares share no edge with an own claim or building"
    assert reason == refusal(state, "p1: claim E5 D5")
    assert "G4 is not empty" == refusal(state, "p1: claim G4 F4")
    state = play(state, "p1: claim F5 E5")
    assert 3 == player(state).claims.bit_count()
    assert "p2" == dilluvia.awaiting(state)[0]


def test_ruling_1_there_are_no_diagonal_lines() -> None:
    assert ["north", "south", "west", "east"] == sorted(
        {words.split()[1] for words in legal_words(dealt(), verb="airship")},
        key=["north", "south", "west", "east"].index,
    )


def test_ruling_38_a_purchase_is_paid_at_once() -> None:
    state = buying(dealt(tiles="W1 W34 W15"), "west 1", "south 4")
    assert "buy 2 3 costs 5, there is 3: 2 short" == refusal(state, "p1: buy 2 3")


@pytest.mark.parametrize(
    ("line", "money"),
    [("buy 2", 3 - 2 + 5), ("buy 1 2", 3 - 3 + 5), ("buy 2 3", 3 - 2 + 5 - 3), ("buy 1 2 3", 2)],
)
def test_ruling_38_read_so_that_money_of_a_tile_pays_for_the_next(line: str, money: int) -> None:
    state = buying(dealt(tiles="W1 W34 W15", pay_in_sequence=True), "west 1", "south 4")
    after = play(state, f"p1: {line}")
    assert (money, 5) == (player(after).money, player(after).earned)
    reason = "buy 2 3 4 costs 9, there is 3: 6 short"
    assert reason == refusal(state, "p1: buy 2 3 4")
    assert refusal(having(state, money=1), "p1: buy 1 2").startswith("buy 1 2 costs 3")


def test_ruling_38_money_that_is_printed_pays_too() -> None:
    state = having(buying(last_round(pay_in_sequence=True), "west 1", "south 4"), money=1)
    after = play(state, "p1: buy 1 2 3", "p1: take white 4")
    assert 1 - 1 + 8 - 2 - 3 == player(after).money
    assert "buy 1 2 3 4 costs 10, there is 1: 9 short" == refusal(state, "p1: buy 1 2 3 4")


@pytest.mark.parametrize(("flag", "money"), [(False, 5), (True, 3)])
def test_ruling_2_compensation_without_a_purchase(flag: bool, money: int) -> None:
    state = without(buying(dealt(comp_needs_purchase=flag), "west 1", "south 4"), 1, 2)
    assert money == player(play(state, "p1: buy nothing")).money


def test_ruling_2_a_purchase_is_compensated_in_both_readings() -> None:
    for flag in (False, True):
        state = without(buying(dealt(comp_needs_purchase=flag), "west 1", "south 4"), 1, 2)
        assert 3 - 1 + 2 == player(play(state, "p1: buy 1")).money


def test_ruling_3_what_one_buys_oneself_is_not_compensated() -> None:
    state = buying(dealt(), "west 1", "south 4")
    assert 0 == player(play(state, "p1: buy 1 2")).money


def test_ruling_20_a_tile_put_aside_costs_nothing_and_counts_as_ever() -> None:
    state = buying(last_round(), "west 2", "south 4")
    state = play(state, "p1: buy 3", "p1: pick W6")
    assert (20 - 3, 2) == (player(state).money, player(state).population.tiles)


def test_ruling_28_an_empty_market_is_compensated() -> None:
    state = without(buying(dealt(), "west 1", "south 4"), 0, 1, 2, 3)
    assert 3 + 4 == player(play(state, "p1: buy nothing")).money


def test_ruling_29_a_domino_that_fits_nowhere_is_lost() -> None:
    state = play(buying(last_round(), "west 3", "south 4"), "p1: buy 2")
    assert (("p2",), 0) == (dilluvia.awaiting(state), player(state).claims)


def test_ruling_33_the_house_moves_before_prestige_of_the_same_purchase() -> None:
    state = begin()
    market = state.market._replace(white=0)
    state = play(state._replace(market=market), "*: order p1 p2")
    names = [tile.id for tile in state.rules.tiles_of_mask(state.market.grey)]
    rest = [name for name in names if name not in ("G12", "G14")][:13]
    state = play(state, f"*: market G14 G12 {' '.join(rest)}")
    state = buying(having(state, money=3, prestige=9, house=1), "west 1", "south 4")
    assert (2,) == player(play(state, "p1: buy 1 2")).population.tens


def test_ruling_33_a_tile_is_picked_before_prestige_of_the_same_purchase() -> None:
    state = having(last_round(), prestige=8, house=1)
    market = state.market._replace(aside=state.rules.carriers["TRACK1"])
    state = buying(state._replace(market=market), "west 2", "south 4")
    state = play(state, "p1: buy 2 3", "p1: pick G12")
    assert ((2,), 12) == (player(state).population.tens, player(state).prestige)


def test_ruling_34_a_tile_for_compensation_counts_from_its_own_purchase_on() -> None:
    state = without(buying(dealt(tiles="W16"), "west 1", "south 4"), 2, 3)
    assert 3 - 1 + 4 == player(play(state, "p1: buy 1")).money


def test_a_held_tile_for_compensation_pays_2() -> None:
    state = without(buying(holding(dealt(), "COMP2"), "west 1", "south 4"), 2, 3)
    assert 3 + 4 == player(play(state, "p1: buy nothing")).money
