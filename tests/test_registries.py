"""The registries by game name modules; each has what its registry promises."""

from __future__ import annotations

from campaign.display.terminal.renderers import RENDERERS, Renderer, renderer_of
from campaign.display.text.sentences import MODULES, Words
from campaign.games.dilluvia import screen as dilluvia
from campaign.games.dilluvia import words as dilluvia_in_words
from campaign.games.machi_koro import screen as machi_koro
from campaign.games.machi_koro import words as machi_koro_in_words
from campaign.games.my_city import screen as my_city
from campaign.games.my_city import words as my_city_in_words
from campaign.games.quadropolis import screen as quadropolis
from campaign.games.quadropolis import words as quadropolis_in_words
from campaign.services.statistics.games import STATISTICS, counting_of
from engine import catalogue

SCREENS: tuple[Renderer, ...] = (my_city, machi_koro, dilluvia, quadropolis)
"""The renderers as modules, which strict typing holds to the protocol."""

SENTENCES: tuple[Words, ...] = (
    my_city_in_words,
    machi_koro_in_words,
    dilluvia_in_words,
    quadropolis_in_words,
)
"""The moves in words, held to theirs."""


def test_every_game_has_a_renderer() -> None:
    assert list(RENDERERS) == list(catalogue.GAMES)
    assert list(map(renderer_of, RENDERERS)) == list(SCREENS)


def test_every_game_has_moves_in_words() -> None:
    assert list(MODULES) == list(catalogue.GAMES)
    assert list(MODULES.values()) == [getattr(module, "__name__", "") for module in SENTENCES]


def test_the_statistics_of_a_game_are_found() -> None:
    assert set(STATISTICS) == set(catalogue.GAMES)
    assert all(callable(counting_of(name).tables) for name in STATISTICS)
