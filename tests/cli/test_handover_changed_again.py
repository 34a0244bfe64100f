"""A copy that takes back or changes again what another copy has carried over already."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_corrections_later import MOVED
from tests.cli.test_corrections_law import placed, scores
from tests.cli.test_corrections_walks import without_entries
from tests.cli.test_handover_taking import EPISODE_2, EPISODE_3, PLACES, agree, follow, packed
from tests.cli.test_handover_taking import ben as ben
from tests.fixtures import Run, Table

MOVE = f"sticker move {MOVED} --yes"
WHO = "episode edit 1 --who deer=Gil --reason who --yes"
JOINS = ["player leave wolf --yes", "player join wolf Gil --yes"]
UNDO, REDO = "undo --yes --and-later", "redo --yes --and-later"


def shown(table: Table) -> Any:
    """What counts, in documents without the numbers of entries."""
    lines = ("standings", "episode list", "sticker list", "player list", "sticker owed")
    documents = [json.loads(table.does(f"{line} --json")) for line in lines]
    return without_entries([*documents, json.loads(table.does("status --json"))["cities"]])


@pytest.mark.parametrize(
    ("both", "steps"),
    [
        ([EPISODE_2], [[UNDO], [REDO]]),
        ([EPISODE_2], [[UNDO], [REDO, UNDO]]),
        ([WHO], [[UNDO]]),
        ([MOVE], [[UNDO]]),
        ([MOVE], [[UNDO], [REDO]]),
        ([], [[WHO], [UNDO]]),
        ([], [[MOVE], [UNDO]]),
        ([], [["player leave wolf --yes", UNDO], [REDO]]),
        ([], [[MOVE, UNDO], [REDO], [UNDO], [REDO]]),
        ([], [[EPISODE_2, UNDO], ["confirm bear --by Ben --yes", REDO]]),
        ([], [[*JOINS, *JOINS], [UNDO], [UNDO]]),
        ([], [[EPISODE_2], [WHO.replace("1", "2")], [UNDO, UNDO]]),
    ],
)
def test_what_is_taken_back_later_is_taken_back_here(
    anna: Table, ben: Table, both: list[str], steps: list[list[str]]
) -> None:
    """Anna takes in Ben's copy after each step, and he hers at the end."""
    anna.does("status", *both)
    shutil.copy(anna.db, ben.db)
    anna.does("confirm eagle --by Anna --yes")
    for turn, lines in enumerate(steps):
        ben.does(*lines)
        follow(anna, packed(ben, f"{turn}.zip"), "--follow", "both")
    assert shown(anna) == shown(ben)
    agree(anna, ben, packed(anna, "a.zip"))


@pytest.mark.parametrize(
    "steps",
    [
        [["city rename bear Hills"], ["city rename bear Dunes"], ["city rename bear Hills"]],
        [["city rename bear Hills"], ["undo --yes", "city rename bear Hills"]],
        [["player leave wolf --yes"], ["player join wolf Gil --yes"], ["player leave wolf --yes"]],
        [[WHO], ["episode edit 1 --who deer=Chen --reason who --yes"]],
        [["episode note 1 --where Rome"], ["episode note 1 --where ''"]],
        [[MOVE], ["sticker move wolf tree D2 G1 --yes"], [MOVE]],
    ],
)
def test_what_is_changed_back_later_is_changed_back_here(
    anna: Table, ben: Table, steps: list[list[str]]
) -> None:
    test_what_is_taken_back_later_is_taken_back_here(anna, ben, [], steps)


RESULT = "episode result eagle=5 bear=3 deer=1 wolf=0 --yes"


@pytest.mark.parametrize(
    "line", ["sticker place eagle rock D2 --yes", WHO.replace("1", "2"), "city rename eagle Rivers"]
)
def test_yes_takes_back_no_evening_on_which_something_here_stands(
    anna: Table, ben: Table, line: str
) -> None:
    """An undo of an evening without moves leaves no draft that would show the loss."""
    anna.does(RESULT)
    shutil.copy(anna.db, ben.db)
    anna.does(line)
    ben.does(UNDO)
    before = shown(anna)
    output = anna(["handover", "take", packed(ben, "b.zip"), "--yes"])
    is_apart = line.startswith("city")
    assert output.code == (0 if is_apart else 6)
    assert ("keeps everything of both" in " ".join(output.err.split())) == is_apart
    assert is_apart or shown(anna) == before


def test_a_moved_sticker_comes_with_the_scores_that_follow_from_it(anna: Table, ben: Table) -> None:
    """The boards, and the evening that was kept with other scores, come as one correction."""
    anna.does(EPISODE_2, *PLACES, EPISODE_3)
    shutil.copy(anna.db, ben.db)
    anna.does("confirm eagle --by Anna --yes")
    for turn, later in enumerate(("keep", "as-played")):
        ben.does(f"sticker move wolf {['tree G1 D2', 'well F7 D11'][turn]} --later {later} --yes")
        follow(anna, packed(ben, f"{turn}.zip"), "--follow", "both", "--later", "keep")
        assert shown(anna) == shown(ben)
    agree(anna, ben, packed(anna, "a.zip"))


def test_an_evening_that_is_brought_back_is_decided_about_on_the_boards_here(
    anna: Table, ben: Table
) -> None:
    """It was not among the evenings here, and so the command ended in an unforeseen error."""
    anna.does(EPISODE_2, UNDO)
    shutil.copy(anna.db, ben.db)
    anna.does(MOVE)
    ben.does(REDO)
    both = ("--follow", "both", "--later", "keep")
    follow(anna, packed(ben, "b.zip"), *both)
    ben.does(f"{MOVE} --later keep")
    assert shown(anna) == shown(ben)
    anna.does("audit")


def test_a_sticker_that_was_moved_goes_with_its_evening(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A step withdraws no entry of its own, or no undo could take it back."""
    anna, ben = (Table(run, monkeypatch, tmp_path, name) for name in ("Anna", "Ben"))
    anna.does("new Tuesday --seat eagle=Anna --seat bear=Ben --yes", "envelope open 1 --yes")
    anna.does("episode result eagle=5 bear=4 --yes")
    placed(anna, ["G1", "G1", "F7", "F7"])
    shutil.copy(anna.db, ben.db)
    ben.does("episode result eagle=4 bear=5 --yes")
    placed(ben, ["D2", "D2"])
    record = scores(tmp_path, 1, 4, 5)
    anna.does(f"episode edit 1 '{record}' --reason slip --later keep --yes")
    both = ("--follow", "both", "--later", "keep")
    follow(anna, packed(ben, "ben.zip"), *both)
    anna.does("sticker move bear rock D2 H3 --later keep --yes")
    ben.does("city rename eagle Rivers")
    before = shown(ben)
    follow(ben, packed(anna, "anna.zip"), *both)
    after = shown(ben)
    ben.does("audit", "undo --yes")
    assert shown(ben) == before
    ben.does("audit", "redo --yes", "audit")
    assert shown(ben) == after
