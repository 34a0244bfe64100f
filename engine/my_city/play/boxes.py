"""How many boxes of each row off the grid, a strip or a shaft, a board has reached."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from engine.my_city.play.boards import BoardStart, CityStock
from engine.my_city.play.rewards import boxes_reached
from engine.my_city.play.ruleset import EpisodeRules
from engine.my_city.play.state import Town
from engine.my_city.play.terms import TownTerms, depth


class RowReach(NamedTuple):
    """How many boxes of a row are reached, from the first one on.

    `taken` says that the marks for being first at the triangle box of a shaft are gone.
    """

    boxes: int
    taken: bool = False


Reach = Mapping[str, RowReach]
"""How far each row is reached, by its label."""


def reach_between(
    rules: EpisodeRules, board: BoardStart | CityStock, claimed: Collection[str]
) -> Reach:
    """How far the rows of a board are reached between episodes.

    `claimed` are the colours of the shafts whose triangle box somebody has reached.
    """
    reach = {strip.label: RowReach(board.strips.get(strip.kind, 0)) for strip in rules.strips}
    for shaft in rules.shafts:
        boxes = board.shafts.get(shaft.colour, 0)
        reach[shaft.label] = RowReach(boxes, shaft.colour in claimed)
    return reach


def reach_during(rules: EpisodeRules, town: Town, towns: Sequence[Town]) -> Reach:
    """How far the rows are reached with what a town, one of `towns`, has built and gained."""
    strips = boxes_reached(rules, town.home, town.gained)
    reach = {strip.label: RowReach(strips[strip.kind]) for strip in rules.strips}
    if rules.shafts:
        board, claimed = TownTerms(rules, town), claimed_before(rules, towns)
        for shaft in rules.shafts:
            reach[shaft.label] = RowReach(depth(shaft, board), shaft.colour in claimed)
    return reach


def claimed_before(rules: EpisodeRules, towns: Sequence[Town]) -> frozenset[str]:
    """The colours of the shafts whose triangle box some town had reached before this episode."""
    deepest = [
        (shaft, max((town.home.shafts[shaft.colour] for town in towns), default=0))
        for shaft in rules.shafts
    ]
    return frozenset(shaft.colour for shaft, most in deepest if most >= shaft.triangle)
