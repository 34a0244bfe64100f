"""campaign status: it fits a small terminal."""

from __future__ import annotations

from tests.fixtures import STICKERS, Run


def test_status_fits_a_small_terminal(played: Run) -> None:
    lines = played("status").out.splitlines()
    assert len(lines) <= 24
    assert max(map(len, lines)) <= 80
    owed = "deer owes a rock sticker campaign sticker place deer rock SQUARE"
    assert owed.split() in [line.split() for line in lines]


def test_status_fits_with_all_stickers_owed(played: Run) -> None:
    assert len(played("status").out.splitlines()) <= 24
    for sticker in STICKERS:
        played(f"sticker place {sticker} --yes")
    assert "campaign episode template > evening.toml" in played("status").out
