"""The dealer: the same seed deals the same record."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from types import SimpleNamespace
from typing import Any, cast

import pytest

from engine import my_city
from engine.kernel.dealer import deal
from engine.kernel.errors import EngineError
from engine.kernel.game import Game, Setup, fold
from engine.kernel.parts import players_of
from engine.kernel.score import SeatScore

SETUP = Setup(("eagle", "bear"), {"episode": 1})


def test_same_seed_same_record() -> None:
    assert deal(my_city, SETUP, 7) == deal(my_city, SETUP, 7)


def test_other_seed_other_record() -> None:
    assert deal(my_city, SETUP, 7).moves != deal(my_city, SETUP, 8).moves


def test_same_seed_and_player_same_record() -> None:
    greedy = players_of(my_city)["greedy"]
    assert deal(my_city, SETUP, 7, greedy) == deal(my_city, SETUP, 7, greedy)


def test_the_day_stands_in_the_record() -> None:
    assert date(2026, 11, 20) == deal(my_city, SETUP, 7, played=date(2026, 11, 20)).played
    assert None is deal(my_city, SETUP, 7).played


def test_a_game_that_never_ends_is_noticed() -> None:
    def legal(state: int, seat: str) -> Iterator[str]:
        yield "on"

    def apply(state: int, seat: str, action: str) -> int:
        return state + 1

    def score(state: int) -> tuple[SeatScore, ...]:
        return ()

    def endless(**rest: Any) -> Game:
        return cast("Game", SimpleNamespace(**rest))

    game = endless(
        NAME="endless",
        start=lambda setup: 0,
        awaiting=lambda state: ("one",),
        legal=legal,
        apply=apply,
        play=fold(apply),
        score=score,
        format=str,
    )
    with pytest.raises(EngineError, match="endless with the seed 1 has not ended after 100,000"):
        deal(game, Setup(("one",)), 1)


def test_fold_makes_play_from_apply() -> None:
    def add(state: int, seat: str, action: int) -> int:
        return state + action

    assert 6 == fold(add)(1, [("one", 2), ("two", 3)])
