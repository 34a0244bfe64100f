"""The picture of each game: the table as it stands."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, Protocol, cast

from campaign.display.svg.picture import Picture
from engine.kernel.game import Seat


class Painter(Protocol):
    """What the module of a game's pictures has."""

    def table(self, state: Any, names: Mapping[Seat, str], language: str) -> Picture:
        """The table in a state; `names` are the players' by seat, `language` that of the cards."""


PAINTERS: Mapping[str, str] = {
    "my-city": "campaign.games.my_city.picture",
    "machi-koro": "campaign.games.machi_koro.picture",
    "dilluvia": "campaign.games.dilluvia.picture",
    "quadropolis": "campaign.games.quadropolis.picture",
}
"""By the name of the game the module that draws it; a game without a line has no pictures."""


def painter_of(name: str) -> Painter | None:
    """How a game is drawn; None for one that is not."""
    return cast(Painter, import_module(PAINTERS[name])) if name in PAINTERS else None
