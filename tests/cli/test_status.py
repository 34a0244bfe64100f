"""campaign status: it fits a small terminal."""

from __future__ import annotations

from pathlib import Path

from tests.fixtures import CHAPTER, STICKERS, Run


def test_status_fits_a_small_terminal(played: Run) -> None:
    lines = played("status").out.splitlines()
    assert len(lines) <= 24
    assert max(map(len, lines)) <= 80
    owed = "deer owes a rock sticker campaign sticker place deer rock SQUARE"
    assert owed.split() in [line.split() for line in lines]


def test_a_sticker_that_a_board_shows_against_the_rules_is_on_the_board(
    settled: Run, tmp_path: Path
) -> None:
    assert "eagle  -     Anna    ○○○○○○○○○○○○      0    0  1 tree 1 well" in settled("status").out
    assert settled("episode edit 1 --inked 'eagle with rock H3' --yes").code == 0
    assert "0    0  1 rock 1 tree 1 well" in settled("status").out
    assert settled(f"handover export eagle -o {tmp_path}/eagle.zip").code == 0
    letter = settled(f"audit --file {tmp_path}/eagle.zip").err
    assert "A rock on H3: as inked after episode 1" in letter


def test_a_sticker_that_moves_brought_is_on_the_board(run: Run, tmp_path: Path) -> None:
    begins = "new Friday --seat eagle=Anna --seat bear=Ben --from 24"
    (tmp_path / "state.toml").write_text(run(begins).out, "utf-8")
    assert run(f"{begins} --state '{tmp_path}/state.toml'").code == 0
    gained = "--gained 'eagle tree G1, nugget, track 1'"
    assert run(f"episode result eagle=4 bear=3 {gained} --yes").code == 0
    assert "8    1  1 tree 1 nugget\n" in run("status").out


def test_status_fits_with_all_stickers_owed(played: Run) -> None:
    assert len(played("status").out.splitlines()) <= 24
    for sticker in STICKERS:
        played(f"sticker place {sticker} --yes")
    assert "campaign episode template > evening.toml" in played("status").out


def test_half_a_circle_of_marks_counts_whole(run: Run, tmp_path: Path) -> None:
    """Of 23 marks there were 12 circles, and of 21 only 10."""
    new = "new Friday --seat eagle=Anna --seat bear=Ben --from 24"
    form = run(new).out.replace("marks = 0", "marks = 23", 1).replace("marks = 0", "marks = 21", 1)
    (tmp_path / "state.toml").write_text(form, "utf-8")
    assert run(f"{new} --state '{tmp_path}/state.toml' --yes").code == 0
    lines = [line for line in run("status").out.splitlines() if "○" in line or "●" in line][1:]
    assert [line.count("●") for line in lines] == [12, 11]


def test_three_winners_are_listed(run: Run) -> None:
    run("new Tuesday --seat eagle=Anna --seat bear=Anna --seat deer=Ben --yes")
    run("envelope open 1 --yes")
    assert run("episode result eagle=3 bear=3 deer=3 --yes").code == 0
    for line in ("status", "episode list"):
        shown = " ".join(run(line).out.split())
        assert "eagle (Anna), bear" in shown
        assert "and deer (Ben)" in shown
    assert "Anna, Ben " in run("list").out


def test_an_evening_without_a_day_was_recorded_on_a_day_and_not_played_on_it(begun: Run) -> None:
    record = (CHAPTER / "episode-1.toml").read_text("utf-8").replace("played = 2026-10-06\n", "")
    assert begun("episode record - --yes", stdin=record).code == 0
    last = begun("status").out.splitlines()[1]
    assert last.startswith("Last recorded "), last
    assert last.endswith(": episode 1, won by deer (Chen), 6 points")
