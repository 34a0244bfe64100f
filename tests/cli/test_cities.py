"""Cities: the board now, then and bare, and what changed on it."""

from __future__ import annotations

import json

import pytest

from tests.fixtures import Refuses, Run


def test_a_city_now_then_and_bare(settled: Run) -> None:
    assert "Stickers: tree G1, well F7." in settled("city show eagle").out
    assert "B5" in settled("city show eagle").out
    assert "B5" not in settled("city show eagle --bare").out
    assert "No stickers yet." in settled("city show eagle --at 1").out
    assert settled("city rename eagle Rivers").code == 0
    assert "Rivers (eagle, Anna) after episode 1" in settled("city show eagle").out
    assert "Rivers" in settled("city list").out


def test_a_board_wider_than_the_console_is_drawn_in_parts(
    settled: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "44")
    lines = settled("city show eagle").out.splitlines()
    assert max(map(len, lines)) <= 44
    assert ["     A   B   C   D   E   F", "     G   H   I   J   K"] == [
        line.rstrip() for line in lines if line.strip()[:5] in ("A   B", "G   H")
    ]


def test_what_changed_on_a_board(chapter: Run) -> None:
    screen = chapter("city diff deer 0 3").out
    assert screen.startswith("deer: from the beginning to the end of episode 3\n")
    assert "F11" in screen
    assert "small square" in screen
    assert chapter("city diff deer 2 2").out.endswith("Nothing changed.\n")
    document = json.loads(chapter("city diff deer 3 0 --json").out)
    assert (document["kind"], document["after_episode"]) == ("difference", [0, 3])
    assert {"cell": "F11", "before": "small square", "after": "rock"} in document["cells"]


def test_what_came_and_went_where_a_sticker_was_missing_as_inked(chapter: Run) -> None:
    """Of eagle's stickers, tree G1 and well F7, the tree is gone after episode 3; a rock came."""
    line = "episode edit 3 --inked 'eagle without tree G1' --yes --later keep"
    assert chapter(line).code == 0
    screen = chapter("city diff eagle 2 3").out
    assert "What came:\n  rock F11 (first in episode 2)\n" in screen
    assert "What is gone:\n  tree G1 (after episode 1)\n" in screen
    document = json.loads(chapter("city diff eagle 2 3 --json").out)
    assert [(one["kind"], one["square"]) for one in document["came"]] == [("rock", "F11")]
    assert [(one["kind"], one["square"]) for one in document["gone"]] == [("tree", "G1")]


def test_no_difference_with_what_was_not_played(chapter: Run, refuses: Refuses) -> None:
    refuses("city diff deer 0 9", 4, "episode 9 has not been recorded")
    refuses("city diff owl 0 1", 4, "owl is no seat")


def test_a_name_that_the_city_has_is_refused(begun: Run, refuses: Refuses) -> None:
    """Each gave an entry, and an undo took back one that had changed nothing."""
    assert begun("city rename eagle Ulm").code == 0
    refuses("city rename Anna Ulm", 6, "the city of eagle is called Ulm already")
