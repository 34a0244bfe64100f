"""campaign pack simulate: an episode by simple players, before and after a change of the pack."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.fixtures import Refuses, Run

DEARER = """
[[rule]]
name = "pass"
does = "pass"
cost = 3
floor = 0
source = "owner"
"""


@pytest.fixture
def dearer(tmp_path: Path) -> Path:
    """A correction: a pass costs three."""
    file = tmp_path / "dearer.toml"
    file.write_text(DEARER, encoding="utf-8")
    return file


def test_a_change_is_compared_with_what_was_before(begun: Run, dearer: Path) -> None:
    words = f"pack simulate {dearer} --episode 1 --seats 2 -n 60 --json"
    output = begun(words)
    tables = {table["title"]: table for table in json.loads(output.out)["tables"]}
    assert ["What", "Before", "After", "Change"] == tables["A seat in a game"]["columns"]
    rows = {what: figures for what, *figures in tables["A seat in a game"]["rows"]}
    before, after, change = rows["points: token at the end"]
    assert after < before
    assert change == after - before
    shares = [row[1] for row in tables["Scores"]["rows"]]
    assert sum(shares) == pytest.approx(100)
    assert output.out == begun(f"{words} --jobs 2").out


def test_the_same_pack_changes_nothing(begun: Run) -> None:
    tables = json.loads(begun("pack simulate ours --episode 1 -n 4 --json").out)["tables"]
    assert {0.0} == {row[3] for row in tables[0]["rows"]}


def test_it_is_drawn(begun: Run, dearer: Path, tmp_path: Path) -> None:
    picture = tmp_path / "dearer.svg"
    assert 0 == begun(f"pack simulate {dearer} --episode 1 -n 3 -o {picture}").code
    assert "Scores: after %" in picture.read_text(encoding="utf-8")


def test_nothing_of_a_closed_envelope_is_played(refuses: Refuses, begun: Run) -> None:
    refuses(
        "pack simulate ours --episode 9", 4, "episode 9 does not exist, or its envelope is closed"
    )


def test_marks_by_hand_count_among_the_marks_of_a_seat(begun: Run, tmp_path: Path) -> None:
    file = tmp_path / "festival.toml"
    file.write_text(
        """
        [[rule]]
        name = "festival"
        does = "by hand"
        words = "whoever sings gets marks"
        marks = [7, 8]
        source = "owner"
        """,
        encoding="utf-8",
    )
    output = begun(f"pack simulate {file} --episode 1 --seats 2 -n 3 --json")
    assert output.code == 0, output.err
    rows = {row[0]: row[3] for row in json.loads(output.out)["tables"][0]["rows"]}
    assert 7 <= rows["progress marks"] <= 8
