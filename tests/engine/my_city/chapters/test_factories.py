"""Chapter 5: the token at 0, the investor, cogs, and what is no more."""

from __future__ import annotations

from tests.engine.my_city.board import drawn, episode, play, points, refusal, town_of, with_token


def test_the_token_starts_at_zero_and_a_pass_may_not_go_below() -> None:
    state = play(episode(13), "*: reveal Y1")
    assert 0 == town_of(state).token
    assert "a pass costs 1 and the token is at 0: build or quit" == refusal(state, "eagle: pass")


def test_a_building_that_touches_the_one_before_it_earns_a_point_at_once() -> None:
    state = play(
        episode(13),
        *("*: reveal Y1", "eagle: build Y1@E5/1", "bear: quit"),
        *("*: reveal R1", "eagle: build R1@F5"),
    )
    assert (1, (("investor", 1),)) == (town_of(state).token, town_of(state).rewards)
    assert 0 == town_of(play(state, "*: reveal B1", "eagle: pass")).token


def test_the_river_between_them_does_not_matter() -> None:
    state = play(
        episode(13),
        *("*: reveal Y1", "eagle: build Y1@E5", "bear: quit"),
        *("*: reveal R1", "eagle: build R1@C5"),
    )
    assert 1 == town_of(state).token


def test_only_the_one_just_before_counts() -> None:
    """B1 touches Y1, which was built two buildings before it."""
    state = play(
        episode(13),
        *("*: reveal Y1", "eagle: build Y1@E5/1", "bear: quit"),
        *("*: reveal R1", "eagle: build R1@F6"),
        *("*: reveal B1", "eagle: build B1@E3/1"),
    )
    assert (("investor", 1),) == town_of(state).rewards


def test_skips_in_between_do_not_matter() -> None:
    state = play(
        with_token(episode(13), 1),
        *("*: reveal Y1", "eagle: build Y1@E5/1", "bear: quit"),
        *("*: reveal Y2", "eagle: pass"),
        *("*: reveal R1", "eagle: build R1@F5"),
    )
    assert (("investor", 1),) == town_of(state).rewards


def test_the_investor_stops_at_fifty() -> None:
    state = play(
        with_token(episode(13), 50),
        *("*: reveal Y1", "eagle: build Y1@E5/1", "bear: quit"),
        *("*: reveal R1", "eagle: build R1@F5"),
    )
    assert (50, (("investor", 0),)) == (town_of(state).token, town_of(state).rewards)


def test_buildings_with_a_cog_score_when_they_stand() -> None:
    state = drawn(
        """
            E  F
         5  B1 B1
         6  Y1 Y1
        """,
        on=episode(14, 2, eagle=["cog B1", "cog B2"]),
    )
    assert 1 == points(state)["cogs"]
    assert 0 == points(state, "bear")["cogs"]


def test_no_groups_no_wells_and_later_no_empty_cells() -> None:
    labels = [list(points(episode(number))) for number in (12, 13, 15)]
    assert {"yellow group", "wells", "empty cells"} <= set(labels[0])
    assert ["token at the end", "trees", "rocks", "churches", "empty cells"] == labels[1]
    assert ["token at the end", "trees", "rocks", "churches", "cogs"] == labels[2]


def test_wells_dry_up_and_the_sawmill_becomes_forest() -> None:
    state = play(episode(13), "*: reveal Y1")
    rules, land = state.rules, town_of(state).land
    assert land.forest & rules.grid.bit("G10")
    assert 0 == land.layers[rules.layer("sawmill")]
    assert "stands on forest (G10)" == refusal(state, "eagle: build Y1@F10")
