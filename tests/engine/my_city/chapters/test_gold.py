"""Chapter 4: veins and nuggets, forest that may be built on, the sawmill."""

from __future__ import annotations

from engine.my_city.play.state import MyCityState
from tests.engine.my_city.board import drawn, episode, play, refusal, town_of

ONE_VEIN_LEFT = """
     A  B  J  K
  1  .  .  Y1 .
  2  .  .  Y1 .
  8  R1 R1 .  .
"""


def one_left(number: int, *seats: str) -> MyCityState:
    """An episode in which these seats have still to cover the vein on K1."""
    state = episode(number, 3)
    for seat in seats:
        state = drawn(ONE_VEIN_LEFT, on=state, seat=seat)
    return state


def test_veins_lie_on_every_board() -> None:
    rules = episode(10).rules
    land = town_of(episode(10)).land
    assert ("K1", "A8") == rules.grid.names(land.layers[rules.layer("vein")])
    assert not land.bare & rules.grid.bit("K1")


def test_the_first_to_cover_both_gets_points_and_a_nugget() -> None:
    state = play(one_left(10, "eagle"), "*: reveal B1", "eagle: build B1@K1/1")
    town = town_of(state)
    assert (13, 1, (("veins", 3),)) == (town.token, town.nuggets, town.rewards)


def test_who_covers_both_on_the_same_card_shares() -> None:
    state = play(
        one_left(10, "eagle", "bear"),
        *("*: reveal B1", "bear: build B1@K1/1", "eagle: build B1@K1/1"),
    )
    assert [1, 1, 0] == [town.nuggets for town in state.towns]


def test_who_covers_both_on_a_later_card_gets_nothing() -> None:
    state = play(
        one_left(10, "eagle", "bear"),
        *("*: reveal B1", "eagle: build B1@K1/1", "bear: pass", "deer: quit"),
        *("*: reveal Y2", "bear: build Y2@K1/1"),
    )
    assert [1, 0] == [town_of(state, seat).nuggets for seat in ("eagle", "bear")]


def test_each_single_vein_brings_a_nugget_too_in_the_last_episode() -> None:
    state = play(one_left(12, "eagle"), "*: reveal B1", "eagle: build B1@K1/1")
    assert 2 == town_of(state).nuggets
    assert (("veins", 3), ("single veins", 0)) == town_of(state).rewards


def test_forest_may_be_built_on_in_this_chapter_alone() -> None:
    move = "eagle: build Y2@H1/1"
    for number, legal in ((9, False), (10, True), (12, True), (13, False)):
        state = drawn(
            """
                F  G
             1  .  R1
             2  .  R1
            """,
            on=episode(number),
        )
        state = play(state, "*: reveal Y2")
        if legal:
            covered = town_of(play(state, move)).built[-1].mask
            assert ("H1", "H2", "H3") == state.rules.grid.names(covered)
        else:
            assert "stands on forest (H1)" == refusal(state, move)


def test_the_first_building_touches_the_sawmill() -> None:
    state = play(episode(11), "*: reveal Y1")
    reason = "is not next to the sawmill, as the first building must be"
    assert reason == refusal(state, "eagle: build Y1@E5")
    assert 1 == len(town_of(play(state, "eagle: build Y1@G11")).built)


def test_nothing_is_built_on_the_sawmill() -> None:
    state = play(episode(11), "*: reveal Y1")
    assert "stands on the sawmill (G10)" == refusal(state, "eagle: build Y1@G10")
