"""Dilluvia rules 43 to 45: every effect of the market tiles, each at its time."""

from __future__ import annotations

from typing import Any

import pytest

from engine import dilluvia
from engine.dilluvia.components import DilluviaOptions
from engine.dilluvia.reading import rules_of
from engine.dilluvia.state import DilluviaState
from engine.kernel.overlays import digest
from tests.engine.dilluvia.table import (
    at_work,
    begin,
    buying,
    claiming,
    dealt,
    having,
    holding,
    legal_words,
    mask_of,
    names,
    play,
    player,
    refusal,
    standing,
    with_gardens,
    with_propellers,
    without,
)

EFFECTS = tuple(rules_of(4, DilluviaOptions()).effects)


KEPT = (
    *("SET55", "FREE_GARDEN", "CURRENT_P3", "CLAIM_DISC", "CONVERT", "FUTURE", "CLAIM_2S", "COIN"),
    *("COMP2", "M_SMALL", "M_MEDIUM", "M_LARGE", "DISC23", "DISC45", "CLAIM_M", "MOST_PROPELLERS"),
    *("MOST_MEDIUM", "MOST_SMALL", "MOST_QUADRANTS", "MOST_LARGE2", "MOST_WORKERS", "POP_TILES"),
)


def bought(effect: str, **changes: Any) -> DilluviaState:
    """p1 has bought a tile with an effect for 1 money or its own price; 20 - price is left."""
    state = dealt(4)
    tile = next(t for t in state.rules.tiles if t.effect.id == effect)
    market = state.market
    tiles = (state.rules.tiles.index(tile), *market.tiles[1:])
    state = having(state._replace(market=market._replace(tiles=tiles)), money=20, **changes)
    return play(buying(state, "west 1", "south 2", "south 3", "south 4"), "p1: buy 1")


def test_there_are_35_effects() -> None:
    assert 35 == len(EFFECTS)


@pytest.mark.parametrize(
    ("effect", "cubes"),
    [
        ("RES2_W", (2, 0, 0, 0)),
        ("RES2_K", (0, 2, 0, 0)),
        ("RES2_B", (0, 0, 2, 0)),
        ("RES2_P", (0, 0, 0, 2)),
        ("RES3_W", (3, 0, 0, 0)),
        ("RES3_K", (0, 3, 0, 0)),
        ("RES3_B", (0, 0, 3, 0)),
        ("RES3_P", (0, 0, 0, 3)),
    ],
)
def test_cubes_come_at_once(effect: str, cubes: tuple[int, int, int, int]) -> None:
    assert (cubes, 0) == (player(bought(effect)).cubes, player(bought(effect)).tiles)


@pytest.mark.parametrize(("effect", "money"), [("MONEY5", 5), ("MONEY6", 6)])
def test_money_comes_at_once(effect: str, money: int) -> None:
    assert 20 - 1 + money == player(bought(effect)).money


def test_money_of_a_tile_does_not_pay_for_the_purchase() -> None:
    state = buying(having(dealt(tiles="W34"), money=2), "west 1", "south 4")
    assert "buy 1 2 costs 3, there is 2: 1 short" == refusal(state, "p1: buy 1 2")


def test_pop2_brings_2_population() -> None:
    assert 2 == player(bought("POP2")).population.total


def test_prest7_brings_7_prestige_and_crosses_tens() -> None:
    buyer = player(bought("PREST7", prestige=5))
    assert (12, (1,)) == (buyer.prestige, buyer.population.tens)


def test_track1_moves_the_house() -> None:
    assert 1 == player(bought("TRACK1")).house


@pytest.mark.parametrize("effect", KEPT)
def test_all_others_are_kept(effect: str) -> None:
    state = bought(effect)
    assert [effect] == [tile.effect.id for tile in state.rules.tiles_of_mask(player(state).tiles)]
    assert () == state.turn.owed


