"""Every score table and the worked example, on drawn cities; ranks and ties."""

from __future__ import annotations

import pytest

from engine import quadropolis
from engine.kernel.errors import SetupError
from engine.quadropolis.city import QuadropolisCity, sheet_lines
from engine.quadropolis.state import QuadropolisState
from tests.engine.quadropolis.table import begin, drawn, planned, points, worth


@pytest.mark.parametrize(("floors", "value"), list(enumerate((1, 3, 6, 10, 15), 1)))
def test_rule_15_towers_by_floors(floors: int, value: int) -> None:
    mode, city = drawn("expert", f"T{floors} . . . .\n" + ". . . . .\n" * 3, energy=1)
    assert {"towers": value} == points(mode, city)


@pytest.mark.parametrize(("customers", "value"), list(enumerate((0, 1, 2, 4, 7, 11))))
def test_rule_16_shops_by_customers(customers: int, value: int) -> None:
    mode, city = drawn("expert", "S . . . .\n" + ". . . . .\n" * 3, customers, 1)
    assert points(mode, city, planned(mode, city, "A1", A1=customers)).get("shops", 0) == value


@pytest.mark.parametrize(
    ("active", "value"),
    [("A1", 2), ("A1 B1", 2), ("A1 D1", 5), ("A1 D1 C1", 9), ("A1 D1 C1 A3", 14),
     ("A1 D1 C1 A3 D3", 20)],
)  # fmt: skip
def test_rule_17_services_by_districts(active: str, value: int) -> None:
    mode, city = drawn("expert", "V V V V .\n. . . . .\nV . . V .\n. . . . .", inhabitants=6)
    scored = points(mode, city, planned(mode, city, active))
    assert value == scored["services"]


def test_rule_17_printed_points_of_active_services_count_too() -> None:
    mode, city = drawn("classic", "V2 . V1 .\n. . . .\n. . . .\n. . . .", inhabitants=2)
    assert {"services": 5 + 2 + 1} == points(mode, city)
    assert {"services": 2 + 2, "inhabitants left": -1} == points(
        mode, city, planned(mode, city, "A1")
    )


@pytest.mark.parametrize(("towers", "value"), list(enumerate((0, 2, 4, 7, 11))))
def test_rule_18_parks_by_towers_beside_them(towers: int, value: int) -> None:
    squares = ["B1", "A2", "C2", "B3"][:towers]
    mode, city = drawn("classic", ". T .  .\nT3 P T .\n. T . .\n. . . .", energy=towers)
    scored = points(mode, city, planned(mode, city, " ".join(["B2", *squares])))
    assert value == scored.get("parks", 0)


def test_rule_18_offices_count_for_parks_in_expert() -> None:
    mode, city = drawn("expert", "O4 P T . .\n" + ". . . . .\n" * 3, 1, 2)
    assert 4 == points(mode, city)["parks"]


def test_rule_19_factories_by_active_neighbours() -> None:
    mode, city = drawn("expert", ". S . . .\nH F O . .\n. P . . .\n. . . . .", 4, 2)
    assert 2 + 3 + 4 == points(mode, city, planned(mode, city, "B1 A2 B2 C2 B3"))["factories"]
    assert 3 == points(mode, city, planned(mode, city, "A2 B2 B3"))["factories"]


@pytest.mark.parametrize(
    ("drawing", "value"),
    [
        ("H . . . .", 0),
        ("H H . . .", 3),
        ("H H H . .", 7),
        ("H H H H .", 12),
        ("H H H H H", 18),
        ("H H . H H", 3),
    ],
)
def test_rule_20_harbours_in_a_row(drawing: str, value: int) -> None:
    mode, city = drawn("expert", f"{drawing}\n" + ". . . . .\n" * 3, inhabitants=5)
    people = drawing.count("H")
    scored = points(mode, city)
    assert (value or None, people - 5 or None) == (
        scored.get("harbours"),
        scored.get("inhabitants left"),
    )


def test_rule_20_the_longest_row_and_the_longest_column_add_up() -> None:
    mode, city = drawn("classic", "H H H .\nH . . .\nH . H H3\n. . . .", inhabitants=7)
    assert 7 + 7 + 3 == points(mode, city)["harbours"]


def test_rule_21_the_worked_example_of_three_offices() -> None:
    """Two, two and three floors side by side: 5 + 5 + 9."""
    mode, city = drawn("expert", "O2 O2 O3 . .\n" + ". . . . .\n" * 3, 3, 3)
    assert {"offices": 19} == points(mode, city)


