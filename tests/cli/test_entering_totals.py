"""`session enter --totals`: a game of which only the totals are kept, of any game."""

from __future__ import annotations

import json

import pytest

from campaign.cli.entering import prompt
from campaign.services import games
from tests.cli.test_entering import Typist
from tests.fixtures import Run


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The lines that somebody types."""
    lines: list[str] = []
    monkeypatch.setattr(prompt, "editor", lambda *_: Typist(lines))
    return lines


@pytest.mark.parametrize("game", games.names())
def test_the_totals_of_every_game_are_kept(run: Run, typed: list[str], game: str) -> None:
    typed += [*(["?", "classic"] if game == "quadropolis" else ()), "4", "3", ""]
    output = run(f"session enter {game} --totals --seat Anna --seat Ben --json")
    assert 0 == output.code, output.err
    document = json.loads(output.out)
    assert "unverifiable" == document["verdict"]
    assert [4, 3] == list(document["stated"].values())


def test_what_is_no_total_is_asked_again(run: Run, typed: list[str]) -> None:
    typed += ["machi", "Anna, Ben", "four", "", "4", "2", "n"]
    output = run("session enter --totals")
    assert "four is no number from -9999 to 9999." in output.err
    assert "Type a number, such as 63." in output.err
    assert (1, "Nothing was written.") == (output.code, output.err.splitlines()[-2])


def test_whoever_plays_at_two_seats_has_two_totals(run: Run, typed: list[str]) -> None:
    typed += ["40", "31", ""]
    line = "session enter dilluvia --totals --seat Anna --seat Anna --as-named"
    output = run(line)
    assert output.code == 0
    rows = [" ".join(line.split()) for line in output.err.splitlines()]
    assert ["Anna 40", "Anna 31"] == [row for row in rows if row.startswith("Anna ")]


def test_the_day_is_asked_about(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Totals are often typed long after the game, and are kept as of today."""
    typist = Typist(["31", "28", "n"])
    monkeypatch.setattr(prompt, "editor", lambda *_: typist)
    line = "session enter dilluvia --totals --seat Anna --seat Ben"
    refused = run(f"{line} --played 2026-11-12")
    assert "Keep this session, played 12 Nov 2026?" in typist.prompts[-1]
    assert (1, True) == (refused.code, "type the command with --played DAY" in refused.err)


@pytest.mark.parametrize("comma", ["\uff0c", "\uff0c ", "\u3001"])
def test_chinese_commas_stand_between_names(run: Run, typed: list[str], comma: str) -> None:
    typed += ["machi", f"\u5c0f\u660e{comma}\u5c0f\u83ef", "4", "2", ""]
    assert run("session enter --totals").code == 0
    (session,) = json.loads(run("session list --json").out)["sessions"]
    assert ["\u5c0f\u660e", "\u5c0f\u83ef"] == list(session["names"].values())


def test_what_counts_in_machi_koro_is_said(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A total of coins was kept as a number of landmarks."""
    typist = Typist(["31", "4", "-1", "2", "n"])
    monkeypatch.setattr(prompt, "editor", lambda *_: typist)
    output = run("session enter machi-koro --totals --seat Anna --seat Ben")
    assert typist.prompts[0] == "Anna, landmarks built, 4 for who has won> "
    assert output.err.count("A player builds 0 to 4 landmarks.") == 2


def test_totals_leave_no_draft(run: Run, typed: list[str]) -> None:
    for option in ("--new", "--phones"):
        output = run(f"session enter my-city --totals {option}")
        assert (2, True) == (output.code, "--totals leaves no draft" in output.err)


def test_the_same_totals_are_kept_once_more_only_by_a_yes(run: Run, typed: list[str]) -> None:
    line = "session enter dilluvia --totals --seat Anna --seat Ben"
    typed += ["31", "28"]
    assert 0 == run(f"{line} --yes").code
    typed += ["31", "28"]
    assert 8 == run(f"{line} --yes").code
    typed += ["31", "28", "y", "y"]
    assert "session 2" in run(line).err


def test_how_a_city_is_typed_is_said_once(run: Run, typed: list[str]) -> None:
    typed += ["quad", "Anna, Ben, Chen", "", "61", "61", "45", ""]
    said = run("session enter --totals").err
    assert said.count("the city row by row") == 1


def test_a_mistyped_row_of_a_city_is_asked_again_at_once(run: Run, typed: list[str]) -> None:
    """Before, the whole city had to be typed again, after its last row and its figures."""
    typed += ["quad", "Anna, Ben", "", "61"]
    typed += ["", "6o", "T3 S . P", "T3 Z . .", ". . . .", ". . .", ". . . .", ". . . .", "2", "1"]
    typed += ["20", ""]
    said = run("session enter --totals").err
    assert said.count("city, row 1: ") == 2
    assert "city, B2: Z is no building" in said
    assert "city, row 3: 3 squares" in said
    assert json.loads(run("session show 1 --json").out)["stated"]["p2"] == 20


@pytest.mark.parametrize("options", ["--totals", ""])
def test_who_enters_my_city_outside_a_campaign_hears_that_it_is_the_eternal_mode(
    run: Run, typed: list[str], options: str
) -> None:
    """Who meant the evening of a campaign had a session of another mode, and nothing said so."""
    typed += ["my", "Anna, Ben", *(["31", "28", "n"] if options else ["save"])]
    said = " ".join(run(f"session enter {options}").err.split())
    assert "eternal mode, outside a campaign. For an evening of a campaign: campaign meet" in said


def test_a_total_that_was_mistyped_is_asked_for_again(run: Run, typed: list[str]) -> None:
    typed += [
        "u",
        "63",
        "48",
        "u",
        "84",
        "42",
        "back",
        "24",
        "undo",
        "u",
        "u",
        "36",
        "84",
        "24",
        "",
    ]
    line = "session enter dilluvia --totals --seat Anna --seat Ben --seat Chen --json"
    output = run(line)
    assert output.code == 0, output.err
    assert [36, 84, 24] == list(json.loads(output.out)["stated"].values())


def test_a_row_that_was_mistyped_begins_its_city_again(run: Run, typed: list[str]) -> None:
    rows = ["T2 . . .", ". . . .", ". . . .", ". . . ."]
    typed += ["classic", rows[1], "u", *rows, "0", "0", "", "u", "9", "7", ""]
    output = run("session enter quadropolis --totals --seat Anna --seat Ben --json")
    assert output.code == 0, output.err
    assert [9, 7] == list(json.loads(output.out)["stated"].values())
