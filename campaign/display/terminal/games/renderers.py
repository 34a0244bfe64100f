"""The renderer of each game: how a session ended, and one step of its replay."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from rich.console import RenderableType

from campaign.display.terminal.games import dilluvia, machi_koro, my_city, quadropolis
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


RENDERERS: Mapping[str, Renderer] = {
    "my-city": my_city,
    "machi-koro": machi_koro,
    "dilluvia": dilluvia,
    "quadropolis": quadropolis,
}
"""By the name of the game; a new game has its line here."""
