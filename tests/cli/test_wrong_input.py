"""Wrong input: one clear line on stderr, the documented exit code, nothing written."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.conftest import CHAPTER, NEW, ROOT, Run, Said, entries

EPISODE = (CHAPTER / "episode-1.toml").read_text(encoding="utf-8")
FIRST = "eagle: build B5@E6/1"
"""The eagle's answer to the first card, move 3 on line 10 of the example."""


def refused(said: Said, code: int, *words: str) -> None:
    """The command ended with that code and one error that says all the words."""
    assert said.out == ""
    assert said.err.startswith("error: ")
    assert said.err.count("error:") == 1
    assert "Traceback" not in said.err
    for word in words:
        assert word in said.err
    assert said.code == code


def record(run: Run, tmp_path: Path, text: str, *more: str) -> Said:
    path = tmp_path / "evening.toml"
    path.write_text(text, encoding="utf-8")
    return run(["episode", "record", str(path), "--yes", *more])


def changed(old: str, new: str) -> str:
    assert old in EPISODE
    return EPISODE.replace(old, new, 1)


def with_first(words: str) -> str:
    return changed(FIRST, f"eagle: {words}")


def result_of(seat: str, text: str) -> str:
    """The example with another line, or none, for the result of a seat."""
    return re.sub(rf"\n{seat} = -?\d+\n", f"\n{text}", EPISODE)


def with_moves(*moves: str) -> str:
    """A record for four of just these moves."""
    block = "".join(f"{move}\n" for move in moves)
    return re.sub(r'moves = """.*?"""', f'moves = """\n{block}"""', EPISODE, flags=re.DOTALL)


MISSING = re.sub(r"(\n[^\n]*){3}\n\"\"\"\n", '\n"""\n', EPISODE)
TEXTS = {
    "broken TOML": (changed('moves = """', 'moves = "'), 7, "line 7, column 10"),
    "unknown key": (changed("played", "playd"), 7, "unknown key 'playd'"),
    "unknown game": (changed('"my-city"', '"go"'), 7, "game 'go' is not known: my-city"),
    "unknown edition": (changed('edition = "1"', 'edition = "9"'), 7, "edition '9'"),
    "unknown seat": (changed('"wolf"]', '"fox"]'), 7, 'nobody sits at "wolf"'),
    "unknown verb": (with_first("jump A1"), 6, "the verbs are reveal, build, pass, quit"),
    "duplicate seats": (changed('"bear",', '"eagle",'), 7, "eagle sits twice"),
    "no moves": (with_moves(), 6, "the table draws next"),
    "missing moves": (MISSING, 6, "incomplete"),
    "no result of a seat": (result_of("wolf", ""), 6, "no result is stated for wolf"),
    "another result": (result_of("wolf", "wolf = 49\n"), 6, "wolf: 49 stated, 2 by replay"),
    "another episode": (changed("episode = 1", "episode = 2"), 6, "episode 2 is too early"),
    "no such episode": (changed("episode = 1", "episode = 77"), 6, "episode 77 is not in the pack"),
}


@pytest.mark.parametrize("name", TEXTS)
def test_a_record_that_cannot_be_kept(begun: Run, db: Path, tmp_path: Path, name: str) -> None:
    text, code, words = TEXTS[name]
    before = entries(db)
    refused(record(begun, tmp_path, text), code, words, "evening.toml")
    assert entries(db) == before


MOVES = {
    "a building that is not revealed": ("build Y1@E6", "Y1 is not the revealed building, B5 is"),
    "no building of the set": ("build A9@E6", "A9 is not a building of this set"),
    "no cell": ("build B5@Z9", "Z9 is not a cell of the board"),
    "over the edge": ("build B5@K6", "B5 at K6 hangs over the board's edge"),
    "on a mountain": ("build B5@A1", "stands on a mountain (A1 B1)"),
    "on forest": ("build B5@H11", "stands on forest"),
    "over the river": ("build B5@C5", "covers both banks of the river"),
    "first away from the river": ("build B5@G6", "is not next to the river"),
    "a card by a seat": ("reveal Y4", "the table (*) reveals cards"),
}


@pytest.mark.parametrize("name", MOVES)
def test_an_illegal_move_names_move_line_reason_and_what_would_do(
    begun: Run, db: Path, tmp_path: Path, name: str
) -> None:
    words, reason = MOVES[name]
    before = entries(db)
    said = record(begun, tmp_path, with_first(words))
    refused(said, 6, f'move 3, "eagle: {words}": {reason}', "line 10", "legal would be")
    assert entries(db) == before


SECOND = re.search(r"eagle: build B8@\S+", EPISODE)
LATER = {
    "on an own building": ("eagle: build B8@E6", "covers an own building"),
    "not adjacent": ("eagle: build B8@G4", "touches no own building with an edge"),
}


