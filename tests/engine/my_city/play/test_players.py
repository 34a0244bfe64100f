"""The simple players: sensible, the same for the same chance, never against the rules."""

from __future__ import annotations

from hashlib import sha256

import pytest

from engine import my_city
from engine.kernel.dealer import deal
from engine.kernel.game import Player, Setup
from engine.kernel.record import format_record
from engine.my_city.play.notation import BuildMove, CardPass, Quit
from engine.my_city.play.players import PLAYERS, greedy
from tests.engine.my_city.board import episode, eternal, on_small, play, with_token

SEVENTH = "9127ee2ca42d9709"
"""The digest of some games of seed 7."""


def test_the_same_chance_chooses_the_same() -> None:
    state = play(episode(), "*: reveal Y4")
    assert greedy(state, "eagle", 0.3) == greedy(state, "eagle", 0.3)


@pytest.mark.parametrize("player", PLAYERS.values(), ids=PLAYERS)
@pytest.mark.parametrize("chance", [0.0, 0.5, 0.999])
def test_a_player_builds_where_it_is_allowed(chance: float, player: Player) -> None:
    state = play(episode(), "*: reveal Y4")
    choice = player(state, "eagle", chance)
    assert isinstance(choice, BuildMove)
    assert choice in list(my_city.legal(state, "eagle"))


def test_greedy_passes_what_does_not_fit_while_something_else_may_come() -> None:
    """The bar does not fit in three cells, the domino will."""
    state = play(on_small(". . .", "W E E", {"1": "##", "5": "####"}), "*: reveal Y5")
    assert CardPass() == greedy(state, "eagle", 0.5)


def test_greedy_quits_when_nothing_can_come() -> None:
    state = play(on_small(". M .", "W E E", {"1": "##"}), "*: reveal Y1")
    assert Quit() == greedy(state, "eagle", 0.5)


def test_greedy_quits_rather_than_pass_with_a_low_token() -> None:
    state = on_small(". . .", "W E E", {"1": "##", "5": "####"})
    assert Quit() == greedy(play(with_token(state, 5), "*: reveal Y5"), "eagle", 0.5)


def test_greedy_builds_a_church_that_it_may_not_pass() -> None:
    state = play(eternal(), "*: reveal C1")
    assert isinstance(greedy(state, "eagle", 0.5), BuildMove)


def test_a_seed_gives_the_games_that_it_always_gave() -> None:
    headers = my_city.ALONE, {"episode": 12}
    setups = [Setup(my_city.SEATS[:seats], header) for seats in (2, 4) for header in headers]
    games = "".join(format_record(deal(my_city, setup, 7, greedy)) for setup in setups)
    assert SEVENTH == sha256(games.encode()).hexdigest()[:16]
