"""Dilluvia Project at the command line: screens word for word, and the owner's tables."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from rich.cells import cell_len

from engine.kernel.overlays import digest
from engine.kernel.record import parse_record
from tests.cli.test_entering import Enter, Typist, answers, enter
from tests.fixtures import ROOT, Refuses, Run, content, is_screen, tamper

__all__ = ["enter"]

GOLDEN = ROOT / "tests" / "golden" / "dilluvia.toml"
RECORDS = ROOT / "tests" / "records"
TWO = RECORDS / "dilluvia_verified_two_seats.toml"
ENTER = "session enter dilluvia --seat Anna --seat Ben"
OWN = """
[[circle]]
id = "income 1"
price = 0
players = [2, 3, 4]
source = "owner"
"""
"""Somebody has looked at a circle, and it is as it was thought to be."""


@pytest.fixture
def recorded(run: Run) -> Run:
    """Two sessions: one of two seats, and the one with everything in it."""
    for path in (TWO, GOLDEN):
        assert run(["session", "record", str(path), "--yes"]).code == 0
    return run


@pytest.mark.parametrize(
    ("screen", "line"),
    [
        ("dilluvia_show", "session show 2"),
        ("dilluvia_steps", "session replay 2 --moves 1-40"),
        ("dilluvia_stats", "session stats dilluvia"),
    ],
)
def test_a_screen(recorded: Run, screen: str, line: str) -> None:
    shown = recorded(line).out
    is_screen(screen, shown)
    assert max(map(cell_len, shown.splitlines())) <= 80


def test_one_coin_is_one_in_italian(recorded: Run) -> None:
    shown = recorded("session replay 1 --language it --moves 1-60").out
    assert "paga 1 moneta" in shown
    assert "riceve 1 moneta" in shown
    assert "paga 2 monete" in shown
    assert not re.search(r"\b1 monete", shown)


@pytest.mark.parametrize("columns", [60, 160])
def test_all_screens_fit_the_console(
    recorded: Run, enter: Enter, monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    screens = [
        recorded(line).out
        for line in ("session show 2", "session replay 2", "session stats dilluvia")
    ]
    assert all(words in screens[0] for words in ("Population\n", "2:P" if columns > 69 else "2P"))
    assert "FREE_GARDEN" in screens[2]
    typed = answers(parse_record(TWO.read_text("utf-8")))
    screens.append(enter(ENTER, *typed[:8], "board", "save").err)
    assert "income" in screens[3]
    for screen in screens:
        assert max(map(cell_len, screen.splitlines())) <= columns


def test_every_step_of_every_recorded_game_is_shown(run: Run) -> None:
    paths = sorted(RECORDS.glob("dilluvia_verified_*.toml"))
    for number, path in enumerate(paths, 1):
        assert run(["session", "record", str(path), "--yes"]).code == 0
        output = run(f"session replay {number} --step")
        assert output.code == 0
        assert output.err == ""
        assert max(map(cell_len, output.out.splitlines())) <= 80


# The owner's tables.


def own(tmp_path: Path, text: str = OWN) -> str:
    path = tmp_path / "my_box.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_session_by_the_owners_tables_needs_nothing_else(run: Run, tmp_path: Path) -> None:
    path = own(tmp_path)
    line = ["session", "record", str(TWO), "--tables", path, "--yes"]
    assert run(line).code == 0
    Path(path).unlink()
    record = json.loads(run("session show 1 --json").out)["record"]
    assert 'tables = "' in record
    assert run("audit --all").code == 0
    assert run("session stats dilluvia").code == 0
    assert run("audit --with dilluvia/2").code == 0


def test_an_overlay_that_was_changed_is_found(run: Run, db: Path, tmp_path: Path) -> None:
    path = own(tmp_path)
    assert run(["session", "record", str(TWO), "--tables", path, "--yes"]).code == 0
    change = "UPDATE entry SET payload = replace(payload, 'price = 0', 'price = 1')"
    tamper(db, "DROP TRIGGER entry_no_update", change)
    output = run("audit --all")
    assert output.code == 3
    assert "the record names another overlay" in " ".join(output.out.split())


def test_tables_that_cannot_be(run: Run, db: Path, refuses: Refuses, tmp_path: Path) -> None:
    def line(text: str, record: Path = TWO) -> list[str]:
        return ["session", "record", str(record), "--tables", own(tmp_path, text), "--yes"]

    assert run("session list").code in (0, 5)
    before = content(db)
    for text, reason in (
        ("[game", "overlay: "),
        ("[game]\nmoney = [4, 5, 6, 7]", 'write source = "owner"'),
        ('[gone]\nsource = "owner"', "gone is no table"),
        ('[[building]]\nid = "3A"\ncost = [1]\nsource = "owner"', "building 3A"),
        ('[[claim]]\nid = "4"\nsource = "owner"\ngone = true', "claim 4: the rules need it"),
        ("rounds = 6", "rounds is no table"),
        ('squares = [["MONEY8"]]', "squares is no table"),
    ):
        refuses(line(text), 7, reason, "my_box.toml")
    wrong = f'{OWN}\n[[area]]\nid = "park"\nsource = "owner"\n'
    for command in (
        ["session", "record", str(TWO)],
        ["simulate", "dilluvia", "--keep"],
        ENTER.split(),
    ):
        tables = ["--tables", own(tmp_path, wrong)]
        refuses(
            [*command, *tables], 7, "area park: the id is one of order, ", "my_box.toml, line 9"
        )
    dice = ROOT / "examples" / "machi-koro.toml"
    refuses(line(OWN, dice), 7, "Machi Koro takes no corrections of its tables")
    text = TWO.read_text("utf-8").replace("seats =", f'tables = "{"0" * 64}"\nseats =', 1)
    named = tmp_path / "named.toml"
    named.write_text(text, encoding="utf-8")
    refuses(line(OWN, named), 7, "the record names another overlay")
    refuses(["session", "record", str(named), "--yes"], 7, "record it with --tables FILE")
    assert content(db) == before


def test_a_game_by_the_owners_tables_is_simulated_entered_and_gone_on_with(
    run: Run, enter: Enter, tmp_path: Path
) -> None:
    rich = '[game]\nmoney = [9, 8, 9, 9]\nsource = "owner"\n'
    path = own(tmp_path, rich)
    line = f"simulate dilluvia --seats 2 --seed 4 --tables {path}"
    assert run(f"{line} --keep").code == 0
    assert run(f"{line} -o {tmp_path / 'games'}").code == 0
    record = parse_record((tmp_path / "games" / "dilluvia-4.toml").read_text("utf-8"))
    typed = answers(record, record.setup._replace(overlay=rich))
    entering = f"{ENTER} --played 2026-11-22"
    typist = Typist([*typed[:20], "save"])
    assert enter(f"{entering} --tables {path}", typist=typist).code == 0
    assert "money 9" in typist.prompts[2]
    Path(path).unlink()
    assert enter("session enter dilluvia", "y", *typed[20:], "y").code == 0
    assert run("draft list").out == "There is no draft.\n"
    kept = [json.loads(run(f"session show {n} --json").out) for n in (1, 2)]
    assert kept[0]["sheets"] == kept[1]["sheets"]
    assert all('tables = "' in session["record"] for session in kept)
    assert run("audit --all").code == 0


def test_broken_tables_of_an_imported_record_are_named(run: Run, db: Path, tmp_path: Path) -> None:
    broken = '[[claim]]\nid = "4"\nsource = "owner"\ngone = true\n'
    folder = tmp_path / "records"
    folder.mkdir()
    named = TWO.read_text("utf-8").replace("seats =", f'tables = "{digest(broken)}"\nseats =', 1)
    (folder / "evening.toml").write_text(named, encoding="utf-8")
    line = ["import", "records", str(folder), "--tables", own(tmp_path, broken), "--yes"]
    output = run(line)
    assert (7, None) == (output.code, content(db))
    assert "claim 4: the rules need it, it cannot be gone" in output.err


def test_an_answer_that_says_nothing_is_met_with_what_is_awaited(enter: Enter) -> None:
    lines = ["Zoe p1", "p1 p2", "sail", "Zoe: W1", "save"]
    shown = " ".join(enter(f"{ENTER} --set use_of_areas=may", *lines).err.split())
    for words in (
        "zoe is no seat here: p1, p2",
        '"sail" is no answer here: tiles come onto the market: market W12',
        '"Zoe:": the table draws, tiles come onto the market: market W12',
    ):
        assert words in shown


@pytest.mark.parametrize(
    "path", sorted(RECORDS.glob("dilluvia_illegal_*.toml")), ids=lambda path: path.stem[17:]
)
def test_what_is_illegal_is_one_clear_line(run: Run, db: Path, path: Path) -> None:
    output = run(["session", "record", str(path), "--yes"])
    assert output.code == 6
    assert output.out == ""
    lines = output.err.splitlines()
    assert lines[0].startswith("error: move ")
    assert f"{path.name}, line " in output.err
    assert lines[-1].strip() == "Nothing was written."
    assert content(db) in (None, [])
