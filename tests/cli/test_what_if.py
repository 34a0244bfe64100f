"""What would be different: on a copy in memory, never written, and it says so."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cli.test_corrections import other_record
from tests.cli.test_corrections_walks import OVERLAY
from tests.fixtures import CHAPTER, Refuses, Run, content

NOTICE = "WHAT IF: this is not the campaign"


def test_a_sticker_on_another_square(settled: Run, db: Path) -> None:
    before = content(db)
    output = settled("what-if -", stdin="campaign sticker move eagle tree G1 D2\n# that is all\n")
    assert output.code == 0
    assert output.out.count(NOTICE) == 2
    assert "eagle, board: without tree G1; with tree D2" in output.out
    assert "$ campaign sticker move" in output.err
    assert content(db) == before


def test_somebody_else_had_won(settled: Run, db: Path, tmp_path: Path) -> None:
    before = content(db)
    output = settled(["what-if", str(other_record(tmp_path))])
    assert output.code == 0, output.err
    assert "wolf: 0 -> 2 progress marks" in output.out
    assert "standings after episode 1" in output.out
    assert content(db) == before


def test_an_evening_kept_as_played_that_other_rules_score_otherwise(
    settled: Run, tmp_path: Path
) -> None:
    other, text = tmp_path / "other.toml", (CHAPTER / "episode-1.toml").read_text("utf-8")
    other.write_text(re.sub(r"(?m)^eagle = -?\d+$", "eagle = 1", text, count=1), "utf-8")
    line = f"episode edit 1 '{other}' --as-played --later draft --reason slip --yes"
    assert settled(line).code == 0
    overlay = tmp_path / "overlay.toml"
    rule = OVERLAY.replace("number = 3", "number = 1").replace("points = 2", "points = 1")
    overlay.write_text(rule, "utf-8")
    idea = f"pack apply '{overlay}' --again 1 --reason ours"
    output = settled("what-if -", stdin=idea)
    assert output.code == 0, output.err
    assert re.search(r"episode 1, eagle: 1 point, \d+ by replay", output.out), output.out


def test_an_episode_that_is_not_played_yet(settled: Run, db: Path) -> None:
    before = content(db)
    output = settled(["what-if", str(CHAPTER / "episode-2.toml")])
    assert output.code == 0, output.err
    assert "episode 2 counts now" in output.out
    assert content(db) == before


def test_several_commands_one_after_the_other(settled: Run, db: Path) -> None:
    lines = f"episode record '{CHAPTER / 'episode-2.toml'}'\nundo\nundo --and-later\nredo\n"
    before = content(db)
    output = settled("what-if -", stdin=lines)
    assert output.code == 0, output.err
    assert content(db) == before


def test_nothing_different(settled: Run) -> None:
    document = json.loads(settled("what-if - --json", stdin="# nothing\n").out)
    assert (document["kind"], document["kept"], document["changes"]) == ("what_if", False, [])


@pytest.mark.parametrize(
    ("lines", "code", "words"),
    [
        ("db restore x", 6, "a what-if does not try 'db restore x'"),
        ("photo remove 1", 6, "a what-if does not try 'photo remove 1'"),
        ("envelope correct 1 x.toml", 6, "does not try 'envelope correct 1 x.toml'"),
        ("undo --db other.db", 6, "--db is for the what-if, not for a command in it"),
        ("undo --json", 6, "--json is for the what-if"),
        ("undo --language=it", 6, "--language is for the what-if"),
        ("handover export eagle -o /tmp/x", 6, "a what-if does not try"),
        ("\nsticker place eagle dragon G1", 6, "standard input, line 2"),
        ("undo --to 99", 6, "there is no entry 99"),
        ("undo --nonsense", 6, "No such option: --nonsense"),
        ("episode record nowhere.toml", 6, "no such file"),
        ("format = 1\ngame = 3", 7, "standard input"),
        ('sticker place "', 6, "no closing quotation"),
    ],
)
def test_what_cannot_be(settled: Run, refuses: Refuses, lines: str, code: int, words: str) -> None:
    refuses("what-if -", code, words, stdin=lines)


def test_an_error_and_what_helps_stand_on_lines_of_their_own(settled: Run) -> None:
    lines = settled("what-if -", stdin="undo --campaign Nope").err.splitlines()
    assert lines == [
        "error: there is no campaign Nope",
        "       standard input, line 1",
        "       there are: Tuesday",
    ]
    assert (
        "non c'è nessuna campagna Nope"
        in settled("--language it what-if -", stdin="undo --campaign Nope").err
    )


def test_an_error_is_the_same_where_commands_are_logged(
    settled: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = settled("what-if -", stdin="undo --campaign Nope").err
    monkeypatch.setenv("CAMPAIGN_LOG_JSON", "1")
    *lines, log = settled("what-if -", stdin="undo --campaign Nope").err.splitlines()
    assert lines == plain.splitlines()
    assert json.loads(log)["command"] == "what-if"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("rename Wednesday", "Wednesday"),
        ("episode note 1 --where 'at home'", "at home"),
        ("episode result eagle=2 bear=7 deer=5 wolf=3", "episode 2 counts now"),
    ],
)
def test_a_name_a_note_or_scores(settled: Run, db: Path, line: str, words: str) -> None:
    before = content(db)
    output = settled("what-if -", stdin=line)
    assert output.code == 0, output.err
    assert words in output.out
    assert content(db) == before


def test_a_campaign_that_was_taken_over(settled: Run, db: Path) -> None:
    """The secret of the seals goes with the copy: envelopes can be opened in it."""
    lines = "\n".join(
        [
            f"episode record '{CHAPTER / 'episode-2.toml'}'",
            "sticker place eagle rock F11",
            "sticker place bear tree G1",
            "sticker place deer tree G1",
            f"episode record '{CHAPTER / 'episode-3.toml'}'",
            "envelope open 2",
        ]
    )
    before = content(db)
    output = settled("what-if -", stdin=lines)
    assert output.code == 0, output.err
    assert "envelope 2: open now" in output.out
    assert content(db) == before


def test_an_old_spelling_in_a_list_of_commands_works(chapter: Run) -> None:
    lines = f"episode amend 1 '{CHAPTER / 'episode-2.toml'}' --reason slip\n"
    output = chapter("what-if -", stdin=lines)
    assert "episode amend is spelled episode edit now" in output.err
    assert "does not try" not in output.err


def test_a_command_in_place_of_a_file_is_shown_with_its_pipe(begun: Run, refuses: Refuses) -> None:
    said = refuses(["what-if", "player leave wolf"], 7, "no such file")
    assert "echo 'player leave wolf' | campaign what-if -" in said.err
