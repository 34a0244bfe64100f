"""The best assignment of a city, proved: most points, then most people placed, then most active.

Which factories are active is tried in every way, of those beside something that they score; of
factories beside the same buildings only their number. Given them, all else falls apart into parts
that share nothing but people and energy:

    offices and towers            every subset of those that have a say in each other's points
    harbours                      every row and column, then the best of the others
    services                      every choice of districts, then the best of the others
    shops                         the best of them; customers fill as few as can be
    other factories               by what the monuments take from them

The parts are joined by the people and energy that they take. Nothing is guessed: a value is left
out only where another takes no more and is worth no less.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from engine.quadropolis import values
from engine.quadropolis.city import City, Plan, always, beside, masks, needed, squares
from engine.quadropolis.clusters import Cluster, Powered, clusters, together
from engine.quadropolis.components import FACTORY, HARBOUR, OFFICE, PARK, SHOP, Mode
from engine.quadropolis.subsets import (
    IMPOSSIBLE,
    Best,
    Subset,
    added,
    joined,
    mask_of,
    packed,
    peaks,
)
from engine.quadropolis.values import POINT, Kinds, Near, Rows


class Parts(NamedTuple):
    """A city taken apart, as far as the factories have no say in it.

    `factories` are those beside something that they score: for each group beside the same
    buildings the best of it, by number. `people` is what needs a person and has no say elsewhere;
    `customers` goes by open shops; `powered` are the offices and towers that no factory touches,
    `clusters` the others.
    """

    city: City
    near: Near
    kinds: Kinds
    factories: Sequence[Best]
    people: Best
    rows: Rows
    customers: Sequence[Sequence[int]]
    powered: Powered
    clusters: Sequence[Cluster]


@lru_cache(maxsize=256)
def best(mode: Mode, city: City) -> Plan:
    """The best assignment of a city; of several equally good ones always the same."""
    parts = _parts(mode, city)
    choice = max(
        _with(parts, factories)
        for factories in map(sum, product(*parts.factories))
        if mask_of(factories).bit_count() <= city.inhabitants
    )
    active = mask_of(choice) | always(city)
    return Plan(active, _seated(mode, city, active))


def _parts(mode: Mode, city: City) -> Parts:
    near, kinds = beside(mode), masks(city)
    scored = kinds[SHOP] | kinds[HARBOUR] | kinds[OFFICE]
    alike: dict[int, list[Subset]] = {}
    for square in squares(kinds[FACTORY]):
        alike.setdefault(near[square] & scored, []).append(values.factory(kinds, near, square))
    lone = alike.pop(0, [])
    every = clusters(city, kinds, near)
    return Parts(
        city,
        near,
        kinds,
        [added(some) for some in alike.values()],
        joined(values.services(mode, city, kinds, near), added(lone)),
        values.rows(mode, kinds),
        values.customers(kinds[SHOP].bit_count(), mode.customers),
        together(cluster.powered(near, 0) for cluster in every if not cluster.hosts),
        [cluster for cluster in every if cluster.hosts],
    )


def _with(parts: Parts, chosen: Subset) -> Subset:
    """The best choice with these factories, its customers not among the buildings."""
    city, near, kinds, factories = parts.city, parts.near, parts.kinds, mask_of(chosen)
    harbours = values.harbours(city, kinds, near, factories, parts.rows)
    people = peaks(joined(harbours, parts.people))
    shops = values.shops(kinds, near, factories)
    powered = together(
        [parts.powered, *(cluster.powered(near, factories) for cluster in parts.clusters)]
    )
    free = city.inhabitants - factories.bit_count()
    parks = kinds[PARK].bit_count()
    best = IMPOSSIBLE
    inside: dict[tuple[int, int], Subset] = {}
    for (staff, energy), high in powered.items():
        room, left = free - staff, city.energy - energy
        if room < 0 or left < 0:
            continue
        for open_, shop in enumerate(shops[: left + 1]):
            key = room, open_
            if key not in inside:
                inside[key] = _inside(parts.customers[open_], people, room)
            unused = max(0, left - open_ - parks)
            best = max(best, chosen + high + shop + inside[key] - packed(POINT * unused, 0))
    return best


def _inside(crowd: Sequence[int], people: Best, room: int) -> Subset:
    """The best for so many people: some in buildings, all others as customers, if they fit."""
    top, most = len(people) - 1, len(crowd) - 1
    return max(
        packed(crowd[min(room - number, most)], 0) + people[number]
        for number in range(min(top, room) + 1)
    )


def _seated(mode: Mode, city: City, active: int) -> tuple[int, ...]:
    """The customers by square, as many as can be in each shop before the next."""
    seats = [0] * mode.squares
    staff, _ = needed(city, Plan(active, tuple(seats)))
    left = city.inhabitants - staff
    for square in squares(active & masks(city)[SHOP]):
        seats[square] = min(mode.customers, left)
        left -= seats[square]
    return tuple(seats)
