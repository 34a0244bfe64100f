"""The part `picture` of a game's kit, which draws the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from campaign.display.svg.picture import Picture
from campaign.display.text.translation import Speaker
from campaign.games.kit import kit_of
from engine.kernel.game import Seat


class GamePainter(Protocol):
    """The part `picture` of a game's kit."""

    def table(self, state: Any, names: Mapping[Seat, str], speaker: Speaker) -> Picture:
        """The table in a state; `names` are the names of the players by seat."""


def painter_of(name: str) -> GamePainter | None:
    """The painter in the kit of a game; None for a game without pictures."""
    painter: GamePainter | None = kit_of(name).part("picture")
    return painter
