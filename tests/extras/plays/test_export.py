"""campaign export: tables of what counts, whole files, the same ids every time."""

from __future__ import annotations

import csv
import gc
import io
import json
import shlex
import sys
from datetime import date
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from pyarrow import parquet

from campaign.extras.plays.export_commands import ExportSelection
from campaign.extras.plays.tables import TABLES
from tests.fixtures import CHAPTER, ROOT, Refuses, Run, Table

MACHI_KORO = ROOT / "examples" / "machi-koro.toml"
RESULTS = """
format = 1
game = "quadropolis"
edition = "1"
mode = "classic"
seats = ["p1", "p2"]
[names]
p1 = "=Anna, \\"A\\""
[result]
p1 = 42
p2 = 37
"""


@pytest.fixture
def kept(chapter: Run) -> Run:
    """The first chapter, a game of Machi Koro, and the results of another game."""
    assert chapter(["session", "record", str(MACHI_KORO), "--yes"]).code == 0
    assert chapter("session record - --yes", stdin=RESULTS).code == 0
    return chapter


def rows(run: Run, line: str) -> list[dict[str, str]]:
    """The rows of a table, by column."""
    output = run(f"export csv {line}")
    assert output.code == 0, output.err
    return list(csv.DictReader(io.StringIO(output.out)))


def test_the_command_knows_every_table() -> None:
    assert [*ExportSelection] == [*TABLES]


def test_a_play_has_a_row_a_seat_with_what_counts(kept: Run) -> None:
    plays = rows(kept, "plays")
    first = plays[0]
    assert len(plays) == 3 * 4 + 3 + 2
    assert (first["campaign"], first["episode"], first["session"]) == ("Tuesday", "1", "")
    assert (first["seat"], first["player"], first["starts"]) == ("eagle", "Anna", "false")
    assert first["score"] == first["replayed"]
    machi_koro = [row for row in plays if row["game"] == "machi-koro"]
    assert [row["starts"] for row in machi_koro] == ["true", "false", "false"]
    results = plays[-2:]
    assert [row["player"] for row in results] == ['\'=Anna, "A"', ""]
    assert [(row["verdict"], row["score"], row["replayed"]) for row in results] == [
        ("unverifiable", "42", ""),
        ("unverifiable", "37", ""),
    ]


def test_the_lines_of_a_sheet_add_up_to_the_score(kept: Run) -> None:
    scores = {
        (row["play"], row["seat"]): int(row["score"])
        for row in rows(kept, "plays")
        if row["replayed"]
    }
    sums = dict.fromkeys(scores, 0)
    for line in rows(kept, "lines"):
        sums[line["play"], line["seat"]] += int(line["points"]) * (line["counts"] == "true")
    assert sums == scores


def test_what_moves_earn_adds_up_to_the_score(kept: Run) -> None:
    shown = rows(kept, "moves")
    [machi_koro] = {row["play"] for row in rows(kept, "dice")}
    won = [row for row in rows(kept, "plays") if row["play"] == machi_koro]
    for row in won:
        own = (m for m in shown if (m["play"], m["seat"]) == (machi_koro, row["seat"]))
        assert int(row["score"]) == sum(int(move["earned"]) for move in own)
    assert {m["earned"] for m in shown if m["seat"] == "*"} == {""}


def test_marks_and_stickers_are_those_of_the_standings(kept: Run) -> None:
    standings = json.loads(kept("standings --json").out)
    marks = rows(kept, "marks")
    for city in standings["standings"]:
        own = sum(int(mark["amount"]) for mark in marks if mark["seat"] == city["seat"])
        assert own == city["marks"]
    stickers = rows(kept, "stickers")
    placed = [s for s in stickers if (s["seat"], s["place"]) == ("eagle", "G1")]
    assert [(s["kind"], s["episode"], s["chosen"]) for s in placed] == [("tree", "1", "true")]


def test_coins_of_the_dice_are_paid_by_somebody(kept: Run) -> None:
    dice, payments = rows(kept, "dice"), rows(kept, "payments")
    throws = {row["throw"]: row for row in dice}
    assert all(int(row["total"]) in range(1, 13) for row in dice)
    assert {row["throw"] for row in payments} <= set(throws)
    assert {row["payer"] for row in payments} >= {"bank"}


