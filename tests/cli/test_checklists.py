"""The real boards compared with the record."""

from __future__ import annotations

from pathlib import Path

from tests.fixtures import Refuses, Run


def test_a_checklist_names_what_must_be_seen(settled: Run) -> None:
    screen = settled("checklist eagle").out
    assert "The board of eagle (Anna)" in screen
    for box in ("[ ] 0 progress marks", "[ ] G1 tree", "[ ] F7 well"):
        assert box in screen
    assert "Never checked." in screen
    assert "bear" in settled("checklist").out
    assert max(map(len, settled("checklist").out.splitlines())) <= 80


def test_the_outcome_is_noted_and_a_difference_stays_in_the_status(settled: Run) -> None:
    assert settled("confirm bear --by Anna").code == 0
    assert "by Anna: it agrees with the record" in settled("checklist bear").out
    output = settled(["confirm", "eagle", "--by", "Ben", "--differs", "the well is on E7"])
    assert output.code == 0
    assert "The real board of eagle differs: the well is on E7" in " ".join(
        settled("status").out.split()
    )
    assert settled("sticker move eagle well F7 E7 --yes").code == 0
    assert "The real board of eagle differed before the record changed: the well is on E7" in (
        " ".join(settled("status").out.split())
    )
    assert "Ben checks the board of eagle" in " ".join(settled("history").out.split())
    assert settled("player rename Ben Benno --yes").code == 0
    assert "by Benno" in settled("checklist eagle").out
    assert "by Benno" in settled("audit report").out
    assert settled("confirm eagle --by Ben").code == 0
    assert "differs" not in settled("status").out
    assert settled("audit").code == 0


def test_a_letter_says_what_differs_and_what_differed_before_the_record_changed(
    settled: Run, tmp_path: Path
) -> None:
    assert settled(["confirm", "eagle", "--by", "Ben", "--differs", "the well is on E7"]).code == 0
    assert "On the real board something differs: the well is on E7." in letter(settled, tmp_path)
    assert settled("sticker move eagle well F7 E7 --yes").code == 0
    words = "On the real board something differed before the record changed: the well is on E7."
    assert words in letter(settled, tmp_path)


def letter(run: Run, folder: Path) -> str:
    """The letter in a bundle for the eagle, in one line."""
    bundle = str(folder / "eagle.zip")
    assert run(["handover", "export", "eagle", "-o", bundle, "--replace"]).code == 0
    return " ".join(run(["audit", "--file", bundle]).err.split())


def test_what_no_check_is(settled: Run, refuses: Refuses) -> None:
    refuses("checklist owl", 4, "owl is no seat")
    refuses("confirm owl --by Anna", 4, "owl is no seat")
    refuses(["confirm", "eagle", "--by", " "], 6, "needs a name")
    refuses(
        ["confirm", "eagle", "--by", "Anna", "--differs", "x" * 201],
        6,
        "is one line of at most 200",
    )


def test_what_is_brought_back_is_no_else_where_nothing_was_named(settled: Run) -> None:
    assert settled("confirm bear --by Ben --differs 'no well' --yes").code == 0
    assert "nothing else changes" in settled("undo --yes").err
    assert "nothing that is listed" in settled("redo --yes").err
