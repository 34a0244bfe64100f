"""Campaigns: begin one, choose among several, go on with one that began without this program."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from campaign.cli.entering import prompt
from tests.cli.test_entering import Enter, Typist
from tests.cli.test_entering import enter as enter  # a fixture
from tests.fixtures import NEW, Refuses, Run

SEATS = "--seat eagle=Anna --seat bear=Ben"


def test_a_new_campaign_says_what_is_next(run: Run) -> None:
    output = run(NEW)
    assert "campaign envelope open 1" in output.out
    assert output.err.splitlines() == [
        "Tuesday has begun.",
        "The map and 6 shapes of buildings were made up. As in the box: 95 light-green",
        "cells and the shapes 1 and 8.",
        "Your own box is right; painting it takes ten minutes: campaign pack paint",
    ]


def test_new_without_arguments_asks(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    typist = Typist(["", "?", "The Tuesday Group", "?", "", "Ben", "", "", "Anna", "", "Dora", "y"])
    monkeypatch.setattr(prompt, "editor", lambda *_: typist)
    output = run("new")
    assert output.code == 0, output.err
    assert "Any name, such as The Tuesday Group." in output.err
    assert "At least two play." in output.err
    assert "The Tuesday Group has begun." in output.err
    cities = json.loads(run("city list --json").out)["cities"]
    assert [(city["seat"], city["player"]) for city in cities] == [
        ("eagle", "Anna"),
        ("bear", "Ben"),
        ("wolf", "Dora"),
    ]


def test_all_players_may_be_listed_at_once(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The list was one player, with a name of three."""
    names = ["", "Anna, Ben, Chen and Dora", "Anna, Ben and Chen K.", "y"]
    typist = Typist(["The Tuesday Group", *names])
    monkeypatch.setattr(prompt, "editor", lambda *_: typist)
    output = run("new")
    assert "4 names are too many for bear, deer and wolf." in output.err
    assert "Begin The Tuesday Group with bear Anna, deer Ben, wolf Chen K.?" in typist.prompts[-1]
    assert "Chen K." in run("city show wolf").out


def test_new_that_was_asked_and_declined_writes_nothing(
    run: Run, db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prompt, "editor", lambda *_: Typist(["Ulm", "Anna", "Ben", "", "", "n"]))
    output = run("new")
    assert (output.code, output.err.splitlines()[-1]) == (1, "Nothing was written.")
    assert not db.exists()


def test_new_without_arguments_needs_a_terminal(refuses: Refuses) -> None:
    refuses("new Ulm", 2, "no terminal", "campaign new NAME --seat eagle=NAME")


def test_use_chooses_among_several(begun: Run) -> None:
    begun(NEW.replace("Tuesday", "Friday"))
    assert begun("use Friday").code == 0
    assert "Friday" in begun("status").out
    assert "Tuesday" in begun("status --campaign Tuesday").out
    assert "*  Friday" in begun("list").out


def test_the_command_for_a_draft_goes_on_with_it_while_another_campaign_is_in_use(
    begun: Run, enter: Enter
) -> None:
    """`campaign episode enter` alone began an evening of the other campaign."""
    enter("episode enter", "y4", "save")
    assert "campaign episode enter\n" in begun("draft list").out
    begun(NEW.replace("Tuesday", "Friday"))
    (line,) = re.findall("campaign (episode enter.*)", begun("draft list").out)
    output = enter(line, "", "save")
    assert "Tuesday, episode 1." in output.err
    assert "Card 1 of 24: Y4" in output.err


def test_a_name_is_the_same_however_it_was_typed(run: Run) -> None:
    composed, apart = "Zo\u00eb", "Zoe\u0308"
    assert run(["new", apart, f"--seat=eagle={apart}", "--seat=bear=Ben"]).code == 0
    assert run(["status", "--campaign", apart]).out == run(["status", "--campaign", composed]).out
    assert run("audit").code == 0


