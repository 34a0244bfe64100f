"""Chapter 6: shafts that deepen over the episodes, boxes that pay once, the triangle."""

from __future__ import annotations

import pytest

from engine import my_city
from engine.my_city.play.state import MyCityState
from tests.engine.my_city.board import drawn, episode, notes, play, points, refusal

THREE_BLUE = """
     A  B  C  D
  1  .  .  .  .
  2  B1 B1 .  .
  3  .  .  .  .
  4  .  .  B3 .
  5  .  .  B3 B3
"""
"""B1 is beside the entrance on A3; B3 is blue too, but apart."""


def blue(depth: int = 0, drawing: str = THREE_BLUE) -> MyCityState:
    return drawn(drawing, on=episode(16, 2, eagle=["blue-mine A3", f"shaft B {depth}"]))


def test_nothing_is_built_on_an_entrance() -> None:
    state = play(episode(16), "*: reveal Y1")
    assert "stands on the blue-mine (A3)" == refusal(state, "eagle: build Y1@A3")


def test_a_shaft_deepens_by_the_buildings_that_hang_on_the_entrance() -> None:
    assert {"blue shaft": 0} == {k: v for k, v in points(blue()).items() if "shaft" in k}
    assert "from box 0 to 1" == notes(blue())["blue shaft"]
    joined = drawn(
        """
            B  C
         3  B2 .
         4  B2 .
         5  B2 .
        """,
        on=blue(),
    )
    # B2 touches B1 and B3: all three hang together now.
    assert "from box 0 to 3" == notes(joined)["blue shaft"]


@pytest.mark.parametrize(
    ("before", "after", "paid"), [(2, 3, 0), (3, 4, 2), (4, 5, 0), (7, 8, 4), (11, 12, 6)]
)
def test_a_box_pays_once_when_it_is_reached(before: int, after: int, paid: int) -> None:
    state = blue(before)
    assert (paid, f"from box {before} to {after}") == (
        points(state)["blue shaft"],
        notes(state)["blue shaft"],
    )


def test_a_shaft_ends_with_its_last_box() -> None:
    assert "box 12, as before" == notes(blue(12))["blue shaft"]
    assert 0 == points(blue(12))["blue shaft"]


def test_boxes_that_are_passed_pay_too() -> None:
    state = drawn(
        """
            B  C
         3  B2 .
         4  B2 .
         5  B2 .
        """,
        on=blue(2),
    )
    assert (2, "from box 2 to 5") == (points(state)["blue shaft"], notes(state)["blue shaft"])


def test_another_colour_does_not_deepen_it() -> None:
    assert "box 0, as before" == notes(blue(0, "     A  B\n  2  R1 R1\n"))["blue shaft"]


def test_shafts_count_before_the_ranking() -> None:
    state = blue(3)
    sheets = my_city.score(state)
    assert sheets[0].lines[-1].label == "blue shaft"
    assert sheets[0].total == sum(line.points for line in sheets[0].lines)


def test_red_and_yellow_follow() -> None:
    shafts = {n: [shaft.label for shaft in episode(n).rules.shafts] for n in (16, 17, 18)}
    assert shafts[16] == ["blue shaft"]
    assert shafts[17] == ["blue shaft", "red shaft"]
    assert shafts[18] == ["blue shaft", "red shaft", "yellow shaft"]
