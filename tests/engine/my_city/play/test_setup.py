"""My City rules 2, 18 and 24: what a record's header says of the boards."""

from __future__ import annotations

from typing import Any

import pytest

from engine import my_city
from engine.kernel.errors import SetupError
from engine.kernel.game import Setup
from engine.my_city.pack.load import load
from tests.engine.my_city.board import drawn, episode, picture, points, town_of

BARE_BOARD = """\
   A  B  C  D  E  F  G  H  I  J  K
 1 M  M  .  .  .  .  .  F  .  .  R
 2 .  .  T  .  .  .  .  .  F  .  .
 3 R  .  .  .  .  .  .  .  T  .  F
 4 M  .  .  .  .  T  .  .  .  .  F
 5 .  .  .  .  .  .  .  .  .  F  F
 6 .  .  .  .  .  .  .  .  R  .  F
 7 M  .  .  .  .  .  T  .  .  .  F
 8 R  .  .  .  R  .  .  .  .  F  F
 9 .  .  .  T  .  .  .  T  F  F  F
10 .  .  .  .  .  R  F  F  F  F  F
11 .  .  .  .  .  .  .  F  F  F  F"""


def test_the_board_is_drawn_as_it_is_printed() -> None:
    assert BARE_BOARD in picture(episode())


def test_a_drawing_is_read_as_it_is_drawn() -> None:
    state = drawn(
        """
            E  F
         5  Y4 Y4
         6  Y4 Y4
        """,
        on=episode(),
    )
    rows = [
        line[15:21].rstrip() for line in picture(state).splitlines() if line[:2] in (" 5", " 6")
    ]
    assert ["Y4 Y4", "Y4 Y4", ".  .", ".  ."] == rows


def test_stickers_lie_on_the_board_that_they_are_named_for() -> None:
    state = episode(2, eagle=["well C5", "tree D2"])
    assert (13, 12) == (points(state, "eagle")["trees"], points(state, "bear")["trees"])


def test_a_later_sticker_covers_an_earlier_one() -> None:
    state = episode(1, eagle=["tree D2", "rock D2"])
    assert (12, -13) == (points(state)["trees"], points(state)["rocks"])


def test_a_sticker_covers_what_is_printed() -> None:
    state = episode(1, eagle=["tree K1"])
    assert (13, -10) == (points(state)["trees"], points(state)["rocks"])


def test_a_sticker_takes_the_small_square() -> None:
    state = episode(2, eagle=["well C5"])
    eagle, bear = (town_of(state, seat).land.squares for seat in ("eagle", "bear"))
    assert ("C5",) == state.rules.grid.names(bear & ~eagle)


@pytest.mark.parametrize("sticker", ["well", "well A1", "well Z9", "palace C5", "C5 well"])
def test_what_is_no_sticker_on_a_light_green_cell_is_refused(sticker: str) -> None:
    with pytest.raises(SetupError) as refused:
        episode(2, eagle=[sticker])
    kinds = "trees, rocks, tree, rock, well"
    expected = f"boards: eagle: {sticker!r} is not a sticker ({kinds}) and a cell for it"
    assert expected == str(refused.value)


@pytest.mark.parametrize(
    ("header", "reason"),
    [
        ({}, 'name what was played: episode = 1, or mode = "eternal"'),
        (
            {"episode": 1, "mode": "eternal"},
            'name what was played: episode = 1, or mode = "eternal"',
        ),
        ({"mode": "solo"}, "mode 'solo' is not known: \"eternal\" is the only one"),
        ({"episode": "one"}, "episode: 'one' is not a whole number"),
        ({"episode": True}, "episode: True is not a whole number"),
        ({"episode": 0}, "episode 0 is not in the pack stand_in: 1 to 24"),
        ({"episode": 25}, "episode 25 is not in the pack stand_in: 1 to 24"),
        (
            {"episode": 1, "pack": "mine"},
            "pack 'mine' is not known: eternal, stand_in, stand_in_second",
        ),
        ({"episode": 1, "pack": 7}, "pack: 7 is not the name of a pack"),
        ({"episode": 1, "boards": "none"}, "boards: a table, a line a seat, under [boards]"),
        (
            {"episode": 1, "boards": {"eagle": "well C5"}},
            'boards: eagle needs a list, such as ["well C5", "rock F2"]',
        ),
    ],
)
def test_a_header_that_names_no_game_is_refused(header: dict[str, Any], reason: str) -> None:
    with pytest.raises(SetupError) as refused:
        my_city.start(Setup(("eagle", "bear"), header))
    assert reason == str(refused.value)


def test_a_pack_may_be_handed_over_as_a_value() -> None:
    by_name = Setup(("eagle", "bear"), {"episode": 1, "pack": "stand_in"})
    by_value = Setup(("eagle", "bear"), {"episode": 1, "pack": load("stand_in")})
    assert my_city.start(by_name) == my_city.start(by_value)
