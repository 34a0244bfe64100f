"""Find the best assignment of a city, with proof.

The best has most points, then most people placed, then most active buildings. Some factories stand
beside buildings for which they score. The search tries every set of them as the active ones; of
factories beside the same buildings it tries each number. For each set the other buildings split
into parts that share only people and energy:

    offices and towers     every subset of each cluster (see `clusters`)
    harbours               every row and column, then the best of the other harbours
    services               every choice of districts, then the best of the other services
    shops                  the best shops; customers fill as few shops as possible
    other factories        the best, less the points that monuments lose by them

The parts are combined by the people and energy that they take. The search is exact: it leaves out a
choice only where another choice takes no more and is worth no less.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from engine.quadropolis import values
from engine.quadropolis.city import (
    QuadropolisCity,
    StaffingPlan,
    always_active,
    masks_by_kind,
    needed_resources,
    neighbours_by_square,
    squares,
)
from engine.quadropolis.clusters import Cluster, Powered, clusters, combine_clusters
from engine.quadropolis.components import FACTORY, HARBOUR, OFFICE, PARK, SHOP, Mode
from engine.quadropolis.subsets import (
    IMPOSSIBLE,
    Best,
    Subset,
    best_by_number,
    best_up_to,
    combine_best,
    mask_of,
    pack_subset,
)
from engine.quadropolis.values import POINT, Kinds, Near, Rows


class Parts(NamedTuple):
    """The parts of a city, as far as they do not depend on which factories are active.

    `factories` has a group for the factories beside the same scored buildings: the best of them for
    each number. `people` has the best services and other factories together, for each number.
    `customers` has values by number of open shops, then of customers. `powered` has the offices and
    towers of all clusters that no factory touches; `clusters` are the other clusters.
    """

    city: QuadropolisCity
    near: Near
    kinds: Kinds
    factories: Sequence[Best]
    people: Best
    rows: Rows
    customers: Sequence[Sequence[int]]
    powered: Powered
    clusters: Sequence[Cluster]


@lru_cache(maxsize=256)
def best_assignment(mode: Mode, city: QuadropolisCity) -> StaffingPlan:
    """The best assignment of a city; of equally good assignments always the same one."""
    parts = _parts(mode, city)
    choice = max(
        _with(parts, factories)
        for factories in map(sum, product(*parts.factories))
        if mask_of(factories).bit_count() <= city.inhabitants
    )
    active = mask_of(choice) | always_active(city)
    return StaffingPlan(active, _seated(mode, city, active))


def _parts(mode: Mode, city: QuadropolisCity) -> Parts:
    near, kinds = neighbours_by_square(mode), masks_by_kind(city)
    scored = kinds[SHOP] | kinds[HARBOUR] | kinds[OFFICE]
    by_scored: dict[int, list[Subset]] = {}
    for square in squares(kinds[FACTORY]):
        by_scored.setdefault(near[square] & scored, []).append(values.factory(kinds, near, square))
    lone = by_scored.pop(0, [])
    all_clusters = clusters(city, kinds, near)
    return Parts(
        city,
        near,
        kinds,
        [best_by_number(group) for group in by_scored.values()],
        combine_best(values.services(mode, city, kinds, near), best_by_number(lone)),
        values.rows(mode, kinds),
        values.customers(kinds[SHOP].bit_count(), mode.customers),
        combine_clusters(
            cluster.best_with_factories(near, 0) for cluster in all_clusters if not cluster.hosts
        ),
        [cluster for cluster in all_clusters if cluster.hosts],
    )


def _with(parts: Parts, chosen: Subset) -> Subset:
    """The best choice of active buildings with these factories; its value includes customers."""
    city, near, kinds, factories = parts.city, parts.near, parts.kinds, mask_of(chosen)
    harbours = values.harbours(city, kinds, near, factories, parts.rows)
    people = best_up_to(combine_best(harbours, parts.people))
    shops = values.shops(kinds, near, factories)
    powered = combine_clusters(
        [
            parts.powered,
            *(cluster.best_with_factories(near, factories) for cluster in parts.clusters),
        ]
    )
    free = city.inhabitants - factories.bit_count()
    parks = kinds[PARK].bit_count()
    best = IMPOSSIBLE
    placed: dict[tuple[int, int], Subset] = {}
    for (staff, energy), subset in powered.items():
        room, left = free - staff, city.energy - energy
        if room < 0 or left < 0:
            continue
        for open_, shop in enumerate(shops[: left + 1]):
            key = room, open_
            if key not in placed:
                placed[key] = _placed(parts.customers[open_], people, room)
            unused = max(0, left - open_ - parks)
            best = max(best, chosen + subset + shop + placed[key] - pack_subset(POINT * unused, 0))
    return best


def _placed(crowd: Sequence[int], people: Best, room: int) -> Subset:
    """The best use of `room` people: some staff buildings, the others are customers if they fit.

    `crowd` has values by number of customers, `people` the best buildings by number of people.
    """
    top, most = len(people) - 1, len(crowd) - 1
    return max(
        pack_subset(crowd[min(room - number, most)], 0) + people[number]
        for number in range(min(top, room) + 1)
    )


def _seated(mode: Mode, city: QuadropolisCity, active: int) -> tuple[int, ...]:
    """The number of customers by square; customers fill each shop before the next one."""
    seats = [0] * mode.squares
    staff, _ = needed_resources(city, StaffingPlan(active, tuple(seats)))
    left = city.inhabitants - staff
    for square in squares(active & masks_by_kind(city)[SHOP]):
        seats[square] = min(mode.customers, left)
        left -= seats[square]
    return tuple(seats)