def test_what_is_withdrawn_is_not_there(kept: Run) -> None:
    assert kept("session withdraw 1 --reason twice --yes").code == 0
    assert kept("undo --yes").code == 0
    left = {(row["game"], row["episode"]) for row in rows(kept, "plays")}
    assert left == {("my-city", "1"), ("my-city", "2"), ("quadropolis", "")}
    assert rows(kept, "dice") == []


def test_who_was_absent_or_sat_in_is_marked(begun: Run, tmp_path: Path) -> None:
    words = "episode result bear=12 deer=10 wolf=9 --absent eagle --substitute bear=Emil"
    assert begun(f"{words} --house-rule --yes").code == 0
    plays = {row["seat"]: row for row in rows(begun, "plays")}
    eagle, bear = plays["eagle"], plays["bear"]
    assert (eagle["absent"], eagle["player"], eagle["score"]) == ("true", "Anna", "")
    assert (bear["substitute"], bear["player"], bear["rank"]) == ("true", "Emil", "1")


def test_an_anonymous_export_names_no_holder_where_there_is_none(begun: Run) -> None:
    assert begun("player leave deer --yes").code == 0
    line = "episode result eagle=5 bear=3 wolf=2 --absent deer --house-rule --yes"
    assert begun(line).code == 0
    record = ROOT / "tests" / "records" / "machi_koro_unverifiable_results_only.toml"
    assert begun(f"session record '{record}' --yes").code == 0
    named = [bool(row["player"]) for row in rows(begun, "plays")]
    assert named == [True, True, True, False, False, False]
    assert [bool(row["player"]) for row in rows(begun, "plays --anonymous")] == named


def test_nobody_is_named_in_an_anonymous_export(kept: Run, tmp_path: Path) -> None:
    assert kept(f"export json -o {tmp_path / 'out'} --anonymous -q").code == 0
    texts = [path.read_text("utf-8") for path in (tmp_path / "out").iterdir()]
    assert len(texts) == len(TABLES) + 1  # and their types
    for name in ("Anna", "Ben", "Chen", "Dora", "Tuesday"):
        assert not any(name in text for text in texts)
    assert any('"player": "eagle"' in text for text in texts)


def test_a_campaign_alone(kept: Run) -> None:
    assert {row["game"] for row in rows(kept, "plays --campaign tue")} == {"my-city"}
    assert kept("export csv --campaign Friday").code == 4


def test_both_formats_say_the_same_and_a_second_export_too(kept: Run, tmp_path: Path) -> None:
    for folder in ("one", "two"):
        assert kept(f"export csv -o {tmp_path / folder}").code == 0
    for path in (tmp_path / "one").iterdir():
        assert path.read_bytes() == (tmp_path / "two" / path.name).read_bytes()
    objects = [json.loads(line) for line in kept("export json lines").out.splitlines()]
    assert [str(one["points"]) for one in objects] == [r["points"] for r in rows(kept, "lines")]
    assert {type(one["counts"]) for one in objects} == {bool}


def test_sheets_that_are_stored_are_those_of_the_replay(kept: Run, tmp_path: Path) -> None:
    tie = (ROOT / "tests/records/quadropolis_verified_tie_broken_by_inhabitants.toml").read_text()
    eternal = (ROOT / "examples" / "eternal.toml").read_text("utf-8")
    for text in (tie, eternal, eternal.replace("eagle = 23", "eagle = 11")):
        assert kept("session record - --as-played --yes", stdin=text).code == 0
    assert kept(["export", "csv", "-o", str(tmp_path / "all")]).code == 0
    for table in ("plays", "lines"):  # alone, they are not replayed
        replayed = (tmp_path / "all" / f"{table}.csv").read_text("utf-8")
        assert kept(f"export csv {table}").out == replayed
    assert ["23", "11", "11", "11"] == [row["score"] for row in rows(kept, "plays")[-4:]]


def test_a_file_that_is_there_is_replaced_after_a_yes(
    kept: Run, refuses: Refuses, tmp_path: Path
) -> None:
    path = tmp_path / "plays.csv"
    path.write_text("mine", "utf-8")
    refuses(f"export csv -o {path}", 8, "--replace")
    assert path.read_text("utf-8") == "mine"
    assert kept(f"export csv -o {path} --replace").code == 0
    assert path.read_text("utf-8").startswith("play,campaign,")
    refuses(f"export csv -o {tmp_path / 'nowhere' / 'plays.csv'}", 7, "no such file or directory")
    assert [one.name for one in tmp_path.glob(".plays*")] == []


