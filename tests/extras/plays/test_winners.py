"""Who won an imported play is whom its table named, here and in what is exported."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from itertools import groupby
from operator import itemgetter
from pathlib import Path

from tests.extras.plays.plays import a_play, a_score
from tests.extras.plays.test_imports_plays import Imports, imports, log
from tests.fixtures import ROOT, Run, tamper

__all__ = ["imports", "log"]


def test_what_the_app_knew_of_a_play_goes_back_to_it(run: Run, imports: Imports) -> None:
    lines = [
        {"label": "trees", "scores": {"P1": "8", "P2": "7"}},
        {"label": "rest", "scores": {"P1": "12", "P2": "13"}},
    ]
    played = a_play(
        1,
        board="with friends",
        locationRefId=1,
        playerScores=[a_score(1, "20"), a_score(2, "20", winner=True)],
        scoresheet=json.dumps({"groups": [{"rows": lines}]}),
    )
    assert imports(played).code == 0
    results = json.loads(run("session show 1 --json").out)["results"]
    assert [(one["score"], one["rank"]) for one in results] == [(20, 1), (20, 2)]
    assert results == json.loads(run("session list --json").out)["sessions"][0]["results"]
    exported = json.loads(run("export bgstats").out)
    (play,) = exported["plays"]
    same = "uuid", "board", "durationMin"
    assert {key: play[key] for key in same} == {key: played[key] for key in same}
    assert [place["name"] for place in exported["locations"]] == ["Club"]
    assert play["locationRefId"] == exported["locations"][0]["id"]
    assert [one["winner"] for one in play["playerScores"]] == [False, True]
    (group,) = json.loads(play["scoresheet"])["groups"]
    assert [(row["label"], *row["scores"].values()) for row in group["rows"]] == [
        ("trees", "8", "7"),
        ("rest", "12", "13"),
    ]
    assert json.loads(run("export bgstats --anonymous").out)["locations"] == []


def test_the_winner_whom_the_table_named_counts_in_older_databases_too(
    run: Run, imports: Imports, db: Path
) -> None:
    """Also after a correction that leaves the best score where it is, and not after another one."""
    seats = [a_score(1, "20", winner=True), a_score(2, "20"), a_score(3, "21")]
    assert imports(*(a_play(n, playerScores=seats) for n in (1, 2, 3))).code == 0
    text = json.loads(run("session show 1 --json").out)["record"]
    for number, score in ((2, 22), (3, 12)):
        other = text.replace("deer = 21", f"deer = {score}")
        line = f"session edit {number} - --reason slip --yes"
        assert run(line, stdin=other).code == 0

    def ranks() -> list[list[int]]:
        query = "SELECT stream, rank FROM result ORDER BY stream, seat"
        with closing(sqlite3.connect(db)) as connection:
            rows = connection.execute(query).fetchall()
        return [[rank for _, rank in group] for _, group in groupby(rows, itemgetter(0))]

    counted = [[3, 2, 1], [3, 2, 1], [1, 3, 1]]
    assert ranks() == counted
    better = (
        "FROM result AS other WHERE other.stream = result.stream AND other.score > result.score"
    )
    tamper(
        db,
        f"UPDATE result SET rank = 1 + (SELECT count(*) {better})",
        "UPDATE alembic_version SET version_num = '0012'",
    )
    assert ranks() != counted
    audit = run("audit --all")
    assert audit.code == 0, audit.out
    assert ranks() == counted


def test_an_audit_knows_that_no_imported_winner_holds_for_moves(run: Run) -> None:
    """It took the winner of the spreadsheet for that of a game with moves, and failed."""
    rows = "Anna,4,\nBen,2,X\n".replace("\n", "\nmachi-koro,1,2026-11-12,", 1)
    head = "game,play,played,player,score,winner\nmachi-koro,1,2026-11-12,"
    assert run("import csv - --yes", stdin=head + rows).code == 0
    text = (ROOT / "examples" / "machi-koro.toml").read_text("utf-8")
    best, other = "p1 = 4", "p1 = 5"
    assert best in text
    edit = ["session", "edit", "1", "-", "--reason", "slip", "--as-played", "--yes"]
    assert run(edit, stdin=text.replace(best, other)).code == 0
    audit = run("audit --all")
    assert audit.code == 0, audit.out
