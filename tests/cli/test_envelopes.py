"""Envelopes: a closed one shows when it opens, an open one what it brings."""

from __future__ import annotations

from pathlib import Path

from tests.cli.test_entering_terminal import terminal
from tests.fixtures import NEW, Run


def test_envelopes(run: Run) -> None:
    run(NEW)
    assert "sealed" in run("envelope list").out
    closed = run("envelope show 1").out
    assert "opens with episode 1" in closed
    assert "The New Land" not in closed
    assert "The New Land" in run("envelope open 1 --yes").out


def test_an_envelope_was_open_on_an_evening_that_was_typed_later(
    played: Run,
) -> None:
    assert "opened 6 Oct 2026: The New Land" in played("envelope list").out


def test_before_an_envelope_is_opened_it_is_said_what_that_means(run: Run) -> None:
    run(NEW)
    before = run("history --json").out
    output = run("envelope open 1 --dry-run")
    said = " ".join(output.err.split())
    assert "Envelope 1 holds episodes 1 to 3." in said
    assert "becomes part of the history" in said
    assert "An undo closes it again; what somebody has read stays known." in said
    assert "The New Land" not in output.err + output.out
    assert output.err.splitlines()[-1] == "Nothing was written."
    assert run("history --json").out == before


def test_what_opening_means_stands_above_the_question(run: Run, db: Path) -> None:
    run(NEW)
    with terminal(db, "envelope", "open", "1") as at:
        at.waits_for("Envelope 1 holds episodes 1 to 3.")
        at.waits_for("what somebody has read stays known.")
        at.waits_for("Open envelope 1 for good? [Y/n]")
        at.type("n\r")
        at.waits_for("Nothing was written.")
    assert "Envelope 1 is sealed" in run("envelope show 1").out
