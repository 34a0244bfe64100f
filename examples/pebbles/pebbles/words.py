"""The moves of Pebbles in words, for screens and phones."""

from __future__ import annotations

from collections.abc import Mapping

from campaign.display.text.sentences import with_name
from engine.kernel.game import Seat
from engine.kernel.phrases import Wording
from engine.kernel.replay import ReplayStep


def sentence(step: ReplayStep, names: Mapping[Seat, str], language: str) -> Wording:
    """The move as a sentence: the player, the pebbles taken, the pebbles left."""
    return with_name(step.move.seat, names, f"takes {step.action}, {step.after.heap} left")
