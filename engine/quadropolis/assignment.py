"""The best assignment of a city, proved: most points, then most people placed, then most active.

Which factories are active is tried in every way, of those beside something that they score.
Given them, all else falls apart into parts that share nothing but people and energy, and each part
is a small table:

    harbours   every subset: rows and columns, and what the factories beside them are worth
    offices, towers beside parks   every subset, with the parks; other towers by their points
    shops      by what their neighbours are worth; customers fill as few as can be
    services   every subset: districts
    other factories   by what the monuments take from them

The tables (`values`) are joined by the people and energy that they take. Nothing is guessed: a
value is left out only where another takes no more and is worth no less.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from engine.quadropolis import values
from engine.quadropolis.city import City, Plan, always, beside, masks, squares
from engine.quadropolis.components import (
    FACTORIES,
    FACTORY,
    HARBOUR,
    OFFICE,
    PARK,
    SERVICE,
    SHOP,
    Mode,
)
from engine.quadropolis.subsets import (
    IMPOSSIBLE,
    Best,
    Subset,
    added,
    by_number,
    joined,
    peaks,
    subsets,
)
from engine.quadropolis.values import POINT


class Parts(NamedTuple):
    """A city taken apart, as far as the factories have no say in it.

    `factories` are those beside something that they score, `people` is what needs a person and has
    no say elsewhere; `towers` goes by a subset of the offices, `customers` by open shops.
    """

    city: City
    near: tuple[int, ...]
    kinds: Mapping[str, int]
    factories: int
    people: Best
    harbours: list[Subset]
    offices: list[Subset]
    towers: list[Best]
    customers: list[list[int]]


class Choice(NamedTuple):
    """What is active, and how many shop; the larger value is the better choice."""

    value: int
    active: int
    shoppers: int


@lru_cache(maxsize=256)
def best(mode: Mode, city: City) -> Plan:
    """The best assignment of a city; of several equally good ones always the same."""
    parts = _parts(mode, city)
    choice = max(
        _with(parts, factories)
        for factories in subsets(parts.factories)
        if factories.bit_count() <= city.inhabitants
    )
    return Plan(choice.active | always(city), _seated(mode, parts, choice))


def _parts(mode: Mode, city: City) -> Parts:
    near, kinds = beside(mode), masks(city)
    services = [
        (values.services(mode, city, kinds, near, mask), mask) for mask in subsets(kinds[SERVICE])
    ]
    harbours = [
        (values.harbours(mode, city, kinds, near, mask), mask) for mask in subsets(kinds[HARBOUR])
    ]
    offices = [(values.offices(city, near, mask), mask) for mask in subsets(kinds[OFFICE])]
    scored = 0
    for square in squares(kinds[SHOP] | kinds[HARBOUR] | kinds[OFFICE]):
        scored |= near[square]
    lone = [
        (values.factory(kinds, near, square), 1 << square)
        for square in squares(kinds[FACTORY] & ~scored)
    ]
    return Parts(
        city,
        near,
        kinds,
        kinds[FACTORY] & scored,
        joined(by_number(services, kinds[SERVICE].bit_count()), added(lone)),
        harbours,
        offices,
        [values.towers(city, kinds, near, mask) for _, mask in offices],
        values.customers(kinds[SHOP].bit_count(), mode.customers),
    )


def _with(parts: Parts, factories: int) -> Choice:
    """The best choice with these factories."""
    city, near, kinds = parts.city, parts.near, parts.kinds
    fixed = sum(values.factory(kinds, near, square) for square in squares(factories))
    harbours = values.with_factories(
        parts.harbours, kinds[HARBOUR], near, factories, FACTORIES[HARBOUR]
    )
    people = joined(by_number(harbours, kinds[HARBOUR].bit_count()), parts.people)
    shops = values.shops(kinds, near, factories)
    offices = values.with_factories(
        parts.offices, kinds[OFFICE], near, factories, FACTORIES[OFFICE]
    )
    free = city.inhabitants - factories.bit_count()
    parks = kinds[PARK].bit_count()
    best = Choice(IMPOSSIBLE, 0, 0)
    top = len(people) - 1
    peak = peaks([value for value, _ in people])
    for (staff, energy), (value, mask) in _powered(parts, offices).items():
        room, left = free - staff, city.energy - energy
        if room < 0 or left < 0:
            continue
        for number, (shopped, open_) in enumerate(shops[: left + 1]):
            unused = max(0, left - number - parks)
            base = fixed + value + shopped - POINT * unused
            crowd = parts.customers[number]
            most = min(len(crowd) - 1, room)
            # Customers are worth more the more they are: all, or so many that others fit too.
            for count in range(most + 1):
                inside = min(top, room - count)
                total = base + crowd[count] + people[peak[inside]][0]
                if total > best.value:
                    active = factories | mask | open_ | people[peak[inside]][1]
                    best = Choice(total, active, count)
    return best


def _powered(parts: Parts, offices: list[Subset]) -> dict[tuple[int, int], Subset]:
    """Offices and towers together, by the people and energy that they take: the best of each."""
    best: dict[tuple[int, int], Subset] = {}
    for (value, mask), towers in zip(offices, parts.towers, strict=True):
        staff = mask.bit_count()
        for number, (more, high) in enumerate(towers):
            key, total = (staff, staff + number), value + more
            if key not in best or total > best[key][0]:
                best[key] = (total, mask | high)
    return best


def _seated(mode: Mode, parts: Parts, choice: Choice) -> tuple[int, ...]:
    """The customers by square, as many as can be in each shop before the next."""
    seats, left = [0] * mode.squares, choice.shoppers
    for square in squares(choice.active & parts.kinds[SHOP]):
        seats[square] = min(mode.customers, left)
        left -= seats[square]
    return tuple(seats)