@pytest.mark.parametrize("name", LATER)
def test_an_illegal_second_building(begun: Run, tmp_path: Path, name: str) -> None:
    assert SECOND
    words, reason = LATER[name]
    refused(record(begun, tmp_path, changed(SECOND[0], words)), 6, reason, "move 10")


ALL_PASS = [f"{seat}: pass" for seat in ("eagle", "bear", "deer", "wolf")]
ALL_QUIT = [f"{seat}: quit" for seat in ("eagle", "bear", "deer", "wolf")]
CARDS = [f"{colour}{n}" for colour in "YRB" for n in range(1, 9)]


@pytest.mark.parametrize(
    ("moves", "reason"),
    [
        (["*: reveal Y4", "eagle: quit", "eagle: quit"], "eagle has quit this episode"),
        (["*: reveal Y4", *ALL_PASS, "*: reveal Y4"], "Y4 has been revealed before"),
        (["*: reveal Y4", *ALL_QUIT, "*: reveal Y5"], "the episode is over: all have quit"),
        (["*: reveal Y4", "*: reveal Y5"], "still to answer Y4"),
        (["*: reveal Z9"], "Z9 is no card of this deck"),
        (["eagle: pass"], "the table reveals the next one"),
        (
            [move for card in CARDS[:11] for move in (f"*: reveal {card}", *ALL_PASS)],
            "the token is at 0",
        ),
    ],
)
def test_moves_out_of_order(begun: Run, tmp_path: Path, moves: list[str], reason: str) -> None:
    refused(record(begun, tmp_path, with_moves(*moves)), 6, reason)


def test_an_illegal_record_is_not_kept_as_played_either(begun: Run, tmp_path: Path) -> None:
    refused(record(begun, tmp_path, with_first("build B5@A1"), "--as-played"), 6, "mountain")


def test_debug_shows_the_traceback(begun: Run) -> None:
    with pytest.raises(Exception, match="no such file"):
        begun("episode record nothing.toml --debug")


# Files.


def test_files_that_cannot_be_used(begun: Run, db: Path, tmp_path: Path) -> None:
    before = entries(db)
    binary, large = tmp_path / "binary", tmp_path / "large"
    binary.write_bytes(b"a\n\xff")
    with large.open("wb") as file:
        file.truncate(50_000_000)
    refused(begun("episode record nothing.toml"), 7, "nothing.toml: no such file")
    refused(begun(f"episode record {tmp_path}"), 7, "is a directory")
    refused(begun(f"episode record {binary}"), 7, "line 2: not UTF-8")
    refused(begun(f"episode record {large}"), 7, "more than 2,000,000 bytes")
    assert entries(db) == before


# Campaigns, seats, names.


@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        ("new A --seat eagle=Anna", 6, "1 at the table: My City is for 2 to 4"),
        (NEW.replace("new Tuesday", "new A") + " --seat fox=Emil", 6, "5 at the table"),
        ("new A --seat fox=Anna --seat bear=Ben", 6, "fox is not a seat of My City"),
        ("new '' --seat eagle=Anna --seat bear=Ben", 6, "needs a name"),
        ("new 'a\tb' --seat eagle=Anna --seat bear=Ben", 6, "control character"),
        (f"new {'x' * 10_000} --seat eagle=Anna --seat bear=Ben", 6, "10,000 characters"),
        ("new A --seat eagle= --seat bear=Ben", 6, "the player of eagle needs a name"),
    ],
)
def test_a_campaign_that_cannot_begin(run: Run, db: Path, line: str, code: int, words: str) -> None:
    refused(run(line), code, words)
    assert not db.exists()


@pytest.mark.parametrize("seats", ["--seat eagle=A --seat eagle=B", "--seat Anna"])
def test_seats_typed_oddly_are_wrong_usage(run: Run, seats: str) -> None:
    said = run(f"new A {seats}")
    assert said.code == 2
    assert "Traceback" not in said.err


def test_a_name_is_taken_once(begun: Run, db: Path) -> None:
    before = entries(db)
    refused(begun(NEW), 6, "there is a campaign Tuesday already")
    assert entries(db) == before


def test_an_unknown_campaign(begun: Run) -> None:
    refused(begun("status --campaign Friday"), 4, "there is no campaign Friday", "Tuesday")


def test_of_several_campaigns_one_has_to_be_named(begun: Run) -> None:
    begun(NEW.replace("Tuesday", "Friday"))
    refused(begun("status"), 2, "There are 2: Tuesday, Friday", "campaign use NAME")


