"""Machi Koro at the command line: screens word for word, names in a language, simple players."""

from __future__ import annotations

import json

import pytest
from rich.cells import cell_len

from engine import machi_koro
from engine.kernel.dealer import deal
from engine.kernel.game import Setup
from engine.kernel.record import format_record, parse_record
from engine.machi_koro.components import name
from tests.fixtures import ROOT, Refuses, Run, is_screen

EXAMPLE = ROOT / "examples" / "machi-koro.toml"
GOLDEN = ROOT / "tests" / "golden" / "machi-koro.toml"
RECORDS = ROOT / "tests" / "records"


@pytest.fixture
def recorded(run: Run) -> Run:
    """Two sessions: the example, and the one with everything in it."""
    for path in (EXAMPLE, GOLDEN):
        assert run(["session", "record", str(path), "--yes"]).code == 0
    return run


@pytest.mark.parametrize(
    ("screen", "line"),
    [
        ("machi_koro_show", "session show 1"),
        ("machi_koro_show_zh", "session show 1 --language zh-Hant"),
        ("machi_koro_steps", "session replay 2 --moves 89-107"),
        ("machi_koro_steps_zh", "session replay 1 --moves 46-49 --language zh-Hant"),
        ("machi_koro_stats", "session stats machi-koro 1"),
    ],
)
def test_a_screen(recorded: Run, screen: str, line: str) -> None:
    shown = recorded(line).out
    is_screen(screen, shown)
    assert max(map(cell_len, shown.splitlines())) <= 80


def test_every_step_of_a_session_is_shown(recorded: Run) -> None:
    out = recorded("session replay 2 --step").out
    assert "Ben pays Anna 0 (Café x2), 2 forgiven" in out
    assert "  50  Anna rolls 6\n  51  Anna names Ben for the TV Station\n" in out
    assert "  52  Anna gives Ranch to Chen for Apple Orchard\n" in out


def test_a_market_that_is_dealt_is_shown(run: Run) -> None:
    record = deal(machi_koro, Setup(machi_koro.SEATS[:2], {"ten_piles": True}), seed=3)
    assert run("session record - --yes", stdin=format_record(record)).code == 0
    first = parse_record(format_record(record)).moves or ()
    card = name(first[0].text.removeprefix("deal "), "en")
    assert run("session replay 1 --moves 1").out.splitlines()[0] == f"   1  p1 sees {card} dealt"
    assert "  Deck" in run("session show 1").out


def test_a_session_without_names_shows_its_seats(run: Run) -> None:
    path = RECORDS / "machi_koro_verified_names_as_they_are_said.toml"
    assert run(["session", "record", str(path), "--yes"]).code == 0
    assert "p1 has won after 15 turns." in run("session show 1").out


def test_a_session_is_kept_in_ids_whatever_names_were_typed(run: Run) -> None:
    path = RECORDS / "machi_koro_verified_names_as_they_are_said.toml"
    assert "build 便利商店" in path.read_text(encoding="utf-8")
    assert run(["session", "record", str(path), "--yes"]).code == 0
    text = json.loads(run("session show 1 --json").out)["record"]
    assert "build convenience_store" in text
    assert "build Café" not in text
    assert text.isascii()
    assert run("audit --all").code == 0


def test_wrong_coins_are_refused_and_kept_as_played_when_the_table_says_so(
    run: Run, refuses: Refuses
) -> None:
    path = RECORDS / "machi_koro_differs_coins.toml"
    line = f"session record '{path}' --yes"
    refuses(line, 6, "p2, coins: 5 stated, 4 by replay")
    assert run(f"{line} --as-played").code == 0
    shown = run("session show 1").out
    assert "kept as played" in shown
    assert "p2, coins: 5 stated, 4 by replay" in shown
    assert "1 session" in run("session stats machi-koro").out


def test_a_session_that_is_kept_as_played_shows_the_scores_and_ranks_that_count(run: Run) -> None:
    path = RECORDS / "machi_koro_differs_winner.toml"
    assert run(f"session record '{path}' --as-played --yes").code == 0
    rows = [" ".join(line.split()) for line in run("session show 1").out.splitlines()]
    first = rows.index("by replay 1 4")
    assert ["by replay 1 4", "score as played 4 1", "rank 1 2"] == rows[first : first + 3]
    assert "result differs: p1: 1 stated, 4 by replay; p2: 4 stated, 1 by replay" in rows
    results = json.loads(run("session show 1 --json").out)["results"]
    assert [(one["seat"], one["score"], one["rank"]) for one in results] == [
        ("p2", 4, 1),
        ("p1", 1, 2),
    ]
    players = json.loads(run("session stats machi-koro --json").out)["tables"][0]["rows"]
    turns = None  # nobody knows in how many turns p2 has won
    assert [["p2", 1, 1, 1, turns, None], ["p1", 1, 0, 0, None, None]] == players


def test_a_wrong_move_says_where_why_and_what_would_do(run: Run, refuses: Refuses) -> None:
    path = RECORDS / "machi_koro_illegal_too_few_coins.toml"
    output = refuses(["session", "record", str(path), "--yes"], 6, 'move 2, "p1: build mine"')
    assert "Mine costs 6 and p1 has 4: 2 short" in output.err
    assert f"{path}, line 10" in " ".join(output.err.split())
    assert "legal would be build cafe" in " ".join(output.err.split())


def test_simple_players_are_seated_by_name(run: Run) -> None:
    seated = "--simple-player random --simple-player p2=sensible"
    assert run(f"simulate machi-koro --seats 3 -n 8 --keep {seated}").code == 0
    document = json.loads(run("session show 1 --json").out)
    assert 'p1 = "random"\np2 = "sensible"\np3 = "random"' in document["record"]
    players = json.loads(run("session stats machi-koro --simulated --json").out)["tables"][0][
        "rows"
    ]
    assert [row[:3] for row in players] == [["sensible", 8, 8], ["random", 8, 0]]


def test_without_a_word_on_players_the_first_plays_and_no_names_are_written(run: Run) -> None:
    assert run("simulate machi-koro --seats 2 --keep").code == 0
    text = json.loads(run("session show 1 --json").out)["record"]
    assert "[names]" not in text


@pytest.mark.parametrize(
    ("player", "message"),
    [
        ("genius", "'genius' is no simple player of machi-koro: sensible, random"),
        ("p1=genius", "'genius' is no simple player of machi-koro: sensible, random"),
        ("p4=random", "p4=random: p4 is no seat here: p1, p2, p3"),
        ("=random", "=random: is no seat here: p1, p2, p3"),
    ],
)
def test_players_and_seats_that_do_not_exist(refuses: Refuses, player: str, message: str) -> None:
    refuses(f"simulate machi-koro --seats 3 --simple-player {player}", 7, message)
