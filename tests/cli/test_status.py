"""campaign status: it fits a small terminal."""

from __future__ import annotations

from pathlib import Path

from tests.fixtures import STICKERS, Run


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
