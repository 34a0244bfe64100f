"""The first turn is that of the moves; of an imported play that of its log, or nobody's."""

from __future__ import annotations

import csv
import io
import json

import pytest

from tests.extras.plays.plays import a_log, a_play, a_score
from tests.fixtures import ROOT, Run

MACHI_KORO = 2
GEEK = """<plays><play id="1" date="2026-11-12"><item name="Machi Koro"/><players>
<player name="Anna" score="2" {anna}/><player name="Ben" score="4" {ben}/></players></play></plays>
"""
SHEET = """game,played,player,score,starts
machi-koro,2026-11-12,Anna,2,{anna}
machi-koro,2026-11-12,Ben,4,{ben}
"""


def started(run: Run) -> list[str]:
    """Who had the first turn in some session, by the table of plays."""
    rows = csv.DictReader(io.StringIO(run("export csv").out))
    return [row["player"] for row in rows if row["starts"] == "true"]


@pytest.mark.parametrize("flag", [None, False, True])
def test_the_first_turn_of_the_app_comes_and_goes(run: Run, flag: bool | None) -> None:
    scores = [a_score(1, "2"), a_score(2, "4", startPlayer=flag)]
    log = json.dumps(a_log(a_play(1, MACHI_KORO, playerScores=scores)))
    assert run("import bgstats - --yes", stdin=log).code == 0
    assert started(run) == (["Ben"] if flag else [])
    assert ("not proved, first turn of Ben" in run("session show 1").out) == bool(flag)
    (play,) = json.loads(run("export bgstats").out)["plays"]
    assert [score["startPlayer"] for score in play["playerScores"]] == [False, bool(flag)]
    assert run("audit --all").code == 0


@pytest.mark.parametrize(
    ("anna", "ben", "who"),
    [("2", "1", ["Ben"]), ("", "", [])],
)
def test_the_site_and_spreadsheets_say_it_too(
    run: Run, anna: str, ben: str, who: list[str]
) -> None:
    places = {"anna": f'startposition="{anna}"', "ben": f'startposition="{ben}"'}
    assert run("import bgg - --yes", stdin=GEEK.format(**places)).code == 0
    assert started(run) == who
    assert run("import withdraw --yes").code == 0
    sheet = SHEET.format(anna="", ben="yes" if who else "")
    assert run("import csv - --yes", stdin=sheet).code == 0
    assert started(run) == who


def test_the_order_that_was_drawn_says_who_had_the_first_turn(run: Run) -> None:
    record = ROOT / "tests" / "golden" / "dilluvia.toml"  # *: order p2 p1
    assert run(f"session record '{record}' --yes").code == 0
    rows = csv.DictReader(io.StringIO(run("export csv").out))
    assert [(row["seat"], row["starts"]) for row in rows] == [("p1", "false"), ("p2", "true")]
    (play,) = json.loads(run("export bgstats").out)["plays"]
    assert [score["startPlayer"] for score in play["playerScores"]] == [False, True]


def test_nobody_noted_the_first_turn_of_a_game_of_scores_alone(run: Run) -> None:
    record = ROOT / "tests" / "records" / "machi_koro_unverifiable_results_only.toml"
    assert run(f"session record '{record}' --yes").code == 0
    assert started(run) == []
