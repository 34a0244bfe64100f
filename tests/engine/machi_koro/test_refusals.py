"""What cannot be done, and the reason that is given: each line is a position and a move."""

from __future__ import annotations

import pytest

from engine import machi_koro
from engine.kernel.errors import IllegalMove
from engine.machi_koro.notation import Dice, MachiKoroBuild, Roll, Swap
from engine.machi_koro.state import MachiKoroState
from tests.engine.machi_koro.tables import coins, does, rolled, table

POOR = "p1: 4 coins, bakery\np2: 9 coins, mine"
STATION = "p1: 4 coins, train_station\np2: 0 coins"
TOWER = "p1: 4 coins, radio_tower\np2: 0 coins"
TV = "p1: 0 coins, tv_station\np2: 9 coins\np3: 0 coins"
TV_OF_TWO = "p1: 0 coins, tv_station\np2: 9 coins"
CENTER = "p1: 0 coins, business_center, stadium, bakery\np2: 9 coins, mine, tv_station\np3: 0 coins"
RICH = "p1: 60 coins, stadium, train_station\np2: 60 coins"
LAST = "p1: 60 coins, train_station, shopping_mall, amusement_park\np2: 0 coins"
ON_TURN = "p1 builds or passes"
ROLLS_ONE = "the table rolls one die: write *: dice 4"
NO_TOWER = "p1 has no Radio Tower; "
PAID = "the income is paid: a throw is kept or rerolled before that; "
ITSELF = "p1 cannot choose itself: name another seat"
SWAPS = "first p1 swaps with the Business Center, or writes swap nothing"

