"""The bounds of a search: what a board says about its score, whatever the order of the cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.my_city.play.placements import Placement
from engine.my_city.play.rewards import turned_cells, walls_of
from engine.my_city.play.ruleset import EpisodeRules
from engine.my_city.play.scoring import sheet_lines
from engine.my_city.play.state import Town

UNLIMITED = 1_000_000


def has_done(cells: int, free: int) -> bool:
    """Whether the cells of a feat are covered; false if the board has no such cells."""
    return bool(cells) and not cells & free


def score_without_passes(rules: EpisodeRules, town: Town, built: Sequence[Placement]) -> int:
    """The score of a board without passes, and without what depends on the order."""
    free, land, token = town.free, town.land, town.token
    for placement in built:
        free &= ~placement.mask
        token += sum(max(r.points, 0) for r in rules.rewards if placement.mask & r.cells)
    for placement in built:
        if placement.colour in rules.turning:
            walls = walls_of(placement.colour, (*town.home.standing, *built))
            for bit, content in turned_cells(rules, land, free, placement, walls):
                layer = rules.layer(content)
                land = land.put(layer, rules.contents[layer], bit)
    token = min(token, rules.token.cap)
    whole = town._replace(token=token, free=free, built=tuple(built), land=land)
    return sheet_lines(rules, whole)[1]


def without_cap(rules: EpisodeRules) -> EpisodeRules:
    """The same rules with no cap for the token."""
    return replace(rules, token=replace(rules.token, cap=UNLIMITED))


def highest(rules: EpisodeRules, town: Town, count: int) -> int:
    """The highest token after `count` buildings: no pass, and all points that can come at once."""
    rewards = sum(max(reward.points, 0) for reward in rules.rewards)
    return town.token + rewards * count + sum(max(feat.points, 0) for feat in rules.feats)
