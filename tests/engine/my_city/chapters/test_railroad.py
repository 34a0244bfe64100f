"""Chapter 7: the railroad pays at once, the port when one colour reaches it."""

from __future__ import annotations

from engine.my_city.play.state import MyCityState
from tests.engine.my_city.board import drawn, episode, on_small, play, points, refusal, town_of

GROUND = """
    . . . . .
    . . . . .
    . . . . .
"""
BANKS = """
    W E E E E
    W E E E E
    W E E E E
"""
PORT = """
[[content]]
id = "port"
kind = "port"
amount = 1
ground = "site"
source = "owner"

[[rule]]
name = "port site"
does = "fixed"
content = "port"
cells = "B1"
source = "owner"

[[rule]]
name = "port connection"
does = "connects"
kind = "port"
row = 3
points = 5
order = 70
source = "owner"
"""


def port(drawing: str) -> int:
    """What the connection earns on a small board with the port on B1 and the rail under row 3."""
    state: MyCityState = on_small(GROUND, BANKS, {"1": "##", "2": "###", "3": "#"}, PORT)
    return points(drawn(drawing, on=state))["port connection"]


def test_a_building_on_the_last_row_earns_a_point_once() -> None:
    state = play(episode(19), "*: reveal Y1", "eagle: build Y1@C11", "bear: quit")
    assert (("railroad", 1),) == town_of(state).rewards
    assert 1 == town_of(state).token
    next_one = play(state, "*: reveal R1", "eagle: build R1@C10")
    assert (("railroad", 1),) == town_of(next_one).rewards


def test_the_investor_has_left() -> None:
    assert ["railroad"] == [reward.label for reward in episode(19).rules.rewards]


def test_nothing_is_built_on_the_port() -> None:
    state = play(episode(20), "*: reveal Y1")
    assert "stands on the port (E3)" == refusal(state, "eagle: build Y1@E3")


def test_buildings_of_one_colour_join_the_port_and_the_rail() -> None:
    assert 5 == port(
        """
            A  B  C  D  E
         1  .  .  .  .  .
         2  .  R1 R1 .  .
         3  .  .  R3 .  .
        """
    )


def test_one_building_can_do_it_alone() -> None:
    assert 5 == port("   A  B  C\n 1 Y2 .  .\n 2 Y2 .  .\n 3 Y2 .  .")


def test_two_colours_together_do_not() -> None:
    assert 0 == port("   A  B  C\n 2 .  R1 R1\n 3 .  .  Y3")


def test_corner_contact_does_not_join() -> None:
    assert 0 == port("   A  B  C  D\n 2 .  R1 R1 .\n 3 .  .  .  R3")


def test_two_colours_that_do_it_earn_it_once() -> None:
    assert 5 == port("   A  B  C  D\n 1 Y2 .  R2 .\n 2 Y2 .  R2 .\n 3 Y2 .  R2 .")
