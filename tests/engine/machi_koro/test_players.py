"""The simple players: legal everywhere, and the sensible one wins."""

from __future__ import annotations

import pytest

from engine import machi_koro
from engine.kernel.dealer import deal
from engine.kernel.game import Action, Seat, Setup
from engine.machi_koro.players import PLAYERS, at_random, income_rate, sensible
from engine.machi_koro.state import MachiKoroState
from tests.engine.machi_koro.tables import does, rolled, table
from tests.engine.replaying import verify
from tests.soak import count

GAMES = count(60, 200)
MARGIN = 0.40
"""Of four players who are alike one wins 25 %, 95 % of the time less than 36 % of 60 games; a
share above half is far beyond chance, and the share that is asked for is farther still."""


def won(seed: int) -> bool:
    """Whether the sensible player wins against three at random, at a seat of its own each time."""
    mine = machi_koro.SEATS[seed % 4]

    def player(state: MachiKoroState, seat: Seat, chance: float) -> Action:
        return (sensible if seat == mine else at_random)(state, seat, chance)

    record = deal(machi_koro, Setup(machi_koro.SEATS), seed, player)
    return record.result[mine] == 4


def test_the_sensible_player_wins_well_over_half_of_its_games() -> None:
    """Its share less three standard errors (at most 0.5 / sqrt(GAMES)) is above one half."""
    share = sum(won(seed) for seed in range(GAMES)) / GAMES
    assert share - 3 * 0.5 / GAMES**0.5 > 0.5


@pytest.mark.parametrize("name", PLAYERS)
def test_a_player_plays_every_option_to_the_end(name: str) -> None:
    header = dict.fromkeys(machi_koro.state.MachiKoroOptions._fields, True)
    for seats in (2, 3, 4):
        setup = Setup(machi_koro.SEATS[:seats], header)
        assert verify(deal(machi_koro, setup, seats, PLAYERS[name])).proved


def test_every_legal_move_may_come_at_random() -> None:
    state = rolled(table("p1: 9 coins\np2: 0 coins"), 4)
    legal = list(machi_koro.legal(state, "p1"))
    drawn = [at_random(state, "p1", (i + 0.5) / len(legal)) for i in range(len(legal))]
    assert legal == drawn


def chosen(state: MachiKoroState) -> str:
    """What the sensible player does."""
    (seat,) = machi_koro.awaiting(state)
    return machi_koro.format(sensible(state, seat, 0.0))


def test_it_builds_the_last_landmark() -> None:
    built = "train_station, shopping_mall, amusement_park"
    state = rolled(table(f"p1: 30 coins, {built}\np2: 0 coins"), 1, 3)
    assert "build radio_tower" == chosen(state)


def test_it_builds_nothing_that_does_not_pay_before_the_end() -> None:
    built = "train_station, shopping_mall, amusement_park, mine x3"
    state = rolled(table(f"p1: 21 coins, {built}\np2: 0 coins"), 1, 3)
    assert "pass" == chosen(state)


def test_it_throws_as_many_dice_as_its_city_earns_with() -> None:
    two = table("p1: 0 coins, train_station, mine x3\np2: 0 coins")
    one = table("p1: 0 coins, train_station, bakery x5\np2: 0 coins")
    assert ("roll 2", "roll 1") == (chosen(two), chosen(one))


def test_it_throws_again_what_brings_less_than_the_mean() -> None:
    state = table("p1: 0 coins, radio_tower, bakery x3\np2: 0 coins")
    assert "keep" == chosen(does(state, "*: dice 2"))
    assert "reroll" == chosen(does(state, "*: dice 5"))


def test_it_takes_from_the_richest() -> None:
    state = table("p1: 0 coins, tv_station\np2: 3 coins\np3: 9 coins\np4: 4 coins")
    assert "target p3" == chosen(rolled(state, 6))


def test_it_swaps_what_helps_least_for_what_helps_most() -> None:
    state = table("""
        p1: 0 coins, business_center, wheat_field, ranch x4, cheese_factory, train_station
        p2: 0 coins, wheat_field, forest
        p3: 0 coins, mine, ranch
    """)
    assert chosen(rolled(state, 6)).startswith("swap wheat_field p3 ")


def test_it_swaps_nothing_when_nothing_helps() -> None:
    drawing = "p1: 0 coins, business_center, convenience_store\np2: 0 coins, fruit_market"
    assert "swap nothing" == chosen(rolled(table(drawing), 6))
    must = table(drawing, business_center_mandatory=True)
    assert "swap convenience_store p2 fruit_market" == chosen(rolled(must, 6))


def test_the_rate_of_a_city_is_its_mean_income_in_a_round() -> None:
    """One die: wheat 1/6 on everybody's throw, the bakery 2/6 on the own one."""
    city = table("p1: 0 coins, wheat_field, bakery\np2: 0 coins").cities[0]
    assert income_rate(city, 4) == pytest.approx(4 * 1 / 6 + 2 / 6)
