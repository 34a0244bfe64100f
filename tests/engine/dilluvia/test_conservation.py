"""What can neither be made nor lost, from any position that random or sensible play reaches."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import islice

from hypothesis import given, settings
from hypothesis import strategies as st

from engine import dilluvia
from engine.dilluvia.components import AREAS
from engine.dilluvia.notation import Action
from engine.dilluvia.rules import awaited_key
from engine.dilluvia.state import (
    ACTIONS,
    AIRSHIPS,
    EMPTY,
    INCOMES,
    ORDER,
    OVER,
    PURCHASES,
    REFILL,
    DilluviaState,
)
from engine.dilluvia.transfers import count_homes
from engine.kernel.errors import IllegalMove
from engine.kernel.game import CHANCE, Setup
from engine.kernel.parts import players_of
from tests.engine.dilluvia.table import vocabulary
from tests.engine.games import CASES

setups = st.sampled_from(CASES["dilluvia"].setups)
FLOW = {
    ORDER: {REFILL},
    REFILL: {REFILL, AIRSHIPS},
    AIRSHIPS: {AIRSHIPS, PURCHASES},
    PURCHASES: {PURCHASES, ACTIONS},
    ACTIONS: {ACTIONS, INCOMES, REFILL, AIRSHIPS, OVER},
    INCOMES: {INCOMES, REFILL, AIRSHIPS},
}
"""Which phase may follow which; one without a decision is passed over."""


def states(setup: Setup, seed: int, sensible: bool) -> Iterator[DilluviaState]:
    """The states of a whole game."""
    rng, state = random.Random(seed), dilluvia.start(setup)
    yield state
    while waiting := dilluvia.awaiting(state):
        if sensible and waiting != (CHANCE,):
            action = players_of(dilluvia)["greedy"](state, waiting[0], rng.random())
        else:
            action = rng.choice(tuple(dilluvia.legal(state, waiting[0])))
        state = dilluvia.apply(state, waiting[0], action)
        yield state


def holds(check: Callable[[DilluviaState], None]) -> Callable[[], None]:
    """A test that a check holds in every state of dealt games."""

    @given(setups, st.integers(0, 2**32), st.booleans())
    @settings(max_examples=8)
    def test(setup: Setup, seed: int, sensible: bool) -> None:
        for state in states(setup, seed, sensible):
            check(state)

    return test


def _tiles(state: DilluviaState) -> None:
    market = state.market
    lying = [1 << tile for tile in market.tiles if tile != EMPTY]
    places = [market.white, market.grey, market.aside, *lying, *(p.tiles for p in state.players)]
    assert sum(places) == _union(places), "no tile is in two places"
    every = sum(state.rules.in_play.values())
    assert not _union(places) & ~every, "no tile comes from outside"
    gone = every & ~_union(places)
    for tile in state.rules.tiles_of_mask(gone):
        assert tile.effect.when in ("now", "game"), f"{tile.id} is lost"


def _union(masks: list[int]) -> int:
    union = 0
    for mask in masks:
        union |= mask
    return union


def _city(state: DilluviaState) -> None:
    city, ground = state.rules.city, state.ground
    places = [city.hub, city.wings, ground.gardens]
    places += [mask for p in state.players for mask in (p.claims, p.built)]
    assert sum(places) == _union(places) == ground.taken
    assert not (ground.taken & ~city.usable & ~city.hub & ~city.wings)
    assert ground.gardens.bit_count() <= state.rules.gardens
    for owner in state.players:
        assert owner.built == sum(home.mask for home in owner.homes)
    assert sum(p.propellers for p in state.players) == _union([p.propellers for p in state.players])


def _buildings(state: DilluviaState) -> None:
    for building, left in zip(state.rules.buildings.values(), state.ground.stacks, strict=True):
        built = sum(home.building is building for p in state.players for home in p.homes)
        assert building.copies == left + built


def _workers(state: DilluviaState) -> None:
    for i, owner in enumerate(state.players):
        placed = [p for row in state.circles for p in row if p.seat == i]
        normal = sum(p.discs - p.special for p in placed)
        assert normal + owner.idle <= owner.workers <= state.rules.workers + state.rules.extra
        assert sum(p.special for p in placed) + owner.special <= 1
        assert owner.workers - state.rules.workers == sum(home.gave for home in owner.homes)


def _money_and_cubes(state: DilluviaState) -> None:
    for owner in state.players:
        assert owner.money >= 0
        assert min(owner.cubes) >= 0
        assert all(0 <= marker <= state.rules.cap for marker in owner.markers)
        assert owner.population.total >= 0


def _house(state: DilluviaState) -> None:
    for owner in state.players:
        spaces = sum(count_homes(owner, size) for size in (1, 2, 4)) + owner.propellers.bit_count()
        assert spaces <= owner.house <= spaces + 2


def _circles(state: DilluviaState) -> None:
    for name, row in zip(AREAS, state.circles, strict=True):
        area = state.rules.areas[name]
        own = len({p.seat for p in row}) if area.own else 0
        assert len(row) - own <= len(area.circles)


def _tens(state: DilluviaState) -> None:
    for owner in state.players:
        assert len(owner.population.tens) == owner.prestige // 10


test_every_tile_is_in_one_place_or_discarded = holds(_tiles)
test_every_square_has_one_use = holds(_city)
test_every_building_is_in_its_stack_or_stands = holds(_buildings)
test_workers_are_idle_or_placed = holds(_workers)
test_nobody_owes_money_or_cubes = holds(_money_and_cubes)
test_the_house_has_moved_for_what_stands = holds(_house)
test_no_more_circles_are_used_than_there_are = holds(_circles)
test_every_ten_has_counted_once = holds(_tens)


@given(setups, st.integers(0, 2**32), st.booleans())
@settings(max_examples=10)
def test_phases_and_rounds_follow_each_other(setup: Setup, seed: int, sensible: bool) -> None:
    before = None
    for state in states(setup, seed, sensible):
        if before:
            assert state.turn.phase in FLOW[before.turn.phase]
            ends = before.turn.phase in (ACTIONS, INCOMES)
            opens = state.turn.phase in (REFILL, AIRSHIPS) and ends
            assert state.turn.round == before.turn.round + opens
        before = state
    assert before is not None
    assert (7, OVER) == (before.turn.round, before.turn.phase)
    assert {8} == {len(owner.books) for owner in before.players}


@given(setups, st.integers(0, 2**32))
@settings(max_examples=10)
def test_what_each_round_paid_adds_up(setup: Setup, seed: int) -> None:
    *_, state = states(setup, seed, sensible=True)
    for owner in state.players:
        assert owner.books[-1].money == owner.money
        assert owner.earned == owner.books[-1].earned
        assert 0 <= owner.books[0].money + owner.earned - owner.money, (
            "nobody pays what is not there"
        )


@given(setups, st.integers(0, 2**32), st.booleans(), st.integers(0, 450))
@settings(max_examples=60)
def test_legal_is_what_applies_late_in_the_game_too(
    setup: Setup, seed: int, sensible: bool, length: int
) -> None:
    rng = random.Random(seed)
    *_, state = islice(states(setup, seed, sensible), length + 1)
    words = list(vocabulary(state))
    for seat in (*state.seats, CHANCE):
        listed = {dilluvia.format(action): action for action in dilluvia.legal(state, seat)}
        for action in (*rng.sample(words, 300), *list(listed.values())[:30]):
            text, after = dilluvia.format(action), outcome(state, seat, action)
            if isinstance(after, IllegalMove):
                assert text not in listed, f"{text}: {after}"
            elif text not in listed:
                others = (outcome(state, seat, other) for other in listed.values())
                assert after in others, f"{awaited_key(state)}: {text} is not listed"


def outcome(state: DilluviaState, seat: str, action: Action) -> DilluviaState | IllegalMove:
    """The state after an action, or why there is none."""
    try:
        return dilluvia.apply(state, seat, action)
    except IllegalMove as refused:
        return refused
