"""The best assignment of a city, proved: most points, then most people placed, then most active.

Which factories are active is tried in every way, of those beside something that they score.
Given them, all else falls apart into parts that share nothing but people and energy, and each part
is a small table:

    harbours   every subset: rows and columns, and what the factories beside them are worth
    offices, towers beside parks   every subset, with the parks; other towers by their points
    shops      by what their neighbours are worth; customers crowd into as few as can be
    services   every subset: districts
    other factories   by what the monuments take from them

The tables are put together by the people and energy that they take. Nothing is guessed: a value
is left out only where another takes no more and is worth no less.

A value counts points, people placed and active buildings in one number, so that a larger number
is a better assignment. Whoever is placed saves a point, and so does energy beyond the parks'.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from engine.quadropolis.city import (
    City,
    Plan,
    always,
    beside,
    floors,
    groups,
    masks,
    printed,
    runs,
    squares,
    worth,
)
from engine.quadropolis.components import (
    FACTORIES,
    FACTORY,
    HARBOUR,
    HARBOURS,
    MONUMENT,
    MONUMENTS,
    OFFICE,
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

POINT, PERSON, ACTIVE = 1_000_000, 1_000, 1
"""What a point, a person placed and an active building add to a value."""
STAFF = POINT + PERSON + ACTIVE
"""An active building with a person in it, who would cost a point anywhere else."""

Best = list[tuple[int, int]]
"""By number of buildings the best value, and the mask that has it."""
NOTHING = -(10**12)
"""The value of what cannot be."""


class Parts(NamedTuple):
    """A city taken apart, as far as the factories have no say in it.

    Subsets of harbours and offices come as value and mask; `factories` are those beside something
    that they score, `people` is what needs a person and has no say elsewhere; `towers` goes by a
    subset of the offices, `customers` by open shops.
    """

    city: City
    near: tuple[int, ...]
    kinds: Mapping[str, int]
    factories: int
    people: Best
    harbours: list[tuple[int, int]]
    offices: list[tuple[int, int]]
    towers: list[Best]
    customers: list[list[int]]


@lru_cache(maxsize=256)
def best(mode: Mode, city: City) -> Plan:
    """The best assignment of a city; of several equally good ones always the same."""
    parts = _parts(mode, city)
    found = (NOTHING, 0, 0)
    for factories in _subsets(parts.factories):
        if factories.bit_count() <= city.inhabitants:
            found = max(found, _with(parts, factories))
    _, active, shoppers = found
    return Plan(active | always(city), _seated(mode, parts, active, shoppers))


def _parts(mode: Mode, city: City) -> Parts:
    near, kinds = beside(mode), masks(city)
    services = [
        (_service(mode, city, kinds, near, mask), mask) for mask in _subsets(kinds[SERVICE])
    ]
    offices = [(_office(city, near, mask), mask) for mask in _subsets(kinds[OFFICE])]
    scored = 0
    for square in squares(kinds[SHOP] | kinds[HARBOUR] | kinds[OFFICE]):
        scored |= near[square]
    lone = [
        (_factory(kinds, near, square), 1 << square) for square in squares(kinds[FACTORY] & ~scored)
    ]
    return Parts(
        city,
        near,
        kinds,
        kinds[FACTORY] & scored,
        _joined(_by_number(services, kinds[SERVICE].bit_count()), _added(lone)),
        [(_harbour(mode, city, kinds, near, mask), mask) for mask in _subsets(kinds[HARBOUR])],
        offices,
        [_towers(city, kinds, near, mask) for _, mask in offices],
        _crowds(kinds[SHOP].bit_count(), mode.customers),
    )


def _with(parts: Parts, factories: int) -> tuple[int, int, int]:
    """The best with these factories: its value, what is active, how many shop."""
    city, near, kinds = parts.city, parts.near, parts.kinds
    fixed = sum(_factory(kinds, near, square) for square in squares(factories))
    harbours = _weighed(parts.harbours, kinds[HARBOUR], near, factories, FACTORIES[HARBOUR])
    people = _joined(_by_number(harbours, kinds[HARBOUR].bit_count()), parts.people)
    shops = _shops(kinds, near, factories)
    offices = _weighed(parts.offices, kinds[OFFICE], near, factories, FACTORIES[OFFICE])
    powered = _powered(parts, offices)
    free = city.inhabitants - factories.bit_count()
    spare = kinds[PARK].bit_count()
    found = (NOTHING, 0, 0)
    top = len(people) - 1
    peak = _peaks([value for value, _ in people])
    for (staff, energy), (value, mask) in powered.items():
        room, left = free - staff, city.energy - energy
        if room < 0 or left < 0:
            continue
        for number, (shopped, open_) in enumerate(shops[: left + 1]):
            unused = max(0, left - number - spare)
            base = fixed + value + shopped - POINT * unused
            crowd = parts.customers[number]
            most = min(len(crowd) - 1, room)
            # Customers are worth more the more they are: all, or so many that others fit too.
            for count in range(most + 1):
                inside = min(top, room - count)
                total = base + crowd[count] + people[peak[inside]][0]
                if total > found[0]:
                    active = factories | mask | open_ | people[peak[inside]][1]
                    found = (total, active, count)
    return found


def _powered(
    parts: Parts, offices: list[tuple[int, int]]
) -> dict[tuple[int, int], tuple[int, int]]:
    """Offices and towers together, by the people and energy that they take: the best of each."""
    found: dict[tuple[int, int], tuple[int, int]] = {}
    for (value, mask), towers in zip(offices, parts.towers, strict=True):
        staff = mask.bit_count()
        for number, (more, high) in enumerate(towers):
            key, total = (staff, staff + number), value + more
            if key not in found or total > found[key][0]:
                found[key] = (total, mask | high)
    return found


def _factory(kinds: Mapping[str, int], near: tuple[int, ...], square: int) -> int:
    monuments = (near[square] & kinds[MONUMENT]).bit_count()
    return STAFF + POINT * MONUMENTS[FACTORY] * monuments


def _service(
    mode: Mode, city: City, kinds: Mapping[str, int], near: tuple[int, ...], mask: int
) -> int:
    points = SERVICES[len({mode.district[square] for square in squares(mask)})]
    for square in squares(mask):
        monuments = (near[square] & kinds[MONUMENT]).bit_count()
        points += printed(city, square) + MONUMENTS[SERVICE] * monuments
    return POINT * points + STAFF * mask.bit_count()


def _harbour(
    mode: Mode, city: City, kinds: Mapping[str, int], near: tuple[int, ...], mask: int
) -> int:
    rows, columns = runs(mode, mask)
    points = HARBOURS[rows] + HARBOURS[columns]
    for square in squares(mask):
        monuments = (near[square] & kinds[MONUMENT]).bit_count()
        points += printed(city, square) + MONUMENTS[HARBOUR] * monuments
    return POINT * points + STAFF * mask.bit_count()


def _office(city: City, near: tuple[int, ...], mask: int) -> int:
    points = sum(worth(city, group) for group in groups(mask, near))
    return POINT * points + STAFF * mask.bit_count()


def _towers(city: City, kinds: Mapping[str, int], near: tuple[int, ...], offices: int) -> Best:
    """By number of towers the best of them, with what the parks get from them and the offices."""
    parks = list(squares(kinds[PARK]))
    green = 0
    for park in parks:
        green |= near[park]
    green &= kinds[TOWER]
    beside_parks = [
        (_with_parks(city, parks, near, mask, offices), mask) for mask in _subsets(green)
    ]
    others = [(_tower(city, square), 1 << square) for square in squares(kinds[TOWER] & ~green)]
    return _joined(_by_number(beside_parks, green.bit_count()), _added(others))


def _with_parks(
    city: City, parks: list[int], near: tuple[int, ...], towers: int, offices: int
) -> int:
    high = towers | offices
    points = sum(PARKS[(near[park] & high).bit_count()] for park in parks)
    return POINT * points + sum(_tower(city, square) for square in squares(towers))


def _tower(city: City, square: int) -> int:
    return POINT * TOWERS[floors(city, square)] + ACTIVE


def _shops(kinds: Mapping[str, int], near: tuple[int, ...], factories: int) -> Best:
    """By number of open shops the best of them, customers aside."""
    return _added(
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


def _crowds(shops: int, most: int) -> list[list[int]]:
    """By open shops and customers the value of the best crowd: one customer more is worth more."""
    found = [[0]]
    for number in range(1, shops + 1):
        row = []
        for count in range(number * most + 1):
            full, rest = divmod(count, most)
            points = full * SHOPS[most] + (SHOPS[rest] if rest else 0)
            row.append(POINT * points + (POINT + PERSON) * count)
        found.append(row)
    return found


def _seated(mode: Mode, parts: Parts, active: int, shoppers: int) -> tuple[int, ...]:
    """The customers, as many as can be in each shop before the next."""
    seats = [0] * mode.squares
    for square in squares(active & parts.kinds[SHOP]):
        seats[square] = min(mode.customers, shoppers)
        shoppers -= seats[square]
    return tuple(seats)


def _weighed(
    subsets: list[tuple[int, int]], whole: int, near: tuple[int, ...], factories: int, points: int
) -> list[tuple[int, int]]:
    """Subsets with what their neighbours among the factories add."""
    beside_them = [near[square] & whole for square in squares(factories)]
    beside_them = [mask for mask in beside_them if mask]
    if not beside_them:
        return subsets
    return [
        (value + POINT * points * sum((mask & other).bit_count() for other in beside_them), mask)
        for value, mask in subsets
    ]


def _by_number(subsets: list[tuple[int, int]], most: int) -> Best:
    """By number of buildings the best subset."""
    found: Best = [(NOTHING, 0)] * (most + 1)
    for each in subsets:
        number = each[1].bit_count()
        if each > found[number]:
            found[number] = each
    return found


def _added(buildings: list[tuple[int, int]]) -> Best:
    """By number of buildings the best of some that have nothing to do with each other."""
    found, value, mask = [(0, 0)], 0, 0
    for more, bit in sorted(buildings, reverse=True):
        value, mask = value + more, mask | bit
        found.append((value, mask))
    return found


def _joined(one: Best, other: Best) -> Best:
    """By number of buildings the best of two kinds together."""
    found: Best = [(NOTHING, 0)] * (len(one) + len(other) - 1)
    for (i, (value, mask)), (j, (more, rest)) in product(enumerate(one), enumerate(other)):
        found[i + j] = max(found[i + j], (value + more, mask | rest))
    return found


def _peaks(values: list[int]) -> list[int]:
    """By number the best number that is not larger."""
    found: list[int] = []
    for number, value in enumerate(values):
        found.append(number if not found or value > values[found[-1]] else found[-1])
    return found


def _subsets(mask: int) -> Iterator[int]:
    """All subsets of a mask, itself first."""
    subset = mask
    while True:
        yield subset
        if not subset:
            return
        subset = subset - 1 & mask
