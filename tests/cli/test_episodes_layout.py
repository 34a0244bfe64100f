"""Evenings recorded by their boards, or by their scores alone."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from benchmarks.counting import counted
from engine.kernel.record import format_record, parse_record
from tests.cli.test_entering import Enter, answers
from tests.cli.test_entering import enter as enter  # a fixture
from tests.engine.my_city.by_boards import by_boards
from tests.engine.replaying import verify
from tests.fixtures import CHAPTER, ETERNAL, Refuses, Run

BOARDS = CHAPTER / "episode-1-boards.toml"
MOVES = CHAPTER / "episode-1.toml"


def moves_in(text: str) -> list[str]:
    return sorted(line for line in text.splitlines() if ": " in line)


def test_boards_are_kept_as_the_moves_that_they_give(begun: Run) -> None:
    output = begun(f"episode record '{BOARDS}' --yes")
    assert (0, "") == (output.code, output.out)
    assert "From the boards:" in output.err
    assert "17  B2    pass   J1/1   J2/1  pass" in output.err
    assert f"{BOARDS}: verified" in output.err
    shown = begun("episode show 1 --record-version 1").out
    assert moves_in(MOVES.read_text("utf-8")) == moves_in(shown)


def test_boards_are_read_and_their_moves_replayed_once(begun: Run) -> None:
    with counted() as calls:
        assert begun(["episode", "record", str(BOARDS), "--yes"]).code == 0
    assert {"parse_record": 1, "replay": 1} == calls


def test_the_audit_expands_the_boards_again(begun: Run) -> None:
    begun(f"episode record '{BOARDS}' --yes")
    output = begun("audit")
    assert (0, "checks passed." in output.out) == (output.code, True)


def test_an_entry_with_other_boards_is_found(begun: Run, db: Path) -> None:
    begun(f"episode record '{BOARDS}' --yes")
    with closing(sqlite3.connect(db)) as connection, connection:
        connection.execute("DROP TRIGGER IF EXISTS entry_no_update")
        connection.execute(
            "UPDATE entry SET payload = replace(payload, 'B8@F9/3 R4@D10', 'B8@F9/3 R4@D9')"
        )
    output = begun("audit")
    assert output.code == 3


def test_an_amended_episode_may_be_told_by_its_boards(played: Run, tmp_path: Path) -> None:
    text = BOARDS.read_text("utf-8").replace("2026-10-06", "2026-10-07")
    (tmp_path / "again.toml").write_text(text, "utf-8")
    output = played(f"episode edit 1 '{tmp_path / 'again.toml'}' --reason 'the day' --yes")
    assert output.code == 0, output.err
    assert played("audit").code == 0


def test_the_eternal_mode_may_be_told_by_its_boards(run: Run, tmp_path: Path) -> None:
    record = parse_record(ETERNAL.read_text("utf-8"))
    by_layout = format_record(by_boards(record, verify(record).state))
    assert run("session record - --yes", stdin=by_layout).code == 0
    assert run("audit --all").code == 0


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("B8 R4 R5", "R4 R5", "layout, eagle: B8 is not in the deck"),
        ("B5 B8 R4", "B5 B8 B8", "deck: B8 came twice, as card 2 too"),
        ("wolf = ", "bear = ", "cannot overwrite a value"),
        ("B8@F9/3 R4@D10", "B8@F9/3 R4@D9", "layout, bear: R4@D9 as card 3: "),
    ],
)
def test_boards_that_cannot_be_are_refused(
    begun: Run, refuses: Refuses, tmp_path: Path, old: str, new: str, reason: str
) -> None:
    text = BOARDS.read_text("utf-8")
    assert old in text
    (tmp_path / "wrong.toml").write_text(text.replace(old, new, 1), "utf-8")
    output = refuses(f"episode record '{tmp_path / 'wrong.toml'}' --yes", code=7)
    assert reason in output.err


def test_scores_alone_are_kept_in_one_line(begun: Run) -> None:
    output = begun("episode result eagle=21 bear=18 deer=-3 wolf=0 --played 2026-11-20 --yes")
    assert (0, "") == (output.code, output.out)
    assert "scores alone: unverifiable: results only, no moves" in output.err
    assert "Relies on" not in output.err  # nothing was replayed
    shown = json.loads(begun("episode show 1 --json").out)
    assert "unverifiable" == shown["verdict"]
    screen = begun("episode show 1").out
    assert "results only, not proved" in screen
    assert "Relies on" not in screen
    assert shown["placeholders"] == []
    assert "made-up values" not in begun("audit").out
    assert "Made-up values" not in begun("audit report").out


def test_a_tie_that_was_broken_is_asked_for_and_the_moves_are_entered_later(
    begun: Run, enter: Enter
) -> None:
    typed = ["", "2", "6", "6", "2", "chen chen", "chen", ""]
    output = enter("episode result --yes --played 2026-10-06", *typed)
    assert output.code == 0, output.err
    sheets = json.loads(begun("episode show 1 --json").out)["sheets"]
    assert [("deer", 1), ("bear", 2), ("eagle", 3), ("wolf", 3)] == sorted(
        ((sheet["seat"], sheet["rank"]) for sheet in sheets), key=lambda one: (one[1], one[0])
    )
    record = parse_record(MOVES.read_text("utf-8"))
    output = enter("episode edit 1 --yes", *answers(record), "")
    assert "episode 1: unverifiable -> verified" in output.err
    assert begun("audit").code == 0


@pytest.mark.parametrize(
    ("words", "reason", "code"),
    [
        ("eagle=21", "the scores of bear, deer and wolf are missing", 6),
        ("eagle=1 bear=2 deer=3 wolf=4 lion=5", "lion is no seat, player or city of Tuesday", 4),
    ],
)
def test_scores_that_cannot_be(
    begun: Run, refuses: Refuses, words: str, reason: str, code: int
) -> None:
    refuses(f"episode result {words} --yes", code, reason)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("eagle=21 bear", "bear: write a seat and its score, such as eagle=21"),
        ("eagle=x bear=2", "eagle=x: write a seat and its score, such as eagle=21"),
        ("eagle=1 eagle=2", "eagle is given twice"),
    ],
)
def test_scores_that_are_mistyped(begun: Run, words: str, reason: str) -> None:
    output = begun(f"episode result {words} --yes")
    assert (2, True) == (output.code, reason in output.err)


def without_order(tmp_path: Path, **scores: int) -> Path:
    """The boards of the example without the order of their cards, and perhaps other scores."""
    text = "".join(
        line
        for line in BOARDS.read_text("utf-8").splitlines(keepends=True)
        if not line.startswith("deck")
    )
    for seat, score in scores.items():
        text = re.sub(rf"(?m)^{seat} = -?\d+$", f"{seat} = {score}", text)
    path = tmp_path / "boards.toml"
    path.write_text(text, "utf-8")
    return path


def test_the_template_of_boards_is_filled_in(begun: Run, tmp_path: Path) -> None:
    text = begun("episode template --boards").out
    assert ".." in text
    assert "# deck = " in text
    record = parse_record(BOARDS.read_text("utf-8"))
    for seat, score in record.result.items():
        drawn = record.header["layout"][seat]
        quotes = '"""' if "\n" in drawn else '"'
        board = f"{seat} = {quotes}{drawn}{quotes}"
        text = re.sub(rf'(?s){seat} = """.*?"""', board, text, count=1)
        head, _, result = text.partition("[result]")
        text = f"{head}[result]{result.replace(f'# {seat} = 0', f'{seat} = {score}')}"
    (tmp_path / "evening.toml").write_text(text, "utf-8")
    output = begun(f"episode record '{tmp_path / 'evening.toml'}' --yes")
    assert (0, True) == (output.code, "possible" in output.err), output.err