def test_current_p3_brings_3_prestige_for_a_building_of_the_round() -> None:
    state = having(holding(claiming(at_work(), "F6 G6"), "CURRENT_P3"), cubes=(9, 9, 9, 9))
    state = play(state, "p1: workers 2 build", "p1: build 0 F6 worker")
    assert 0 == player(state).prestige
    assert 3 == player(play(state, "p1: build 1A G6 goods")).prestige


def test_two_of_current_p3_bring_6() -> None:
    state = having(at_work(4), cubes=(9, 9, 9, 9))
    state = holding(claiming(state, "F6"), "CURRENT_P3", "CURRENT_P3")
    state = play(state, "p1: workers 1 build", "p1: build 1A F6 goods")
    assert 6 == player(state).prestige


@pytest.mark.parametrize(("squares", "price"), [("F6", 1), ("F6 F5", 1), ("E5 F5 E6 F6", 3)])
def test_claim_disc_makes_medium_and_large_claims_cheaper(squares: str, price: int) -> None:
    state = play(holding(at_work(), "CLAIM_DISC"), "p1: workers 4 claims", f"p1: claim {squares}")
    assert 20 - price == player(state).money


def test_ruling_15_claim_disc_counts_for_each_claim_of_a_placement() -> None:
    state = play(holding(at_work(), "CLAIM_DISC"), "p1: workers 5 claims", "p1: claim F6 F5")
    assert 18 == player(play(state, "p1: claim E6 E5")).money


def test_coin_gets_the_money_of_others() -> None:
    state = play(holding(at_work(), "COIN"), "p1: workers 1 white", "p2: workers 1 white")
    assert (21, 19) == (player(state).money, player(state, 1).money)


def test_ruling_14_coin_pays_back_an_own_coin_from_the_bank() -> None:
    state = play(holding(at_work(), "COIN", seat=1), "p1: workers 1 white", "p2: workers 1 white")
    assert (20, 20) == (player(state).money, player(state, 1).money)


def test_coin_does_not_lend_the_money() -> None:
    state = having(holding(at_work(), "COIN", seat=1), 1, money=0)
    state = play(state, "p1: workers 1 white")
    assert "the next circle costs 1, there is 0" == refusal(state, "p2: workers 1 white")


def test_comp2_pays_2_for_each_empty_square() -> None:
    state = without(buying(holding(dealt(), "COMP2"), "west 1", "south 4"), 0, 1)
    assert 3 + 4 == player(play(state, "p1: buy nothing")).money


def test_convert_changes_one_cube_once_a_round() -> None:
    state = having(holding(at_work(), "CONVERT"), cubes=(2, 0, 0, 0))
    assert 3 == len(legal_words(state, verb="use"))
    state = play(state, "p1: use CONVERT white brown")
    assert (1, 0, 1, 0) == player(state).cubes
    reason = "CONVERT has been used in this round"
    assert reason == refusal(state, "p1: use CONVERT white brown")


def test_convert_is_turned_back_for_the_next_round() -> None:
    state = having(holding(at_work(), "CONVERT"), cubes=(2, 0, 0, 0))
    state = play(state, "p1: use CONVERT white brown")
    for seat in range(2):
        state = having(state, seat, idle=int(not seat), special=False)
    state = play(state, "p1: workers 1 white")
    assert (2, 0) == (state.turn.round, player(state).used)


