"""What buildings are worth when they are active: one number for points, people and buildings.

A larger value is a better assignment. Whoever is placed saves a point, and so does energy beyond
the parks'. A function a kind of building; `assignment` adds them up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.quadropolis.city import City, floors, groups, printed, runs, squares, worth
from engine.quadropolis.components import (
    FACTORIES,
    FACTORY,
    HARBOUR,
    HARBOURS,
    MONUMENT,
    MONUMENTS,
    PARK,
    PARKS,
    SERVICE,
    SERVICES,
    SHOP,
    SHOPS,
    TOWER,
    TOWERS,
    Mode,
)
from engine.quadropolis.subsets import Best, Subset, added, by_number, joined, subsets

POINT, PERSON, ACTIVE = 1_000_000, 1_000, 1
"""What a point, a person placed and an active building add to a value."""
STAFF = POINT + PERSON + ACTIVE
"""An active building with a person in it, who would cost a point anywhere else."""

Kinds = Mapping[str, int]
"""By kind the mask of its buildings."""
Near = Sequence[int]
"""By square the mask of its neighbours."""


def factory(kinds: Kinds, near: Near, square: int) -> int:
    """A factory, less what the monuments beside it lose; what it gives to others is theirs."""
    monuments = (near[square] & kinds[MONUMENT]).bit_count()
    return STAFF + POINT * MONUMENTS[FACTORY] * monuments


def services(mode: Mode, city: City, kinds: Kinds, near: Near, mask: int) -> int:
    """Services, by the districts that they stand in."""
    points = SERVICES[len({mode.district[square] for square in squares(mask)})]
    for square in squares(mask):
        monuments = (near[square] & kinds[MONUMENT]).bit_count()
        points += printed(city, square) + MONUMENTS[SERVICE] * monuments
    return POINT * points + STAFF * mask.bit_count()


def harbours(mode: Mode, city: City, kinds: Kinds, near: Near, mask: int) -> int:
    """Harbours, by the longest row and the longest column; factories aside."""
    rows, columns = runs(mode, mask)
    points = HARBOURS[rows] + HARBOURS[columns]
    for square in squares(mask):
        monuments = (near[square] & kinds[MONUMENT]).bit_count()
        points += printed(city, square) + MONUMENTS[HARBOUR] * monuments
    return POINT * points + STAFF * mask.bit_count()


def offices(city: City, near: Near, mask: int) -> int:
    """Offices, by their groups; factories aside."""
    points = sum(worth(city, group) for group in groups(mask, near))
    return POINT * points + STAFF * mask.bit_count()


def towers(city: City, kinds: Kinds, near: Near, offices: int) -> Best:
    """By number of towers the best of them, with what the parks get from them and the offices."""
    parks = list(squares(kinds[PARK]))
    green = 0
    for park in parks:
        green |= near[park]
    green &= kinds[TOWER]
    beside_parks = [
        (_with_parks(city, parks, near, mask, offices), mask) for mask in subsets(green)
    ]
    others = [(_tower(city, square), 1 << square) for square in squares(kinds[TOWER] & ~green)]
    return joined(by_number(beside_parks, green.bit_count()), added(others))


def _with_parks(city: City, parks: list[int], near: Near, towers: int, offices: int) -> int:
    high = towers | offices
    points = sum(PARKS[(near[park] & high).bit_count()] for park in parks)
    return POINT * points + sum(_tower(city, square) for square in squares(towers))


def _tower(city: City, square: int) -> int:
    return POINT * TOWERS[floors(city, square)] + ACTIVE


def shops(kinds: Kinds, near: Near, factories: int) -> Best:
    """By number of open shops the best of them, customers aside."""
    return added(
        [
            (
                ACTIVE
                + POINT * FACTORIES[SHOP] * (near[square] & factories).bit_count()
                + POINT * MONUMENTS[SHOP] * (near[square] & kinds[MONUMENT]).bit_count(),
                1 << square,
            )
            for square in squares(kinds[SHOP])
        ]
    )


def customers(shops: int, most: int) -> list[list[int]]:
    """By open shops and customers the best value: they fill one shop after the other."""
    values = [[0]]
    for number in range(1, shops + 1):
        row = []
        for count in range(number * most + 1):
            full, rest = divmod(count, most)
            points = full * SHOPS[most] + (SHOPS[rest] if rest else 0)
            row.append(POINT * points + (POINT + PERSON) * count)
        values.append(row)
    return values


def with_factories(
    candidates: list[Subset], kind: int, near: Near, factories: int, points: int
) -> list[Subset]:
    """Subsets of a kind with what their neighbours among the factories add."""
    beside_them = [near[square] & kind for square in squares(factories)]
    beside_them = [mask for mask in beside_them if mask]
    if not beside_them:
        return candidates
    return [
        (value + POINT * points * sum((mask & other).bit_count() for other in beside_them), mask)
        for value, mask in candidates
    ]
