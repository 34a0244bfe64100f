"""Machi Koro in short answers."""

from __future__ import annotations

import pytest

from engine import machi_koro
from engine.kernel.answers import play_line
from engine.kernel.errors import NotationError
from engine.kernel.game import Setup
from engine.kernel.parts import answers_of
from engine.machi_koro.components import LANDMARKS
from engine.machi_koro.state import MachiKoroState

START = machi_koro.start(Setup(("p1", "p2", "p3")))
ALL = (1 << len(LANDMARKS)) - 1


def answered(state: MachiKoroState, line: str) -> list[str]:
    answer = play_line(machi_koro, answers_of(machi_koro), state, line)
    return [f"{seat}: {machi_koro.format(action)}" for seat, action in answer.moves]


def rich(state: MachiKoroState, landmarks: int) -> MachiKoroState:
    """Everybody has coins, the first player landmarks."""
    first, *rest = (city._replace(coins=20) for city in state.cities)
    return state._replace(cities=(first._replace(landmarks=landmarks), *rest), phase="roll")


@pytest.mark.parametrize(
    ("line", "moves"),
    [
        ("3 cafe", ["*: dice 3", "p1: build cafe"]),
        ("3 caf", ["*: dice 3", "p1: build cafe"]),
        ("3 咖啡館", ["*: dice 3", "p1: build cafe"]),
        ("3 -", ["*: dice 3", "p1: pass"]),
        ("3 pass", ["*: dice 3", "p1: pass"]),
        ("dice 3 build cafe 1", ["*: dice 3", "p1: build cafe", "*: dice 1"]),
    ],
)
def test_a_turn_in_one_line(line: str, moves: list[str]) -> None:
    assert moves == answered(START, line)


def test_the_number_of_dice_goes_without_saying() -> None:
    state = rich(START, 1)
    assert ["p1: roll 2", "*: dice 3 5", "p1: build cafe"] == answered(state, "35 cafe")
    assert ["p1: roll 1", "*: dice 3", "p1: build cafe"] == answered(state, "3 cafe")


def test_two_dice_are_said_in_full() -> None:
    state = rich(START, 1)
    moves = ["p1: roll 2", "*: dice 3 5", "p1: build cafe"]
    assert moves == answered(state, "roll 2 dice 3 5 build cafe")


def test_the_radio_tower_is_asked() -> None:
    state = rich(START, ALL >> 1 & ~1 | 1 << len(LANDMARKS) - 1)
    state = state._replace(phase="dice")
    assert ["*: dice 3", "p1: keep", "p1: pass"] == answered(state, "3 k -")
    assert ["*: dice 3", "p1: reroll", "*: dice 4"] == answered(state, "3 r 4")


def test_what_may_be_several_is_asked_back() -> None:
    result = play_line(machi_koro, answers_of(machi_koro), START, "3 f")
    assert ("3",) == result.typed
    assert "'f' may be forest or " in str(result.refused)
    result = play_line(machi_koro, answers_of(machi_koro), START, "3 nonsense")
    assert "'nonsense' is no card and no landmark" == str(result.refused)
    with pytest.raises(NotationError, match="one die, 1 to 6"):
        answered(START, "9")


def test_a_player_is_a_seat_at_the_tv_station_and_in_a_swap() -> None:
    state = rich(START, 1)
    first, *rest = state.cities
    names = {"p1": "Anna", "p2": "Ben", "p3": "Chen"}
    for phase, line, move in (
        ("target", "ben", "p1: target p2"),
        ("swap", "wheat chen bakery", "p1: swap wheat_field p3 bakery"),
    ):
        asked = state._replace(phase=phase, dice=(6,), cities=(first, *rest))
        answer = play_line(machi_koro, answers_of(machi_koro), asked, line, names)
        assert [move] == [f"{seat}: {machi_koro.format(action)}" for seat, action in answer.moves]