REFUSED: dict[str, tuple[str, tuple[str, ...], str, str]] = {
    "a roll without a train station": (
        POOR, (), "p1: roll 2", f"p1 has no Train Station and rolls one die; {ROLLS_ONE}"),
    "one die chosen without a train station": (
        POOR, (), "p1: roll 1", f"p1 has no Train Station and rolls one die; {ROLLS_ONE}"),
    "two dice without a train station": (POOR, (), "*: dice 3 5", ROLLS_ONE),
    "one die when two are rolled": (
        STATION, ("p1: roll 2",), "*: dice 5", "the table rolls two dice: write *: dice 3 5"),
    "two dice when one is rolled": (STATION, ("p1: roll 1",), "*: dice 5 5", ROLLS_ONE),
    "dice before they are chosen": (
        STATION, (), "*: dice 4", "p1 says how many dice: roll 1 or roll 2"),
    "dice chosen twice": (
        STATION, ("p1: roll 2",), "p1: roll 1",
        "the dice are chosen already; the table rolls two dice: write *: dice 3 5"),
    "dice rolled twice": (POOR, ("*: dice 4",), "*: dice 4", ON_TURN),
    "dice rolled by a seat": (
        POOR, (), "p1: dice 4",
        f"the table (*) rolls and deals; the seats make all other moves; {ROLLS_ONE}"),
    "a building of the table": (
        POOR, ("*: dice 4",), "*: build cafe",
        f"the table (*) rolls and deals; the seats make all other moves; {ON_TURN}"),
    "a card dealt without the option": (
        POOR, (), "*: deal cafe",
        f"cards are dealt only with the option ten_piles; {ROLLS_ONE}"),
    "a throw kept without a tower": (POOR, ("*: dice 4",), "p1: keep", f"{NO_TOWER}{ON_TURN}"),
    "a reroll without a tower": (POOR, ("*: dice 4",), "p1: reroll", f"{NO_TOWER}{ON_TURN}"),
    "a reroll before the throw": (TOWER, (), "p1: reroll", f"nothing is thrown yet; {ROLLS_ONE}"),
    "a second reroll": (
        TOWER, ("*: dice 4", "p1: reroll", "*: dice 4"), "p1: reroll",
        f"p1 has rerolled in this turn, the second throw stands; {ON_TURN}"),
    "a second reroll before the second throw": (
        TOWER, ("*: dice 4", "p1: reroll"), "p1: reroll",
        f"p1 has rerolled in this turn, the second throw stands; {ROLLS_ONE}"),
    "a reroll after income": (
        TOWER, ("*: dice 4", "p1: keep"), "p1: reroll", f"{PAID}{ON_TURN}"),
    "a building before the throw is kept": (
        TOWER, ("*: dice 4",), "p1: build cafe", "first p1 keeps the throw or rerolls"),
    "a target when no TV station fired": (
        POOR, ("*: dice 4",), "p1: target p2", f"no TV Station has fired; {ON_TURN}"),
    "a target where there is but one": (
        TV_OF_TWO, ("*: dice 6",), "p1: target p2",
        f"there is no target to choose any more; {ON_TURN}"),
    "oneself as a target": (TV, ("*: dice 6",), "p1: target p1", ITSELF),
    "a stranger as a target": (TV, ("*: dice 6",), "p1: target p4", "nobody sits at p4"),
    "no target": (
        TV, ("*: dice 6",), "p1: build cafe", "first p1 names a target of the TV Station"),
    "a swap when no business center fired": (
        POOR, ("*: dice 6",), "p1: swap bakery p2 mine",
        f"no Business Center has fired; {ON_TURN}"),
    "a swap with oneself": (
        CENTER, ("*: dice 6",), "p1: swap bakery p1 bakery", ITSELF),
    "a swap with a stranger": (
        CENTER, ("*: dice 6",), "p1: swap bakery p4 mine", "nobody sits at p4"),
    "an own tower card swapped": (
        CENTER, ("*: dice 6",), "p1: swap stadium p2 mine",
        "Stadium has a tower: it is never swapped"),
    "a tower card of another swapped": (
        CENTER, ("*: dice 6",), "p1: swap bakery p2 tv_station",
        "TV Station has a tower: it is never swapped"),
    "a card swapped that one has not": (
        CENTER, ("*: dice 6",), "p1: swap cafe p2 mine", "p1 has no Café"),
    "a card swapped that the other has not": (
        CENTER, ("*: dice 6",), "p1: swap bakery p2 cafe", "p2 has no Café"),
    "a card swapped that nobody has": (
        CENTER, ("*: dice 6",), "p1: swap bakery p3 mine", "p3 has no Mine"),
    "a card swapped for its like": (
        CENTER.replace("mine", "mine, bakery"), ("*: dice 6",), "p1: swap bakery p2 bakery",
        "Bakery for Bakery changes nothing: write swap nothing"),
    "no swap": (CENTER, ("*: dice 6",), "p1: pass", SWAPS),
    "a second purple card of a kind": (
        RICH, ("p1: roll 1", "*: dice 1"), "p1: build stadium", "a city has at most one Stadium"),
    "too few coins": (
        POOR, ("*: dice 4",), "p1: build mine", "Mine costs 6 and p1 has 4: 2 short"),
    "too few coins for a landmark": (
        POOR, ("*: dice 4",), "p1: build radio_tower",
        "Radio Tower costs 22 and p1 has 4: 18 short"),
    "a landmark twice": (
        RICH, ("p1: roll 1", "*: dice 1"), "p1: build train_station",
        "p1 has built the Train Station already"),
    "a building twice in a turn": (
        POOR, ("*: dice 4", "p1: build cafe"), "p1: build cafe",
        "it is the turn of p2; the table rolls one die: write *: dice 4"),
    "a building after a pass": (
        POOR, ("*: dice 4", "p1: pass"), "p1: build cafe",
        "it is the turn of p2; the table rolls one die: write *: dice 4"),
    "a building before the roll": (POOR, (), "p1: build cafe", ROLLS_ONE),
    "a player out of turn": (
        POOR, ("*: dice 4",), "p2: build cafe", f"it is the turn of p1; {ON_TURN}"),
    "a stranger": (POOR, ("*: dice 4",), "p4: pass", "nobody sits at p4"),
    "a move after the win": (
        LAST, ("p1: roll 2", "*: dice 1 1", "p1: build radio_tower"), "p1: roll 2",
        "the game is over: p1 has built every landmark"),
    "a throw after the win": (
        LAST, ("p1: roll 2", "*: dice 1 1", "p1: build radio_tower"), "*: dice 3 3",
        "the game is over: p1 has built every landmark"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_a_move_is_refused_with_its_reason(name: str) -> None:
    drawing, before, move, reason = REFUSED[name]
    state = does(table(drawing), *before)
    with pytest.raises(IllegalMove) as refused:
        does(state, move)
    assert reason == str(refused.value)
    assert state == does(table(drawing), *before)


def test_a_card_that_is_sold_out_is_refused() -> None:
    state = table("p1: 60 coins\np2: 0 coins")
    state = rolled(state._replace(market=(0,) * 15), 4)
    with pytest.raises(IllegalMove, match="no Café is left in the market"):
        does(state, "p1: build cafe")


def ten_piles(*deck: int) -> MachiKoroState:
    state = table("p1: 60 coins\np2: 0 coins", ten_piles=True)
    return state._replace(deck=(*deck, *(0,) * (15 - len(deck))), phase="deal")


def test_a_card_is_dealt_from_the_deck() -> None:
    with pytest.raises(IllegalMove, match="no ranch is left in the deck"):
        does(ten_piles(1), "*: deal ranch")


def test_a_throw_waits_for_the_market() -> None:
    with pytest.raises(IllegalMove, match=r"the table deals: \*: deal and a card"):
        does(ten_piles(1), "*: dice 3")


def test_a_full_market_is_not_dealt() -> None:
    with pytest.raises(IllegalMove, match="the market is full; the table rolls one die"):
        does(ten_piles(1)._replace(phase="dice"), "*: deal wheat_field")


def test_cards_that_do_not_exist_are_refused_whoever_made_the_move() -> None:
    state = rolled(table(POOR), 4)
    with pytest.raises(IllegalMove, match="casino is neither a card nor a landmark"):
        machi_koro.apply(state, "p1", MachiKoroBuild("casino"))
    with pytest.raises(IllegalMove, match="casino is no card"):
        machi_koro.apply(rolled(table(CENTER), 6), "p1", Swap("casino", "p2", "mine"))


@pytest.mark.parametrize("dice", [(0,), (7,), (), (1, 2, 3)])
def test_dice_that_do_not_exist_are_refused_whoever_made_the_move(dice: tuple[int, ...]) -> None:
    with pytest.raises(IllegalMove, match="the table rolls one die"):
        machi_koro.apply(table(POOR), "*", Dice(dice))
    with pytest.raises(IllegalMove, match="says how many dice: roll 1 or roll 2"):
        machi_koro.apply(table(STATION), "p1", Roll(len(dice) + 3))


def test_a_refused_move_leaves_no_trace_in_the_moves_before_it() -> None:
    state = table(POOR)
    moves = [("*", "dice 4"), ("p1", "build cafe"), ("*", "dice 1"), ("p2", "build radio_tower")]
    with pytest.raises(IllegalMove, match="13 short"):
        machi_koro.play(state, [(seat, machi_koro.parse(words)) for seat, words in moves])
    assert (4, 9) == coins(state)
