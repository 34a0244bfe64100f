"""What holds at every table, whatever is played: counted move by move over random games."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import machi_koro
from engine.kernel.dealer import deal
from engine.kernel.errors import IllegalMove
from engine.kernel.game import CHANCE, Setup
from engine.kernel.replay import ReplayStep, replay_steps
from engine.machi_koro.components import ALL_LANDMARKS, CARDS, COINS, PURPLE
from engine.machi_koro.notation import BuildNothing, KeepThrow, MachiKoroBuild, Reroll, Swap
from engine.machi_koro.state import BANK, MachiKoroOptions, MachiKoroState
from tests.engine.machi_koro.tables import vocabulary
from tests.soak import count

setups = st.builds(
    lambda seats, options: Setup(
        machi_koro.SEATS[:seats], dict(zip(MachiKoroOptions._fields, options, strict=True))
    ),
    st.integers(2, 4),
    st.tuples(*[st.booleans()] * len(MachiKoroOptions._fields)),
)
seeds = st.integers(0, 2**32)


def dealt(setup: Setup, seed: int) -> list[ReplayStep]:
    """The steps of a whole game at random."""
    return list(replay_steps(machi_koro, deal(machi_koro, setup, seed)))


def state_of(setup: Setup, seed: int, share: float) -> MachiKoroState:
    """A position of a random game, so far into it."""
    game = dealt(setup, seed)
    state: MachiKoroState = game[int(share * (len(game) - 1))].after
    return state


@given(setups, seeds)
@settings(max_examples=count(20, 300))
def test_coins_change_only_by_payments_and_building(setup: Setup, seed: int) -> None:
    for step in dealt(setup, seed):
        before, after = step.before, step.after
        for seat, had, has in zip(before.seats, before.cities, after.cities, strict=True):
            came = sum(p.amount for p in after.payments if p.payee == seat)
            went = sum(p.amount for p in after.payments if p.payer == seat)
            assert has.coins == had.coins + came - went - (has.spent - had.spent)


@given(setups, seeds)
@settings(max_examples=count(20, 300))
def test_nobody_ever_has_less_than_nothing(setup: Setup, seed: int) -> None:
    for step in dealt(setup, seed):
        for city in step.after.cities:
            assert min(city.coins, *city.cards) >= 0
        assert min(*step.after.market, *step.after.deck) >= 0


@given(setups, seeds)
@settings(max_examples=count(20, 300))
def test_payments_are_cut_and_never_turned_round(setup: Setup, seed: int) -> None:
    for step in dealt(setup, seed):
        for payment in step.after.payments:
            assert payment.amount + payment.forgiven > 0
            assert min(payment.amount, payment.forgiven) >= 0
            assert payment.payer != payment.payee != BANK


@given(setups, seeds)
@settings(max_examples=count(20, 300))
def test_no_card_comes_or_goes(setup: Setup, seed: int) -> None:
    start = machi_koro.start(setup)
    owned = [sum(city.cards[i] for city in start.cities) for i in range(len(CARDS))]
    for step in dealt(setup, seed):
        for i, card in enumerate(CARDS):
            now = sum(city.cards[i] for city in step.after.cities)
            assert step.after.market[i] + step.after.deck[i] + now == card.supply + owned[i]


@given(setups, seeds)
@settings(max_examples=count(20, 300))
def test_a_city_has_at_most_one_purple_card_of_a_kind(setup: Setup, seed: int) -> None:
    purple = [i for i, card in enumerate(CARDS) if card.colour == PURPLE]
    for city in dealt(setup, seed)[-1].after.cities:
        assert all(city.cards[i] <= 1 for i in purple)


@given(setups, seeds)
@settings(max_examples=count(20, 300))
def test_the_one_winner_has_spent_52_or_more(setup: Setup, seed: int) -> None:
    cities = dealt(setup, seed)[-1].after.cities
    (winner,) = (city for city in cities if city.landmarks == ALL_LANDMARKS)
    assert winner.spent >= 52


@given(setups, seeds)
@settings(max_examples=count(20, 300))
def test_a_bounded_bank_never_pays_more_than_the_box_holds(setup: Setup, seed: int) -> None:
    setup = setup._replace(header={**setup.header, "bounded_bank": True})
    for step in dealt(setup, seed):
        assert sum(city.coins for city in step.after.cities) <= COINS


@given(setups, seeds, st.floats(0, 1))
@settings(max_examples=count(15, 300))
def test_legal_lists_what_apply_accepts_and_nothing_else(
    setup: Setup, seed: int, share: float
) -> None:
    """Over the whole vocabulary, for every seat, at any moment of a game."""
    state = state_of(setup, seed, share)
    for seat in (*state.seats, CHANCE):
        accepted = []
        for action in vocabulary(state):
            try:
                machi_koro.apply(state, seat, action)
            except IllegalMove:
                continue
            accepted.append(action)
        listed = list(machi_koro.legal(state, seat))
        assert len(listed) == len(set(listed))
        assert set(accepted) == set(listed)


@given(setups, seeds)
@settings(max_examples=count(20, 300))
def test_only_decisions_that_exist_are_written(setup: Setup, seed: int) -> None:
    for step in dealt(setup, seed):
        if step.move.seat != CHANCE and not isinstance(step.action, MachiKoroBuild | BuildNothing):
            others = tuple(machi_koro.legal(step.before, step.move.seat))
            mandatory = step.before.options.business_center_mandatory
            assert len(others) > 1 or (mandatory and isinstance(others[0], Swap))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_dice_of_a_game_are_36_ways_for_two_and_kept_or_thrown_again(seats: int) -> None:
    rng = random.Random(seats)
    kinds = set()
    for step in dealt(Setup(machi_koro.SEATS[:seats]), rng.randrange(1000)):
        kinds.add(type(step.action))
    assert {KeepThrow, Reroll} <= kinds
