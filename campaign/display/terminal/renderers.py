"""The screen of a game, a part of its kit: how a session ended, and one step of its replay."""

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
    """What a game's display module has.

    `names` are the players' names of the record, by seat, where it has them.
    """

    def final(self, state: Any, names: Mapping[Seat, str], speaker: Speaker) -> RenderableType:
        """The table as it ended."""

    def step(self, step: ReplayStep, names: Mapping[Seat, str], speaker: Speaker) -> RenderableType:
        """One move and what it led to."""


@runtime_checkable
class PlayScreen(Protocol):
    """A display module that shows the table during play in another way than at the end."""

    def table(self, state: Any, names: Mapping[Seat, str]) -> RenderableType:
        """The table as it stands, on one screen."""


@runtime_checkable
class SeatScreen(Protocol):
    """A display module of a game in which a seat has a board of its own to look at."""

    def seen_by(self, step: ReplayStep, seat: Seat) -> RenderableType:
        """One move as a seat follows it."""


@runtime_checkable
class StepScreen(Protocol):
    """A display module that has one move with the table after it on one screen."""

    def stepped(self, step: ReplayStep, names: Mapping[Seat, str]) -> RenderableType:
        """One move and the table, as large as the height of the console's options allows."""


def renderer_of(name: str) -> Renderer:
    """How a game is shown: by the screen of its kit, else in plain words."""
    return cast(Renderer, kit_of(name).part("screen") or plain)
