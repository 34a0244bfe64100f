"""The simple players: they always finish, and greedy has an economy."""

from __future__ import annotations

from statistics import mean

import pytest

from engine import dilluvia
from engine.kernel.dealer import deal
from engine.kernel.game import Setup
from engine.kernel.parts import players_of
from tests.engine.replaying import verify
from tests.soak import count

AIMS = {2: 88, 3: 97, 4: 95}
"""Population of winners among simple players on these tables, by the number of players."""


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_finishes(seats: int) -> None:
    for seed in range(10):
        setup = Setup(dilluvia.SEATS[:seats])
        assert verify(deal(dilluvia, setup, seed, players_of(dilluvia)["random"])).proved


@pytest.mark.parametrize("seats", AIMS)
def test_greedy_winners_have_about_what_the_tables_allow(seats: int) -> None:
    setup, player = Setup(dilluvia.SEATS[:seats]), players_of(dilluvia)["greedy"]
    best = [
        max(deal(dilluvia, setup, seed, player).result.values())
        for seed in range(count(6, 67, ci=15))
    ]
    assert 0.85 * AIMS[seats] <= mean(best) <= 1.15 * AIMS[seats]


def test_greedy_is_the_first_player() -> None:
    assert ["greedy", "random"] == list(players_of(dilluvia))
