"""Boxes off the board on pictures and in words."""

from __future__ import annotations

from campaign.display.svg.picture import document
from campaign.display.text.strips import strips_in_words
from campaign.display.text.translation import ENGLISH
from campaign.games.my_city.picture import table
from engine import my_city
from engine.kernel.game import Setup
from engine.my_city.pack.load import load
from engine.my_city.pack.overlay import overlaid
from engine.my_city.play.state import State
from tests.engine.my_city.campaign.test_strips import BOXES


def begun() -> State:
    """An episode of which the eagle has reached a box before."""
    header = {
        "episode": 1,
        "pack": overlaid(load("stand_in"), BOXES, (1,)),
        "boards": {"eagle": ["rail 1"]},
    }
    return my_city.start(Setup(("eagle", "bear"), header))


def test_a_picture_draws_the_boxes_and_what_each_brings() -> None:
    drawn = document(table(begun(), {}, ENGLISH))
    assert "rail: 1 of 3 boxes reached; box 2 1 nugget, rock" in drawn
    assert "rail: 0 of 3 boxes reached; box 1 +2, tree" in drawn
    assert (2, 2) == (drawn.count(">+2<"), drawn.count(">+4<"))
    assert "rail, off the board" in drawn


def test_boxes_in_words() -> None:
    strips = begun().rules.strips
    lines = [[*map(str, strips_in_words(strips, {"rail": n}))] for n in range(4)]
    assert [
        ["rail: 0 of 3 boxes reached; box 1 +2, tree"],
        ["rail: 1 of 3 boxes reached; box 2 1 nugget, rock"],
        ["rail: 2 of 3 boxes reached; box 3 +4, 2 progress marks"],
        ["rail: 3 of 3 boxes reached"],
    ] == lines
