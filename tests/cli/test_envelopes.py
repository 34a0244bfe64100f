"""Envelopes: a closed one shows when it opens, an open one what it brings."""

from __future__ import annotations

from tests.fixtures import NEW, Run


def test_envelopes(run: Run) -> None:
    run(NEW)
    assert "sealed" in run("envelope list").out
    closed = run("envelope show 1").out
    assert "opens with episode 1" in closed
    assert "The New Land" not in closed
    assert "The New Land" in run("envelope open 1 --yes").out
