"""The picture of a game, a part of its kit: the table as it stands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from campaign.display.svg.picture import Picture
from campaign.display.text.translation import Speaker
from campaign.games.kit import kit_of
from engine.kernel.game import Seat


class GamePainter(Protocol):
    """What the module of a game's pictures has."""

    def table(self, state: Any, names: Mapping[Seat, str], speaker: Speaker) -> Picture:
        """The table in a state; `names` are the players' by seat."""


def painter_of(name: str) -> GamePainter | None:
    """How a game is drawn: by the picture of its kit; None for one without."""
    painter: GamePainter | None = kit_of(name).part("picture")
    return painter
