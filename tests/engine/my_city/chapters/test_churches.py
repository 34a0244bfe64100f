"""Chapter 2: church cards, the obstacle, a fourth church of a form of one's own, no passing."""

from __future__ import annotations

from engine import my_city
from engine.kernel.game import CHANCE
from engine.my_city.play.notation import CardPass
from engine.my_city.play.state import MyCityState
from tests.engine.my_city.board import drawn, episode, play, points, refusal, town_of

FORMS = {"eagle": ["C4 cross"], "bear": ["C4 chapel"]}


def can_pass(state: MyCityState) -> bool:
    return any(isinstance(action, CardPass) for action in my_city.legal(state, "eagle"))


def test_three_churches_and_an_obstacle_join() -> None:
    assert ("C1", "C2", "C3", "obstacle") == episode(4).rules.deck[24:]
    assert "C4" in episode(5).rules.deck


def test_each_city_builds_its_own_form_of_the_fourth_church() -> None:
    state = play(episode(5, 2, **FORMS), "*: reveal C4")
    after = play(state, "eagle: build C4@F5", "bear: build C4@E5")
    assert [5, 2] == [town.built[0].mask.bit_count() for town in after.towns]
    names = after.rules.grid.names
    assert ("F5", "E6", "F6", "G6", "F7") == names(town_of(after).built[0].mask)


def test_the_fourth_church_is_built_or_the_player_quits() -> None:
    state = play(episode(5, 2, **FORMS), "*: reveal C4")
    assert "C4 cannot be passed: build it or quit" in refusal(state, "eagle: pass")


def test_a_city_without_the_church_is_not_asked() -> None:
    state = play(episode(5, 2, eagle=["C4 hall"], bear=[]), "*: reveal C4")
    assert ("eagle",) == my_city.awaiting(state)
    assert "bear has no C4 and is not asked" == refusal(state, "bear: quit")
    alone = play(episode(5, 2, eagle=[], bear=[]), "*: reveal C4")
    assert (CHANCE,) == my_city.awaiting(alone)


def test_a_church_scores_when_it_touches_all_three_colours() -> None:
    two = drawn(
        """
            E  F  G  H
         4  Y1 .  .  .
         5  Y1 C1 C1 C1
         6  R1 R1 .  C1
         7  .  .  .  .
        """,
        on=episode(5),
    )
    assert 0 == points(two)["churches"]
    three = drawn(
        """
            E  F  G  H
         7  .  .  B1 B1
        """,
        on=two,
    )
    assert 3 == points(three)["churches"]


def test_nobody_passes_in_the_last_episode_of_the_chapter() -> None:
    state = play(episode(6), "*: reveal Y1")
    assert "nobody passes in this episode: build or quit" == refusal(state, "eagle: pass")
    assert not can_pass(state)
    assert can_pass(play(episode(7), "*: reveal Y1"))
