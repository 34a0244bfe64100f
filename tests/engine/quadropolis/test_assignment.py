"""The best assignment: no other is better, on thousands of small cities; none takes too much."""

from __future__ import annotations

from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.quadropolis.assignment import best_assignment
from engine.quadropolis.city import (
    QuadropolisCity,
    Stack,
    StaffingPlan,
    always_active,
    needed_resources,
    score_of,
    sheet_lines,
)
from engine.quadropolis.components import (
    KINDS,
    MODES,
    MONUMENT,
    NEEDS,
    OFFICE,
    SHOP,
    Mode,
)
from tests.engine.quadropolis.table import drawn
from tests.soak import count

Key = tuple[int, int, int]


def key(mode: Mode, city: QuadropolisCity, plan: StaffingPlan) -> Key:
    score = score_of(mode, city, plan, sheet_lines(mode, city, plan))
    return score.points, score.placed, -score.empty


def every(mode: Mode, city: QuadropolisCity) -> Key:
    """The best of all assignments, tried one after the other."""
    needy = [i for i, stack in enumerate(city.cells) if stack and stack.kind in NEEDS]
    keys: list[Key] = []
    for chosen in product((False, True), repeat=len(needy)):
        active = [square for square, on in zip(needy, chosen, strict=True) if on]
        shops = [s for s in active if (stack := city.cells[s]) and stack.kind == SHOP]
        for crowd in product(range(mode.customers + 1), repeat=len(shops)):
            customers = [0] * mode.squares
            for square, number in zip(shops, crowd, strict=True):
                customers[square] = number
            mask = always_active(city) | sum(1 << square for square in active)
            plan = StaffingPlan(mask, tuple(customers))
            people, energy = needed_resources(city, plan)
            if people <= city.inhabitants and energy <= city.energy:
                keys.append(key(mode, city, plan))
    return max(keys)


@st.composite
def cities(draw: st.DrawFn, most: int) -> tuple[Mode, QuadropolisCity]:
    mode = MODES[draw(st.sampled_from(sorted(MODES)))]
    known = [kind for kind in KINDS if mode.name == "expert" or kind not in OFFICE + MONUMENT]
    cells: list[Stack | None] = [None] * mode.squares
    squares = st.lists(st.integers(0, mode.squares - 1), max_size=most, unique=True)
    for square in draw(squares):
        kind = draw(st.sampled_from(known))
        floors = draw(st.integers(1, mode.floors)) if kind in mode.stacking else 1
        cells[square] = Stack(kind, floors, draw(st.integers(0, 2)) if kind in "VH" else 0)
    people, energy = draw(st.integers(0, most + 3)), draw(st.integers(0, most + 1))
    return mode, QuadropolisCity(tuple(cells), people, energy)


@given(cities(6))
@settings(max_examples=count(300, 3000))
def test_no_other_assignment_is_better(choice: tuple[Mode, QuadropolisCity]) -> None:
    mode, city = choice
    assert every(mode, city) == key(mode, city, best_assignment(mode, city))


@given(cities(20))
@settings(max_examples=count(100, 1000))
def test_it_takes_no_more_than_there_is(choice: tuple[Mode, QuadropolisCity]) -> None:
    mode, city = choice
    plan = best_assignment(mode, city)
    people, energy = needed_resources(city, plan)
    assert people <= city.inhabitants
    assert energy <= city.energy
    for square, customers in enumerate(plan.customers):
        stack = city.cells[square]
        assert customers == 0 or (stack and stack.kind == SHOP and plan.active >> square & 1)
        assert 0 <= customers <= mode.customers
    assert plan.active & always_active(city) == always_active(city)


def test_neighbours_decide_where_one_inhabitant_goes() -> None:
    """One inhabitant: the harbour scores nothing, the factory two by the shop beside it."""
    name, city = drawn("classic", "H F S .\n. . . .\n. . . .\n. . . .", 1, 1)
    mode = MODES[name]
    plan = best_assignment(mode, city)
    assert 0b110 == plan.active
    assert (2, 1, -14) == key(mode, city, plan)


def test_of_equal_points_more_people_then_more_active_buildings() -> None:
    name, city = drawn("classic", "S . . .\n. . . .\n. . . .\n. . . V", 1, 1)
    assert (2, 1, -14) == key(MODES[name], city, best_assignment(MODES[name], city))
