"""Every option of the header, on and off."""

from __future__ import annotations

import pytest

from engine import machi_koro
from engine.kernel.errors import IllegalMove, SetupError
from engine.kernel.game import Setup
from engine.kernel.record import Record
from engine.machi_koro.state import PILES, MachiKoroState
from tests.engine.machi_koro.tables import choices, coins, does, rolled, table
from tests.engine.replaying import verify

SWAPPER = "p1: 0 coins, business_center, bakery\np2: 0 coins, mine"
TOWER = "p1: 0 coins, train_station, radio_tower\np2: 0 coins"
PARK = "p1: 16 coins, train_station\np2: 0 coins"
MINES = """
    p1: 100 coins, mine x3, train_station
    p2: 100 coins, mine x2
    p3: 60 coins, mine
"""


# business_center_mandatory


def test_a_business_center_may_swap_nothing() -> None:
    state = rolled(table(SWAPPER), 6)
    assert ["swap bakery p2 mine", "swap nothing"] == choices(state)
    assert "build" == does(state, "p1: swap nothing").phase


def test_business_center_mandatory_it_must_swap_when_it_can() -> None:
    state = rolled(table(SWAPPER, business_center_mandatory=True), 6)
    assert ["swap bakery p2 mine"] == choices(state)
    with pytest.raises(IllegalMove, match="must swap when it can"):
        does(state, "p1: swap nothing")


def test_business_center_mandatory_brings_nothing_when_it_cannot() -> None:
    same = "p1: 0 coins, business_center, bakery\np2: 0 coins, bakery"
    assert "build" == rolled(table(same, business_center_mandatory=True), 6).phase


# reroll_may_change_dice


def test_a_reroll_is_of_as_many_dice() -> None:
    state = does(table(TOWER), "p1: roll 1", "*: dice 4", "p1: reroll")
    assert 6 == len(choices(state))
    state = does(table(TOWER), "p1: roll 2", "*: dice 4 4", "p1: reroll")
    assert 36 == len(choices(state))


def test_reroll_may_change_dice_asks_again_how_many() -> None:
    state = does(table(TOWER, reroll_may_change_dice=True), "p1: roll 2", "*: dice 4 3")
    state = does(state, "p1: reroll")
    assert ["roll 1", "roll 2"] == choices(state)
    state = does(state, "p1: roll 1", "*: dice 5")
    assert "build" == state.phase


def test_reroll_may_change_dice_asks_nothing_without_a_train_station() -> None:
    state = table("p1: 0 coins, radio_tower\np2: 0 coins", reroll_may_change_dice=True)
    assert "dice" == does(state, "*: dice 3", "p1: reroll").phase


# park_same_turn


def test_a_park_built_after_the_double_brings_no_turn() -> None:
    state = does(rolled(table(PARK), 4, 4), "p1: build amusement_park")
    assert 1 == state.turn


def test_park_same_turn_counts_at_once() -> None:
    state = rolled(table(PARK, park_same_turn=True), 4, 4)
    assert 0 == does(state, "p1: build amusement_park").turn
    assert 1 == does(state, "p1: pass").turn


# ten_piles


def dealt(*cards: str) -> MachiKoroState:
    """A game of ten piles after these cards of the deck."""
    begun = machi_koro.start(Setup(("p1", "p2"), {"ten_piles": True}))
    return does(begun, *(f"*: deal {card}" for card in cards))


TEN = (
    "ranch", "bakery", "cafe", "mine", "forest", "stadium", "tv_station", "wheat_field",
    "apple_orchard", "fruit_market",
)  # fmt: skip


def test_all_piles_are_open_from_the_beginning() -> None:
    begun = machi_koro.start(Setup(("p1", "p2"), {"ten_piles": False}))
    assert ("dice", 15, 0) == (begun.phase, sum(map(bool, begun.market)), sum(begun.deck))


def test_ten_piles_are_dealt_until_ten_are_open() -> None:
    state = dealt("ranch", *TEN[:-1])
    assert ("deal", PILES - 1) == (state.phase, sum(map(bool, state.market)))
    assert "deal ranch" in choices(state)
    state = does(state, "*: deal fruit_market")
    assert ("dice", 11, 73) == (state.phase, sum(state.market), sum(state.deck))


