"""Walks of annealing, stage by stage, in this process or in others."""

from __future__ import annotations

from collections.abc import Sequence

from campaign.extras.hindsight.clock import Left
from campaign.extras.hindsight.pure.annealing import walk_stage
from campaign.extras.hindsight.pure.walks import LEG, Walks
from campaign.services.spreading.chunks import ChunkMap
from engine.my_city.bounds.question import Question, ReplayedLine

WALKERS = 2
"""The number of walks at the same time."""


def walks_from(
    question: Question, lines: Sequence[ReplayedLine], seed: int, until: int | None = None
) -> list[Walks]:
    """Walks from `lines`, which have the best one first; each walk begins at another line."""
    known = [line.line for line in lines]
    return [
        Walks(question, known[at:] + known[:at], seed + at, until)
        for at in range(min(WALKERS, len(known)))
    ]


def best_walks(walks: Sequence[Walks]) -> Walks:
    """The walks that have found the best line."""
    return max(walks, key=lambda walk: walk.worth)


def walk_leg(walks: Sequence[Walks], spread: ChunkMap, left: Left) -> Walks:
    """Walk some stages of each walk, until no seconds are `left`; return the best walks."""
    for _ in range(LEG):
        if left() <= 0:
            break
        for walk, news in zip(
            walks, spread(walk_stage, [walk.stage() for walk in walks]), strict=True
        ):
            walk.take_result(news)
    return best_walks(walks)
