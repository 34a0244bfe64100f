"""Plays are found by player, game, place, day and verdict, in every list in the same words."""

from __future__ import annotations

import csv
import io
import json
import re
import shlex
from collections import defaultdict
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from campaign.services import sessions_list
from campaign.services.filters import PlayFilter, Span
from campaign.store.database import open_database, reading
from tests import docs
from tests.cli.test_days import EVENINGS, At, at, without_a_day
from tests.extras.plays.plays import a_log, a_play
from tests.fixtures import ETERNAL, ROOT, Refuses, Run

__all__ = ["at"]

MACHI_KORO = ROOT / "examples" / "machi-koro.toml"


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A file of BG Stats with two plays at a club, and one elsewhere."""
    path = tmp_path / "log.json"
    log = a_log(a_play(1, locationRefId=1), a_play(2, 2, locationRefId=2), a_play(3))
    log["locations"] = [
        {"id": 1, "uuid": "l1", "name": "Café Zur Post"},
        {"id": 2, "uuid": "l2", "name": "CAFE zur post, garden"},
    ]
    path.write_text(json.dumps(log))
    return path


@pytest.fixture
def shelf(run: Run, log: Path) -> Run:
    """Three imported sessions, two recorded ones."""
    assert run(["import", "bgstats", str(log), "--yes"]).code == 0
    for example in (ETERNAL, MACHI_KORO):
        assert run(["session", "record", str(example), "--yes"]).code == 0
    return run


def ids(run: Run, options: str) -> list[int]:
    """The sessions that a list has, in a document and on the screen."""
    sessions = json.loads(run(f"session list --json {options}").out)["sessions"]
    found = [session["id"] for session in sessions]
    shown = run(f"session list {options}").out
    assert [int(row) for row in re.findall(r"^ *(\d+)  ", shown, re.MULTILINE)] == found
    return found


@pytest.mark.parametrize(
    ("options", "found"),
    [
        ("", [1, 2, 3, 4, 5]),
        ("--player Chen", [5]),
        ("--player CHE", [5]),
        ("--game machi-koro", [2, 5]),
        ("--game 'Machi Koro'", [2, 5]),
        ("--game 骰子街", [2, 5]),
        ("--game machi --player ben", [2, 5]),
        ("--where 'café zur post'", [1, 2]),
        ("--where garden", [2]),
        ("--where moon", []),
        ("--since 2026-11-14", [4, 5]),
        ("--until 2026-11-03", [1, 2]),
        ("--since 2026-11-03 --until 2026-11-14", [2, 3, 4]),
        ("--verdict verified", [4, 5]),
        ("--verdict unverifiable --game my-city", [1, 3]),
        ("--verdict possible", []),
        ("--last 1 --game machi-koro", [5]),
        ("--before 5 --game machi-koro", [2]),
        (f"--last {'9' * 20}", [1, 2, 3, 4, 5]),
        (f"--before {'9' * 20}", [1, 2, 3, 4, 5]),
    ],
)
def test_sessions_are_found(shelf: Run, options: str, found: list[int]) -> None:
    assert ids(shelf, options) == found


def test_what_comes_before_is_named_with_the_filter(shelf: Run) -> None:
    shown = shelf("session list --game machi-koro --player 'ann' --last 1").out
    command = "campaign session list --player Anna --game machi-koro --before 5"
    assert f"more before: {command}" in shown
    older = shelf(shlex.split(command)[1:]).out
    assert " 2  Machi Koro" in older
    assert "before" not in older
    assert "No session that counts matches." in shelf("session list --where moon").out


def test_a_filter_that_can_mean_nothing_is_refused(shelf: Run, refuses: Refuses) -> None:
    refuses("session list --player Fay", 4, "no game that counts names Fay")
    refuses("session list --game chess", 4, "there is no play of a game chess")
    refuses("player show Chen --game chess", 4, "there is no play of a game chess")
    assert shelf("player show Chen --game my-city").out.startswith("Chen, 0 games\n")  # others did


def test_before_the_first_session_no_empty_list_of_games_is_shown(begun: Run) -> None:
    """It ended with `there are: ` and nothing behind it."""
    said = begun("session list --game machi-koro").err
    assert "error: there is no play of a game machi-koro\n" == said


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("session list --since 2026-12-01 --until 2026-11-01", "--since 2026-12-01 comes after"),
        ("session list --since Smarch", "Smarch"),
        ("session list --verdict fine", "fine"),
        ("session chronicle 1 -o page.html --player Anna", "session 1 is a single one"),
        ("session stats machi-koro 5 --player Anna", "session 5 is a single one"),
    ],
)
def test_a_filter_that_is_written_wrongly(shelf: Run, command: str, why: str) -> None:
    output = shelf(command)
    assert (output.code, output.out) == (2, "")
    assert why in output.err


@pytest.mark.parametrize("day", ["0001-01-01", "0025-11-04", "0999-12-31"])
def test_a_year_of_fewer_than_four_digits_is_a_year(shelf: Run, day: str) -> None:
    assert ids(shelf, f"--since {day}") == [1, 2, 3, 4, 5]
    assert ids(shelf, f"--until {day}") == []
    assert ids(shelf, f"--since {day} --until 2026-11-03") == ids(shelf, "--until 2026-11-03")
    assert shelf(f"photo list --since {day}").code == 0


def test_a_player_list_is_filtered_by_the_days_that_it_shows(begun: Run) -> None:
    """It took the days on which the evenings were recorded."""
    scores = "eagle=9 bear=7 deer=5"
    for line in (
        f"episode result {scores} wolf=3 --played 2026-11-03 --substitute wolf=Zoe",
        *(f"sticker place {put}" for put in ("eagle rock G1", "deer tree G1", "wolf tree G1")),
        *(f"sticker place {seat} well D2" for seat in ("eagle", "bear", "deer", "wolf")),
        "player leave wolf",
        f"episode result {scores} --absent wolf --house-rule --played 2026-11-10",
        "player join wolf Emil",
    ):
        assert begun(f"{line} --yes").code == 0, line
    players = [
        {(row["player"], row["seat"]) for row in json.loads(begun(line).out)["players"]}
        for line in ("player list --json", "player list --since 2026-11-04 --json")
    ]
    assert players[0] - players[1] == {("Zoe", "wolf")}


def test_withdrawn_sessions_are_found_too(shelf: Run) -> None:
    for number in (2, 3, 5):
        assert shelf(f"session withdraw {number} --reason twice --yes").code == 0
    gone = json.loads(shelf("session list --withdrawn --json --game machi-koro").out)["sessions"]
    assert [one["id"] for one in gone] == [2, 5]
    gone = json.loads(shelf("session list --withdrawn --json --player chen").out)["sessions"]
    assert [one["id"] for one in gone] == [5]
    gone = json.loads(shelf("session list --withdrawn --json --last 2").out)["sessions"]
    assert [one["id"] for one in gone] == [3, 5]
    assert ids(shelf, "--player Anna") == [1, 4]
    command = "campaign session list --withdrawn"
    assert f"\n3 withdrawn: {command}\n" in shelf("session list").out
    assert f"\n3 withdrawn in all: {command}\n" in shelf("session list --player Anna").out


def test_a_list_of_withdrawn_sessions_knows_everybody_who_has_played(shelf: Run) -> None:
    assert shelf("player rename Chen Chenny").code == 0
    assert shelf("session withdraw 5 --reason twice --yes").code == 0
    gone = "session list --withdrawn"
    assert "twice" in shelf(f"{gone} --player Chen").out  # who is Chenny now
    assert shelf(f"{gone} --game my-city").out == "No withdrawn session matches.\n"
    assert shelf(f"{gone} --since 2030-01-01").out == "No withdrawn session matches.\n"
    assert shelf("session withdraw 1 --reason twice --yes").code == 0
    assert shelf("session list --before 2").out == "No session that counts matches.\n"


def test_rows_of_a_span() -> None:
    rows = ["2026-11-03 c", "2026-11-01 a", "2026-11-02 b", ""]
    assert list(Span().select(rows, str)) == rows
    assert Span("2026-11-02").select(rows, str) == ("2026-11-03 c", "2026-11-02 b")
    assert Span(last=2).select(rows, str) == ("2026-11-03 c", "2026-11-02 b")
    assert Span("2026-11-02", 1).select(rows, str) == ("2026-11-03 c",)
    assert Span(last=9).select([], str) == ()


BY_SEAT_OR_ENVELOPE = {"envelope list", "city list"}
"""Lists with a row for each envelope, or for each seat, whatever the day."""


def test_every_list_takes_since_and_last() -> None:
    taken = defaultdict(set)
    for option, _, command in docs.options():
        taken[command].add(option)
    lists = {command for command in taken if command.split()[-1] == "list"} | {"history"}
    assert len(lists) > 6
    assert {one for one in lists if not {"--since", "--last"} <= taken[one]} == set()
    commands = {" ".join(words) for words in docs.commands() if words[-1] == "list"}
    assert commands - lists == BY_SEAT_OR_ENVELOPE


@pytest.mark.parametrize(
    ("line", "key", "more"),
    [
        ("list", "campaigns", "new Friday --seat eagle=Fay --seat bear=Gus --yes"),
        ("player list", "players", "player join wolf Emil --yes"),
        ("sticker list", "stickers", ""),
        ("draft list", "drafts", "undo --episode 1 --and-later --yes"),
    ],
)
def test_a_list_ends_with_the_rows_of_its_last_days(
    settled: Run, line: str, key: str, more: str
) -> None:
    if more:
        assert settled(more).code == 0
        assert settled("use Tuesday").code == 0
    every = json.loads(settled(f"{line} --json").out)[key]
    assert every
    some = json.loads(settled(f"{line} --last 1 --json").out)[key]
    assert some == every[-1:]
    assert json.loads(settled(f"{line} --since 2001-01-01 --json").out)[key] == every
    if line != "player list":  # a city that is held is held on every day to come
        assert json.loads(settled(f"{line} --since 2999-01-01 --json").out)[key] == []
        assert settled(f"{line} --since 2999-01-01").out == (
            "Nothing is dated 1 Jan 2999 or later.\n"
        )


@pytest.mark.parametrize("zone", EVENINGS)
def test_a_session_without_a_day_is_of_the_day_at_its_table(run: Run, at: At, zone: str) -> None:
    at(zone, EVENINGS[zone])
    record = without_a_day("eternal.toml")
    assert run("session record - --yes", stdin=record).code == 0
    assert ids(run, "--since 2026-11-24 --until 2026-11-24") == [1]
    assert ids(run, "--since 2026-11-25") == []
    assert ids(run, "--until 2026-11-23") == []


def every_filter() -> Iterator[PlayFilter]:
    """Filters that let through some of the sessions of the shelf, and none, in all combinations."""
    days = ("", "2026-11-03", "2026-11-14")
    places, verdicts = ("", "post"), ("", "verified")
    every = product(("", "Anna", "Chen"), ("", "my-city"), places, days, days, verdicts)
    return (PlayFilter(*values) for values in every)


def test_a_query_leaves_out_nothing_that_is_wanted(shelf: Run, db: Path) -> None:
    database = open_database(db)
    with reading(database) as session:
        rows = sessions_list.listed(session)
        for wanted in every_filter():
            numbers = [row.number for row in rows if wanted.lets(row.facts)]
            listed = sessions_list.listed(session, wanted=wanted)
            assert [row.number for row in listed] == numbers, wanted
            every = sessions_list.every_listed(session, wanted)
            assert [row.number for row in every] == numbers, wanted
    database.dispose()


def test_episodes_are_found(chapter: Run, refuses: Refuses) -> None:
    def numbers(options: str) -> list[int]:
        document = json.loads(chapter(f"episode list --json {options}").out)
        return [episode["episode"] for episode in document["episodes"]]

    days = [e["played"] for e in json.loads(chapter("episode list --json").out)["episodes"]]
    assert numbers("--player dora --verdict verified") == [1, 2, 3]
    assert numbers(f"--since {days[1]}") == [2, 3]
    assert numbers(f"--until {days[1]}") == [1, 2]
    assert numbers("--verdict possible") == []
    assert numbers("--last 2") == [2, 3]
    assert numbers(f"--until {days[1]} --last 1") == [2]
    assert "No recorded episode matches." in chapter("episode list --until 2020-01-01").out
    refuses("episode list --player Fay", 4, "no game that counts names Fay")


def test_entries_are_found(chapter: Run) -> None:
    def entries(options: str) -> list[str]:
        document = json.loads(chapter(f"history --json {options}").out)
        return [entry["words"] for entry in document["entries"]]

    every = entries("")
    assert entries("--since 2020-01-01") == every
    assert entries("--until 2020-01-01") == []
    assert "No entry matches." in chapter("history --until 2020-01-01").out
    of_ben = entries("--player Ben")
    assert [words for words in of_ben if words.startswith("bear")] == [
        words for words in every if words.startswith("bear")
    ]
    assert not any(words.startswith(("eagle", "deer", "wolf", "envelope")) for words in of_ben)
    assert sum(words.startswith("episode") for words in of_ben) == 3
    shown = chapter("history --player Ben --last 2").out
    assert f"{len(of_ben) - 2} entries before: campaign history --player Ben --before" in shown
    assert chapter("player join bear Emil --yes").code == 0
    assert len(entries("--player Ben")) == len(of_ben) + 1, "that he left"
    assert len(entries("--player Emil")) == 1
    for _ in ("that he came", "that he left"):
        assert chapter("undo --yes").code == 0
    assert len(entries("--player Ben")) == len(of_ben) + 4, "all of it is about the city of Ben"


def test_entries_are_about_the_person_whose_names_change_places(settled: Run) -> None:
    """Ben leaves bear to Emil; then Emil is called Anna, and Anna, who is called Annina, is not."""

    def said(options: str) -> list[str]:
        document = json.loads(settled(f"history --json {options}").out)
        return [entry["words"] for entry in document["entries"]]

    for line in ("player join bear Emil", "player rename Anna Annina", "player rename Emil Anna"):
        assert settled(f"{line} --yes").code == 0
    assert "Ben leaves bear; Emil takes it over" in said("")
    assert said("--player Emil") == said("--player Anna")
    assert ["Ben leaves bear; Emil takes it over", "Emil is called Anna from now on"] == said(
        "--player Anna"
    )
    assert said("--player Annina")[0].startswith("Tuesday begins: eagle Anna")
    assert said("--player Annina")[-1] == "Anna is called Annina from now on"
    assert settled("player rename Ben Emil --yes").code == 0
    assert settled("player rename Chen Ben --yes").code == 0
    assert "episode 1: deer (Chen) wins with 6 points (verified)" in said("")
    assert "Ben leaves bear; Emil takes it over" in said(""), "not that Emil leaves"


def test_entries_are_about_who_played_the_evening_that_they_correct(played: Run) -> None:
    """Its record does not name the holders; and it may count no more."""
    record = played("episode show 1 --record-version 1").out.replace("10-06", "10-07")
    nameless = re.sub(r"\[names\]\n(.+\n)+", "", record)
    assert played("episode edit 1 - --yes --reason clock", nameless).code == 0
    assert played("episode note 1 --minutes 75").code == 0
    of_dora = played("history --player Dora").out
    assert "episode 1 corrected" in of_dora
    assert "75 minutes" in of_dora
    for _ in ("the note", "the correction", "the evening"):
        assert played("undo --yes").code == 0
    assert "(episode 1 corrected" in played("history --player Dora").out


def test_the_games_of_a_player_are_found(shelf: Run) -> None:
    def games(options: str) -> tuple[int, int]:
        page = json.loads(shelf(f"player show Anna --json {options}").out)
        return sum(one["played"] for one in page["games"]), len(page["latest"])

    assert games("") == (5, 5)
    assert games("--game machi-koro") == (2, 2)
    assert games("--where post --since 2026-11-03") == (1, 1)
    assert games("--verdict verified --until 2026-11-14") == (1, 1)
    assert shelf("simulate machi-koro --seats 2 -n 7 --keep").code == 0
    assert games("") == (5, 5)


def test_statistics_of_what_is_wanted(shelf: Run) -> None:
    def counted(run: Run, command: str) -> int:
        sessions: int = json.loads(run(f"{command} --json").out)["sessions"]
        return sessions

    assert counted(shelf, "session stats machi-koro --player chen") == 1
    assert counted(shelf, "session stats machi-koro --where post") == 0
    assert "No session matches." in shelf("session stats machi-koro --until 2020-01-01").out


def test_statistics_of_episodes_that_are_wanted(chapter: Run) -> None:
    days = [e["played"] for e in json.loads(chapter("episode list --json").out)["episodes"]]
    for command in ("stats", "stats --all"):
        every, some = (
            json.loads(chapter(f"{command} {options} --json").out)
            for options in ("", f"--since {days[1]} --player ben")
        )
        assert (every["sessions"], some["sessions"]) == (3, 2)
    assert "No episode matches." in chapter("stats --until 2020-01-01").out


def test_what_is_wanted_goes_out(shelf: Run, tmp_path: Path) -> None:
    plays = list(csv.DictReader(io.StringIO(shelf("export csv --where post").out)))
    assert {play["session"] for play in plays} == {"1", "2"}
    app = json.loads(shelf("export bgstats --player chen").out)
    assert [play["playDate"] for play in app["plays"]] == ["2026-11-21 12:00:00"]
    page = tmp_path / "page.html"
    assert shelf(f"session chronicle -o '{page}' --game machi").code == 0
    assert "2 sessions" in page.read_text("utf-8")


def test_what_is_wanted_comes_in(run: Run, log: Path) -> None:
    kept = run(["import", "bgstats", str(log), "--yes", "--where", "GARDEN"])
    assert "2 plays of the file left out: --where GARDEN" in kept.err
    kept = run(["import", "bgstats", str(log), "--yes", "--until", "2026-11-03"])
    assert "1 play of the file left out: --until 2026-11-03" in kept.err
    days = json.loads(run("session list --json").out)["sessions"]
    assert [one["played"] for one in days] == ["2026-11-03", "2026-11-02"]