def test_two_of_convert_are_used_one_after_the_other() -> None:
    state = having(holding(at_work(), "CONVERT", "CONVERT"), cubes=(2, 0, 0, 0))
    state = play(state, "p1: use CONVERT white brown", "p1: use CONVERT brown purple")
    assert (1, 0, 0, 1) == player(state).cubes


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("use CONVERT", "CONVERT asks for two colours, from and to: white brown"),
        ("use CONVERT white", "CONVERT asks for two colours, from and to: white brown"),
        ("use CONVERT white white", "CONVERT asks for two colours, from and to: white brown"),
        ("use CONVERT F5 F6", "CONVERT asks for two colours, from and to: white brown"),
        ("use CONVERT black white", "there is no black cube"),
        ("use FREE_GARDEN", "FREE_GARDEN asks for a square, F5"),
        ("use CLAIM_2S F5", "CLAIM_2S asks for two squares, F5 G7"),
        ("use CLAIM_M white brown", "CLAIM_M asks for two squares in line, F5 F6"),
        ("use M_SMALL F5", "M_SMALL asks for nothing"),
    ],
)
def test_a_tile_says_what_it_asks_for(words: str, reason: str) -> None:
    state = holding(at_work(), "CONVERT", "FREE_GARDEN", "CLAIM_2S", "CLAIM_M", "M_SMALL")
    state = having(standing(state, "1A", "F6"), cubes=(1, 0, 0, 0))
    assert reason == refusal(state, f"p1: {words}")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("use NOTHING", "NOTHING is no tile; p1 has none to use"),
        ("use M_SMALL", "p1 has no M_SMALL"),
        ("use MONEY5", "MONEY5 is not used with a move: 5 money, when it is bought"),
        ("use COIN", "COIN is not used with a move: 1 money whenever a circle with a coin is used"),
        ("use SET55", "SET55 is not used with a move: 3 prestige for each 5 money and 5 cubes"),
        ("use DISC23", "DISC23 is not used with a move: a building 2 or 3 costs 2 cubes less, "),
    ],
)
def test_tiles_that_are_not_there_or_not_used_so(words: str, reason: str) -> None:
    assert refusal(at_work(), f"p1: {words}").startswith(reason)


def test_an_unknown_tile_is_answered_with_the_tiles_of_the_player() -> None:
    state = holding(at_work(), "CONVERT", "M_SMALL", "SET55")
    assert (
        "WHO is no tile; p1 can use CONVERT (one cube becomes another colour), "
        "M_SMALL (2 money for each own small building)"
    ) == refusal(state, "p1: use WHO")


def test_a_tile_is_not_used_in_the_market_phase() -> None:
    state = buying(holding(dealt(), "M_SMALL"), "west 1", "south 4")
    assert "now squares of the line are bought: buy 1 3, or buy nothing" == refusal(
        state, "p1: use M_SMALL"
    )


def test_a_tile_is_not_used_in_the_turn_of_another() -> None:
    state = play(standing(holding(at_work(), "M_SMALL"), "1A", "F6"), "p1: workers 1 white")
    state = play(state, "p1: done")
    assert refusal(state, "p1: use M_SMALL").startswith("it is not for p1 to move")


@pytest.mark.parametrize(
    ("effect", "building", "squares", "money"),
    [
        ("M_SMALL", "1A", "F6", 2),
        ("M_MEDIUM", "3A", "F6 F5", 3),
        ("M_LARGE", "6", "E5 F5 E6 F6", 5),
    ],
)
def test_money_for_each_building_of_a_size_once_a_game(
    effect: str, building: str, squares: str, money: int
) -> None:
    state = standing(standing(holding(at_work(), effect), building, squares), "0", "H8")
    state = play(state, f"p1: use {effect}")
    count = 2 if effect == "M_SMALL" else 1
    assert (20 + count * money, 0) == (player(state).money, player(state).tiles)
    assert f"p1 has no {effect}" == refusal(state, f"p1: use {effect}")


def test_money_for_no_building_is_not_asked_for() -> None:
    state = holding(at_work(), "M_LARGE")
    assert "p1 has no large building" == refusal(state, "p1: use M_LARGE")


@pytest.mark.parametrize("square", ["E5", "G5", "F7"])
def test_ruling_18_a_free_garden_around_an_own_building_or_claim(square: str) -> None:
    state = play(claiming(holding(at_work(), "FREE_GARDEN"), "F6"), f"p1: use FREE_GARDEN {square}")
    assert (square, 0, 20) == (
        names(state, state.ground.gardens),
        player(state).tiles,
        player(state).money,
    )
    assert mask_of(state, square) & state.ground.taken