def test_ten_piles_only_what_lies_open_can_be_built() -> None:
    state = rolled(dealt(*TEN), 5)
    assert "build cafe" in choices(state)
    with pytest.raises(IllegalMove, match="no Convenience Store is left in the market"):
        does(state, "p1: build convenience_store")


def test_ten_piles_are_dealt_again_when_one_runs_out() -> None:
    state = does(rolled(dealt(*TEN), 5), "p1: build cafe")
    assert ("deal", "p2") == (state.phase, state.seats[state.turn])
    state = does(state, "*: deal ranch")
    assert "deal" == state.phase
    assert "dice" == does(state, "*: deal business_center").phase


def test_ten_piles_end_with_the_deck() -> None:
    state = dealt(*TEN)
    state = state._replace(deck=(0,) * 15)
    assert "dice" == does(rolled(state, 5), "p1: build cafe").phase


# bounded_bank


def test_the_coins_of_the_box_are_no_limit() -> None:
    assert (115, 110, 65) == coins(rolled(table(MINES), 4, 5))


def test_bounded_bank_pays_clockwise_from_the_roller_what_it_has() -> None:
    state = rolled(table(MINES, bounded_bank=True), 4, 5)
    assert (115, 107, 60) == coins(state)
    assert [0, 3, 5] == [payment.forgiven for payment in state.payments]


def test_bounded_bank_may_be_that_of_another_box() -> None:
    begun = coins(table(MINES, bounded_bank=282))
    assert (115, 107, 60) == coins(rolled(table(MINES, bounded_bank=282), 4, 5))
    after = coins(rolled(table(MINES, bounded_bank=sum(begun) + 7), 4, 5))
    assert sum(begun) + 7 == sum(after)


@pytest.mark.parametrize("number", [0, -1, 8, 1.5, "210"])
def test_a_bank_has_at_least_what_the_players_begin_with(number: object) -> None:
    with pytest.raises(SetupError, match="nor a number of coins from 9"):
        machi_koro.start(Setup(("p1", "p2", "p3"), {"bounded_bank": number}))


@pytest.mark.parametrize(("move", "earned"), [("build bakery", 1), ("pass", 0)])
def test_bounded_bank_has_again_what_is_built_for(move: str, earned: int) -> None:
    state = rolled(table(f"{MINES.rstrip()}, wheat_field", bounded_bank=True), 4, 5)
    moves = [("p1", move), ("*", "dice 1")]
    state = state._replace(cities=tuple(city._replace(landmarks=0) for city in state.cities))
    state = machi_koro.play(state, [(seat, machi_koro.parse(words)) for seat, words in moves])
    assert 60 + earned == coins(state)[2]


# The header.


def test_an_unknown_option_is_refused_with_the_known_ones() -> None:
    record = Record("machi-koro", "1", ("p1", "p2"), {"harbour": True}, moves=())
    with pytest.raises(SetupError) as refused:
        verify(record)
    assert str(refused.value).startswith("unknown key 'harbour': machi-koro knows business_center")
    for option in ("reroll_may_change_dice", "park_same_turn", "ten_piles", "bounded_bank"):
        assert option in str(refused.value)


@pytest.mark.parametrize(
    ("header", "reason"),
    [
        ({"ten_piles": 10}, "ten_piles: 10 is neither true nor false"),
        ({"coins": 4}, "coins: write a table"),
        ({"coins": {"p3": 4}}, "coins: nobody sits at p3; seats: p1, p2"),
        ({"coins": {"p1": "many"}}, "coins: p1 = 'many' is no number of coins"),
        ({"coins": {"p1": -1}}, "coins: p1 = -1 is no number of coins"),
    ],
)
def test_a_header_from_which_no_game_starts(header: dict[str, object], reason: str) -> None:
    with pytest.raises(SetupError, match=reason):
        machi_koro.start(Setup(("p1", "p2"), header))


@pytest.mark.parametrize(
    ("seats", "reason"),
    [
        (("p1",), "1 seat: Machi Koro is for 2 to 4"),
        (("p1", "p2", "p3", "p4", "p5"), "5 seats"),
        (("p1", "p5"), "p5 is not a seat of Machi Koro: p1, p2, p3, p4"),
    ],
)
def test_seats_for_which_no_game_starts(seats: tuple[str, ...], reason: str) -> None:
    with pytest.raises(SetupError, match=reason):
        machi_koro.start(Setup(seats))
