"""The part `screen` of a game's kit, which draws the end of a session and steps of a replay."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, cast, runtime_checkable

from rich.console import RenderableType

from campaign.display.terminal import plain
from campaign.display.text.translation import Speaker
from campaign.games.kit import kit_of
from engine.kernel.game import Seat
from engine.kernel.replay import ReplayStep


class Renderer(Protocol):
    """The part `screen` of a game's kit.

    `names` are the names of the players by seat, as far as the record has them.
    """

    def final(self, state: Any, names: Mapping[Seat, str], speaker: Speaker) -> RenderableType:
        """The table at the end of a game."""

    def step(self, step: ReplayStep, names: Mapping[Seat, str], speaker: Speaker) -> RenderableType:
        """One move and its effect."""


@runtime_checkable
class PlayScreen(Protocol):
    """A screen that shows the table during play differently from the end."""

    def table(self, state: Any, names: Mapping[Seat, str]) -> RenderableType:
        """The table in a state, on one screen."""


@runtime_checkable
class SeatScreen(Protocol):
    """A screen of a game in which each seat has its own board to look at."""

    def step_for_seat(self, step: ReplayStep, seat: Seat) -> RenderableType:
        """One move as one seat sees it."""


@runtime_checkable
class StepScreen(Protocol):
    """A screen that shows one move together with the table after it."""

    def step_with_table(self, step: ReplayStep, names: Mapping[Seat, str]) -> RenderableType:
        """One move and the table, as large as the console's height allows."""


def renderer_of(name: str) -> Renderer:
    """The renderer of a game: the part `screen` of its kit, or `plain`."""
    return cast(Renderer, kit_of(name).part("screen") or plain)