@pytest.fixture(scope="module")
def form() -> str:
    """The state of two cities before episode 13, as a group has filled it in."""
    return """
episode = 13
claimed = []
[cities.eagle]
name = "Rivers"
marks = 14
nuggets = 2
board = ["well C5", "tree G1", "C4 cross", "vein A8", "vein K1", "sawmill G10"]
[cities.bear]
marks = 9
board = ["well H3", "rock F11", "C4 chapel", "plain K5", "vein A8", "vein K1", "sawmill G10"]
"""


def test_the_form_of_a_state_is_printed(run: Run, db: Path) -> None:
    output = run(f"new Later {SEATS} --from 13")
    assert (output.code, db.exists()) == (0, False)
    assert "[cities.bear]" in output.out
    assert "Nothing was written." in output.err


def test_cells_of_a_state_may_be_in_small_letters(run: Run, form: str, tmp_path: Path) -> None:
    boards = list[dict[str, object]]()
    for text in (form, form.replace("G1", "g1").replace("C4 cross", "c4  cross")):
        path = tmp_path / f"{len(boards)}.toml"
        path.write_text(text, "utf-8")
        assert run(f"new S{len(boards)} {SEATS} --state {path} -q").code == 0
        boards.append(json.loads(run(f"city show eagle --campaign S{len(boards)} --json").out))
    assert boards[0]["board"] == boards[1]["board"]


def test_a_campaign_of_a_mistyped_state_is_begun_again(run: Run, form: str, tmp_path: Path) -> None:
    path = tmp_path / "state.toml"
    path.write_text(form.replace("marks = 9", "marks = 99"), "utf-8")
    run(f"new Later {SEATS} --state {path}")
    refused = run("undo --yes")
    assert 'to begin it again: campaign withdraw "Later", then campaign new' in refused.err
    assert run('withdraw "Later" --yes').code == 0
    path.write_text(form, "utf-8")
    assert run(f"new Later {SEATS} --state {path}").code == 0


def test_a_campaign_goes_on_from_a_declared_state(run: Run, form: str, tmp_path: Path) -> None:
    path = tmp_path / "state.toml"
    path.write_text(form, "utf-8")
    output = run(f"new Later {SEATS} --from 13 --state {path}")
    assert output.code == 0, output.err
    assert "Envelope 5 opens now, before episode 13" in output.out
    opened = run("envelope open 5 --yes").out
    assert "[ ] every board: each sawmill becomes forest" in opened
    assert "its state declared" in " ".join(run("history").out.split())
    assert "declared: The Gold Rush" in run("envelope list").out
    assert "| 4 | declared | 1 |" in run("audit report").out
    standings = run("standings").out
    assert "+14 declared" in standings
    assert ["Rank", "City", "Player", "Marks", "declared"] == standings.splitlines()[2].split()
    shown = run("city show eagle").out
    assert "Rivers (eagle, Anna)" in shown
    assert "plain C5" in shown  # its well dried up with the envelope
    assert run("audit").code == 0


def test_a_newcomer_hears_what_was_declared(run: Run, form: str, tmp_path: Path) -> None:
    path = tmp_path / "state.toml"
    path.write_text(form, "utf-8")
    assert run(f"new Later {SEATS} --state {path}").code == 0
    status = run("status").out
    assert "with episode 13\n" in status
    assert "1 well 1 rock 1 plain" in status
    assert "1 well 1 tree 2 nuggets" in run("city list").out
    assert run("envelope open 5 --yes").code == 0
    assert "1 rock 1 plain" in run("status").out
    assert "well" not in run("status").out
    assert run("undo --yes").code == 0
    for line in (
        *("envelope open 5", "episode result eagle=9 bear=5", "player join bear Emil"),
        f"handover export bear -o {tmp_path / 'bear.zip'}",
    ):
        assert run(f"{line} --yes").code == 0
    past = "Ben built it up in 1 evening; its state before episode 13 was declared."
    shown = " ".join(run("status").out.split())
    assert past in shown
    assert "On its board: rock F11 (declared), plain K5 (declared)." in shown  # the well dried up
    letter = run(f"audit --file {tmp_path / 'bear.zip'}").err
    assert "here with episode 13. Its players are" in " ".join(letter.split())
    assert "Declared before episode 13: 9 marks, well H3, rock F11, C4 chapel" in letter