@pytest.mark.parametrize(
    ("square", "reason"),
    [
        ("I5", "I5 touches no own claim or building"),
        ("F6", "F6 is not empty"),
        ("B6", "B6 is not in the city of 2 players"),
        ("Z9", "Z9 is no square of the city: A1 to M13"),
    ],
)
def test_ruling_18_where_a_free_garden_cannot_be(square: str, reason: str) -> None:
    state = claiming(holding(at_work(), "FREE_GARDEN"), "C6 F6")
    assert reason == refusal(state, f"p1: use FREE_GARDEN {square}")


def test_ruling_18_a_propeller_is_nothing_for_a_free_garden() -> None:
    state = with_propellers(holding(at_work(), "FREE_GARDEN"), "G4")
    assert [] == legal_words(state, verb="use")
    assert "G5 touches no own claim or building" == refusal(state, "p1: use FREE_GARDEN G5")


def test_ruling_18_read_so_that_a_free_garden_may_be_beside_a_propeller() -> None:
    state = holding(at_work(garden_by_propeller=True), "FREE_GARDEN")
    state = with_propellers(with_propellers(state, "G4"), "G10", seat=1)
    assert "use FREE_GARDEN G5" in legal_words(state, verb="use")
    assert "G9 touches no own claim or building" == refusal(state, "p1: use FREE_GARDEN G9")
    state = play(state, "p1: use FREE_GARDEN G5")
    assert "G5" == names(state, state.ground.gardens)


def test_a_free_garden_needs_one_to_be_left() -> None:
    every = "C4 C5 C6 C7 C8 C9 C10 D4 D5 D6 D8 D9 D10 E4 E5 E6"
    state = with_gardens(holding(at_work(), "FREE_GARDEN"), every)
    state = standing(state, "1A", "F6")
    assert "all 16 gardens are placed" == refusal(state, "p1: use FREE_GARDEN F5")


def test_future_builds_what_comes_later_once() -> None:
    state = having(holding(claiming(at_work(), "F6 G6"), "FUTURE"), cubes=(9, 9, 9, 9))
    state = play(state, "p1: workers 2 build", "p1: build 2A F6 goods")
    assert (0, 0) == (player(state).tiles, player(state).population.current)
    assert "a building 2B comes in round 2, this is round 1" == refusal(
        state, "p1: build 2B G6 goods"
    )


def test_future_is_kept_for_what_comes_now() -> None:
    state = having(holding(claiming(at_work(), "F6"), "FUTURE"), cubes=(9, 9, 9, 9))
    assert player(play(state, "p1: workers 1 build", "p1: build 1A F6 goods")).tiles


def test_ruling_17_future_builds_no_6() -> None:
    state = having(holding(claiming(at_work(), "E5 F5 E6 F6"), "FUTURE"), cubes=(9, 9, 9, 9))
    state = play(state, "p1: workers 1 build")
    reason = "a building 6 comes in round 6, this is round 1"
    assert reason == refusal(state, "p1: build 6 E5 F5 E6 F6 goods")
    assert play(having(state, claims=mask_of(state, "F5 F6")), "p1: build 5B F5 F6 goods")


def test_ruling_17_current_p3_says_nothing_to_a_building_of_later() -> None:
    state = holding(claiming(at_work(), "F6"), "FUTURE", "CURRENT_P3")
    state = play(having(state, cubes=(9, 9, 9, 9)), "p1: workers 1 build", "p1: build 2A F6 goods")
    assert 0 == player(state).prestige


