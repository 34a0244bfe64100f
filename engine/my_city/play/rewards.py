"""What follows at once from a building: feats, points by its place, and cells that turn.

All of it is derived; a record never says it. The points of `Rules.rewards` are counted
in the loop of `rules.play`, because they come with every other building.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.kernel.grid import bits
from engine.my_city.play.boards import Home
from engine.my_city.play.land import Land
from engine.my_city.play.placements import Placement
from engine.my_city.play.ruleset import Rules


def feats(
    home: Home, mask: int, free: int, firsts: Sequence[int], out: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The feats that a building completes by covering the last cell, and when each was first done.

    `mask` are its cells, `free` those still open after it, `out` counts the cards revealed so far,
    `firsts` the cards on which each feat was first done. Who does so on one card shares.
    """
    done = tuple(
        [
            number
            for number, cells in enumerate(home.feats)
            if mask & cells and not free & cells and firsts[number] in (0, out)
        ]
    )
    return done, tuple([out if i in done else first for i, first in enumerate(firsts)])


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
) -> tuple[tuple[int, str], ...]:
    """The cells beside the last building that are now enclosed, and what they become.

    `walls` are the cells of all buildings of its colour. Turning changes no building, so looking
    once at all cells together is enough.
    """
    closed = rules.grid.enclosed(walls | land.forest) & last.beside & free
    return tuple(_turned(rules, land, closed, last.colour, walls)) if closed else ()


def _turned(
    rules: Rules, land: Land, closed: int, colour: str, walls: int
) -> Iterator[tuple[int, str]]:
    for bit in bits(closed):
        count = (rules.beside[bit] & walls).bit_count()
        for enclosure in rules.enclosures:
            if (enclosure.colour, enclosure.sides) == (colour, count) and (
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