def test_a_newcomer_hears_of_some_stickers_and_how_many_more_there_are(
    run: Run, form: str, tmp_path: Path
) -> None:
    path = tmp_path / "state.toml"
    many = ", ".join(f'"tree {square}"' for square in ("G1", "D2", "F2", "B4", "I4", "C5"))
    path.write_text(form.replace('"plain K5"', f'"plain K5", {many}'), "utf-8")
    assert run(f"new Later {SEATS} --state {path}").code == 0
    for line in ("envelope open 5", "episode result eagle=9 bear=5", "player join bear Emil"):
        assert run(f"{line} --yes").code == 0
    shown = " ".join(run("status").out.split())
    assert "On its board: tree G1 (declared), tree D2 (declared), tree F2" in shown
    assert "tree I4 (declared), tree C5 (declared), and 2 more." in shown


def test_the_form_itself_is_a_state(run: Run, tmp_path: Path) -> None:
    for number in (1, 2, 10, 17, 24):
        path = tmp_path / f"{number}.toml"
        path.write_text(run(f"new S{number} {SEATS} --from {number} -q").out, "utf-8")
        assert run(f"new S{number} {SEATS} --state {path} -q").code == 0


WRONG = {
    "of another episode": ("episode = 13", "episode = 12", 6, "this is the state before episode"),
    "no episode": ("episode = 13", "episode = 99", 6, "episode"),
    "a seat is missing": ("[cities.bear]", "[cities.deer]", 6, "a table for each of eagle, bear"),
    "a key of no city": (
        "nuggets = 2",
        "gold = 2",
        6,
        "gold = 2 is not possible; the keys are board",
    ),
    "below zero": ("marks = 9", "marks = -1", 6, "marks cannot be below 0"),
    "no such sticker": ("rock F11", "rook F11", 6, "'rook F11' is not a sticker"),
    "on a mountain": ("rock F11", "rock A1", 6, "'rock A1' is not a sticker"),
    "a sticker to come": ("rock F11", "palace E6", 6, "'palace E6' is not a sticker"),
    "a colour of no shaft": ("claimed = []", 'claimed = ["Q"]', 6, "claimed is a list of colours"),
    "a key of no state": ("claimed = []", "winner = 1", 6, "winner is no key of a state"),
    "broken": ("claimed = []", "claimed = [", 6, "state.toml"),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_state_that_cannot_be(
    run: Run, refuses: Refuses, form: str, tmp_path: Path, what: str
) -> None:
    old, new, code, words = WRONG[what]
    path = tmp_path / "state.toml"
    path.write_text(form.replace(old, new), "utf-8")
    assert run("db upgrade").code == 0
    refuses(f"new Later {SEATS} --from 13 --state {path}", code, words)


@pytest.mark.parametrize("text", ["", "claimed = []"])
@pytest.mark.parametrize("option", ["", "--from 13"])
def test_a_state_names_its_episode(
    refuses: Refuses, run: Run, tmp_path: Path, text: str, option: str
) -> None:
    """With an empty file the campaign began at the first episode."""
    path = tmp_path / "state.toml"
    path.write_text(text, "utf-8")
    assert run("db upgrade").code == 0
    line = f"new Later {SEATS} {option} --state {path}"
    refuses(line, 6, "says no episode", "campaign new --from N prints a form")


def test_no_form_of_an_episode_that_there_is_not(refuses: Refuses) -> None:
    refuses(f"new Later {SEATS} --from 99", 4, "there is no episode 99")
    refuses("new L --seat owl=A --seat eagle=B --from 2", 6, "owl is not a seat of My City")
