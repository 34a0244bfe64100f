"""Walks of annealing stage by stage, in this process or beside it."""

from __future__ import annotations

from campaign.services.hindsight.clock import Left
from campaign.services.spreading.chunks import Spread
from engine.my_city.hindsight.annealing import LEG, Walks, walked


def a_leg(walks: Walks, spread: Spread, left: Left) -> None:
    """Some stages of a walk, until no seconds are `left`."""
    for _ in range(LEG):
        if left() <= 0:
            return
        (news,) = spread(walked, [walks.stage()])
        walks.went(news)
