"""The calculator of Quadropolis: the score of a drawn city, and drawings that cannot be."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import tomli

from campaign.cli.entering import prompt
from tests.cli.test_entering import Typist
from tests.fixtures import ROOT, Run

GRID = "T . . .\n. . . .\n. . . .\n. . . .\n"


def city(mode: str = "classic", grid: str = GRID, more: str = "") -> str:
    return f"mode = \"{mode}\"\nenergy = 1\n{more}\ncity = '''\n{grid}'''\n"


def test_a_city_from_standard_input(run: Run, db: Path) -> None:
    document = json.loads(run("quadropolis score - --json", stdin=city()).out)
    assert (document["score"], document["active"], document["stated"]) == (1, ["A1"], None)
    staffed = json.loads(run("quadropolis score - --json", stdin=city(more='staff = ""')).out)
    assert (staffed["score"], staffed["stated"]) == (1, -1)
    screen = run("quadropolis score -", stdin=city(more='staff = "A1"')).out
    assert "The players' own assignment has as many points." in screen
    assert not db.exists()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("mode = ", "invalid"),
        ('mode = "solo"', 'write mode = "classic"'),
        ('mode = "classic"', "a drawing is missing"),
        (city(more="houses = 3"), "houses is no key"),
        (city(more="inhabitants = 66"), "inhabitants: 66 is no number from 0 to 65"),
        (city(more="inhabitants = -1"), "inhabitants: -1 is no number"),
        (city(more='inhabitants = "many"'), "is no number from 0 to 65"),
        (city(grid=GRID[8:]), "3 rows, classic has 4"),
        (city(grid=GRID.replace("T .", "T")), "row 1: 3 squares, 4 are in a row of classic"),
        (city(grid=GRID.replace("T", "T5")), "A1: 5 floors, towers of classic have 1 to 4"),
        (city(grid=GRID.replace("T", "T0")), "A1: 0 floors"),
        (city(grid=GRID.replace("T", "O")), "A1: there are no offices in classic"),
        (city(grid=GRID.replace("T", "M")), "A1: there are no monuments in classic"),
        (city(grid=GRID.replace("T", "X")), "A1: X is no building"),
        (city(grid=GRID.replace("T", "V3")), "A1: services have at most 2 points"),
        (city(grid=GRID.replace("T", "H4")), "A1: harbours have at most 3 points"),
        (city(grid=GRID.replace("T", "P1")), "A1: parks have no number"),
        (city("expert"), "row 1: 4 squares, 5 are in a row of expert"),
        (city(more='staff = "A2"'), "staff: A2 is empty"),
        (city(more='staff = "A1:2"'), "staff: A1 is no shop"),
        (city(more='staff = "A1 A1"'), "staff: "),
        (city(more="staff = 3"), "staff: squares, such as"),
        (city(more='staff = "A1:0"'), "staff: A1 is no shop"),
        (
            city(grid="T4 T4 T4 T4\nT . . .\n. . . .\n. . . .\n"),
            "17 tiles, a player of classic takes 16",
        ),
        (city(grid="S S S S\n" * 4), "16 tiles of shops, classic has 12"),
        (city("expert", "H H H H H\n" * 4), "20 tiles of harbours, expert has 19"),
        (
            city("expert", "H1 H1 . . .\n" + ". . . . .\n" * 3),
            "2 tiles of harbours with 1 point, expert has 1",
        ),
        (city(grid=GRID.replace("T .", "T S"), more='staff = "A1 B1:2"'), "2 inhabitants would"),
        (city(grid=GRID.replace("T .", "T S"), more='staff = "A1 B1"'), "2 energy would"),
        (city(grid=GRID.replace("T", "S"), more='staff = "A1:5"'), "at most 4 customers"),
    ],
)
def test_a_city_that_cannot_be(run: Run, text: str, reason: str) -> None:
    output = run("quadropolis score -", stdin=text)
    assert output.code == 7
    assert output.err.startswith("error: ")
    assert reason.lower() in output.err.lower()
    assert "standard input" in output.err


DRAWN = tomli.loads((ROOT / "examples" / "city.toml").read_text("utf-8"))
CITY = [*DRAWN["city"].split("\n")[:4], str(DRAWN["inhabitants"]), str(DRAWN["energy"])]


def test_scores_are_typed_and_kept(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A total as it is, a city that is counted, and one that is mistyped at first."""
    counted = json.loads(
        run(["quadropolis", "score", str(ROOT / "examples/city.toml"), "--json"]).out
    )
    typed = ["Anna", "Anna, Ben, Chen", "solo", "expert", "63"]
    typed += ["T9 . . . .", *CITY, "", *CITY[:5], "nine", "9", "71", "y"]
    monkeypatch.setattr(prompt, "editor", lambda *_: Typist(typed))
    output = run("session enter quadropolis --totals")
    assert output.code == 0, output.err
    for words in (
        "Type the mode that you played: classic or expert.",
        "at least two play",
        "city, A1: 9 floors",
        "nine is no number from -9999 to 9999.",
        f"Ben: {counted['score']} points with the best assignment.",
    ):
        assert words in output.err
    shown = json.loads(run("session show 1 --json").out)
    assert shown["verdict"] == "unverifiable"
    pages = {name: json.loads(run(f"player show {name} --json").out) for name in ("Anna", "Ben")}
    assert pages["Anna"]["latest"][0]["score"] == 63
    assert pages["Ben"]["latest"][0]["score"] == counted["score"]
    assert run("player show chen").out.startswith("Chen, 1 game\n")


@pytest.mark.parametrize("left", [[], ["q"], ["save"], ["T . . .", "quit"]])
def test_typed_scores_that_are_left_write_nothing(
    run: Run, db: Path, monkeypatch: pytest.MonkeyPatch, left: list[str]
) -> None:
    monkeypatch.setattr(prompt, "editor", lambda *_: Typist(["Anna, Ben", "", "63", *left]))
    output = run("session enter quadropolis --totals")
    assert (output.code, output.err.splitlines()[-1]) == (1, "Nothing was written.")
    assert not db.exists()
