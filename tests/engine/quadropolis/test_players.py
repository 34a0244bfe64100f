"""The simple players, and what is conserved while they play."""

from __future__ import annotations

from collections import Counter
from statistics import mean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import quadropolis
from engine.kernel.dealer import deal, random_numbers
from engine.kernel.game import CHANCE, Setup, State
from engine.kernel.parts import players_of
from engine.kernel.replay import replay_steps
from engine.quadropolis.components import FACES, MODES
from engine.quadropolis.state import LAY, PLACE
from tests.soak import count

setups = st.builds(
    lambda seats, mode, staffed: Setup(
        quadropolis.SEATS[:seats], {"mode": mode, "staffed": staffed}
    ),
    st.integers(2, 4),
    st.sampled_from(sorted(MODES)),
    st.booleans(),
)


@given(setups, st.integers(0, 2**32))
def test_tiles_architects_people_and_energy_are_conserved(setup: Setup, seed: int) -> None:
    record = deal(quadropolis, setup, seed)
    built: Counter[str] = Counter()
    for step in replay_steps(quadropolis, record):
        before, after = step.before, step.after
        if before.phase == PLACE and step.move.text != "discard":
            built[before.taken] += 1
        if before.phase == "take":
            moved = Counter(filter(None, before.site)) - Counter(filter(None, after.site))
            assert after.round > before.round or sum(moved.values()) == bool(after.taken)
        _architects(after)
    final = step.after
    stacks = [stack for city in final.cities for stack in city.cells if stack]
    assert sum(stack.floors for stack in stacks) == sum(built.values())
    people = sum(FACES[code].inhabitants * n for code, n in built.items())
    energy = sum(FACES[code].energy * n for code, n in built.items())
    assert people == sum(city.inhabitants for city in final.cities)
    assert energy == sum(city.energy for city in final.cities)


def _architects(state: State) -> None:
    """Each one is on the site, in a hand or in the pool."""
    out = sum(map(bool, state.slots))
    mode, seats = state.rules.mode, len(state.seats)
    if mode.shared:
        assert out + sum(state.architects) == mode.architects * seats
    else:
        assert out + sum(used.bit_count() for used in state.architects) == mode.architects * seats
    assert state.phase == LAY or out in (state.turn, state.turn + 1)


@given(setups, st.integers(0, 2**32))
def test_the_simple_players_say_the_best_assignment(setup: Setup, seed: int) -> None:
    header = {**setup.header, "staffed": True}
    player = players_of(quadropolis)["random"]
    own = deal(quadropolis, setup._replace(header=header), seed, player)
    none = deal(quadropolis, setup._replace(header={**header, "staffed": False}), seed, player)
    if own.moves and none.moves:
        assert own.moves[: len(none.moves)] == none.moves
    assert own.result == none.result


def duel(mode: str, seed: int) -> int:
    """What greedy is ahead of random, who change seats from game to game."""
    setup = Setup(quadropolis.SEATS[:2], {"mode": mode})
    mine = quadropolis.SEATS[seed % 2]
    state, chance = quadropolis.start(setup), random_numbers(seed)
    while waiting := quadropolis.awaiting(state):
        (seat,) = waiting
        if seat == CHANCE:
            moves = list(quadropolis.legal(state, seat))
            state = quadropolis.apply(state, seat, moves[int(next(chance) * len(moves))])
        else:
            player = players_of(quadropolis)["greedy" if seat == mine else "random"]
            state = quadropolis.apply(state, seat, player(state, seat, next(chance)))
    totals = {sheet.seat: sheet.total for sheet in quadropolis.score(state)}
    return totals.pop(mine) - sum(totals.values())


@pytest.mark.parametrize("mode", MODES)
def test_greedy_beats_random_clearly(mode: str) -> None:
    ahead = [duel(mode, seed) for seed in range(count(5, 100))]
    assert mean(ahead) - 3 * stdev(ahead) / len(ahead) ** 0.5 > 10
    assert sum(points > 0 for points in ahead) > 0.9 * len(ahead)


def test_greedy_is_the_first_player() -> None:
    assert ["greedy", "random"] == list(players_of(quadropolis))
