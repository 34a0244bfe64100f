"""`replay --step` under the keys of a real terminal; in a pipe it prints as it always did."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.cli.test_entering_terminal import Terminal, terminal
from tests.fixtures import ROOT, Run
from tests.processes import GIVE_UP

DRAW_AGAIN = "\x0c"
LEFT, RIGHT, UP, DOWN, HOME, END = (f"\x1b[{letter}" for letter in "DCABHF")
MACHI_KORO = ROOT / "examples" / "machi-koro.toml"


@contextmanager
def replay(db: Path, *words: str) -> Iterator[Terminal]:
    """The replay of the first episode at a terminal, once its first screen is there."""
    with terminal(db, *(words or ("episode", "replay", "1", "--step"))) as at:
        at.waits_for("q leave")
        yield at


def press(at: Terminal, keys: str, *shows: str) -> None:
    """Press keys and wait until all of the words are on the screen that follows."""
    at.type(keys + DRAW_AGAIN)
    for words in shows:
        at.waits_for(words)


def test_on_and_back_with_the_arrows_and_space(played: Run, db: Path) -> None:
    with replay(db) as at:
        press(at, RIGHT, "move 2 of", "deer: build")
        press(at, " ", "move 3 of")
        press(at, LEFT, "move 2 of", "deer: build")


def test_home_end_and_the_cards(played: Run, db: Path) -> None:
    with replay(db) as at:
        press(at, END, "the end, after move", "The replay: verified")
        press(at, HOME, "move 1 of", "Card 1 of 24")
        press(at, DOWN, "Card 2 of 24")
        press(at, UP, "Card 1 of 24")


def test_jump_to_a_card_and_to_a_move(played: Run, db: Path) -> None:
    with replay(db) as at:
        press(at, "gr5\r", "Card", ": R5")
        press(at, "g17\r", "move 17 of")
        press(at, "gc9\r", "c9 did not come")
        press(at, "g9999\r", "there is no move 9999")


def test_one_seat_alone(played: Run, db: Path) -> None:
    with replay(db) as at:
        press(at, "ss", "only Ben")
        press(at, RIGHT, "bear: ")
        press(at, RIGHT, "Card 2 of 24", "bear  1 building")


def test_a_small_window_and_another_size(played: Run, db: Path) -> None:
    with replay(db) as at:
        at.size(60, 10)
        press(at, RIGHT, "deer: build", "q leave", "PgDn", "lines")
        at.size(60, 20)
        press(at, " ", "move 3 of", "eagle 10", "wolf 10", "q leave", "Home")
        at.size(100, 40)
        press(at, " ", "move 4 of", "q leave", "Home")


@pytest.mark.parametrize(
    ("end", "code"), [("q", 0), ("\x1b", 0), ("\x03", 130)], ids=["q", "esc", "ctrl-c"]
)
def test_the_terminal_is_restored(played: Run, db: Path, end: str, code: int) -> None:
    with replay(db) as at:
        at.type(end)
        assert at.program.wait(GIVE_UP) == code
        assert at.echoes()


def test_a_session_of_another_game(run: Run, db: Path) -> None:
    assert run(f"session record '{MACHI_KORO}' --yes").code == 0
    with replay(db, "session", "replay", "1", "--step") as at:
        press(at, RIGHT, "Session 1: move 2 of", "Market")


def test_in_a_pipe_all_moves_are_printed(played: Run) -> None:
    printed = played("episode replay 1 --step").out
    assert printed.startswith("\n   1  Card 1 of 24")
    assert "The replay: verified" in printed