def test_a_city_name_that_cannot_be(begun: Run, db: Path) -> None:
    before = entries(db)
    refused(begun(["city", "name", "eagle", ""]), 6, "needs a name")
    refused(begun(["city", "name", "fox", "Ulm"]), 6, "fox is not a seat")
    assert entries(db) == before


# Envelopes, stickers, episodes.


def test_a_sealed_envelope(run: Run, db: Path) -> None:
    run(NEW)
    before = entries(db)
    said = run(["episode", "record", str(CHAPTER / "episode-1.toml"), "--yes"])
    refused(said, 6, "envelope 1 is still sealed", "campaign envelope open 1")
    refused(run("envelope open 9 --yes"), 6, "there is no envelope 9")
    refused(run("envelope show 9"), 4, "there is no envelope 9")
    assert entries(db) == before


def test_an_envelope_opens_once(begun: Run) -> None:
    refused(begun("envelope open 1 --yes"), 6, "envelope 1 is open already")


def test_an_episode_is_recorded_once(played: Run) -> None:
    said = played(["episode", "record", str(CHAPTER / "episode-1.toml"), "--yes"])
    refused(said, 6, "episode 1 is recorded already")


def test_unpaid_stickers(played: Run, db: Path) -> None:
    before = entries(db)
    said = played(["episode", "record", str(CHAPTER / "episode-2.toml"), "--yes"])
    refused(said, 6, "eagle owes its board a tree sticker", "campaign sticker place eagle tree")
    assert entries(db) == before


@pytest.mark.parametrize(
    ("sticker", "words"),
    [
        ("eagle tree C2", "something lies there already"),
        ("eagle tree C1", "it has no small square"),
        ("eagle tree A1", "it is not light-green"),
        ("eagle tree Z1", "Z1 is not a cell"),
        ("eagle rock G1", "is not owed a rock sticker, but a tree, a well"),
        ("eagle banana G1", "is not owed a banana sticker"),
        ("fox tree G1", "fox is not a seat"),
    ],
)
def test_a_sticker_where_it_may_not_go(played: Run, db: Path, sticker: str, words: str) -> None:
    before = entries(db)
    refused(played(f"sticker place {sticker} --yes"), 6, words)
    assert entries(db) == before


NOT_THERE = (
    "episode show 7",
    "episode replay 7",
    "city show fox",
    "city show eagle --at 7",
    "session show 7",
)


@pytest.mark.parametrize("line", NOT_THERE)
def test_what_is_not_there(played: Run, line: str) -> None:
    said = played(line)
    assert (said.code, said.out) == (4, "")


def test_without_a_terminal_nothing_is_asked(begun: Run, db: Path) -> None:
    before = entries(db)
    said = begun(["episode", "record", str(CHAPTER / "episode-1.toml")])
    assert said.code == 2
    assert "add --yes" in said.err
    assert entries(db) == before


# The database.


def test_no_database_is_made_by_looking(run: Run, db: Path) -> None:
    refused(run("status"), 5, "there is no database")
    assert not db.exists()


def test_a_folder_and_a_text_are_no_database(run: Run, tmp_path: Path) -> None:
    (tmp_path / "text").write_text("nothing of the kind " * 99)
    refused(run(f"status --db {tmp_path}"), 5, "folder")
    refused(run(f"status --db {tmp_path / 'text'}"), 5, "not a database")


def test_a_newer_database(begun: Run, db: Path) -> None:
    with closing(sqlite3.connect(db)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    refused(begun("status"), 6, "newer program")


def test_a_locked_database(begun: Run, db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from campaign.store import database

    patient = database.open_database
    monkeypatch.setattr(
        database, "open_database", lambda *args, **more: patient(*args, busy_ms=100, **more)
    )
    with closing(sqlite3.connect(db, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        refused(begun("city name eagle Ulm"), 5, "locked by another program")
        assert begun("status").code == 0  # reading goes on


def test_a_driver_that_is_not_there(run: Run) -> None:
    said = run("status --db mysql://nobody/nothing")
    refused(said, 5, "postgresql://")


def test_the_example_with_a_wrong_score(settled: Run) -> None:
    settled(["episode", "record", str(CHAPTER / "episode-2.toml"), "--yes"])
    for sticker in ("eagle rock F11", "bear tree G1", "deer tree G1"):
        settled(f"sticker place {sticker} --yes")
    said = settled(["episode", "record", str(CHAPTER / "episode-3-wrong-score.toml"), "--yes"])
    refused(said, 6, "bear: 15 stated, 13 by replay", "--as-played")


def test_a_session_needs_no_campaign_but_a_record(run: Run) -> None:
    refused(run("session record nothing.toml --yes"), 7, "no such file")
    said = run(["session", "record", str(ROOT / "examples" / "eternal.toml"), "--yes"])
    assert said.code == 0
