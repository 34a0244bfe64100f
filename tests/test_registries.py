"""The registries by game name modules; each has what its registry promises."""

from __future__ import annotations

from campaign.display.terminal.games import dilluvia, machi_koro, my_city, quadropolis
from campaign.display.terminal.games.renderers import RENDERERS, Renderer, renderer_of
from campaign.services.statistics.games import STATISTICS, counting_of
from engine import catalogue

SCREENS: tuple[Renderer, ...] = (my_city, machi_koro, dilluvia, quadropolis)
"""The renderers as modules, which strict typing holds to the protocol."""


def test_every_game_has_a_renderer() -> None:
    assert list(RENDERERS) == list(catalogue.GAMES)
    assert list(map(renderer_of, RENDERERS)) == list(SCREENS)


def test_the_statistics_of_a_game_are_found() -> None:
    assert set(STATISTICS) == set(catalogue.GAMES)
    assert all(callable(counting_of(name).tables) for name in STATISTICS)