@pytest.mark.parametrize(("number", "value"), [(1, 1), (2, 6), (3, 15), (4, 28), (5, 45), (6, 54)])
def test_rule_21_offices_by_the_size_of_their_group(number: int, value: int) -> None:
    squares = "O2 O2 O2 O2 O2\nO2 . . . .\n" + ". . . . .\n" * 2
    names = ["A1", "B1", "C1", "D1", "E1", "A2"]
    active = names[:number] if number > 1 else ["A1"]
    mode, city = drawn("expert", squares, 6, 6)
    assert value == points(mode, city, planned(mode, city, " ".join(active)))["offices"]


def test_rule_21_offices_that_do_not_touch_are_groups_of_their_own() -> None:
    mode, city = drawn("expert", "O3 . O3 . .\n" + ". . . . .\n" * 3, 2, 2)
    assert {"offices": 3 + 3} == points(mode, city)


def test_rule_22_monuments_by_active_neighbours() -> None:
    mode, city = drawn("expert", ". V . . .\nS M P . .\n. F . . .\n. . . . .", 3, 1)
    assert 2 + 3 + 5 - 5 == points(mode, city, planned(mode, city, "B1 A2 B2 C2 B3"))["monuments"]
    assert 2 + 3 + 5 == points(mode, city, planned(mode, city, "B1 A2 B2 C2"))["monuments"]


def test_ruling_10_monuments_by_each_type_beside_them() -> None:
    """Three shops around a monument bring 9, or 3 for their type."""
    state = begin(mode="expert", staffed=True, monument_by_type=True)
    mode, city = drawn("expert", ". S . . .\nS M S . .\n. . . . .\n. . . . .", 3, 3)
    by_type = state.rules.mode
    plan = planned(mode, city, "B1 A2 B2 C2")
    assert 9 == points(mode, city, plan)["monuments"]
    assert 3 == {line.label: line.points for line in sheet_lines(by_type, city, plan)}["monuments"]


def test_ruling_10_needs_the_assignment_of_each_player() -> None:
    with pytest.raises(SetupError, match="needs staffed = true"):
        begin(mode="expert", monument_by_type=True)
    with pytest.raises(SetupError, match="neither true nor false"):
        begin(mode="expert", staffed=True, monument_by_type=2)


def test_rule_22_a_factory_beside_a_monument_is_better_left_alone() -> None:
    mode, city = drawn("expert", "M F . . .\n" + ". . . . .\n" * 3, inhabitants=1)
    assert {"inhabitants left": -1} == points(mode, city)


def test_rule_23_who_is_left_over_costs_a_point_and_a_park_takes_one_energy() -> None:
    mode, city = drawn("classic", "P P . .\n. . . .\n. . . .\n. . . .", 3, 4)
    assert {"inhabitants left": -3, "energy left": -2} == points(mode, city)


def test_rule_14_what_is_not_active_is_removed_first() -> None:
    mode, city = drawn("classic", "T P . .\nF S . .\n. . . .\n. . . .", 1, 1)
    scored = points(mode, city, planned(mode, city, "B1 A2 B2"))
    assert {"factories": 2} == scored
    assert worth(mode, city, planned(mode, city, "B1 A2 B2")).empty == 13


# 24: ranks.


def ended(*cities: QuadropolisCity) -> QuadropolisState:
    state = begin(len(cities))
    return state._replace(cities=cities, phase="over", round=4)


def city(text: str, people: int = 0, energy: int = 0) -> QuadropolisCity:
    return drawn("classic", text + "\n. . . .\n. . . .\n. . . .", people, energy)[1]


def test_rule_24_most_points_then_inhabitants_then_fewest_empty_squares() -> None:
    state = ended(
        city("T . . .", energy=1),
        city("S . . .", people=1, energy=1),
        city("S P . .", people=1, energy=1),
        city("S P . .", people=1, energy=1),
    )
    sheets = quadropolis.score(state)
    assert [1] * 4 == [sheet.total for sheet in sheets]
    assert [4, 3, 1, 1] == [sheet.rank for sheet in sheets]
    assert "before p1: 1 inhabitants in buildings against 0" == sheets[1].tie
    assert str(sheets[2].tie).startswith("before p1: 1 inhabitants")
    assert sheets[0].tie == ""


def test_rule_24_equal_in_everything_is_shared() -> None:
    same = city("S . . .", people=1, energy=1)
    sheets = quadropolis.score(ended(same, same))
    assert ["shared with p2: equal in inhabitants and empty squares"] == [sheets[0].tie]
    assert [1, 1] == [sheet.rank for sheet in sheets]


def test_rule_24_fewer_empty_squares_say_so() -> None:
    sheets = quadropolis.score(
        ended(city("S P . .", people=1, energy=1), city("S . . .", people=1, energy=1))
    )
    assert "before p2: 14 empty squares against 15" == sheets[0].tie
