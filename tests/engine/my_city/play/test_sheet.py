"""My City rules 12 to 15, 22 and 23: the terms of the sheet, their order, cap and debt."""

from __future__ import annotations

from engine import my_city
from engine.my_city.play.state import MyCityState
from tests.engine.my_city.board import (
    drawn,
    episode,
    eternal,
    notes,
    on_small,
    play,
    points,
    with_token,
)

PLAIN_SHEET = {"token at the end": 10, "trees": 12, "rocks": -12, "empty cells": -83}


def total(state: MyCityState) -> int:
    return my_city.score(state)[0].total


def test_worked_example_of_the_rulebook() -> None:
    """Start 8 after two passes; +8 trees, -2 rocks, -8 empty cells = 6."""
    ground = """
        T T T T R
        . . . . .
        . . . M M
    """
    banks = """
        W E E E E
        W E E E E
        W E E E E
    """
    state = play(
        on_small(ground, banks, {"1": "##"}),
        *("*: reveal Y1", "eagle: pass", "bear: pass"),
        *("*: reveal R1", "eagle: pass", "bear: quit"),
        *("*: reveal B1", "eagle: quit"),
    )
    expected = {"token at the end": 8, "trees": 8, "rocks": -2, "empty cells": -8}
    assert expected == points(state)
    assert 6 == total(state)


def test_a_bare_board_has_twelve_trees_twelve_rocks_and_83_empty_cells() -> None:
    assert PLAIN_SHEET == points(episode())


def test_what_is_covered_does_not_count() -> None:
    """Y1 covers two empty cells, R1 a tree cell and an empty one."""
    state = drawn(
        """
            E  F  G
         4  .  R1 R1
         5  Y1 Y1 .
        """,
        on=episode(),
    )
    assert (10, -12, -80) == tuple(
        points(state)[term] for term in ("trees", "rocks", "empty cells")
    )


def test_a_sticker_is_not_an_empty_cell() -> None:
    state = episode(2, eagle=["well C5", "tree D2", "rock F2"])
    expected = {"trees": 13, "rocks": -13, "wells": 0, "empty cells": -80}
    assert expected.items() <= points(state).items()


def test_an_uncovered_vein_is_not_an_empty_cell_and_scores_nothing() -> None:
    """The veins lie on rocks, the wells on plain cells: 12 - 4 rocks, 83 - 2 empty cells."""
    assert (-8, -81) == (points(eternal())["rocks"], points(eternal())["empty cells"])


def test_fifty_cap_freezes_the_token() -> None:
    """45 and 12 trees: it gets to 50, and rocks and empty cells move it no more."""
    state = with_token(episode(), 45)
    expected = {"token at the end": 45, "trees": 5, "rocks": 0, "empty cells": 0}
    assert expected == points(state)
    assert 50 == total(state)


def test_fifty_cap_says_what_it_kept_from_the_token() -> None:
    state = with_token(episode(), 45)
    assert "+12 on the board: the token stays at 50" == notes(state)["trees"]
    assert "-83 on the board: the token stays at 50" == notes(state)["empty cells"]


def test_the_order_of_the_sheet_decides_about_fifty() -> None:
    """The same board as above with rocks before trees: 45 - 12 + 12 - 83."""
    ground, banks = "T T T R R . .", "W E E E E E E"
    late = "\n".join(["[[rule]]", 'name = "rocks"', 'does = "visible"', 'kind = "rock"'])
    late = f'\n{late}\npoints = -1\norder = 5\nsource = "owner"\n'
    as_printed = with_token(on_small(ground, banks, {"1": "##"}), 45)
    rocks_first = with_token(on_small(ground, banks, {"1": "##"}, late), 45)
    assert 50 == total(as_printed)
    assert 45 - 4 + 6 - 2 == total(rocks_first)


def test_a_token_at_fifty_already_is_not_moved_by_the_sheet() -> None:
    assert [50, 0, 0, 0] == list(points(with_token(episode(), 50)).values())


def test_debt_is_paid_by_the_points_that_come_next() -> None:
    """Token 0 with four trees: 0 + 4 - 10 rocks is -6, two red buildings bring it to -4."""
    ground = """
        T T R R R
        R R . . .
        M M . . .
    """
    banks = """
        W E E E E
        W E E E E
        W E E E E
    """
    groups = '\n[[rule]]\nname = "groups"\ndoes = "groups"\ncolours = ["R"]\npoints = 1\norder = 30'
    state = drawn(
        """
            A  B  C  D  E
         2  .  .  R2 R2 R2
         3  .  .  R1 R1 .
        """,
        on=on_small(ground, banks, {"1": "##", "2": "###"}, f'{groups}\nsource = "owner"\n'),
    )
    state = with_token(state, 0)
    assert [0, 4, -10, 2, -1] == list(points(state).values())
    assert -5 == total(state)


