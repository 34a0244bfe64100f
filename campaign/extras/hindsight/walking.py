"""Walks of annealing stage by stage, in this process or beside it."""

from __future__ import annotations

from collections.abc import Sequence

from campaign.extras.hindsight.clock import Left
from campaign.extras.hindsight.pure.annealing import walked
from campaign.extras.hindsight.pure.walks import LEG, Walks
from campaign.services.spreading.chunks import ChunkMap
from engine.my_city.bounds.question import Question, ReplayedLine

WALKERS = 2
"""How many walk beside each other."""


def walkers(
    question: Question, lines: Sequence[ReplayedLine], seed: int, until: int | None = None
) -> list[Walks]:
    """Walks from some lines, the best of them first; each begins at another."""
    known = [line.line for line in lines]
    return [
        Walks(question, known[at:] + known[:at], seed + at, until)
        for at in range(min(WALKERS, len(known)))
    ]


def farthest(walks: Sequence[Walks]) -> Walks:
    """The walks that have come by the best line."""
    return max(walks, key=lambda one: one.worth)


def a_leg(walks: Sequence[Walks], spread: ChunkMap, left: Left) -> Walks:
    """Walk some stages of each walk, until no seconds are `left`; returns the farthest walks."""
    for _ in range(LEG):
        if left() <= 0:
            break
        for one, news in zip(walks, spread(walked, [one.stage() for one in walks]), strict=True):
            one.went(news)
    return farthest(walks)
