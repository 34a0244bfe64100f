"""Find the best assignment of a city, with proof.

The best assignment has most points, then most people placed, then most active buildings. The search
tries every set of active factories. Of factories beside the same scored buildings it tries only how
many are active. For each set the other buildings split into parts that share only people and
energy:

    offices and towers     every subset of each cluster (see `clusters`)
    harbours               every row and column, then the best of the other harbours
    services               every choice of districts, then the best of the other services
    shops                  the best shops; customers fill as few shops as possible
    other factories        the best of them; each costs the monuments beside it points

The parts are combined by the people and energy that they take. The search is exact: it skips a
choice only if another choice takes at most as much and is worth at least as much.
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
    """The parts of a city that do not depend on which factories are active.

    `factories` has a group for all factories beside the same scored buildings: the best of them for
    each number of factories. `people` has the best services and other factories together, for each
    number of buildings. `customers` has values by the number of open shops, then by the number of
    customers. `powered` has the offices and towers of all clusters that no factory touches;
    `clusters` are the other clusters.
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
    """The best assignment of a city; if several are equally good, always the same one."""
    parts = _parts(mode, city)
    choice = max(
        _best_with_factories(parts, factories)
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


def _best_with_factories(parts: Parts, factory_subset: Subset) -> Subset:
    """The best active buildings together with the factories of `factory_subset`, as a subset.

    Its value includes the customers.
    """
    city, near, kinds, factories = parts.city, parts.near, parts.kinds, mask_of(factory_subset)
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
        room, energy_left = free - staff, city.energy - energy
        if room < 0 or energy_left < 0:
            continue
        for open_, shop in enumerate(shops[: energy_left + 1]):
            key = room, open_
            if key not in placed:
                placed[key] = _placed(parts.customers[open_], people, room)
            unused = max(0, energy_left - open_ - parks)
            best = max(
                best, factory_subset + subset + shop + placed[key] - pack_subset(POINT * unused, 0)
            )
    return best


def _placed(crowd: Sequence[int], people: Best, room: int) -> Subset:
    """The best use of `room` people: some staff buildings, the others are customers if they fit.

    `crowd` has values by the number of customers, `people` has the best buildings by the number of
    people in them.
    """
    top, most_customers = len(people) - 1, len(crowd) - 1
    return max(
        pack_subset(crowd[min(room - number, most_customers)], 0) + people[number]
        for number in range(min(top, room) + 1)
    )


def _seated(mode: Mode, city: QuadropolisCity, active: int) -> tuple[int, ...]:
    """The number of customers by square; a shop is filled before the next one gets customers."""
    seats = [0] * mode.squares
    staff, _ = needed_resources(city, StaffingPlan(active, tuple(seats)))
    people_left = city.inhabitants - staff
    for square in squares(active & masks_by_kind(city)[SHOP]):
        seats[square] = min(mode.customers, people_left)
        people_left -= seats[square]
    return tuple(seats)
