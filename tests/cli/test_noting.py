"""Where an evening was, how long it took, a remark: noted with the record, at a prompt, later."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from engine.kernel.record import parse_record
from tests.cli.test_entering import EPISODE, Enter, answers, enter
from tests.cli.test_handover_taking import EPISODE_2, agree, ben, follow, packed
from tests.extras.plays.plays import a_log, a_play
from tests.fixtures import CHAPTER, ETERNAL, ROOT, Refuses, Run, Table

__all__ = ["ben", "enter"]

EPISODE_1 = f"episode record '{CHAPTER / 'episode-1.toml'}' --yes"
CAFE = {"place": "Café Zur Post", "minutes": 75, "note": "It rained.\nWe were late."}
NOTHING = {"place": None, "minutes": None, "note": None}
OPTIONS = [
    "--where",
    " Café  Zur Post ",
    "--minutes",
    "75",
    "--note",
    "It rained.\nWe were late.\n",
]


def noted(run: Run, words: str) -> dict[str, Any]:
    """What is noted of an episode or a session."""
    details: dict[str, Any] = json.loads(run(f"{words} --json").out)["details"]
    return details


@pytest.mark.parametrize(
    "command", [EPISODE_1, "episode result eagle=9 bear=7 deer=5 wolf=3 --yes"]
)
def test_it_is_noted_with_an_episode_in_one_step(begun: Run, command: str) -> None:
    assert begun([*command.replace("'", "").split(), *OPTIONS]).code == 0
    assert noted(begun, "episode show 1") == CAFE
    shown = begun("episode show 1").out
    assert "Played at Café Zur Post, 75 minutes.\nIt rained.\nWe were late.\n" in shown
    assert "Café Zur" in begun("episode list --where post").out
    history = " ".join(begun("history").out.split())
    assert "noted of episode 1: at Café Zur Post, 75 minutes; It rained. We were late." in history
    assert begun("undo --yes").code == 0
    assert json.loads(begun("episode list --json").out)["episodes"] == []
    assert begun("redo --yes").code == 0
    assert noted(begun, "episode show 1") == CAFE
    assert begun("audit").code == 0


def test_it_is_noted_later_and_taken_away(played: Run, refuses: Refuses) -> None:
    assert noted(played, "episode show 1") == NOTHING
    said = played("episode note 1 --where club").err
    assert "Noted for episode 1: at club" in said
    assert played("episode note 1 --minutes 60 --note 'a good one'").code == 0
    assert noted(played, "episode show 1") == {"place": "club", "minutes": 60, "note": "a good one"}
    assert (
        "Noted for episode 1: nothing any more"
        in played("episode note 1 --where '' --minutes 0 --note ''").err
    )
    assert noted(played, "episode show 1") == NOTHING
    for place in ("club", "club", None):
        assert played("undo --yes").code == 0
        assert noted(played, "episode show 1")["place"] == place
    assert played("audit").code == 0


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ("--minutes 10001", "0 to 10000 minutes"),
        ("--minutes -5", "0 to 10000 minutes"),
        (f"--where {'x' * 201}", "the place: 201 characters"),
        ("--where 'a\u202eb'", "the place: the control character U+202E"),
        (f"--note {'x' * 4001}", "the note: 4,001 characters"),
    ],
)
def test_what_cannot_be_noted_is_refused(
    played: Run, refuses: Refuses, options: str, why: str
) -> None:
    refuses(f"episode note 1 {options}", 6, why)


def test_what_is_no_note(played: Run, refuses: Refuses) -> None:
    refuses("episode note 2 --where club", 4, "episode 2")
    refuses("session note 1 --where club", 4, "there is no session 1")
    assert played("episode note 1").code == 2
    assert played("episode note 1 --where club").code == 0
    refuses("episode note 1 --where club", 6, "episode 1 has these details already")


def test_a_session_is_noted(run: Run, refuses: Refuses) -> None:
    kept = run(["session", "record", str(ETERNAL), "--yes", "--json", *OPTIONS])
    assert json.loads(kept.out)["details"] == CAFE
    assert "Played at Café Zur Post, 75 minutes.\nIt rained." in run("session show 1").out
    assert run("session list --where post").out.count("Café Zur Post") == 1
    assert run("session note 1 --where club --minutes 0").code == 0
    assert noted(run, "session show 1") == {"place": "club", "minutes": None, "note": CAFE["note"]}
    assert "noted: at club; It rained. We were late." in run("session show 1").out
    assert json.loads(run("session list --json").out)["sessions"][0]["place"] == "club"
    refuses("session note 1 --where club", 6, "session 1 has these details already")
    assert run("session withdraw 1 --reason twice --yes").code == 0
    refuses("session note 1 --where home", 6, "session 1 is withdrawn")
    assert run("session reinstate 1 --yes").code == 0
    assert noted(run, "session show 1")["place"] == "club"
    assert run("audit --all").code == 0


def test_the_record_of_a_session_is_corrected_and_its_note_stays(run: Run, tmp_path: Path) -> None:
    log = tmp_path / "log.json"
    log.write_text(json.dumps(a_log(a_play(1, locationRefId=1, comments="close"))))
    assert run(["import", "bgstats", str(log), "--yes"]).code == 0
    record = json.loads(run("session show 1 --json").out)["record"].replace("Ben", "Chen")
    assert run("session edit 1 - --reason name --yes", stdin=record).code == 0
    assert noted(run, "session show 1") == {"place": "Club", "minutes": 45, "note": "close"}
    assert run("audit --all").code == 0


def test_it_is_noted_at_a_prompt(begun: Run, enter: Enter) -> None:
    lines = answers(EPISODE)
    first = enter(
        "episode enter --minutes 60",
        *("where home", lines[0], "where Café Zur Post", "u", "where", "minutes soon", "note late"),
    )
    said = " ".join(first.err.split())
    assert "Noted: at home, 60 minutes" in said
    assert "what was noted is as before" in said
    assert "minutes are a number, such as 75, not soon" in said
    again = enter("episode enter", "", *lines[1:], "minutes 75", "where -", "")
    assert again.code == 0, again.err
    assert noted(begun, "episode show 1") == {"place": None, "minutes": 75, "note": "late"}
    assert begun("undo --yes").code == 0
    assert json.loads(begun("episode list --json").out)["episodes"] == []
    assert enter("episode enter", "", "minutes 80", "").code == 0, "the draft has what was noted"
    assert noted(begun, "episode show 1") == {"place": None, "minutes": 80, "note": "late"}
    assert begun("audit").code == 0


def test_another_game_is_noted_at_a_prompt(run: Run, enter: Enter) -> None:
    record = parse_record((ROOT / "examples" / "quadropolis.toml").read_text("utf-8"))
    seats = " ".join(f"--seat {seat}={name}" for seat, name in record.names.items())
    options = " ".join(f"--set {key}={str(value).lower()}" for key, value in record.header.items())
    typed = ["where club", *answers(record), "note 'close'", ""]
    kept = enter(f"session enter quadropolis {seats} {options} --played 2026-11-20", *typed)
    assert kept.code == 0, kept.err
    assert noted(run, "session show 1") == {"place": "club", "minutes": None, "note": "'close'"}


def test_two_who_record_at_once_keep_notes_in_their_steps(begun: Run, db: Path) -> None:
    """The note of an evening belongs to it also where somebody has written in between."""
    from campaign.services import campaigns, episodes  # noqa: PLC0415
    from campaign.services.values import Author  # noqa: PLC0415
    from campaign.store import clock  # noqa: PLC0415
    from campaign.store.database import open_database, reading, writing  # noqa: PLC0415
    from engine.kernel.details import Details  # noqa: PLC0415

    database = open_database(db)
    with reading(database) as session:
        history = campaigns.find(session, None, "Anna")
    text = (CHAPTER / "episode-1.toml").read_text("utf-8")
    preview = episodes.preview(history, text, details=Details("club"))
    assert begun("city rename eagle Rivers").code == 0
    with writing(database) as session:
        after = episodes.keep(session, preview, Author("Anna", clock.now()))
    database.dispose()
    assert [entry.payload.get("step") for entry in after.entries[-2:]] == [None, 4]
    assert begun("undo --yes").code == 0
    assert "Rivers" in begun("city list").out
    assert json.loads(begun("episode list --json").out)["episodes"] == []


def test_notes_travel_in_bg_stats_both_ways(begun: Run, run: Run, tmp_path: Path) -> None:
    assert begun([*EPISODE_1.replace("'", "").split(), *OPTIONS]).code == 0
    assert begun(["session", "record", str(ETERNAL), "--yes", *OPTIONS]).code == 0
    file = tmp_path / "plays.bgsplay"
    assert begun(["export", "bgstats", "-o", str(file)]).code == 0
    log = json.loads(file.read_text("utf-8"))
    assert [play["durationMin"] for play in log["plays"]] == [75, 75]
    assert log["plays"][0]["comments"] == f"{CAFE['note']}\ncampaign: Tuesday; verified"
    assert [place["name"] for place in log["locations"]] == [CAFE["place"]]
    other = ["--db", str(tmp_path / "other.db")]
    assert run([*other, "import", "bgstats", str(file), "--yes"]).code == 0
    assert json.loads(run([*other, "session", "show", "1", "--json"]).out)["details"] == CAFE
    for line in (
        "new Tuesday --seat eagle=Anna --seat bear=Ben --seat deer=Chen --seat wolf=Dora",
        "envelope open 1",
    ):
        assert run([*other, *line.split(), "--yes"]).code == 0
    assert run([*other, "import", "bgstats", str(file), "--episodes", "--yes"]).code == 0
    assert json.loads(run([*other, "episode", "show", "1", "--json"]).out)["details"] == CAFE
    anonymous = json.loads(begun("export bgstats --anonymous").out)
    assert anonymous["locations"] == []
    assert [play["comments"] for play in anonymous["plays"]] == [
        "campaign: campaign 1; verified",
        "campaign: verified",
    ]


def test_a_comment_of_another_program_is_shown_as_it_may_be(run: Run, tmp_path: Path) -> None:
    log = tmp_path / "log.json"
    comments = "\tfirst\u202e line \r\n\n second\u0000"
    plays = a_play(1, comments=comments), a_play(2, 2, comments="x" * 5_000)
    log.write_text(json.dumps(a_log(*plays)))
    kept = run(["import", "bgstats", str(log), "--yes"])
    assert "1 play with a comment that is too long: its beginning is kept" in kept.out
    assert noted(run, "session show 1")["note"] == "first line\n\nsecond"
    assert noted(run, "session show 2")["note"] == "x" * 4_000
    assert run("audit --all").code == 0


def test_notes_travel_in_tables_both_ways(begun: Run, run: Run, tmp_path: Path) -> None:
    assert begun([*EPISODE_1.replace("'", "").split(), *OPTIONS]).code == 0
    assert begun(["session", "record", str(ETERNAL), "--yes", *OPTIONS]).code == 0
    text = begun("export csv").out
    for row in csv.DictReader(io.StringIO(text)):
        assert (row["place"], row["minutes"], row["note"]) == (CAFE["place"], "75", CAFE["note"])
    hidden = csv.DictReader(io.StringIO(begun("export csv --anonymous").out))
    assert {(row["place"], row["minutes"], row["note"]) for row in hidden} == {("", "75", "")}
    other = ["--db", str(tmp_path / "other.db")]
    assert run([*other, "import", "csv", "-", "--yes"], stdin=text).code == 0
    assert json.loads(run([*other, "session", "show", "1", "--json"]).out)["details"] == CAFE
    folder = tmp_path / "records"
    assert begun(["export", "records", "-o", str(folder)]).code == 0
    steps = (folder / "campaign-01" / "steps.sh").read_text("utf-8")
    assert "campaign episode note --minutes=75 '--where=Café Zur Post'" in steps


def test_notes_stand_in_pages_and_reports(begun: Run, tmp_path: Path) -> None:
    assert begun([*EPISODE_1.replace("'", "").split(), *OPTIONS, "--note", "<b>late</b>"]).code == 0
    assert begun(["session", "record", str(ETERNAL), "--yes", *OPTIONS]).code == 0
    page = tmp_path / "page.html"
    for words in ("chronicle", "session chronicle 1"):
        assert begun([*words.split(), "-o", str(page), "--replace"]).code == 0
        assert "<p>Played at Café Zur Post, 75 minutes.</p>" in page.read_text("utf-8")
    assert begun(["session", "chronicle", "-o", str(page), "--replace"]).code == 0
    assert "<td>Café Zur Post</td>" in page.read_text("utf-8")
    assert begun(["chronicle", "-o", str(page), "--replace"]).code == 0
    assert "<p>&lt;b&gt;late&lt;/b&gt;</p>" in page.read_text("utf-8")
    assert begun(["audit", "--file", str(page)]).code == 0
    assert begun(["chronicle", "--anonymous", "-o", str(page), "--replace"]).code == 0
    assert "Café" not in page.read_text("utf-8")
    assert "nothing proves it: at Café Zur Post, 75 minutes" in begun("audit report").out


def test_notes_are_in_a_bundle_and_carried_over(anna: Table, ben: Table) -> None:
    ben.does(f"{EPISODE_2} --where club --minutes 60")
    ben.does("episode note 1 --note late")
    follow(anna, packed(ben, "b.zip"))
    assert noted(anna, "episode show 2")["place"] == "club"
    anna.does("episode note 1 --note early")
    ben.does("episode note 2 --minutes 90")
    follow(anna, packed(ben, "c.zip"), "--follow", "both")
    assert noted(anna, "episode show 1")["note"] == "early"
    assert noted(anna, "episode show 2") == {"place": "club", "minutes": 90, "note": None}
    agree(anna, ben, packed(anna, "d.zip"))


def test_a_correction_of_an_evening_keeps_its_note(chapter: Run) -> None:
    assert chapter("episode note 2 --where club").code == 0
    record = json.loads(chapter("episode show 1 --json").out)["record"]
    moved = record.replace("2026-10-06", "2026-10-05")
    assert moved != record
    assert chapter("episode edit 1 - --reason day --yes", stdin=moved).code == 0
    assert noted(chapter, "episode show 2")["place"] == "club"
    assert chapter("undo --episode 2 --and-later --yes").code == 0
    assert chapter("redo --yes").code == 0
    assert noted(chapter, "episode show 2")["place"] == "club"
    assert chapter("audit").code == 0
