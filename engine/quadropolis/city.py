"""The score of a city under an assignment: its active buildings and the customers of its shops.

    QuadropolisCity ── cells (stacks by square), inhabitants, energy
    StaffingPlan ── active buildings, customers
    sheet_lines(mode, city, plan) ──> the lines of the sheet

Buildings that are not active are removed first: they score nothing and are no neighbours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.kernel.grid import bits
from engine.kernel.phrases import Phrase, Wording, joined, many, phrase
from engine.kernel.score import SheetEntry
from engine.quadropolis.components import (
    FACTORIES,
    FACTORY,
    HARBOUR,
    HARBOURS,
    KINDS,
    MONUMENT,
    MONUMENTS,
    NEEDS,
    OFFICE,
    OFFICES,
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


class Stack(NamedTuple):
    """A building on a square: its kind, its floors, the points printed on it."""

    kind: str
    floors: int = 1
    points: int = 0


class QuadropolisCity(NamedTuple):
    """The city of a seat: its buildings square by square, its inhabitants and its energy."""

    cells: tuple[Stack | None, ...]
    inhabitants: int = 0
    energy: int = 0


class StaffingPlan(NamedTuple):
    """An assignment: the mask of the active buildings, and the number of customers by square."""

    active: int
    customers: tuple[int, ...]


class Score(NamedTuple):
    """The worth of an assignment: points, inhabitants in buildings, squares without a building.

    An assignment with more points is better, then one with more inhabitants placed, then one with
    fewer empty squares.
    """

    points: int
    placed: int
    empty: int


@lru_cache(maxsize=4)
def neighbours_by_square(mode: Mode) -> tuple[int, ...]:
    """For each square, the mask of the squares that share an edge with it."""
    rows = mode.squares // mode.columns
    near_by_square = []
    for square in range(mode.squares):
        row, column = divmod(square, mode.columns)
        near = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
        near_by_square.append(
            sum(
                1 << r * mode.columns + c
                for r, c in near
                if 0 <= r < rows and 0 <= c < mode.columns
            )
        )
    return tuple(near_by_square)


def masks_by_kind(city: QuadropolisCity) -> dict[str, int]:
    """The mask of the buildings of each kind."""
    by_kind = dict.fromkeys(KINDS, 0)
    for square, stack in enumerate(city.cells):
        if stack:
            by_kind[stack.kind] |= 1 << square
    return by_kind


def always_active(city: QuadropolisCity) -> int:
    """The mask of the buildings that are active without people or energy."""
    by_kind = masks_by_kind(city)
    return by_kind[PARK] | by_kind[MONUMENT]


def needed_resources(city: QuadropolisCity, plan: StaffingPlan) -> tuple[int, int]:
    """The inhabitants and the energy that an assignment takes."""
    people, energy = sum(plan.customers), 0
    for square, stack in enumerate(city.cells):
        if stack and plan.active >> square & 1 and stack.kind in NEEDS:
            staff, power = NEEDS[stack.kind]
            people, energy = people + staff, energy + power
    return people, energy


def _note(parts: Sequence[tuple[Wording, int]]) -> Wording:
    """The counted parts with their points, such as `A1 4; row of 3 5`.

    It is a phrase only if a part can be translated.
    """
    if not any(isinstance(part_words, Phrase) for part_words, _ in parts):
        return "; ".join(f"{part_words!s} {points}" for part_words, points in parts)
    return joined("; ", [joined(" ", (part_words, str(points))) for part_words, points in parts])


def sheet_lines(mode: Mode, city: QuadropolisCity, plan: StaffingPlan) -> tuple[SheetEntry, ...]:
    """The lines of the sheet of a city under an assignment.

    There is a line for each kind of active building, then one for inhabitants and one for energy
    left over.
    """
    active, near = plan.active, neighbours_by_square(mode)
    active_by_kind = {kind: mask & active for kind, mask in masks_by_kind(city).items()}
    sheet = []
    for kind, words in KINDS.items():
        if active_by_kind[kind]:
            parts = tuple(COUNTS[kind](mode, city, plan, active_by_kind, near))
            sheet.append(SheetEntry(words, sum(points for _, points in parts), _note(parts)))
    people, energy = needed_resources(city, plan)
    idle = city.inhabitants - people
    unused = max(0, city.energy - energy - active_by_kind[PARK].bit_count())
    sheet.append(SheetEntry("inhabitants left", -idle))
    sheet.append(SheetEntry("energy left", -unused))
    return tuple(sheet)


def score_of(
    mode: Mode, city: QuadropolisCity, plan: StaffingPlan, sheet: Sequence[SheetEntry]
) -> Score:
    """The values by which two assignments, or two cities, are compared."""
    people, _ = needed_resources(city, plan)
    points = sum(line.points for line in sheet)
    return Score(points, people, mode.squares - plan.active.bit_count())


ActiveMasks = Mapping[str, int]
"""The mask of the active buildings of each kind."""
Near = Sequence[int]
Parts = Iterator[tuple[Wording, int]]
"""The parts that are counted, buildings or groups in words, each with its points."""


def _towers(
    mode: Mode, city: QuadropolisCity, plan: StaffingPlan, active: ActiveMasks, near: Near
) -> Parts:
    for square in squares(active[TOWER]):
        yield mode.name_of(square), TOWERS[floors(city, square)]


def _shops(
    mode: Mode, city: QuadropolisCity, plan: StaffingPlan, active: ActiveMasks, near: Near
) -> Parts:
    for square in squares(active[SHOP]):
        count = plan.customers[square]
        yield f"{mode.name_of(square)}:{count}", SHOPS[count]


def _services(
    mode: Mode, city: QuadropolisCity, plan: StaffingPlan, active: ActiveMasks, near: Near
) -> Parts:
    districts = {mode.district[square] for square in squares(active[SERVICE])}
    yield many(len(districts), "district"), SERVICES[len(districts)]
    yield from _printed(mode, city, active[SERVICE])


def _parks(
    mode: Mode, city: QuadropolisCity, plan: StaffingPlan, active: ActiveMasks, near: Near
) -> Parts:
    for square in squares(active[PARK]):
        yield (
            mode.name_of(square),
            PARKS[(near[square] & (active[TOWER] | active[OFFICE])).bit_count()],
        )


def _factories(
    mode: Mode, city: QuadropolisCity, plan: StaffingPlan, active: ActiveMasks, near: Near
) -> Parts:
    for square in squares(active[FACTORY]):
        yield mode.name_of(square), neighbour_points(FACTORIES, near[square], active)


def _harbours(
    mode: Mode, city: QuadropolisCity, plan: StaffingPlan, active: ActiveMasks, near: Near
) -> Parts:
    rows, columns = longest_runs(mode, active[HARBOUR])
    yield phrase("row of {count}", count=rows), HARBOURS[rows]
    yield phrase("column of {count}", count=columns), HARBOURS[columns]
    yield from _printed(mode, city, active[HARBOUR])


def _offices(
    mode: Mode, city: QuadropolisCity, plan: StaffingPlan, active: ActiveMasks, near: Near
) -> Parts:
    for group in groups(active[OFFICE], near):
        names = " ".join(map(mode.name_of, squares(group)))
        yield names, group_points(city, group)


def _monuments(
    mode: Mode, city: QuadropolisCity, plan: StaffingPlan, active: ActiveMasks, near: Near
) -> Parts:
    for square in squares(active[MONUMENT]):
        yield (
            mode.name_of(square),
            kind_points(MONUMENTS, near[square], active)
            if mode.monument_by_type
            else neighbour_points(MONUMENTS, near[square], active),
        )


def _printed(mode: Mode, city: QuadropolisCity, mask: int) -> Parts:
    for square in squares(mask):
        if points := printed_points(city, square):
            yield mode.name_of(square), points


COUNTS: Mapping[str, Callable[[Mode, QuadropolisCity, StaffingPlan, ActiveMasks, Near], Parts]] = {
    TOWER: _towers,
    SHOP: _shops,
    SERVICE: _services,
    PARK: _parks,
    FACTORY: _factories,
    HARBOUR: _harbours,
    OFFICE: _offices,
    MONUMENT: _monuments,
}
"""The function that counts the active buildings of a kind, by kind."""


def squares(mask: int) -> Iterator[int]:
    """The squares of a mask, in reading order."""
    return (bit.bit_length() - 1 for bit in bits(mask))


def floors(city: QuadropolisCity, square: int) -> int:
    """The number of floors on a square; 0 without a building."""
    stack = city.cells[square]
    return stack.floors if stack else 0


def printed_points(city: QuadropolisCity, square: int) -> int:
    """The points printed on the building on a square; 0 without a building."""
    stack = city.cells[square]
    return stack.points if stack else 0


def neighbour_points(weights: Mapping[str, int], near: int, here: ActiveMasks) -> int:
    """The points of a building for its active neighbours; `weights` has the points by kind."""
    return sum(points * (near & here[kind]).bit_count() for kind, points in weights.items())


def kind_points(weights: Mapping[str, int], near: int, here: ActiveMasks) -> int:
    """The points of a building for the kinds that are active beside it, each kind counted once."""
    return sum(points for kind, points in weights.items() if near & here[kind])


def longest_runs(mode: Mode, mask: int) -> tuple[int, int]:
    """The lengths of the longest row and of the longest column without a gap."""
    width, best = mode.columns, [0, 0]
    for direction, (lanes, along) in enumerate(
        ((mode.squares // width, width), (width, mode.squares // width))
    ):
        for lane in range(lanes):
            length = 0
            for step in range(along):
                square = lane * width + step if direction == 0 else step * width + lane
                length = length + 1 if mask >> square & 1 else 0
                best[direction] = max(best[direction], length)
    return best[0], best[1]


def groups(mask: int, near: Near) -> Iterator[int]:
    """Yield the masks of the groups of buildings that are connected by edges."""
    while mask:
        group, edge = 0, mask & -mask
        while edge:
            group |= edge
            edge = mask & ~group & _around(edge, near)
        yield group
        mask &= ~group


def group_points(city: QuadropolisCity, group: int) -> int:
    """The points of a group of offices; each stack scores by its floors and the group's size."""
    table = OFFICES[min(group.bit_count(), len(OFFICES)) - 1]
    return sum(table[floors(city, square)] for square in squares(group))


def _around(mask: int, near: Near) -> int:
    around = 0
    for square in squares(mask):
        around |= near[square]
    return around
