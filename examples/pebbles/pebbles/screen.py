"""Pebbles in the terminal: the end of a session, and one move of its replay."""

from __future__ import annotations

from collections.abc import Mapping

from rich.console import RenderableType
from rich.text import Text

from campaign.display.terminal import parts
from campaign.display.text.translation import Speaker
from engine.kernel.game import Seat
from engine.kernel.replay import ReplayStep
from pebbles.rules import PebblesState
from pebbles.words import sentence


def final(state: PebblesState, names: Mapping[Seat, str], speaker: Speaker) -> RenderableType:
    """The pebbles that each player has taken, and the pebbles left in the heap."""
    rows = {names.get(seat, seat): n for seat, n in zip(state.seats, state.taken, strict=True)}
    lines = (f"{name:<8}  {'●' * count}" for name, count in (rows | {"heap": state.heap}).items())
    return Text("\n".join(lines))


def step(step: ReplayStep, names: Mapping[Seat, str], speaker: Speaker) -> RenderableType:
    """One move, and the number of pebbles that it left."""
    return parts.one_line(f"{step.number:>3}. ", sentence(step, names, speaker.language))
