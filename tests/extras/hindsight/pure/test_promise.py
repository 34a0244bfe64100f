"""What a town has begun: no points yet, but a walk that goes for points comes to it by steps."""

from __future__ import annotations

from campaign.extras.hindsight.pure.annealing import WEIGHTS
from campaign.extras.hindsight.pure.promise import Promise
from engine.my_city.bounds.question import question_of
from engine.my_city.play.state import MyCityState
from tests.engine.my_city.board import drawn, episode, town_of


def begun(state: MyCityState) -> int:
    """Hundredths of a point for what the eagle's town has begun."""
    question = question_of(state, (), "eagle")
    return Promise(question, WEIGHTS).begun(town_of(state))


def test_a_church_that_touches_two_of_three_colours_is_nearly_whole() -> None:
    state = drawn(
        """
            C  D  E  F
         4  Y1 Y1 .  .
         5  C1 C1 C1 R1
         6  .  .  C1 R1
        """,
        on=episode(5),
    )
    assert 300 * 2 // 3 * WEIGHTS.begun // 100 == begun(state)


def test_what_is_whole_counts_on_the_sheet_and_not_here() -> None:
    state = drawn(
        """
            C  D  E  F
         4  Y1 Y1 B1 B1
         5  C1 C1 C1 R1
         6  .  .  C1 R1
        """,
        on=episode(5),
    )
    assert 0 == begun(state)
