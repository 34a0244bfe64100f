"""The values of offices and towers, and the people and energy that they take.

Offices that share an edge score as a group, and a park scores for the offices and towers beside it.
A *cluster* has the buildings that affect each other's points. The value of every subset of a
cluster is computed once. The values of clusters are added.

    city ──> clusters ── with the active factories ──> the best by people and energy
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from operator import add
from typing import NamedTuple

from engine.quadropolis.city import QuadropolisCity, floors, squares
from engine.quadropolis.components import (
    FACTORIES,
    FACTORY,
    OFFICE,
    OFFICES,
    PARK,
    PARKS,
    TOWER,
    TOWERS,
)
from engine.quadropolis.subsets import IMPOSSIBLE, SQUARES, Subset, pack_subset, sums
from engine.quadropolis.values import ACTIVE, POINT, STAFF, Kinds, Near

Powered = Mapping[tuple[int, int], Subset]
"""The best subset of offices and towers, by the people and energy that it takes."""
NOTHING: Powered = {(0, 0): 0}


class Cluster(NamedTuple):
    """The best subsets of a cluster, without the points of factories.

    `hosts` are the cluster's offices beside factories. Of the subsets with the same people, energy
    and hosts, only the best is kept. `best` has these subsets by people and energy, and the hosts
    of each subset as bits.
    """

    hosts: tuple[int, ...]
    best: Mapping[tuple[int, int], tuple[Sequence[Subset], Sequence[int]]]

    def best_with_factories(self, near: Near, factories: int) -> Powered:
        """The best subsets by people and energy, with the points of these active factories."""
        if not any(near[square] & factories for square in self.hosts):
            return {resources: max(subsets) for resources, (subsets, _) in self.best.items()}
        gains = sums(
            pack_subset(POINT * FACTORIES[OFFICE] * (near[square] & factories).bit_count(), 0)
            for square in self.hosts
        )
        return {
            resources: max(map(add, subsets, map(gains.__getitem__, hosts)))
            for resources, (subsets, hosts) in self.best.items()
        }


def clusters(city: QuadropolisCity, kinds: Kinds, near: Near) -> list[Cluster]:
    """The clusters of a city; an office or tower that affects no other one is a cluster, too."""
    masks: list[int] = []
    links = [1 << square | near[square] & kinds[OFFICE] for square in squares(kinds[OFFICE])]
    links += [1 << square for square in squares(kinds[TOWER])]
    links += [near[square] & (kinds[OFFICE] | kinds[TOWER]) for square in squares(kinds[PARK])]
    for link in links:
        masks = [
            *(mask for mask in masks if not mask & link),
            reduce(int.__or__, (mask for mask in masks if mask & link), link),
        ]
    return [_cluster(city, kinds, near, mask) for mask in masks if mask]


def combine_clusters(clusters: Iterable[Powered]) -> Powered:
    """The best subsets of several clusters together, by people and energy."""
    return reduce(_joined, clusters, NOTHING)


def _joined(left: Powered, right: Powered) -> Powered:
    best: dict[tuple[int, int], Subset] = {}
    for (left_people, left_energy), left_subset in left.items():
        for (right_people, right_energy), right_subset in right.items():
            resources = left_people + right_people, left_energy + right_energy
            if left_subset + right_subset > best.get(resources, IMPOSSIBLE):
                best[resources] = left_subset + right_subset
    return best


def _cluster(city: QuadropolisCity, kinds: Kinds, near: Near, mask: int) -> Cluster:
    offices, towers = list(squares(mask & kinds[OFFICE])), list(squares(mask & kinds[TOWER]))
    buildings = [*offices, *towers]
    values = sums(
        [pack_subset(STAFF, 1 << square) for square in offices]
        + [pack_subset(POINT * TOWERS[floors(city, s)] + ACTIVE, 1 << s) for s in towers]
    )
    groups = [pack_subset(POINT * points, 0) for points in _groups(city, near, offices)]
    values = list(map(add, values, groups * (1 << len(towers))))
    if parks := [p for square in squares(kinds[PARK]) if (p := near[square] & mask)]:
        values = list(map(add, values, _parks(parks, buildings)))
    hosts = [square for square in offices if near[square] & kinds[FACTORY]]
    bits = len(hosts)
    keys = sums(
        [_OFFICE << bits | (1 << hosts.index(s) if s in hosts else 0) for s in offices]
        + [_TOWER << bits] * len(towers)
    )
    best_by_key: dict[int, Subset] = {}
    for key, value in zip(keys, values, strict=True):
        if value > best_by_key.get(key, IMPOSSIBLE):
            best_by_key[key] = value
    best: dict[tuple[int, int], tuple[list[Subset], list[int]]] = {}
    for key, value in best_by_key.items():
        subsets, patterns = best.setdefault(divmod(key >> bits, _PERSON), ([], []))
        subsets.append(value)
        patterns.append(key & (1 << bits) - 1)
    return Cluster(tuple(hosts), best)


_PERSON = 1 << SQUARES.bit_length()
_OFFICE, _TOWER = _PERSON + 1, 1
"""The people and energy that an office and a tower take, in one number: people first."""


def _parks(parks: Sequence[int], buildings: Sequence[int]) -> list[Subset]:
    """The points of the parks for each subset of buildings; `parks` has each park's neighbours."""
    beside = sums(
        sum((mask >> square & 1) << _NEIGHBOURS * i for i, mask in enumerate(parks))
        for square in buildings
    )
    points = {
        counts: pack_subset(
            POINT * sum(PARKS[counts >> _NEIGHBOURS * i & 7] for i in range(len(parks))), 0
        )
        for counts in set(beside)
    }
    return list(map(points.__getitem__, beside))


_NEIGHBOURS = 3
"""The number of bits that hold the number of buildings beside a park."""


def _groups(city: QuadropolisCity, near: Near, offices: Sequence[int]) -> list[int]:
    """The points of the groups of each subset of the offices.

    The last office of a subset forms a group with the offices connected to it. The group of the
    office before it is known already. The offices outside the group are a smaller subset, whose
    points are known, too.
    """
    at = {square: 1 << i for i, square in enumerate(offices)}
    touching = [sum(at[s] for s in squares(near[square]) if s in at) for square in offices]
    # By subset of the first half and of the second half of the offices: neighbours and points.
    half = len(offices) // 2
    low = (1 << half) - 1
    near_low, near_high = _unions(touching[:half]), _unions(touching[half:])
    worth = [
        (
            sums(table[floors(city, square)] for square in offices[:half]),
            sums(table[floors(city, square)] for square in offices[half:]),
        )
        for table in (OFFICES[0], *OFFICES, *OFFICES[-1:] * len(offices))
    ]
    points, last_group = [0], [0]
    for i, neighbours in enumerate(touching):
        top = 1 << i
        before = top >> 1
        for subset in range(top):
            group, touched = top, subset & neighbours
            if touched:
                if touched & before:
                    group |= last_group[subset]
                    touched &= ~group
                while touched:
                    group |= touched
                    touched = (
                        (near_low[touched & low] | near_high[touched >> half]) & subset & ~group
                    )
            worth_low, worth_high = worth[group.bit_count()]
            last_group.append(group)
            worth_of_group = worth_low[group & low] + worth_high[group >> half]
            points.append(points[subset & ~group] + worth_of_group)
    return points


def _unions(masks: Iterable[int]) -> list[int]:
    """The union of each subset of the masks."""
    unions = [0]
    for mask in masks:
        unions += [union | mask for union in unions]
    return unions
