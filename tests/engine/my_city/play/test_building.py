"""My City rules 3 and 5 to 8: where a building may stand."""

from __future__ import annotations

import pytest

from engine import my_city
from engine.kernel.errors import IllegalMove
from engine.kernel.grid import draw_shape, turn
from engine.my_city.play.notation import BuildMove
from engine.my_city.play.placements import Piece
from tests.engine.my_city.board import drawn, episode, play, points, refusal, town_of

FIRST = "is not next to the river, as the first building must be"
LATER = "touches no own building with an edge"


@pytest.mark.parametrize("place", ["C5", "E5", "D1", "B10/1", "D8"])
def test_first_building_touches_the_river(place: str) -> None:
    state = play(episode(), "*: reveal Y1", f"eagle: build Y1@{place}")
    assert 1 == len(town_of(state).built)


@pytest.mark.parametrize("place", ["F5", "A5", "B7/1", "F1", "E10/1"])
def test_first_building_away_from_the_river_is_refused(place: str) -> None:
    assert FIRST == refusal(play(episode(), "*: reveal Y1"), f"eagle: build Y1@{place}")


def test_first_building_is_free_when_the_first_cards_were_passed() -> None:
    state = play(episode(), "*: reveal Y1", "eagle: pass", "bear: pass", "*: reveal Y2")
    assert FIRST == refusal(state, "eagle: build Y2@F5")
    assert 1 == len(town_of(play(state, "eagle: build Y2@E5")).built)


@pytest.mark.parametrize(
    ("place", "cells"),
    [("D5", "D5 and E5"), ("C1", "C1 and D1"), ("D2/1", "D3 and D2"), ("D7/1", "D7 and D8")],
)
def test_never_both_banks(place: str, cells: str) -> None:
    state = play(episode(), "*: reveal Y1")
    expected = f"covers both banks of the river ({cells})"
    assert expected == refusal(state, f"eagle: build Y1@{place}")


def test_never_both_banks_later_either() -> None:
    state = drawn(
        """
            D  E  F
         5  .  Y1 Y1
         6  .  .  .
        """,
        on=episode(),
    )
    state = play(state, "*: reveal R1")
    assert "covers both banks of the river (D6 and E6)" == refusal(state, "eagle: build R1@D6")


def test_river_does_not_break_adjacency() -> None:
    state = drawn(
        """
            D  E
         5  .  Y1
         6  .  Y1
        """,
        on=episode(),
    )
    state = play(state, "*: reveal R1", "eagle: build R1@D5/1")
    assert ["Y1", "R1"] == [placement.piece for placement in town_of(state).built]


def test_corner_contact_never_counts() -> None:
    state = drawn(
        """
            E  F  G  H
         5  Y1 Y1 .  .
         6  .  .  .  .
        """,
        on=episode(),
    )
    state = play(state, "*: reveal R1")
    assert LATER == refusal(state, "eagle: build R1@G6")
    assert 2 == len(town_of(play(state, "eagle: build R1@F6")).built)


def test_later_building_beside_the_river_alone_is_not_enough() -> None:
    state = drawn(
        """
            E  F
         5  Y1 Y1
        """,
        on=episode(),
    )
    assert LATER == refusal(play(state, "*: reveal R1"), "eagle: build R1@E9")


def test_later_building_may_touch_any_own_building() -> None:
    state = drawn(
        """
            E  F  G  H
         5  Y1 Y1 R1 R1
        """,
        on=episode(),
    )
    state = play(state, "*: reveal B1")
    assert 3 == len(town_of(play(state, "eagle: build B1@D5/1")).built)
    assert 3 == len(town_of(play(state, "eagle: build B1@I5/1")).built)


def test_a_building_of_another_city_is_no_neighbour() -> None:
    state = play(episode(), "*: reveal Y1", "eagle: build Y1@E5", "bear: pass", "*: reveal R1")
    assert FIRST == refusal(state, "bear: build R1@G5")


def test_a_building_of_another_city_is_not_in_the_way() -> None:
    state = play(episode(), "*: reveal Y1", "eagle: build Y1@E5", "bear: build Y1@E5")
    assert town_of(state, "eagle").built == town_of(state, "bear").built


def test_never_on_a_mountain() -> None:
    state = play(episode(), "*: reveal Y1")
    assert "stands on a mountain (A1 B1)" == refusal(state, "eagle: build Y1@A1")


def test_never_on_forest() -> None:
    state = play(episode(), "*: reveal R5")
    assert "stands on forest (H11)" == refusal(state, "eagle: build R5@E11")


def test_never_on_an_own_building() -> None:
    state = drawn(
        """
            E  F
         5  Y1 Y1
        """,
        on=episode(),
    )
    state = play(state, "*: reveal R4")
    assert "covers an own building (E5 F5)" == refusal(state, "eagle: build R4@E4")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("build Y1@L5", "L5 is not a cell of the board"),
        ("build Y1@E12", "E12 is not a cell of the board"),
        ("build Y1@K7", "Y1 at K7 hangs over the board's edge"),
        ("build Y1@E11/1", "Y1 at E11 after 1 turn hangs over the board's edge"),
        ("build Q1@E5", "Q1 is not a building of this set"),
        ("build C1@E5", "C1 is not a building of this set"),
        ("build R1@E5", "R1 is not the revealed building, Y1 is"),
    ],
)
def test_never_anything_but_the_revealed_building_on_the_board(words: str, reason: str) -> None:
    assert reason == refusal(play(episode(), "*: reveal Y1"), f"eagle: {words}")


def test_a_building_is_turned_three_times_at_the_most() -> None:
    state = play(episode(), "*: reveal Y1")
    with pytest.raises(IllegalMove, match="4 turns: a building is turned 0 to 3 times"):
        my_city.apply(state, "eagle", BuildMove("Y1", "E5", 4))


def test_turns_that_give_the_same_cells_are_one_placement() -> None:
    placements = episode().rules.placements
    square = next(id for id, piece in episode().rules.pieces.items() if turned_alike(piece))
    assert placements[BuildMove(square, "E5", 1)] is placements[BuildMove(square, "E5")]
    assert 0 == placements[BuildMove(square, "E5", 3)].turns


def turned_alike(piece: Piece) -> bool:
    return all(turn(piece.cells, turns) == piece.cells for turns in range(4))


def test_trees_and_rocks_may_be_covered() -> None:
    state = episode(eagle=["tree G5", "rock E5"])
    before = points(state)
    after = points(
        drawn(
            """
                E  F  G
             4  .  Y6 .
             5  Y6 Y6 Y6
            """,
            on=state,
        )
    )
    assert (before["trees"] - 3, before["rocks"] + 1) == (after["trees"], after["rocks"])


def test_a_building_turns_but_does_not_flip() -> None:
    shape, mirrored = draw_shape(".##/##."), draw_shape("##./.##")
    pieces = episode().rules.pieces
    assert shape == pieces["Y7"].cells
    assert mirrored not in {turn(shape, quarters) for quarters in range(4)}


def test_a_square_building_may_be_written_with_turns() -> None:
    state = play(episode(), "*: reveal Y4")
    assert play(state, "eagle: build Y4@E5") == play(state, "eagle: build Y4@E5/1")


def test_the_cell_named_is_the_first_of_the_building_in_reading_order() -> None:
    expected = drawn(
        """
            E  F  G
         5  .  Y6 .
         6  Y6 Y6 Y6
        """,
        on=episode(),
    )
    state = play(episode(), "*: reveal Y6", "eagle: build Y6@F5/2")
    assert town_of(expected) == town_of(state)
