"""What follows at once from a building: feats, joins, points by its place, and cells that turn.

All of it is derived; a record never states it. The points of `EpisodeRules.rewards` are counted
in the loop of `rules.play`, because they come with every other building.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.kernel.grid import bits
from engine.my_city.play.boards import CityStock
from engine.my_city.play.land import Land, LandPlace
from engine.my_city.play.placements import Placement
from engine.my_city.play.ruleset import EpisodeRules, Join
from engine.my_city.play.terms import unconnected_buildings


def completed_feats(
    home: CityStock, mask: int, free: int, firsts: Sequence[int], out: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The numbers of the feats whose last cell a building covers, and the updated `firsts`.

    `mask` are the cells of the building, `free` those still open after it. `out` is the number of
    cards revealed so far, `firsts` what it was when each feat was first done. All who complete a
    feat on the same card share it.
    """
    done = tuple(
        [
            number
            for number, cells in enumerate(home.feats)
            if mask & cells and not free & cells and firsts[number] in (0, out)
        ]
    )
    return done, tuple([out if i in done else first for i, first in enumerate(firsts)])


def completed_joins(
    rules: EpisodeRules,
    land: Land,
    buildings: Sequence[Placement],
    firsts: tuple[int, ...],
    out: int,
) -> tuple[list[Join], tuple[int, ...]]:
    """The joins that the last building has completed, and the updated `firsts`."""
    done: list[Join] = []
    updated = list(firsts)
    for number, join in enumerate(rules.joins, len(rules.feats)):
        if firsts[number] in (0, out) and are_joined(rules, land, join, buildings):
            done.append(join)
            updated[number] = out
    return done, tuple(updated)


def are_joined(rules: EpisodeRules, land: Land, join: Join, buildings: Sequence[Placement]) -> bool:
    """Whether connected buildings reach from one place of a join to the other."""
    start, end = (reaching_cells(rules, land, place) for place in (join.start, join.end))
    for colour in join.colours or ("",):
        chain = [p for p in buildings if not join.colours or p.colour == colour]
        unreached = unconnected_buildings(chain, start)
        if any(p.mask & end for p in chain if p not in unreached):
            return True
    return False


def reaching_cells(rules: EpisodeRules, land: Land, place: LandPlace) -> int:
    """The cells of which a building covers one to reach a place: beside it, or on it for a line."""
    cells = place.cells_on(land)
    return rules.beside[cells] if place.ground or place.layers else cells


def boxes_reached(rules: EpisodeRules, home: CityStock, gained: Iterable[str]) -> dict[str, int]:
    """How many boxes of its strip are reached by now, for each kind of sticker."""
    reached = {strip.kind: home.strips.get(strip.kind, 0) for strip in rules.strips}
    for text in gained:
        sticker, place = text.split()
        if (kind := rules.contents[rules.layer(sticker)].kind) in reached:
            reached[kind] = max(reached[kind], int(place))
    return reached


def earned_finds(
    rules: EpisodeRules, land: Land, built: Sequence[Placement]
) -> Iterator[tuple[str, int]]:
    """Yield the label and points of each find that the last building earns by its place."""
    last, covered = built[-1], 0
    for building in built:
        covered |= building.mask
    for find in rules.finds:
        if find.colours and last.colour not in find.colours:
            continue
        cells = find.place.cells_on(land)
        if find.beside and not find.place.banks:
            cells = rules.beside[cells & ~covered]
        if last.mask & cells:
            yield find.label, find.points


def turned_cells(
    rules: EpisodeRules, land: Land, free: int, last: Placement, walls: int
) -> tuple[tuple[int, str], ...]:
    """The cells beside the last building that are now enclosed, and what they become.

    `walls` are the cells of all buildings of the colour of the last one. A cell that turns changes
    no building, so all cells are checked together.
    """
    closed = rules.grid.enclosed(walls | land.forest) & last.beside & free
    return tuple(_turned(rules, land, closed, last.colour, walls)) if closed else ()


def _turned(
    rules: EpisodeRules, land: Land, closed: int, colour: str, walls: int
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
