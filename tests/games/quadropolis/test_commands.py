"""Quadropolis at the command line: screens word for word, what is refused, the owner's tiles."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from rich.cells import cell_len

from tests.fixtures import ROOT, Refuses, Run, content, is_screen

EXAMPLE = ROOT / "examples" / "quadropolis.toml"
CITY = ROOT / "examples" / "city.toml"
RECORDS = ROOT / "tests" / "records"
EXPERT = ROOT / "tests" / "golden" / "quadropolis-expert.toml"


@pytest.fixture
def recorded(run: Run) -> Run:
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
def test_a_screen(recorded: Run, screen: str, line: str) -> None:
    shown = recorded(line).out
    is_screen(screen, shown)
    assert max(map(cell_len, shown.splitlines())) <= 80


def test_cities_stand_in_a_window_that_is_narrower_than_one_of_two(
    recorded: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "38")
    output = recorded("session show 1")
    assert (0, "") == (output.code, output.err)


def test_every_step_of_every_recorded_game_is_shown(run: Run) -> None:
    for number, path in enumerate(sorted(RECORDS.glob("quadropolis_verified_*.toml")), 1):
        assert run(["session", "record", str(path), "--yes"]).code == 0
        output = run(f"session replay {number} --step")
        assert (output.code, output.err) == (0, "")
        assert max(map(cell_len, output.out.splitlines())) <= 80
        assert run(f"session show {number}").code == 0
    assert run("session stats quadropolis").code == 0


def test_a_worse_assignment_is_told_what_it_left_on_the_table(run: Run, tmp_path: Path) -> None:
    text = EXAMPLE.read_text("utf-8")
    start = text.index("p1: staff")
    worse = text[:start] + text[text.index("p1: done", start) :]
    path = tmp_path / "worse.toml"
    path.write_text(worse, "utf-8")
    output = run(["session", "record", str(path), "--yes"])
    assert (output.code, "stated" in output.err) == (6, True)
    assert run(["session", "record", str(path), "--as-played", "--yes"]).code == 0
    out = run("session show 1").out
    assert "Anna could have had " in out
    assert "staff " in out


@pytest.mark.parametrize(
    "path", sorted(RECORDS.glob("quadropolis_illegal_*.toml")), ids=lambda path: path.stem[20:]
)
def test_what_is_illegal_is_one_clear_line(run: Run, db: Path, path: Path) -> None:
    output = run(["session", "record", str(path), "--yes"])
    assert (output.code, output.out) == (6, "")
    assert output.err.startswith("error: move ")
    assert f"{path.name}, line " in output.err
    assert output.err.splitlines()[-1].strip() == "Nothing was written."
    assert content(db) in (None, [])


def test_the_owners_tiles(run: Run, refuses: Refuses, tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    line = ["session", "record", str(EXAMPLE), "--tables", str(mine), "--yes"]
    mine.write_text('[[tile]]\nid = "1.12"\nplayers = 3\nsource = "owner"\n', "utf-8")
    output = run(line)
    assert output.code == 0, output.err
    assert "tiles of round 1: 1.12" not in run("session show 1").out
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
        refuses(line, 7, reason)
