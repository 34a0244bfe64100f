"""What buildings are worth when they are active: one number for points, people and buildings.

A larger value is a better assignment. Whoever is placed saves a point, and so does energy beyond
the parks'. A function a kind of building; `assignment` adds them up.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.quadropolis.city import QuadropolisCity, printed, runs, squares
from engine.quadropolis.components import (
    FACTORIES,
    FACTORY,
    HARBOUR,
    HARBOURS,
    MONUMENT,
    MONUMENTS,
    SERVICE,
    SERVICES,
    SHOP,
    SHOPS,
    Mode,
)
from engine.quadropolis.subsets import IMPOSSIBLE, Best, Subset, added, extended, packed, subsets

POINT, PERSON, ACTIVE = 1_000_000, 1_000, 1
"""What a point, a person placed and an active building add to a value."""
STAFF = POINT + PERSON + ACTIVE
"""An active building with a person in it, who would cost a point anywhere else."""

Kinds = Mapping[str, int]
"""The mask of the buildings of each kind."""
Near = Sequence[int]
"""The mask of the neighbours of each square."""
Rows = Mapping[int, int]
"""Harbours that stand in one row and one column, and the points of those."""


def factory(kinds: Kinds, near: Near, square: int) -> Subset:
    """A factory, less what the monuments beside it lose; what it gives to others is theirs."""
    return packed(STAFF + POINT * _monuments(FACTORY, kinds, near, square), 1 << square)


def services(mode: Mode, city: QuadropolisCity, kinds: Kinds, near: Near) -> Best:
    """For each number of services the best of them, by the districts that they stand in.

    The best service of every district that is to count, then the best of the others there.
    """
    by_district: dict[int, list[Subset]] = {}
    for square in squares(kinds[SERVICE]):
        points = printed(city, square) + _monuments(SERVICE, kinds, near, square)
        service = packed(STAFF + POINT * points, 1 << square)
        by_district.setdefault(mode.district[square], []).append(service)
    ordered = [sorted(some, reverse=True) for some in by_district.values()]
    best = [0] + [IMPOSSIBLE] * kinds[SERVICE].bit_count()
    for choice in subsets((1 << len(ordered)) - 1):
        chosen = [some for i, some in enumerate(ordered) if choice >> i & 1]
        first = packed(POINT * SERVICES[len(chosen)], 0) + sum(some[0] for some in chosen)
        others = sorted((service for some in chosen for service in some[1:]), reverse=True)
        extended(first, others, best, len(chosen))
    return best


def rows(mode: Mode, kinds: Kinds) -> Rows:
    """Every choice of a row and a column of harbours without a gap, and none of either."""
    width, height = mode.columns, mode.squares // mode.columns
    across = [0, *_lanes(kinds[HARBOUR], height, width, width, 1)]
    along = [0, *_lanes(kinds[HARBOUR], width, height, 1, width)]
    chosen = {row | column for row in across for column in along}
    return {mask: sum(HARBOURS[length] for length in runs(mode, mask)) for mask in chosen}


def harbours(city: QuadropolisCity, kinds: Kinds, near: Near, factories: int, rows: Rows) -> Best:
    """For each number of harbours the best: a row and a column, then the best of the others."""
    ordered = []
    for square in squares(kinds[HARBOUR]):
        points = printed(city, square) + _monuments(HARBOUR, kinds, near, square)
        points += FACTORIES[HARBOUR] * (near[square] & factories).bit_count()
        ordered.append(packed(STAFF + POINT * points, 1 << square))
    ordered.sort(reverse=True)
    best = [IMPOSSIBLE] * (len(ordered) + 1)
    for mask, points in rows.items():
        first = packed(POINT * points, 0) + sum([one for one in ordered if one & mask])
        others = [one for one in ordered if not one & mask]
        extended(first, others, best, mask.bit_count())
    return best


def shops(kinds: Kinds, near: Near, factories: int) -> Best:
    """For each number of open shops the best of them, without regard to customers."""
    return added(
        packed(
            ACTIVE
            + POINT * FACTORIES[SHOP] * (near[square] & factories).bit_count()
            + POINT * _monuments(SHOP, kinds, near, square),
            1 << square,
        )
        for square in squares(kinds[SHOP])
    )


def customers(shops: int, most: int) -> list[list[int]]:
    """The best value for each number of open shops and customers, who fill shop after shop."""
    values = [[0]]
    for number in range(1, shops + 1):
        row = []
        for count in range(number * most + 1):
            full, rest = divmod(count, most)
            points = full * SHOPS[most] + (SHOPS[rest] if rest else 0)
            row.append(POINT * points + (POINT + PERSON) * count)
        values.append(row)
    return values


def _monuments(kind: str, kinds: Kinds, near: Near, square: int) -> int:
    """What the monuments beside a building score for it."""
    return MONUMENTS[kind] * (near[square] & kinds[MONUMENT]).bit_count()


def _lanes(harbours: int, lanes: int, length: int, apart: int, step: int) -> Iterator[int]:
    """The stretches of two or more harbours in each lane, whose squares are `step` apart."""
    for lane in range(lanes):
        for first in range(length - 1):
            mask = 0
            for at in range(first, length):
                square = 1 << lane * apart + at * step
                if not harbours & square:
                    break
                mask |= square
                if at > first:
                    yield mask
