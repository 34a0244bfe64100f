"""A group's year: eight evenings, and three readers who each can say who won which."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.fixtures import Run

WON = {
    1: ("eagle", "Anna"),
    2: ("deer", "Chen"),
    3: ("bear", "Gil"),
    4: ("deer", "Emil"),
    5: ("wolf", "Dora"),
    6: ("deer", "Emil"),
    7: ("bear", "Anna"),
    8: ("eagle", "Anna"),
}
"""Who won which evening, by the names of then."""
SCORES = {
    1: "eagle=20 bear=7 deer=9 wolf=3",
    2: "eagle=2 bear=7 deer=19 wolf=3",
    3: "eagle=2 bear=17 deer=9 wolf=3 --substitute bear=Gil",
    4: "eagle=2 bear=7 deer=12 wolf=3",
    5: "eagle=2 bear=7 deer=9 wolf=13",
    6: "eagle=2 bear=7 deer=9 --absent wolf --house-rule",
    7: "eagle=2 bear=12 deer=9 wolf=3",
    8: "eagle=20 bear=7 deer=9 wolf=3",
}


@pytest.fixture
def year(run: Run) -> Run:
    """Eight evenings: a substitute, an absence, a renaming, a takeover dated back, a swap."""

    def does(line: str) -> None:
        output = run(f"{line} --yes")
        assert output.code == 0, output.err

    does("new Tuesday --seat eagle=Anna --seat bear=Ben --seat deer=Chen --seat wolf=Dora")
    for number, scores in SCORES.items():
        status = json.loads(run("status --json").out)
        if envelope := status["envelope_to_open"]:
            does(f"envelope open {envelope}")
        while owed := json.loads(run("sticker owed --json").out)["owed"]:
            right = owed[0]
            kind = right["kind"].partition("|")[0]
            does(f"sticker place {right['seat']} {kind} {right['squares'][0]}")
        if number == 6:
            does("city rename deer Mill")
        does(f"episode result {scores}")
    does("player join deer Emil --from 4")
    does("episode edit 7 --swap eagle bear")
    return run


def test_who_reads_only_the_history_knows_who_won(year: Run) -> None:
    told = " ".join(year("history").out.split())
    for number, (seat, player) in WON.items():
        assert f"episode {number}: {seat} ({player}) wins with" in told


def test_who_reads_only_the_report_knows_who_won(year: Run) -> None:
    text = year("audit report").out
    parts = re.split(r"(?m)^## Episode (\d+)$", text)
    for number, part in zip(parts[1::2], parts[2::2], strict=True):
        seat, player = WON[int(number)]
        first = re.search(rf"(?m)^\|[^\n]*\b{seat}\b[^\n]*\b{player}\b[^\n]*$", part)
        assert first, part[:400]


def test_who_reads_only_the_chronicle_knows_who_won(year: Run, tmp_path: Path) -> None:
    assert year(f"chronicle -o {tmp_path / 'page.html'} --yes").code == 0
    parts = re.split(r'id="episode-(\d+)"', (tmp_path / "page.html").read_text("utf-8"))
    for number, part in zip(parts[1::2], parts[2::2], strict=True):
        seat, player = WON[int(number)]
        heads = re.findall(r"(?s)<th[^>]*>([^<]*)</th>", part)
        assert next(head for head in heads if "(" in head) == f"{seat} ({player})"


def test_a_year_that_is_over_is_put_away(year: Run) -> None:
    assert year("archive Tuesday --yes").code == 0
    assert json.loads(year("list --json").out)["campaigns"] == []
    assert year("audit --campaign Tuesday").code == 0
