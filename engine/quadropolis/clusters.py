"""Offices and towers: what they score together, and how many people and how much energy they take.

Offices that share an edge score as a group, and a park scores by the offices and towers beside it.
Buildings that have a say in each other's points are a *cluster*. Every subset of a cluster is
counted once; clusters add up.

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
from engine.quadropolis.subsets import IMPOSSIBLE, SQUARES, Subset, packed, sums
from engine.quadropolis.values import ACTIVE, POINT, STAFF, Kinds, Near

Powered = Mapping[tuple[int, int], Subset]
"""The best subset of offices and towers, by the people and energy that it takes."""
NOTHING: Powered = {(0, 0): 0}


class Cluster(NamedTuple):
    """All subsets of a cluster, as far as factories have no say.

    `hosts` are its offices beside factories. Of subsets with the same people, energy and hosts
    only the best is kept: `best` by people and energy, with the hosts of each, as bits.
    """

    hosts: tuple[int, ...]
    best: Mapping[tuple[int, int], tuple[Sequence[Subset], Sequence[int]]]

    def powered(self, near: Near, factories: int) -> Powered:
        """The best by people and energy beside these active factories."""
        if not any(near[square] & factories for square in self.hosts):
            return {taken: max(some) for taken, (some, _) in self.best.items()}
        gains = sums(
            packed(POINT * FACTORIES[OFFICE] * (near[square] & factories).bit_count(), 0)
            for square in self.hosts
        )
        return {
            taken: max(map(add, some, map(gains.__getitem__, hosts)))
            for taken, (some, hosts) in self.best.items()
        }


def clusters(city: QuadropolisCity, kinds: Kinds, near: Near) -> list[Cluster]:
    """The clusters of a city; a building on its own is one, too."""
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


def together(clusters: Iterable[Powered]) -> Powered:
    """The best of several clusters together."""
    return reduce(_joined, clusters, NOTHING)


def _joined(one: Powered, other: Powered) -> Powered:
    best: dict[tuple[int, int], Subset] = {}
    for (people, energy), subset in one.items():
        for (more, power), rest in other.items():
            taken = people + more, energy + power
            if subset + rest > best.get(taken, IMPOSSIBLE):
                best[taken] = subset + rest
    return best


def _cluster(city: QuadropolisCity, kinds: Kinds, near: Near, mask: int) -> Cluster:
    offices, towers = list(squares(mask & kinds[OFFICE])), list(squares(mask & kinds[TOWER]))
    buildings = [*offices, *towers]
    values = sums(
        [packed(STAFF, 1 << square) for square in offices]
        + [packed(POINT * TOWERS[floors(city, s)] + ACTIVE, 1 << s) for s in towers]
    )
    groups = [packed(POINT * points, 0) for points in _groups(city, near, offices)]
    values = list(map(add, values, groups * (1 << len(towers))))
    if parks := [p for square in squares(kinds[PARK]) if (p := near[square] & mask)]:
        values = list(map(add, values, _parks(parks, buildings)))
    hosts = [square for square in offices if near[square] & kinds[FACTORY]]
    bits = len(hosts)
    keys = sums(
        [_OFFICE << bits | (1 << hosts.index(s) if s in hosts else 0) for s in offices]
        + [_TOWER << bits] * len(towers)
    )
    alike: dict[int, Subset] = {}
    for key, value in zip(keys, values, strict=True):
        if value > alike.get(key, IMPOSSIBLE):
            alike[key] = value
    best: dict[tuple[int, int], tuple[list[Subset], list[int]]] = {}
    for key, value in alike.items():
        some, patterns = best.setdefault(divmod(key >> bits, _PERSON), ([], []))
        some.append(value)
        patterns.append(key & (1 << bits) - 1)
    return Cluster(tuple(hosts), best)


_PERSON = 1 << SQUARES.bit_length()
_OFFICE, _TOWER = _PERSON + 1, 1
"""What an office and a tower take of people and energy, in one number."""


def _parks(parks: Sequence[int], buildings: Sequence[int]) -> list[Subset]:
    """What the parks score for each subset of buildings; `parks` are the squares beside each."""
    beside = sums(
        sum((mask >> square & 1) << _NEIGHBOURS * i for i, mask in enumerate(parks))
        for square in buildings
    )
    points = {
        counts: packed(
            POINT * sum(PARKS[counts >> _NEIGHBOURS * i & 7] for i in range(len(parks))), 0
        )
        for counts in set(beside)
    }
    return list(map(points.__getitem__, beside))


_NEIGHBOURS = 3
"""Bits for the number of buildings beside a park."""


def _groups(city: QuadropolisCity, near: Near, offices: Sequence[int]) -> list[int]:
    """The points of the groups of each subset of the offices.

    The last office of a subset joins the groups that it touches, of which the one of the office
    before it is known; what is not of its group is a smaller subset, counted before.
    """
    at = {square: 1 << i for i, square in enumerate(offices)}
    touching = [sum(at[s] for s in squares(near[square]) if s in at) for square in offices]
    # By subset of the first and of the other offices: what touches them, and what they score.
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
            first, rest = worth[group.bit_count()]
            last_group.append(group)
            points.append(points[subset & ~group] + first[group & low] + rest[group >> half])
    return points


def _unions(masks: Iterable[int]) -> list[int]:
    """The union of each subset of some masks."""
    unions = [0]
    for mask in masks:
        unions += [union | mask for union in unions]
    return unions