def test_an_export_that_fails_leaves_what_was_there(
    kept: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "plays.csv"
    path.write_text("mine", "utf-8")
    whole = TABLES["plays"]

    def full(_: object) -> object:
        raise OSError(28, "No space left on device")

    monkeypatch.setitem(TABLES, "plays", whole._replace(of_play=full))  # type: ignore[arg-type]
    output = kept(f"export csv -o {path} --replace")
    assert output.code == 7
    assert "no space left on device" in output.err
    assert path.read_text("utf-8") == "mine"
    assert [one.name for one in tmp_path.glob(".*")] == []


STATE = """episode = 2
[cities.eagle]
name = "Rivers"
marks = 2
board = ["tree G1"]
[cities.bear]
board = []
"""


def recorded_again(run: Run, folder: Path, db: Path, patch: pytest.MonkeyPatch) -> None:
    """Everything of a folder of records, in another database."""
    patch.setenv("CAMPAIGN_DB", str(db))
    for steps in sorted(folder.glob("*/steps.sh")):
        patch.chdir(steps.parent)
        for line in steps.read_text("utf-8").splitlines():
            if line.startswith("campaign "):
                output = run(shlex.split(line)[1:])
                assert output.code == 0, (line, output.err)
    if (folder / "sessions").exists():
        output = run(["import", "records", str(folder / "sessions"), "--as-played", "--yes"])
        assert output.code == 0, output.err


def content(run: Run) -> dict[str, list[list[str]]]:
    """Every table but what differs between two databases: ids, entries, times."""
    own = {"play", "session", "entry", "recorded_at"}
    return {
        name: [
            [cell for column, cell in row.items() if column not in own] for row in rows(run, name)
        ]
        for name in TABLES
    }


def test_a_parquet_export_that_fails_says_nothing_else(
    kept: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What pyarrow does when its writer goes would be printed with a traceback."""
    left: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", left.append)

    def full(_: object) -> object:
        raise OSError(28, "No space left on device")

    monkeypatch.setitem(TABLES, "plays", TABLES["plays"]._replace(of_play=full))  # type: ignore[arg-type]
    output = kept(f"export parquet -o {tmp_path / 'tables'}")
    gc.collect()
    assert output.code == 7
    assert left == []


def test_what_is_exported_as_records_can_be_recorded_again(
    kept: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    differs = MACHI_KORO.read_text("utf-8").partition("[result]")
    told = differs[0] + differs[1] + differs[2].replace("= 4", "= 3", 1)
    assert kept("session record - --as-played --yes", stdin=told).code == 0
    for line in (
        "city rename eagle Rivers",
        "player rename Ben Benjamin",
        "player leave wolf",
        "player join wolf \"O'Hara $1\" --reason 'a word'",
        "player join deer Emil",
        "confirm eagle --by Anna --differs 'a tree is missing'",
        f"pack apply '{ROOT / 'tests' / 'cli' / 'our_box.toml'}' --reason 'our box'",
        "undo",
        "redo",
        "session withdraw 1 --reason twice",
        "new Later --seat eagle=Anna --seat bear=Ben --from 2 --state -",
    ):
        output = kept(f"{line} --campaign Tuesday --yes", stdin=STATE)
        assert output.code == 0, (line, output.err)
    folder = tmp_path / "records"
    monkeypatch.chdir(tmp_path)
    output = kept("export records -o records")
    assert output.code == 0, output.err
    assert "sh records/campaign-01/steps.sh" in output.err
    assert "campaign import records records/sessions --as-played" in output.err
    before = content(kept), kept("standings --all").out
    recorded_again(kept, folder, tmp_path / "again.db", monkeypatch)
    assert (content(kept), kept("standings --all").out) == before
    assert kept("audit --all").code == 0
    again = tmp_path / "again"
    assert kept(["export", "records", "-o", str(again)]).code == 0
    texts = [
        {file.name: file.read_text("utf-8") for file in sorted(where.glob("campaign-*/*"))}
        for where in (folder, again)
    ]
    assert texts[0] == texts[1]


@pytest.mark.parametrize(
    "lines",
    [
        ["episode result eagle=3 bear=4 deer=5 wolf=6 --played 2026-01-02 --as-dated"],
        ["player join wolf Bear --as-named"],
        ["player join wolf Emil --from 1"],
        ["rename Wednesday", "city rename eagle Ulm"],
        ["player rename Ben Benno", "episode edit 1 --who wolf=Emil --substitute wolf=Emil"],
    ],
    ids=["an unlikely day", "the name of a seat", "another holder", "names", "a later name"],
)
def test_answers_that_were_given_are_in_the_steps(
    settled: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lines: list[str]
) -> None:
    for line in lines:
        assert settled(f"{line} --yes").code in (0, 2), line
    is_the_same_again(settled, tmp_path, monkeypatch)
    assert json.loads(settled("status --json").out)["pack"] == "stand_in"


@pytest.mark.parametrize("anonymous", [[], ["--anonymous"]], ids=["named", "anonymous"])
def test_a_city_that_its_holder_accepted_can_be_recorded_again(
    anna: Table,
    emil: Table,
    bundle: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    anonymous: list[str],
) -> None:
    receipt = str(tmp_path / "receipt.json")
    emil.does(["handover", "take", bundle, "--yes"])
    emil.does(["handover", "accept", "eagle", "--as", "Emil", "-o", receipt, "--yes"])
    anna.does("player join eagle Emil --yes", ["handover", "receipt", receipt, "--take", "--yes"])
    is_the_same_again(anna.run, tmp_path, monkeypatch, *anonymous)


def is_the_same_again(run: Run, tmp_path: Path, patch: pytest.MonkeyPatch, *options: str) -> None:
    """Record what a database has in another one: the marks are the same."""
    folder = tmp_path / "records"
    assert run(["export", "records", "-o", str(folder), *options]).code == 0
    words = " ".join(("marks", *options))
    before = rows(run, words)
    recorded_again(run, folder, tmp_path / "again.db", patch)
    assert rows(run, words) == before


def test_records_without_names_can_be_recorded_again(
    begun: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = "episode result bear=12 deer=10 wolf=9 --absent eagle --substitute bear=Emil"
    assert begun(f"{words} --house-rule --yes").code == 0
    for note in ("--where Rivers", "--minutes 80", "--note Anna"):  # alone, 80 minutes are one note
        assert begun(f"episode note 1 {note}").code == 0
    assert begun("city rename eagle Rivers --yes").code == 0
    folder = tmp_path / "records"
    assert begun(["export", "records", "-o", str(folder), "--anonymous"]).code == 0
    for path in (*folder.rglob("*.toml"), *folder.rglob("*.sh")):
        text = path.read_text("utf-8")
        assert not any(name in text for name in ("Anna", "Ben", "Emil", "Rivers", "Tuesday"))
    before = rows(begun, "marks --anonymous")
    recorded_again(begun, folder, tmp_path / "again.db", monkeypatch)
    assert rows(begun, "marks --anonymous") == before


def test_a_folder_with_files_stays_as_it_is(kept: Run, refuses: Refuses) -> None:
    refuses(f"export records -o {CHAPTER}", 7, "name a new folder")


def file_of(run: Run, line: str = "") -> dict[str, Any]:
    """The file for BG Stats."""
    output = run(f"export bgstats {line}")
    assert output.code == 0, output.err
    written: dict[str, Any] = json.loads(output.out)
    return written


def test_a_file_for_bg_stats_is_whole_and_always_the_same(kept: Run) -> None:
    file = file_of(kept, "--location 'At home' --bgg-id dilluvia=7 --bgg-id my-city=8")
    assert file == file_of(kept, "--location 'At home' --bgg-id dilluvia=7 --bgg-id my-city=8")
    names = {game["id"]: (game["name"], game["bggId"]) for game in file["games"]}
    assert sorted(names.values()) == [
        ("Machi Koro", 143884),
        ("My City", 8),
        ("Quadropolis", 176396),
    ]
    players = {player["id"]: player for player in file["players"]}
    assert len({player["uuid"] for player in players.values()}) == len(players)
    assert [p["name"] for p in players.values() if p["isAnonymous"]] == ["p2"]
    assert len({play["uuid"] for play in file["plays"]}) == len(file["plays"]) == 5
    for play in file["plays"]:
        assert {type(play[key]) for key in ("usesTeams", "ignored", "manualWinner")} == {bool}
        assert play["gameRefId"] in names
        assert play["locationRefId"] == file["locations"][0]["id"]
        for score in play["playerScores"]:
            assert {type(score[key]) for key in ("winner", "newPlayer", "startPlayer")} == {bool}
            assert score["playerRefId"] in players
    first = file["plays"][0]
    assert (first["board"], first["comments"]) == ("Episode 1", "campaign: Tuesday; verified")
    assert first["playDate"] == "2026-10-06 12:00:00"
    assert first["manualWinner"], "bear and deer have six each, and deer is first"
    [group] = json.loads(first["scoresheet"])["groups"]
    for score in first["playerScores"]:
        uuid = players[score["playerRefId"]]["uuid"]
        assert sum(int(row["scores"][uuid]) for row in group["rows"]) == int(score["score"])


def test_what_is_exported_for_bg_stats_is_imported_with_the_same_scores(
    kept: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert kept("undo --yes").code == 0
    before = {(r["game"], r["seat_order"]): r["score"] for r in rows(kept, "plays") if r["session"]}
    assert kept(f"export bgstats -o {tmp_path / 'plays.bgsplay'}").code == 0
    monkeypatch.setenv("CAMPAIGN_DB", str(tmp_path / "other.db"))
    output = kept(f"import bgstats {tmp_path / 'plays.bgsplay'} --player-is p2=Ben --yes")
    assert output.code == 0, output.err
    after = {(r["game"], r["seat_order"]): r["score"] for r in rows(kept, "plays")}
    assert before == {key: score for key, score in after.items() if key in before}


def test_a_link_for_bg_stats_holds_one_play(kept: Run, refuses: Refuses) -> None:
    address = urlsplit(kept("export bgstats --link --session 1").out.strip())
    assert (address.netloc, address.path) == ("app.bgstatsapp.com", "/createPlay.html")
    play = json.loads(parse_qs(address.query)["data"][0])
    assert play["game"]["bggId"] == 143884
    assert [player["startPlayer"] for player in play["players"]] == [True, False, False]
    [other] = file_of(kept, "--session 1")["plays"]
    assert play["sourcePlayId"] == other["uuid"].lower()
    assert "Anna" not in kept("export bgstats --link --episode 2 --anonymous").out
    refuses("export bgstats --episode 9", 4, "episode 9")
    refuses("export bgstats --session 9", 4, "session 9")
    for choice in ("--episode 1", "--session 1", "--link --episode 1"):
        refuses(f"export bgstats {choice} --since 2999-01-01", 4, "does not match --since 2999-01")
    both = ("--episode 1 --session 1", "--link --session 1 -o a")
    for line in ("--link", "--bgg-id chess=1", *both):
        assert kept(f"export bgstats {line}").code == 2


def test_parquet_has_the_same_rows_with_types(
    kept: Run, tmp_path: Path, refuses: Refuses, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert kept(f"export parquet -o {tmp_path / 'tables'}").code == 0
    for name, table in TABLES.items():
        read = parquet.read_table(tmp_path / "tables" / f"{name}.parquet")
        assert read.column_names == [column.name for column in table.columns]
        assert read.schema.metadata[b"campaign_schema"] == b"1"
        assert read.num_rows == len(rows(kept, name))
    first = parquet.read_table(tmp_path / "tables" / "plays.parquet").to_pylist()[0]
    assert first["played"] == date(2026, 10, 6)
    assert first["recorded_at"].tzinfo is not None
    assert (first["winner"], first["session"]) == (False, None)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    refuses(
        f"export parquet plays -o {tmp_path / 'plays.parquet'}", 7, "pip install", "pyarrow>=21"
    )
    assert not (tmp_path / "plays.parquet").exists()


@pytest.mark.parametrize("command", ["export csv", "export json", "export bgstats"])
def test_a_dash_is_standard_output(chapter: Run, command: str) -> None:
    assert chapter(command).out == chapter(f"{command} -o -").out != ""


def test_an_export_to_a_link_replaces_the_file_to_which_it_leads(kept: Run, tmp_path: Path) -> None:
    (real := tmp_path / "real.csv").write_text("of last week")
    real.chmod(0o640)
    (link := tmp_path / "link.csv").symlink_to(real)
    assert kept(["export", "csv", "plays", "-o", str(link), "--replace"]).code == 0
    assert real.read_text().startswith("play,")
    assert (link.is_symlink(), real.stat().st_mode & 0o777) == (True, 0o640)
    assert not list(tmp_path.glob(".*.part"))


@pytest.mark.parametrize("kind", ["records", "bgstats"])
def test_an_export_of_nothing_says_what_it_leaves_out(run: Run, tmp_path: Path, kind: str) -> None:
    """It named commands that record again what the folder did not hold."""
    assert run("simulate my-city --whole --seats 2 --keep").code == 0
    output = run(f"export {kind} -o '{tmp_path / 'out'}'")
    assert output.code == 0
    assert "Without --campaign simulated games are left out." in output.err
    assert "To record them again" not in output.err
