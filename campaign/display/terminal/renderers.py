"""The renderer of each game: how a session ended, and one step of its replay."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, Protocol, cast, runtime_checkable

from rich.console import RenderableType

from engine.kernel.game import Seat
from engine.kernel.replay import Step


class Renderer(Protocol):
    """What a game's display module has.

    `names` are the players' names of the record, by seat, where it has them; `language`
    is that of the cards and buildings, such as "en".
    """

    def final(self, state: Any, names: Mapping[Seat, str], language: str) -> RenderableType:
        """The table as it ended."""

    def step(self, step: Step, names: Mapping[Seat, str], language: str) -> RenderableType:
        """One move and what it led to."""


@runtime_checkable
class Playing(Protocol):
    """A display module that shows the table while it is played otherwise than at the end."""

    def table(self, state: Any, names: Mapping[Seat, str]) -> RenderableType:
        """The table as it stands, on one screen."""


RENDERERS: Mapping[str, str] = {
    "my-city": "campaign.games.my_city.screen",
    "machi-koro": "campaign.games.machi_koro.screen",
    "dilluvia": "campaign.games.dilluvia.screen",
    "quadropolis": "campaign.games.quadropolis.screen",
}
"""By the name of the game the module that shows it; a new game has its line here."""
PLAIN = "campaign.display.terminal.plain"


def renderer_of(name: str) -> Renderer:
    """How a game is shown: in plain words where it has no line above."""
    return cast(Renderer, import_module(RENDERERS.get(name, PLAIN)))