def test_an_empty_template_of_boards_says_what_is_missing(
    begun: Run, refuses: Refuses, tmp_path: Path
) -> None:
    (tmp_path / "evening.toml").write_text(begun("episode template --boards").out, "utf-8")
    refuses(f"episode record '{tmp_path / 'evening.toml'}' --yes", 7, "no result is stated for")


def test_boards_without_an_order_are_kept_as_possible(begun: Run, tmp_path: Path) -> None:
    output = begun(f"episode record '{without_order(tmp_path)}' --yes")
    assert (0, "") == (output.code, output.out)
    assert "From the boards, in an order of the cards that fits:" in output.err
    assert "possible: nobody wrote down the order of the moves" in " ".join(output.err.split())
    assert "possible, the order was found" in begun("episode list").out
    assert "possible, the order was found" in begun("episode show 1").out
    assert "Episodes: 1 possible (episode 1)." in begun("status").out
    assert "possible" == json.loads(begun("episode show 1 --json").out)["verdict"]
    audit = begun("audit")
    assert (0, True) == (audit.code, "Episodes: 1 possible (episode 1)." in audit.out)
    assert 'order = "found"' in begun("episode show 1 --record-version 1").out


def test_an_order_that_was_changed_is_found_by_the_audit(
    begun: Run, db: Path, tmp_path: Path
) -> None:
    begun(f"episode record '{without_order(tmp_path)}' --yes")
    with closing(sqlite3.connect(db)) as connection, connection:
        connection.execute("DROP TRIGGER IF EXISTS entry_no_update")
        order = 'order = \\"found\\"'
        connection.execute("UPDATE entry SET payload = replace(payload, ?, '')", (order,))
    assert begun("audit").code == 3


def test_scores_that_no_order_gives_are_refused(
    begun: Run, refuses: Refuses, tmp_path: Path
) -> None:
    wrong = without_order(tmp_path, bear=9)
    refuses(
        f"episode record '{wrong}' --yes",
        7,
        "no order of the cards gives the board of bear with its score of 9: it gives 8 when "
        "nobody passes",
    )


def test_without_time_nothing_is_decided(begun: Run, refuses: Refuses, tmp_path: Path) -> None:
    boards = without_order(tmp_path)
    refuses(f"episode record '{boards}' --seconds 0 --yes", 6, "after 0 s it is undecided")
    refuses(f"session record '{boards}' --seconds 0 --yes", 6, "campaign episode result")


def test_whoever_waits_is_told_what_for(
    begun: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("campaign.services.records.LONG", -1.0)
    output = begun(f"episode record '{without_order(tmp_path)}' --yes")
    assert 1 == output.err.count("Searching for an order of the cards that fits, for 20 s at most.")


def test_a_session_of_boards_without_an_order(run: Run, tmp_path: Path) -> None:
    assert run(f"session record '{without_order(tmp_path)}' --yes").code == 0
    assert "possible" in run("session list").out
    assert "possible" in run("session show 1").out
    assert "1 possible" in run("audit --all").out
