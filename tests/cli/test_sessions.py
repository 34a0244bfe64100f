"""Sessions outside a campaign: recorded, listed, shown, replayed."""

from __future__ import annotations

from tests.cli.conftest import ROOT, Run


def test_sessions(run: Run) -> None:
    example = str(ROOT / "examples" / "eternal.toml")
    assert run(["session", "record", example, "--yes"]).code == 0
    assert "verified" in run("session list").out
    assert "My City" in run("session show 1").out
    assert "Card 1 of 28" in run("session replay 1 --moves 1").out
