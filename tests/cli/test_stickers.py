"""Stickers: owed, placed, listed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.laptop import Laptop
from tests.cli.test_entering import Enter
from tests.cli.test_entering import enter as enter  # a fixture
from tests.fixtures import Refuses, Run


def test_what_is_owed_is_placed_one_by_one(played: Run, enter: Enter) -> None:
    output = enter("sticker place", "G1", "", "save")
    assert "eagle has a tree on G1. u takes it back." in output.err
    assert "Still owed: 6 stickers" in output.err
    output = played("sticker place eagle")
    assert (2, True) == (output.code, "seat, kind and square" in output.err)


def test_stickers(played: Run) -> None:
    assert "campaign sticker place eagle tree SQUARE" in played("sticker owed").out
    output = played("sticker place eagle tree g1")
    assert output.err.startswith("eagle has a tree on G1.\nStill owed: 6 stickers")
    assert "G1" in played("sticker list").out


def test_a_sticker_is_tried_without_being_placed(played: Run) -> None:
    before = played("sticker owed").out
    tried = played("sticker place eagle tree g1 --dry-run")
    assert tried.err == "eagle would have a tree on G1.\nNothing was written.\n"
    assert played("sticker owed").out == before
    assert played("sticker place eagle tree a1 --dry-run").code == 6
    assert played("sticker place --dry-run").code == 2


def test_what_another_window_places_is_asked_no_more(
    played: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    laptop = Laptop("sticker place", monkeypatch)
    laptop.waits_for("eagle, tree")
    played("sticker place eagle tree G1 --yes")
    laptop.types("D2")
    laptop.waits_for("deer, rock")
    assert "eagle has a tree on G1" in laptop.seen
    laptop.types("F11")
    laptop.waits_for("wolf, tree")
    played("episode note 1 --where Home")
    for line in ("later", "u"):
        laptop.types(line)
    laptop.until(lambda: "what was recorded last is no sticker that was placed here" in laptop.seen)
    laptop.types("save")
    ended = laptop.ends()
    assert ended.code == 0
    assert "Still owed: 5 stickers" in ended.err
    assert "note" in played("history").out.splitlines()[-1]


def test_what_another_window_placed_is_not_taken_back_unseen(
    played: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    laptop = Laptop("sticker place", monkeypatch)
    for square in ("G1", "F11"):
        laptop.types(square)
    laptop.waits_for("wolf, tree")
    played("sticker place wolf tree G1 --yes")
    laptop.types("u")
    laptop.waits_for("eagle, well")
    assert "the board has changed meanwhile" in laptop.seen
    assert "wolf has a tree on G1" in laptop.seen
    assert "wolf" in played("sticker list").out
    for line in ("u", "save"):
        laptop.types(line)
    assert laptop.ends().code == 0
    assert "wolf" not in played("sticker list").out


def test_a_sticker_in_the_way_of_a_correction_is_named_with_the_undo_that_takes_it_back(
    settled: Run, refuses: Refuses, tmp_path: Path
) -> None:
    """The last entry is another one."""
    squares = "G1 D2 F2 J2 H3 B4 E4 I4 C5 G5 H6 E7 I7 B8 G8 E9 B10 D11 F11"
    overlay = tmp_path / "ours.toml"
    overlay.write_text(f'[squares]\ncells = "{squares}"\nsource = "owner"\n', "utf-8")
    assert settled("city rename eagle Rivers").code == 0
    line = ["pack", "apply", str(overlay), "--reason", "x", "--yes"]
    said = "take it back first, with what came after it: campaign undo --to 6"
    refuses(line, 6, "eagle has placed a well on F7", said)
    assert settled("undo --to 6 --yes").code == 0
    assert settled(line).code == 0
