"""Chapter 8: buildings that leave, the palace, parks."""

from __future__ import annotations

from engine import my_city
from engine.kernel.game import CHANCE
from engine.my_city.play.state import MyCityState
from tests.engine.my_city.board import drawn, episode, on_small, play, points, refusal, town_of

BLUE = [f"cog B{n}" for n in range(1, 9)]
BANKS = """
    W E E E E
    W E E E E
    W E E E E
    W E E E E
"""
PARKS = """
[[content]]
id = "plain"
kind = "plain"
amount = 0
source = "owner"

[[rule]]
name = "park"
does = "enclosed cell"
colour = "R"
sides = 4
on = ["nothing", "rock"]
becomes = "tree"
source = "owner"

[[rule]]
name = "cleared rock"
does = "enclosed cell"
colour = "R"
sides = 3
on = ["rock"]
becomes = "plain"
source = "owner"
"""
SINGLE = {str(n): "#" for n in range(1, 7)}


def park(ground: str, drawing: str, last: str) -> MyCityState:
    """The state after the last building beside what was drawn."""
    state = drawn(drawing, on=on_small(ground, BANKS, SINGLE, PARKS))
    piece = last.split("@")[0]
    return play(state, f"*: reveal {piece}", f"eagle: build {last}")


# Missing buildings.


def test_blue_buildings_without_a_cog_leave_the_set() -> None:
    state = episode(22, 3, eagle=["cog B1"], bear=BLUE, deer=[])
    missing = [len(town.home.missing) for town in state.towns]
    assert [8, 1, 9] == missing  # the fourth church is missing from all three


def test_a_missing_building_is_skipped_free_of_charge() -> None:
    state = play(episode(22, 3, eagle=["cog B1"], bear=[], deer=[]), "*: reveal B1")
    assert ("eagle",) == my_city.awaiting(state)
    assert "bear has no B1 and is not asked" == refusal(state, "bear: pass")
    after = play(state, "eagle: quit", "*: reveal B2")
    assert (CHANCE,) == my_city.awaiting(after)
    assert [0, 0, 0] == [town.token for town in after.towns]


# The palace.


def test_the_first_building_touches_the_palace() -> None:
    state = play(episode(22), "*: reveal Y1")
    assert "is not next to the palace" in refusal(state, "eagle: build Y1@E9/1")
    assert 1 == len(town_of(play(state, "eagle: build Y1@E7/1")).built)


def test_the_palace_stands_as_a_building() -> None:
    """The second building touches the palace alone."""
    state = play(
        episode(22),
        *("*: reveal Y1", "eagle: build Y1@E7/1", "bear: quit"),
        *("*: reveal R1", "eagle: build R1@E4/1"),
    )
    assert 2 == len(town_of(state).built)
    assert "stands on the palace (E6)" == refusal(
        play(episode(22), "*: reveal Y1"), "eagle: build Y1@E6"
    )


def test_the_palace_counts_as_red_for_churches() -> None:
    state = drawn(
        """
            E  F  G
         5  Y1 Y1 .
         6  .  C2 .
         7  C2 C2 C2
         8  .  B1 B1
        """,
        on=episode(22, 2, eagle=["palace E6", "cog B1"]),
    )
    assert 3 == points(state)["churches"]


def test_the_palace_deepens_the_red_shaft() -> None:
    """R5 hangs on the entrance on F10, and the palace on R5."""
    state = drawn(
        """
            E
         7  R5
         8  R5
         9  R5
         10 R5
        """,
        on=episode(22, 2, eagle=["palace E6", "red-mine F10"]),
    )
    note = {line.label: line.note for line in my_city.score(state)[0].lines}["red shaft"]
    assert "from box 0 to 2" == note


# Parks.

OPEN = """
    . . . . .
    . . . . .
    . . . . .
    . . . . .
"""
FOUR = """
   B  C  D
1  .  R1 .
2  R2 .  R3
3  .  .  Y1
"""
"""Three red sides of C2; R4 on C3 makes the fourth, and touches Y1."""
THREE = """
   B  C  D
1  R1 .  R2
2  .  .  .
3  .  Y1 .
"""
"""Two red sides of C1; R3 on C2 makes the third, and touches Y1."""


def ground(cell: str, sign: str) -> str:
    """The open ground with one sign on it."""
    lines = [line.split() for line in OPEN.strip().split("\n")]
    lines[int(cell[1]) - 1]["ABCDE".index(cell[0])] = sign
    return "\n".join(" ".join(line) for line in lines)


def test_a_cell_with_four_red_sides_becomes_a_tree() -> None:
    state = park(OPEN, FOUR, "R4@C3")
    town = town_of(state)
    assert ("tree C2",) == town.gained
    assert 1 == points(state)["trees"]
    assert town.free & state.rules.grid.bit("C2")


def test_a_rock_with_four_red_sides_becomes_a_tree() -> None:
    state = park(ground("C2", "R"), FOUR, "R4@C3")
    assert ("tree C2",) == town_of(state).gained
    assert 0 == points(state)["rocks"]


def test_another_colour_makes_no_park() -> None:
    state = park(OPEN, FOUR.replace("R3", "B3"), "R4@C3")
    assert () == town_of(state).gained


def test_three_sides_and_the_edge_make_no_park_of_an_empty_cell() -> None:
    assert () == town_of(park(OPEN, THREE, "R3@C2")).gained


def test_a_rock_with_three_red_sides_and_the_edge_becomes_plain() -> None:
    state = park(ground("C1", "R"), THREE, "R3@C2")
    assert ("plain C1",) == town_of(state).gained
    assert 0 == points(state)["rocks"]
    assert state.rules.grid.bit("C1") & town_of(state).land.bare


def test_a_rock_with_three_red_sides_and_forest_becomes_plain() -> None:
    both = ground("C2", "R").replace(". . R . .", ". F R . .")
    state = park(both, FOUR.replace("R2", ". "), "R4@C3")
    assert ("plain C2",) == town_of(state).gained


def test_a_rock_in_a_corner_stays() -> None:
    drawing = "   A  B\n1  .  R1\n2  .  .\n3  Y1 ."
    assert () == town_of(park(ground("A1", "R"), drawing, "R2@A2")).gained


def test_a_tree_is_no_cell_for_a_park() -> None:
    assert () == town_of(park(ground("C2", "T"), FOUR, "R4@C3")).gained


def test_two_cells_turn_at_once() -> None:
    drawing = """
       A  B  C  D  E
    1  .  R1 .  R2 .
    2  R5 .  .  .  R4
    3  .  R6 Y1 R3 .
    """
    state = on_small(OPEN, BANKS, {**SINGLE, "7": "#"}, PARKS)
    state = play(drawn(drawing, on=state), "*: reveal R7", "eagle: build R7@C2")
    assert ("tree B2", "tree D2") == town_of(state).gained


def test_a_park_stays_for_good_and_may_be_built_over() -> None:
    state = play(park(OPEN, FOUR, "R4@C3"), "bear: quit", "*: reveal Y6", "eagle: build Y6@C2")
    assert 0 == points(state)["trees"]
    assert ("tree C2",) == town_of(state).gained
