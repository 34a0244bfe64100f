"""One move with the towns of all seats: as large as there is room for, and none of them missing."""

from __future__ import annotations

import pytest

from campaign.display.terminal.console import Console
from campaign.games.my_city import screen
from engine import my_city
from engine.kernel.dealer import deal
from engine.kernel.game import Setup
from engine.kernel.replay import ReplayStep, replay_steps
from engine.my_city.pack.load import load
from engine.my_city.play.notation import BuildMove
from engine.my_city.play.state import MyCityState

LARGE, SNUG = "     A   B   C   D", "     A  B  C  D"


@pytest.fixture(scope="module")
def built() -> ReplayStep:
    """The last building of an episode of four seats."""
    setup = Setup(("eagle", "bear", "deer", "wolf"), {"episode": 1, "pack": load("stand_in")})
    made = replay_steps(my_city, deal(my_city, setup, 1), setup)
    return [step for step in made if isinstance(step.action, BuildMove)][-1]


def drawn(step: ReplayStep, columns: int, lines: int | None) -> str:
    """The move on a screen of so many columns and lines."""
    console = Console(width=columns)
    with console.capture() as capture:
        console.print(screen.step_with_table(step, {}), height=lines)
    return capture.get()


@pytest.mark.parametrize(
    ("columns", "lines", "large", "snug"),
    [
        (160, 43, 4, 0),
        (110, 43, 4, 0),
        (160, 22, 2, 0),
        (100, 22, 1, 0),
        (80, 22, 0, 1),
        (60, 18, 0, 0),
    ],
)
def test_boards_are_as_large_as_there_is_room_for(
    built: ReplayStep, columns: int, lines: int, large: int, snug: int
) -> None:
    shown = drawn(built, columns, lines)
    state: MyCityState = built.after
    assert (large, snug) == (shown.count(LARGE), shown.count(SNUG))
    assert len(shown.splitlines()) <= lines
    assert max(map(len, shown.splitlines())) <= columns
    for seat in state.seats:
        assert seat in shown


@pytest.mark.parametrize("columns", [160, 100, 80, 60])
def test_the_building_that_was_just_laid_is_marked_on_the_board_of_whoever_laid_it(
    built: ReplayStep, columns: int
) -> None:
    build = built.action
    shown = drawn(built, columns, 43 if columns == 160 else 22)
    state: MyCityState = built.after
    cells = state.town(built.move.seat).built[-1].mask.bit_count()
    marks = {160: f"{build.piece}*", 100: f"{build.piece}*", 80: build.piece.lower(), 60: "*"}
    assert cells == shown.count(marks[columns])


def test_where_nothing_fits_it_is_scrolled(built: ReplayStep) -> None:
    for lines in (10, None):
        shown = drawn(built, 60, lines)
        assert shown.count(LARGE) == 1
        assert len(shown.splitlines()) > 22
