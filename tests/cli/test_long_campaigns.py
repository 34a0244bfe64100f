"""Whole campaigns: simulated, demonstrated, compared, and taken up on the way."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cli.conftest import Refuses, Run

SEATS = "--seat eagle=Anna --seat bear=Ben"


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


def test_a_whole_campaign_is_simulated_and_audited(run: Run) -> None:
    said = run("simulate my-city --campaign --seats 3 --seed 5")
    assert said.code == 0
    assert "episode 24: " in said.err
    assert run("audit").code == 0
    status = run("status").out
    assert "Every episode of this pack has been played." in status
    assert re.search(r"wins? the campaign with \d+ progress marks", status)
    assert max(map(len, status.splitlines())) <= 80
    assert max(map(len, run("standings").out.splitlines())) <= 80
    assert run("db rebuild --yes").err.endswith("views are as derived: 1.\n")


def test_a_whole_campaign_is_written_to_files(run: Run, tmp_path: Path) -> None:
    said = run(f"simulate my-city --campaign --seats 2 --seed 1 -o {tmp_path / 'c'}")
    assert said.code == 0
    assert len(list((tmp_path / "c").glob("episode-*.toml"))) == 24
    steps = (tmp_path / "c" / "steps.txt").read_text("utf-8").splitlines()
    assert steps[:2] == ["envelope open 1", "episode record episode-01.toml"]


def test_only_my_city_has_campaigns(refuses: Refuses) -> None:
    refuses("simulate go --campaign", 7, "only my-city has campaigns")


def test_the_whole_demonstration(run: Run) -> None:
    said = run("demo --whole")
    assert said.code == 0
    assert "All 24 episodes verified." in said.out
    assert "Nothing was found." in said.out


def test_what_changed_on_a_board(chapter: Run) -> None:
    said = chapter("city diff deer 0 3").out
    assert said.startswith("deer: from the beginning to the end of episode 3\n")
    assert "F11" in said
    assert "small square" in said
    assert chapter("city diff deer 2 2").out.endswith("Nothing changed.\n")
    told = json.loads(chapter("city diff deer 3 0 --json").out)
    assert (told["kind"], told["after_episode"]) == ("difference", [0, 3])
    assert {"cell": "F11", "before": "small square", "after": "rock"} in told["cells"]


def test_no_difference_with_what_was_not_played(chapter: Run, refuses: Refuses) -> None:
    refuses("city diff deer 0 9", 4, "episode 9 has not been recorded")
    refuses("city diff owl 0 1", 4, "owl is not in play")


# Taken up on the way.


def test_the_form_of_a_state_is_printed(run: Run, db: Path) -> None:
    said = run(f"new Later {SEATS} --from-episode 13")
    assert (said.code, db.exists()) == (0, False)
    assert "[cities.bear]" in said.out
    assert "Nothing was written." in said.err


def test_a_campaign_goes_on_from_a_declared_state(run: Run, form: str, tmp_path: Path) -> None:
    path = tmp_path / "state.toml"
    path.write_text(form, "utf-8")
    said = run(f"new Later {SEATS} --from-episode 13 --state {path}")
    assert said.code == 0, said.err
    assert "Envelope 5 opens now, before episode 13" in said.out
    opened = run("envelope open 5 --yes").out
    assert "[ ] every board: each sawmill becomes forest" in opened
    assert "its state declared" in " ".join(run("history").out.split())
    assert "+14 declared" in run("standings").out
    shown = run("city show eagle").out
    assert "Rivers (eagle, Anna)" in shown
    assert "plain C5" in shown  # its well dried up with the envelope
    assert run("audit").code == 0


def test_the_form_itself_is_a_state(run: Run, tmp_path: Path) -> None:
    for number in (1, 2, 10, 17, 24):
        path = tmp_path / f"{number}.toml"
        path.write_text(run(f"new S{number} {SEATS} --from-episode {number} -q").out, "utf-8")
        assert run(f"new S{number} {SEATS} --state {path} -q").code == 0


WRONG = {
    "of another episode": ("episode = 13", "episode = 12", 6, "the state is that before episode"),
    "no episode": ("episode = 13", "episode = 99", 6, "episode"),
    "a seat is missing": ("[cities.bear]", "[cities.deer]", 6, "a table for each of eagle, bear"),
    "a key of no city": ("nuggets = 2", "gold = 2", 6, "gold = 2 is not one of board"),
    "below zero": ("marks = 9", "marks = -1", 6, "marks cannot be below 0"),
    "no such sticker": ("rock F11", "rook F11", 6, "'rook F11' is not a sticker"),
    "on a mountain": ("rock F11", "rock A1", 6, "'rock A1' is not a sticker"),
    "a sticker to come": ("rock F11", "palace E6", 6, "'palace E6' is not a sticker"),
    "a colour of no shaft": ("claimed = []", 'claimed = ["Q"]', 6, "claimed is a list of colours"),
    "a key of no state": ("claimed = []", "winner = 1", 6, "winner is no key here"),
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
    refuses(f"new Later {SEATS} --from-episode 13 --state {path}", code, words)


def test_no_form_of_an_episode_that_there_is_not(refuses: Refuses) -> None:
    refuses(f"new Later {SEATS} --from-episode 99", 4, "there is no episode 99")
    refuses("new L --seat owl=A --seat eagle=B --from-episode 2", 6, "owl is not a seat of My City")