def test_groups_count_buildings_not_cells() -> None:
    state = drawn(
        """
            E  F  G  H
         5  Y5 Y5 Y5 Y5
         6  R1 R1 R3 .
         7  .  .  R3 R3
        """,
        on=episode(3),
    )
    expected = {"yellow group": 1, "red group": 2, "blue group": 0}
    assert expected.items() <= points(state).items()


def test_the_largest_group_of_a_colour_counts() -> None:
    """Red: two buildings in the west, three in the east, kept apart by yellow."""
    state = drawn(
        """
            C  D  E  F  G  H
         4  R1 R1 Y2 .  .  .
         5  R2 .  Y2 R3 .  .
         6  R2 .  Y2 R3 R3 R6
         7  R2 .  .  .  R6 R6
         8  .  .  .  R4 R4 R6
         9  .  .  .  R4 R4 .
        """,
        on=episode(3),
    )
    assert 3 == points(state)["red group"]


def test_the_river_does_not_part_a_group() -> None:
    state = drawn(
        """
            D  E
         5  B1 B2
         6  B1 B2
         7  .  B2
        """,
        on=episode(3),
    )
    assert 2 == points(state)["blue group"]


def test_corners_do_not_make_a_group() -> None:
    state = drawn(
        """
            E  F  G  H
         5  B1 B1 Y1 Y1
         6  .  .  B2 .
         7  .  .  B2 .
         8  .  .  B2 .
        """,
        on=episode(3),
    )
    assert 1 == points(state)["blue group"]


def test_a_group_that_is_joined_last_counts_as_one() -> None:
    """The building drawn last hangs the two others together."""
    state = drawn(
        """
            E  F  G
         5  R1 R1 .
         6  .  .  .
         7  R2 R2 R2
        """,
        on=episode(3),
    )
    assert 1 == points(state)["red group"]
    joined = drawn(
        """
            E  F  G
         5  .  .  R3
         6  .  R3 R3
        """,
        on=state,
    )
    assert 3 == points(joined)["red group"]


WELL = episode(2, eagle=["well G6"])


def test_a_well_among_four_different_buildings_earns_four() -> None:
    state = drawn(
        """
            E  F  G  H  I
         5  .  Y1 Y1 .  .
         6  R1 R1 o  B1 .
         7  .  .  Y3 B1 .
         8  .  .  Y3 Y3 .
        """,
        on=WELL,
    )
    assert 4 == points(state)["wells"]


def test_a_well_with_one_building_on_two_sides_earns_nothing() -> None:
    state = drawn(
        """
            E  F  G  H
         5  .  Y1 Y1 .
         6  R1 R1 o  B3
         7  .  .  B3 B3
        """,
        on=WELL,
    )
    assert 0 == points(state)["wells"]


def test_a_well_with_an_open_side_earns_nothing() -> None:
    state = drawn(
        """
            E  F  G  H
         5  .  Y1 Y1 .
         6  R1 R1 o  B1
         7  .  .  .  B1
        """,
        on=WELL,
    )
    assert 0 == points(state)["wells"]


def test_a_well_at_the_edge_of_the_board_earns_nothing() -> None:
    """G1 has three sides only."""
    state = drawn(
        """
            E  F  G  H
         1  Y1 Y1 o  .
         2  .  .  R1 R1
        """,
        on=episode(2, eagle=["well G1"]),
    )
    assert 0 == points(state)["wells"]


def test_a_covered_well_earns_nothing() -> None:
    state = drawn(
        """
            E  F  G  H
         5  .  Y1 Y1 .
         6  R1 R1 R2 B1
         7  .  .  R2 B1
         8  .  .  R2 .
        """,
        on=WELL,
    )
    assert 0 == points(state)["wells"]


def test_wells_come_with_the_second_episode_and_groups_with_the_third() -> None:
    terms = [set(points(episode(number))) - set(PLAIN_SHEET) for number in (1, 2, 3)]
    groups = {"yellow group", "red group", "blue group"}
    assert [set(), {"wells"}, {"wells"} | groups] == terms


def test_empty_cells_come_last_on_the_sheet() -> None:
    expected = ["token at the end", "trees", "rocks", "yellow group", "red group", "blue group"]
    assert [*expected, "wells", "empty cells"] == list(points(episode(3)))
    assert [*expected, "churches", "wells", "empty cells"] == list(points(eternal()))
