"""The values of active buildings: one number for points, people placed and active buildings.

The larger value is the better assignment. Each person placed saves a point. Each energy left over
costs a point, but every park uses one energy. There is a function for each kind of building;
`assignment` adds the values.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.quadropolis.city import QuadropolisCity, longest_runs, printed_points, squares
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
from engine.quadropolis.subsets import (
    IMPOSSIBLE,
    Best,
    Subset,
    best_by_number,
    improve_best,
    pack_subset,
    subsets,
)

POINT, PERSON, ACTIVE = 1_000_000, 1_000, 1
"""The amounts that a point, a person placed and an active building add to a value."""
STAFF = POINT + PERSON + ACTIVE
"""The amount for an active building with one person, who would cost a point if left over."""

Kinds = Mapping[str, int]
"""The mask of the buildings of each kind."""
Near = Sequence[int]
"""The mask of the neighbours of each square."""
Rows = Mapping[int, int]
"""Masks of harbours in at most one row and one column, with the points of row and column."""


def factory(kinds: Kinds, near: Near, square: int) -> Subset:
    """The subset of one active factory, less the points that monuments beside it lose.

    The points for the factory's other neighbours are counted with these neighbours.
    """
    return pack_subset(STAFF + POINT * _monuments(FACTORY, kinds, near, square), 1 << square)


def services(mode: Mode, city: QuadropolisCity, kinds: Kinds, near: Near) -> Best:
    """The best subset of services for each number of them.

    For each choice of districts: the best service of each district, then the best of the other
    services in these districts.
    """
    by_district: dict[int, list[Subset]] = {}
    for square in squares(kinds[SERVICE]):
        points = printed_points(city, square) + _monuments(SERVICE, kinds, near, square)
        service = pack_subset(STAFF + POINT * points, 1 << square)
        by_district.setdefault(mode.district[square], []).append(service)
    ordered = [sorted(group, reverse=True) for group in by_district.values()]
    best = [0] + [IMPOSSIBLE] * kinds[SERVICE].bit_count()
    for choice in subsets((1 << len(ordered)) - 1):
        chosen_groups = [group for i, group in enumerate(ordered) if choice >> i & 1]
        first = pack_subset(POINT * SERVICES[len(chosen_groups)], 0) + sum(
            group[0] for group in chosen_groups
        )
        others = sorted((service for group in chosen_groups for service in group[1:]), reverse=True)
        improve_best(first, others, best, len(chosen_groups))
    return best


def rows(mode: Mode, kinds: Kinds) -> Rows:
    """The points of every choice of at most one row and one column of harbours without a gap."""
    width, height = mode.columns, mode.squares // mode.columns
    across = [0, *_lanes(kinds[HARBOUR], height, width, width, 1)]
    along = [0, *_lanes(kinds[HARBOUR], width, height, 1, width)]
    combinations = {row | column for row in across for column in along}
    return {
        mask: sum(HARBOURS[length] for length in longest_runs(mode, mask)) for mask in combinations
    }


def harbours(city: QuadropolisCity, kinds: Kinds, near: Near, factories: int, rows: Rows) -> Best:
    """The best subset of harbours for each number of them.

    For each choice of `rows`: the harbours of the row and column, then the best of the others.
    """
    ordered = []
    for square in squares(kinds[HARBOUR]):
        points = printed_points(city, square) + _monuments(HARBOUR, kinds, near, square)
        points += FACTORIES[HARBOUR] * (near[square] & factories).bit_count()
        ordered.append(pack_subset(STAFF + POINT * points, 1 << square))
    ordered.sort(reverse=True)
    best = [IMPOSSIBLE] * (len(ordered) + 1)
    for mask, points in rows.items():
        first = pack_subset(POINT * points, 0) + sum(
            [harbour for harbour in ordered if harbour & mask]
        )
        others = [harbour for harbour in ordered if not harbour & mask]
        improve_best(first, others, best, mask.bit_count())
    return best


def shops(kinds: Kinds, near: Near, factories: int) -> Best:
    """The best subset of open shops for each number of them, without the customers' points."""
    return best_by_number(
        pack_subset(
            ACTIVE
            + POINT * FACTORIES[SHOP] * (near[square] & factories).bit_count()
            + POINT * _monuments(SHOP, kinds, near, square),
            1 << square,
        )
        for square in squares(kinds[SHOP])
    )


def customers(shops: int, most: int) -> list[list[int]]:
    """The values by the number of open shops, then by the number of customers.

    A shop has at most `most` customers. Customers fill one shop after the other.
    """
    values = [[0]]
    for number in range(1, shops + 1):
        row = []
        for count in range(number * most + 1):
            full, last = divmod(count, most)
            points = full * SHOPS[most] + (SHOPS[last] if last else 0)
            row.append(POINT * points + (POINT + PERSON) * count)
        values.append(row)
    return values


def _monuments(kind: str, kinds: Kinds, near: Near, square: int) -> int:
    """The points that the monuments beside a building score for it."""
    return MONUMENTS[kind] * (near[square] & kinds[MONUMENT]).bit_count()


def _lanes(harbours: int, lanes: int, length: int, apart: int, step: int) -> Iterator[int]:
    """Yield the masks of stretches of two or more harbours in each row or column.

    `apart` is the distance between the first squares of two lanes, `step` the distance between the
    squares of a lane.
    """
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
