"""Drafts as no program left them: each is shown as damaged, and stops nothing else."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.fixtures import Run

HEAD = """format = 1
game = "machi-koro"
edition = "1"
seats = ["p1", "p2"]
"""
LINES = [["2", "*: dice 2"]]
ODD: tuple[object, ...] = (
    [],
    "x",
    {},
    {"head": HEAD},
    {"head": 7, "lines": LINES},
    {"head": HEAD, "lines": {"a": 1}},
    {"head": HEAD, "lines": ["2"]},
    {"head": HEAD, "lines": [["2"]]},
    {"head": HEAD, "lines": [[]]},
    {"head": HEAD, "lines": [[2, "*: dice 2"]]},
    {"head": HEAD, "lines": [["2", None]]},
    {"head": HEAD, "lines": LINES, "rest": 1},
    {"head": HEAD, "lines": LINES, "overlay": []},
)


@pytest.mark.parametrize("content", ODD, ids=json.dumps)
def test_a_draft_of_another_form_is_named_and_left_out(
    begun: Run, db: Path, content: object
) -> None:
    with closing(sqlite3.connect(db)) as connection, connection:
        connection.execute(
            "INSERT INTO draft VALUES (1, 1, '', 'machi-koro', 0, 'Anna', 'here', '0.0.1', "
            "'2026-11-25T17:16:24+00:00', ?)",
            [json.dumps(content)],
        )
    for line in ("draft show 1", "draft list", "status"):
        shown = begun(line)
        assert shown.code != 1, shown.err
        assert "unforeseen" not in shown.err
    shown = begun("draft show 1")
    assert "damaged" in shown.out + shown.err
    kept = "".join(json.dumps(content).split())
    assert kept in "".join(shown.out.split()), "what was typed can be typed again"
    assert begun("draft discard 1 --yes").code == 0