@pytest.mark.parametrize(
    ("effect", "building", "have", "less"),
    [
        ("DISC23", "2A F6", (0, 0, 1, 0), "white black"),
        ("DISC23", "3A F6 F5", (0, 1, 1, 0), "purple purple"),
        ("DISC45", "4A F6 F5", (1, 1, 1, 1), "white"),
        ("DISC45", "5B F6 F5", (1, 2, 0, 1), "brown brown"),
    ],
)
def test_ruling_16_a_discount_saves_up_to_2_cubes_of_choice(
    effect: str, building: str, have: tuple[int, int, int, int], less: str
) -> None:
    state = having(holding(claiming(at_work(round=5), "F5 F6"), effect), cubes=have)
    state = play(state, "p1: workers 1 build", f"p1: build {building} goods less {less}")
    assert (0, (0, 0, 0, 0)) == (player(state).tiles, player(state).cubes)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("build 2A F6 goods less white white", "a building 2A costs 1 white, 2 cannot be saved"),
        ("build 2A F6 goods less purple", "a building 2A costs 0 purple, 1 cannot be saved"),
        ("build 2A F6 goods less white black brown", "DISC23 saves 2 cubes, not 3"),
        ("build 1A F6 goods less brown", "no tile in hand makes a building 1 cheaper"),
    ],
)
def test_ruling_16_what_cannot_be_saved(words: str, reason: str) -> None:
    state = having(holding(claiming(at_work(round=2), "F6"), "DISC23"), cubes=(9, 9, 9, 9))
    assert reason == refusal(play(state, "p1: workers 1 build"), f"p1: {words}")


def test_ruling_32_one_discount_for_a_building() -> None:
    state = holding(claiming(at_work(4, round=2), "F6"), "DISC23", "DISC23")
    state = play(having(state, cubes=(9, 9, 9, 9)), "p1: workers 1 build")
    reason = "DISC23 saves 2 cubes, not 3"
    assert reason == refusal(state, "p1: build 2A F6 goods less white black brown")


def test_ruling_16_without_the_word_the_tile_is_kept() -> None:
    state = having(holding(claiming(at_work(round=2), "F6"), "DISC23"), cubes=(9, 9, 9, 9))
    state = play(state, "p1: workers 1 build", "p1: build 2A F6 goods")
    assert ((8, 8, 8, 9), True) == (player(state).cubes, bool(player(state).tiles))


def test_claim_2s_two_squares_free() -> None:
    state = play(claiming(holding(at_work(), "CLAIM_2S"), "F6"), "p1: use CLAIM_2S E5 G5")
    assert (3, 20, 0) == (
        player(state).claims.bit_count(),
        player(state).money,
        player(state).tiles,
    )


@pytest.mark.parametrize("squares", ["E5 E6", "E5 D4", "D4 E5"])
def test_ruling_19_the_second_square_may_touch_the_first(squares: str) -> None:
    assert play(claiming(holding(at_work(), "CLAIM_2S"), "F6"), f"p1: use CLAIM_2S {squares}")


@pytest.mark.parametrize(
    ("squares", "reason"),
    [
        ("E5 C5", "C5 E5: both have to touch an own claim, building or propeller"),
        ("D4 D5", "D4 D5: both have to touch an own claim, building or propeller"),
        ("F6 E5", "F6 is not empty"),
    ],
)
def test_ruling_19_squares_that_touch_nothing(squares: str, reason: str) -> None:
    state = claiming(holding(at_work(), "CLAIM_2S"), "F6")
    assert reason == refusal(state, f"p1: use CLAIM_2S {squares}")


def test_claim_m_two_squares_in_line_free() -> None:
    state = play(claiming(holding(at_work(), "CLAIM_M"), "F6"), "p1: use CLAIM_M E5 D5")
    assert (3, 20, 0) == (
        player(state).claims.bit_count(),
        player(state).money,
        player(state).tiles,
    )


@pytest.mark.parametrize(
    ("squares", "reason"),
    [
        ("E5 G5", "E5 G5: name one square, two in line or a block of four"),
        ("D4 D5", "the squares touch no own claim, building or propeller"),
        ("F6 F5", "F6 is not empty"),
    ],
)
def test_ruling_19_claim_m_is_one_claim(squares: str, reason: str) -> None:
    state = claiming(holding(at_work(), "CLAIM_M"), "F6")
    assert reason == refusal(state, f"p1: use CLAIM_M {squares}")


def test_claims_of_tiles_may_touch_a_propeller() -> None:
    state = with_propellers(holding(at_work(), "CLAIM_M", "CLAIM_2S"), "G4")
    assert play(state, "p1: use CLAIM_M H3 I3")
    assert play(state, "p1: use CLAIM_2S H3 H5")


