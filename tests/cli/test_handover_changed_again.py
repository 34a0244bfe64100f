"""A copy that takes back or changes again what another copy has carried over already."""

from __future__ import annotations

import json
import shutil

import pytest

from tests.cli.test_corrections_later import MOVED
from tests.cli.test_handover_taking import EPISODE_2, agree, follow, packed
from tests.cli.test_handover_taking import ben as ben
from tests.fixtures import Table

MOVE = f"sticker move {MOVED} --yes"
WHO = "episode edit 1 --who deer=Gil --reason who --yes"
UNDO, REDO = "undo --yes --and-later", "redo --yes --and-later"


def shown(table: Table) -> list[str]:
    """What counts, in documents."""
    lines = ("status", "standings", "episode list", "sticker list", "player list")
    documents = [json.loads(table(f"{line} --json").out) for line in lines]
    for document in documents:
        for key in ("entries", "head", "head_hash", "entry"):
            document.pop(key, None)
    return [json.dumps(document.get("episodes", document)) for document in documents]


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
