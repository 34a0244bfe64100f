"""Stickers: owed, placed, listed."""

from __future__ import annotations

from tests.cli.conftest import Run


def test_stickers(played: Run) -> None:
    assert "campaign sticker place eagle tree SQUARE" in played("sticker owed").out
    output = played("sticker place eagle tree g1")
    assert output.err.startswith("eagle has a tree on G1.\nStill owed: 6 stickers")
    assert "G1" in played("sticker list").out
