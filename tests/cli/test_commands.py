"""Every command once, as a group would use it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from engine.kernel.record import format_record, parse_record
from tests.cli.conftest import CHAPTER, NEW, ROOT, Run, entries, mistyped

EPISODE = (CHAPTER / "episode-1.toml").read_text(encoding="utf-8")


def test_a_new_campaign_says_what_is_next(run: Run) -> None:
    said = run(NEW)
    assert "campaign envelope open 1" in said.out
    assert said.err == "Tuesday has begun.\n"


def test_options_stand_before_or_after_the_command(begun: Run, tmp_path: Path) -> None:
    assert begun("--json status").out == begun("status --json").out
    assert begun(f"--db {tmp_path}/none.db status").code == 5
    assert begun(f"status --db {tmp_path}/none.db").code == 5


def test_status_fits_a_small_terminal(played: Run) -> None:
    lines = played("status").out.splitlines()
    assert len(lines) <= 24
    assert max(map(len, lines)) <= 80
    owed = "deer owes a rock sticker campaign sticker place deer rock SQUARE"
    assert owed.split() in [line.split() for line in lines]


def test_use_chooses_among_several(begun: Run) -> None:
    begun(NEW.replace("Tuesday", "Friday"))
    assert begun("use Friday").code == 0
    assert "Friday" in begun("status").out
    assert "Tuesday" in begun("status --campaign Tuesday").out
    assert "*  Friday" in begun("list").out


def test_the_template_filled_in_is_a_record(settled: Run) -> None:
    template = settled("episode template").out
    empty = parse_record(template)
    example = parse_record((CHAPTER / "episode-2.toml").read_text(encoding="utf-8"))
    assert (empty.seats, empty.header) == (example.seats, example.header)
    filled = empty._replace(moves=example.moves, result=example.result)
    said = settled("episode record - --yes", stdin=format_record(filled))
    assert said.code == 0
    assert "Episode 2 is kept." in said.err


def test_recording_shows_verdict_sheet_and_what_follows(begun: Run) -> None:
    said = begun(["episode", "record", str(CHAPTER / "episode-1.toml"), "--yes"])
    for words in ("verified", "empty cells", "What follows:", "deer (Chen): 2 progress marks"):
        assert words in said.err


def test_an_episode_is_shown_line_by_line(played: Run) -> None:
    out = played("episode show 1").out
    for words in ("trees", "+12", "rank", "marks", "1 rock", "deer before bear: fewer empty cells"):
        assert words in out
    assert "deer (Chen)       6  verified" in played("episode list").out


def test_as_played_is_marked_wherever_it_is_shown(begun: Run) -> None:
    inked = EPISODE.replace("\nwolf = 2\n", "\nwolf = 30\n")
    assert begun("episode record - --yes --as-played", stdin=inked).code == 0
    for line in ("episode show 1", "episode list", "history", "status"):
        assert "kept as played" in begun(line).out, line
    assert "wolf" in begun("standings").out.splitlines()[3]
    assert begun("audit").code == 0


def test_results_only_are_kept_and_never_called_proved(begun: Run) -> None:
    record = parse_record(EPISODE)._replace(moves=None)
    assert begun("episode record - --yes", stdin=format_record(record)).code == 0
    assert "results only" in begun("status").out
    assert "results only, not proved" in begun("episode show 1").out


def test_a_replay_step_by_step(played: Run) -> None:
    out = played("episode replay 1 --moves 1-3").out
    assert "Card 1 of 24: B5" in out
    assert "build B5@E6/1   covers E6" in out
    assert "Y" not in out.split("The replay")[0].replace("B5", "")
    assert played("episode replay 1 --moves x").code == 2
    assert played("episode replay 1 --step").out.count("Card ") == 24


def test_a_city_now_then_and_bare(settled: Run) -> None:
    assert "Stickers: tree G1, well F7." in settled("city show eagle").out
    assert "B5" in settled("city show eagle").out
    assert "B5" not in settled("city show eagle --bare").out
    assert "No stickers yet." in settled("city show eagle --at 1").out
    assert settled("city rename eagle Rivers").code == 0
    assert "Rivers (eagle, Anna) after episode 1" in settled("city show eagle").out
    assert "Rivers" in settled("city list").out


def test_a_name_is_the_same_however_it_was_typed(run: Run) -> None:
    composed, apart = "Zo\u00eb", "Zoe\u0308"
    assert run(["new", apart, f"--seat=eagle={apart}", "--seat=bear=Ben"]).code == 0
    assert run(["status", "--campaign", apart]).out == run(["status", "--campaign", composed]).out
    assert run("audit").code == 0


def test_stickers(played: Run) -> None:
    assert "campaign sticker place eagle tree SQUARE" in played("sticker owed").out
    said = played("sticker place eagle tree g1 --yes")
    assert said.err.startswith("eagle has a tree on G1.\nStill owed: 6 stickers")
    assert "G1" in played("sticker list").out


def test_envelopes(run: Run) -> None:
    run(NEW)
    assert "sealed" in run("envelope list").out
    closed = run("envelope show 1").out
    assert "opens with episode 1" in closed
    assert "The New Land" not in closed
    assert "The New Land" in run("envelope open 1 --yes").out


def test_sessions(run: Run) -> None:
    example = str(ROOT / "examples" / "eternal.toml")
    assert run(["session", "record", example, "--yes"]).code == 0
    assert "verified" in run("session list").out
    assert "My City" in run("session show 1").out
    assert "Card 1 of 28" in run("session replay 1 --moves 1").out


def test_simulated_games_are_stored_or_written(run: Run, tmp_path: Path) -> None:
    assert run("simulate my-city --seats 2 --seed 3 -n 2").code == 0
    assert len(run("session list").out.splitlines()) == 3
    for folder in ("one", "two"):
        line = f"simulate my-city --seats 3 --seed 3 -n 2 --episode 1 -o {tmp_path / folder}"
        assert run(line).code == 0
    texts = [[p.read_text() for p in sorted((tmp_path / f).iterdir())] for f in ("one", "two")]
    assert texts[0] == texts[1]
    assert run(f"simulate my-city --seats 3 --seed 3 -o {tmp_path / 'one'}").code == 7
    assert run("simulate go").code == 7
    assert run("simulate my-city --seats 9").code == 7


def test_an_audit_is_clean_then_finds_a_changed_view(settled: Run, db: Path) -> None:
    assert settled("audit --all").code == 0
    with closing(sqlite3.connect(db)) as connection:
        connection.execute("UPDATE city SET marks = 9 WHERE seat = 'eagle'")
        connection.commit()
    said = settled("audit")
    assert said.code == 3
    assert "city row campaign/1 eagle: marks is 9, the journal gives 0" in said.out
    assert "campaign db rebuild" in said.out
    assert settled("db rebuild --yes").code == 0
    assert settled("audit").code == 0


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE entry SET author = 'Ben' WHERE seq = 2",
        "UPDATE entry SET payload = replace(payload, 'Anna', 'Emil') WHERE seq = 1",
        "DELETE FROM entry WHERE seq = 4",
    ],
)
def test_an_audit_finds_a_changed_journal(settled: Run, db: Path, change: str) -> None:
    with closing(sqlite3.connect(db)) as connection:
        connection.execute("DROP TRIGGER entry_no_update")
        connection.execute("DROP TRIGGER entry_no_delete")
        connection.execute(change)
        connection.commit()
    said = settled("audit")
    assert said.code == 3
    assert "hash chain" in said.out
    assert "entry_no_update: is missing" in said.out
    assert settled("db check").code == 3


def test_a_remembered_head_is_part_of_the_history(played: Run) -> None:
    head = played("status").out.rsplit("Head for the box: ", 1)[1].strip()
    played("sticker place eagle tree G1 --yes")
    assert f"continues {head}" in played(f"audit --head {head.lower()}").out
    assert played(f"audit --head {mistyped(head)}").code == 2
    other = "0000-0000"
    assert played(f"audit --head {other}").code == 3


def test_the_database_and_its_copies(begun: Run, db: Path, tmp_path: Path) -> None:
    assert begun("db path").out.strip() == str(db)
    assert begun("db check").code == 0
    assert begun("db upgrade").code == 0
    copy = tmp_path / "copy.db"
    assert begun(f"db backup -o {copy}").code == 0
    assert entries(copy) == entries(db) == 2
    assert begun(f"db backup -o {copy}").code == 5
    assert "backups" in begun("db backup").out


def test_quiet_says_nothing_but_data(begun: Run) -> None:
    assert begun("city rename eagle Ulm --quiet").err == ""
    assert begun("status --quiet").out == begun("status").out


def test_the_demo_runs_to_its_end(run: Run) -> None:
    said = run("demo")
    assert said.code == 0
    assert "Your own:" in said.out
    assert said.out.count("(exit code") == 1
    assert "Nothing was found." in said.out
