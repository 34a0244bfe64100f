"""Quadropolis at the command line: screens word for word, the calculator, what is refused."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from rich.cells import cell_len

from tests.cli.conftest import ROOT, Refuses, Run, content

SCREENS = Path(__file__).parent / "screens"
EXAMPLE = ROOT / "examples" / "quadropolis.toml"
CITY = ROOT / "examples" / "city.toml"
RECORDS = ROOT / "tests" / "records"
EXPERT = ROOT / "tests" / "golden" / "quadropolis-expert.toml"


@pytest.fixture
def kept(run: Run) -> Run:
    """Two sessions: the example, and one of Expert."""
    for path in (EXAMPLE, EXPERT):
        assert run(["session", "record", str(path), "--yes"]).code == 0
    return run


@pytest.mark.parametrize(
    ("screen", "line"),
    [
        ("quadropolis_show", "session show 1"),
        ("quadropolis_show_expert_it", "session show 2 --language it"),
        ("quadropolis_steps", "session replay 1 --moves 1-12"),
        ("quadropolis_steps_zh", "session replay 2 --moves 2-5 --language zh-Hant"),
        ("quadropolis_stats", "session stats quadropolis"),
        ("quadropolis_score", f"quadropolis score '{CITY}'"),
    ],
)
def test_a_screen(kept: Run, screen: str, line: str) -> None:
    found = kept(line).out
    path = SCREENS / f"{screen}.txt"
    if os.environ.get("WRITE_SCREENS"):
        path.write_text(found, encoding="utf-8")
    assert found == path.read_text(encoding="utf-8")
    assert max(map(cell_len, found.splitlines())) <= 80


def test_every_step_of_every_recorded_game_is_shown(run: Run) -> None:
    for number, path in enumerate(sorted(RECORDS.glob("quadropolis_verified_*.toml")), 1):
        assert run(["session", "record", str(path), "--yes"]).code == 0
        said = run(f"session replay {number} --step")
        assert (said.code, said.err) == (0, "")
        assert max(map(cell_len, said.out.splitlines())) <= 80
        assert run(f"session show {number}").code == 0
    assert run("session stats quadropolis").code == 0


def test_a_worse_assignment_is_told_what_it_left_on_the_table(run: Run, tmp_path: Path) -> None:
    text = EXAMPLE.read_text("utf-8")
    start = text.index("p1: staff")
    worse = text[:start] + text[text.index("p1: done", start) :]
    path = tmp_path / "worse.toml"
    path.write_text(worse, "utf-8")
    said = run(["session", "record", str(path), "--yes"])
    assert (said.code, "stated" in said.err) == (6, True)
    assert run(["session", "record", str(path), "--as-played", "--yes"]).code == 0
    out = run("session show 1").out
    assert "Anna could have had " in out
    assert "staff " in out


@pytest.mark.parametrize(
    "path", sorted(RECORDS.glob("quadropolis_illegal_*.toml")), ids=lambda path: path.stem[20:]
)
def test_what_is_illegal_is_one_clear_line(run: Run, db: Path, path: Path) -> None:
    said = run(["session", "record", str(path), "--yes"])
    assert (said.code, said.out) == (6, "")
    assert said.err.startswith("error: move ")
    assert f"{path.name}, line " in said.err
    assert said.err.splitlines()[-1].strip() == "Nothing was written."
    assert content(db) in (None, [])


def test_the_owners_tiles(run: Run, refuses: Refuses, tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    line = ["session", "record", str(EXAMPLE), "--tiles", str(mine), "--yes"]
    mine.write_text('[[tile]]\nid = "1.12"\nplayers = 3\nsource = "owner"\n', "utf-8")
    said = run(line)
    assert said.code == 0, said.err
    assert "tiles of round 1 with 3 players: 1.12" not in run("session show 1").out
    assert 'tiles = "' in json.loads(run("session show 1 --json").out)["record"]
    for text, reason in (
        ("[[tile", "overlay: "),
        ("[[house]]", "house is no table"),
        ("tile = 3", "a list of rows"),
        ("[[tile]]\nround = 1", "has no id"),
        ('[[tile]]\nid = "1.01"\nface = "S"', 'write source = "owner"'),
        ('[[tile]]\nid = "1.01"\nsource = "owner"\n[[tile]]\nid = "1.01"', "is there twice"),
        ('[[tile]]\nid = "1.01"\nface = "X"\nsource = "owner"', "face is one of T1"),
        ('[[tile]]\nid = "1.01"\ncolour = "X"\nsource = "owner"', "colour is no key"),
        ('[[tile]]\nid = "1.01"\ncount = "X"\nsource = "owner"', "count is a number"),
        ('[[tile]]\nid = "1.01"\ncount = 0\nsource = "owner"', "count is 1 or more"),
        ('[[tile]]\nid = "9.01"\nsource = "owner"', "round is missing"),
        ('[[tile]]\nid = "1.01"\ngone = true\nsource = "owner"', "has 24 tiles, not 25"),
    ):
        mine.write_text(text, "utf-8")
        refuses(line, 6, reason)


# The calculator.

GRID = "T . . .\n. . . .\n. . . .\n. . . .\n"


def city(mode: str = "classic", grid: str = GRID, more: str = "") -> str:
    return f"mode = \"{mode}\"\nenergy = 1\n{more}\ncity = '''\n{grid}'''\n"


def test_a_city_from_standard_input(run: Run, db: Path) -> None:
    found = json.loads(run("quadropolis score - --json", stdin=city()).out)
    assert (found["score"], found["active"], found["stated"]) == (1, ["A1"], None)
    staffed = json.loads(run("quadropolis score - --json", stdin=city(more='staff = ""')).out)
    assert (staffed["score"], staffed["stated"]) == (1, -1)
    said = run("quadropolis score -", stdin=city(more='staff = "A1"')).out
    assert "As many points as it was staffed." in said
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
        (city(grid=GRID.replace("T .", "T S"), more='staff = "A1 B1:2"'), "2 inhabitants would"),
        (city(grid=GRID.replace("T .", "T S"), more='staff = "A1 B1"'), "2 energy would"),
        (city(grid=GRID.replace("T", "S"), more='staff = "A1:5"'), "at most 4 customers"),
    ],
)
def test_a_city_that_cannot_be(run: Run, text: str, reason: str) -> None:
    said = run("quadropolis score -", stdin=text)
    assert said.code == 7
    assert said.err.startswith("error: ")
    assert reason.lower() in said.err.lower()
    assert "standard input" in said.err