def test_tiles_for_claims_are_of_no_use_to_who_has_nothing_in_the_city() -> None:
    assert [] == legal_words(holding(at_work(), "CLAIM_M", "CLAIM_2S"), verb="use")


def test_a_tile_may_be_used_before_between_and_after() -> None:
    state = having(holding(claiming(at_work(), "F6"), "CONVERT"), cubes=(0, 0, 2, 0))
    state = play(state, "p1: workers 1 build", "p1: use CONVERT brown purple")
    state = play(state, "p1: build 1A F6 goods")
    assert (0, 0, 0, 0) == player(state).cubes


def test_ruling_39_money_of_a_tile_pays_for_a_propeller_of_the_same_worker() -> None:
    state = holding(claiming(at_work(), "F6"), "M_SMALL")
    state = having(state, cubes=(0, 0, 1, 1), money=2)
    state = play(state, "p1: workers 1 build", "p1: build 1A F6 goods")
    assert ["use M_SMALL", "done"] == legal_words(state)
    awaited = "a tile is used, or the turn ends: done"
    assert f"now {awaited}" == refusal(state, "p1: workers 1 white")
    assert f"it is not for p2 to move: p1 is next, {awaited}" == refusal(state, "p2: done")
    assert 2 == player(play(state, "p1: use M_SMALL", "p1: propeller G4")).house


def test_ruling_39_converted_cubes_build_although_nothing_could_be_built() -> None:
    state = having(holding(claiming(at_work(), "F6"), "CONVERT"), cubes=(0, 0, 2, 0), money=0)
    state = play(state, "p1: workers 1 build")
    assert ("p2",) == dilluvia.awaiting(play(state, "p1: done"))
    state = play(state, "p1: use CONVERT brown purple", "p1: build 1A F6 goods")
    assert 1 == player(state).house


def test_ruling_39_money_of_a_tile_pays_for_another_claim() -> None:
    state = having(holding(standing(at_work(), "1A", "F6"), "M_SMALL"), money=1)
    state = play(state, "p1: workers 2 claims", "p1: claim F5", "p1: use M_SMALL", "p1: claim F4")
    assert 1 == player(state).money


def test_ruling_39_workers_that_have_done_all_wait_for_nothing() -> None:
    state = having(holding(claiming(at_work(), "F6"), "CONVERT"), cubes=(1, 0, 1, 1))
    state = play(state, "p1: workers 1 build", "p1: build 1A F6 goods", "p1: propeller G4")
    assert "now a tile is used, or the turn ends: done" == refusal(state, "p1: propeller D7")


@pytest.mark.parametrize(("every", "value"), [(2, 2), (1, 4)])
def test_ruling_37_the_house_in_both_readings(every: int, value: int) -> None:
    state = having(at_work(house_every=every), house=3, prestige=6, money=0)
    state = play(state, "p1: workers 1 build with special")
    assert (value,) == player(state).population.tens


def test_an_owners_tile_that_counts_at_once_asks_for_its_choice() -> None:
    overlay = '[[effect]]\nid = "CLAIM_M"\nwhen = "now"\nsource = "owner"\n'
    overlay += '[[effect]]\nid = "CONVERT"\nwhen = "now"\nsource = "owner"\n'
    state = play(begin(2, overlay, tables=digest(overlay)), "*: order p1 p2")
    names_ = ["W25", "W10", *(f"W{i}" for i in (1, 2, 3, 4, 6, 8, 11, 12, 13, 15, 16, 17, 18, 19))]
    state = play(state, f"*: market {' '.join(names_)}")
    state = buying(claiming(state, "F6"), "west 1", "south 4")
    state = play(state, "p1: buy 1 2")
    assert ("p1",) == dilluvia.awaiting(state)
    assert "CLAIM_M comes first" == refusal(state, "p1: use CONVERT white black")
    state = play(state, "p1: use CLAIM_M F5 E5")
    assert (3, 0) == (player(state).claims.bit_count(), player(state).tiles)
    assert ("p2",) == dilluvia.awaiting(state), "there is no cube to convert: it is lost"
