"""What happens at once when a building stands: points, nuggets, cells that turn.

All of it is derived; a record never says it. A condition of a reward is a function and a
line in `CONDITIONS`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from engine.kernel.grid import bits
from engine.my_city.boards import Home
from engine.my_city.components import Enclosure, Reward, Rules
from engine.my_city.land import Land
from engine.my_city.placements import Placement

Condition = Callable[[Reward, Sequence[Placement], Placement], bool]


class Outcome(NamedTuple):
    """What a building brought: rewards cut at the token's cap, nuggets, and the land after it."""

    rewards: tuple[tuple[str, int], ...]
    nuggets: int
    land: Land
    gained: tuple[str, ...]
    firsts: tuple[int, ...]


def follow(
    rules: Rules,
    home: Home,
    land: Land,
    free: tuple[int, int],
    token: int,
    built: Sequence[Placement],
    firsts: tuple[int, ...],
    out: int,
) -> Outcome:
    """What follows from the last of the buildings.

    `free` are the open cells before and after it, `out` counts the cards revealed so far,
    `firsts` the cards on which each feat was first done: who does one on the same card shares.
    """
    placement, earlier = built[-1], built[:-1]
    earned = [
        (reward.label, reward.points)
        for reward in rules.rewards
        if CONDITIONS[reward.does](reward, earlier, placement)
    ]
    nuggets = 0
    for k, (feat, cells) in enumerate(zip(rules.feats, home.feats, strict=True)):
        if free[0] & cells and not free[1] & cells and firsts[k] in (0, out):
            firsts = (*firsts[:k], out, *firsts[k + 1 :])
            nuggets += feat.nuggets
            earned.append((feat.label, feat.points))
    kept = []
    for label, points in earned:
        points = max(0, min(points, rules.token.cap - token))
        token += points
        kept.append((label, points))
    gained = list[str]()
    for enclosure in rules.enclosures:
        if enclosure.colour == placement.colour:
            land = _turn(rules, enclosure, home, land, free[1], built, gained)
    return Outcome(tuple(kept), nuggets, land, tuple(gained), firsts)


def touches_previous(_: Reward, earlier: Sequence[Placement], placement: Placement) -> bool:
    """The building touches the one that this player built just before, across the river too."""
    return bool(earlier and earlier[-1].mask & placement.beside)


def covers(reward: Reward, _: Sequence[Placement], placement: Placement) -> bool:
    """The building covers one of the cells at least."""
    return bool(placement.mask & reward.cells)


CONDITIONS: Mapping[str, Condition] = {
    "touches previous": touches_previous,
    "covers row": covers,
}


def _turn(
    rules: Rules,
    enclosure: Enclosure,
    home: Home,
    land: Land,
    free: int,
    built: Sequence[Placement],
    gained: list[str],
) -> Land:
    """The land after the cells beside the last building that are now enclosed have turned.

    Turning changes no building, so looking once at all of them together is enough.
    """
    grid = rules.grid
    walls = 0
    for each in (*home.standing, *built):
        if each.colour == enclosure.colour:
            walls |= each.mask
    may_lie = land.bare if enclosure.bare else 0
    for layer in enclosure.layers:
        may_lie |= land.layers[layer]
    layer = rules.layer(enclosure.becomes)
    after = land
    for bit in bits(built[-1].beside & free & may_lie):
        sides = grid.beside(bit)
        rest = SIDES - sides.bit_count() + (sides & land.forest & ~walls).bit_count()
        if (sides & walls).bit_count() == enclosure.sides and rest == SIDES - enclosure.sides:
            after = after.put(layer, rules.contents[layer], bit)
            gained.append(f"{enclosure.becomes} {grid.name(bit)}")
    return after


SIDES = 4
