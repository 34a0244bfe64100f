"""What follows at once from a building: feats, points by its place, and cells that turn.

All of it is derived; a record never says it. The points of `Rules.rewards` are counted
in the loop of `rules.play`, because they come with every other building.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from engine.kernel.grid import bits
from engine.my_city.play.boards import Home
from engine.my_city.play.land import Land
from engine.my_city.play.placements import Placement
from engine.my_city.play.ruleset import Rules


class Feats(NamedTuple):
    """Feats that a building completed: rewards, nuggets, when each was first done, marks."""

    earned: tuple[tuple[str, int], ...]
    nuggets: int
    firsts: tuple[int, ...]
    marks: tuple[tuple[str, int], ...] = ()


def feats(
    rules: Rules, home: Home, free: tuple[int, int], firsts: tuple[int, ...], out: int
) -> Feats:
    """What a building earns that covers the last cell of a feat; who does so on one card shares.

    `free` are the open cells before and after it, `out` counts the cards revealed so far,
    `firsts` the cards on which each feat was first done.
    """
    earned: list[tuple[str, int]] = []
    nuggets, marks = 0, list[tuple[str, int]]()
    for k, (feat, cells) in enumerate(zip(rules.feats, home.feats, strict=True)):
        if free[0] & cells and not free[1] & cells and firsts[k] in (0, out):
            firsts = (*firsts[:k], out, *firsts[k + 1 :])
            nuggets += feat.nuggets
            earned.append((feat.label, feat.points))
            if feat.marks:
                marks.append((feat.label, feat.marks))
    return Feats(tuple(earned), nuggets, firsts, tuple(marks))


def finds(rules: Rules, land: Land, built: Sequence[Placement]) -> Iterator[tuple[str, int]]:
    """What the last building earns by where it stands, or by what it touches that is still open."""
    last, covered = built[-1], 0
    for building in built:
        covered |= building.mask
    for find in rules.finds:
        if find.colours and last.colour not in find.colours:
            continue
        cells = find.place.on(land)
        if find.beside and not find.place.banks:
            cells = rules.beside[cells & ~covered]
        if last.mask & cells:
            yield find.label, find.points


def turned(
    rules: Rules, land: Land, free: int, last: Placement, walls: int
) -> Iterator[tuple[int, str]]:
    """The cells beside the last building that are now enclosed, and what they become.

    `walls` are the cells of all buildings of its colour. Turning changes no building, so looking
    once at all cells together is enough.
    """
    closed = rules.grid.enclosed(walls | land.forest)
    for bit in bits(closed & last.beside & free):
        count = (rules.beside[bit] & walls).bit_count()
        for enclosure in rules.enclosures:
            if (enclosure.colour, enclosure.sides) == (last.colour, count) and (
                (enclosure.bare and bit & land.bare)
                or any(bit & land.layers[layer] for layer in enclosure.layers)
            ):
                yield bit, enclosure.becomes
                break


def walls_of(colour: str, buildings: Iterable[Placement]) -> int:
    """The cells of the buildings of a colour."""
    walls = 0
    for building in buildings:
        if building.colour == colour:
            walls |= building.mask
    return walls
