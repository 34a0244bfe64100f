"""The demonstrations run to their end."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.test_entering_terminal import terminal
from tests.fixtures import Run, content
from tests.processes import GIVE_UP


def test_the_demo_runs_to_its_end(run: Run) -> None:
    output = run("demo")
    assert output.code == 0
    assert "Your own:" in output.out
    assert output.out.count("(exit code") == 1
    assert "checks passed." in output.out
    assert "  see what is next\n      campaign status\n" in output.out


def test_the_whole_demonstration(run: Run) -> None:
    output = run("demo --whole")
    assert output.code == 0
    assert "All 24 episodes verified." in output.out
    assert "checks passed." in output.out


@pytest.mark.parametrize("address", ["{file}", "sqlite:///{file}"])
def test_it_goes_into_no_file_that_is_there(played: Run, db: Path, address: str) -> None:
    before = content(db)
    named = address.format(file=(copy := db.with_name("copy.db")))
    copy.write_bytes(db.read_bytes())
    refused = played(f"demo --db {named}")
    assert (refused.code, "file exists" in refused.err, content(copy)) == (7, True, before)


@pytest.mark.parametrize("words", [("demo",), ("demo", "--whole")])
def test_at_a_terminal_it_goes_page_by_page_to_its_end(
    run: Run, db: Path, words: tuple[str, ...]
) -> None:
    with terminal(db, *words) as at:
        while "Enter: end" not in at.reads_until("q: leave", "Enter: end"):
            at.type("\r")
        at.type("\r")
        assert at.program.wait(GIVE_UP) == 0
        assert at.echoes()


def test_a_page_says_what_it_shows_and_waits_where_it_is_full(run: Run, db: Path) -> None:
    with terminal(db, "demo") as at:
        at.waits_for("Demo, 1 of 15")
        at.waits_for("Four players begin a campaign")
        at.waits_for("Enter: next")
        at.type("\r")
        at.waits_for("The first envelope is opened")
        at.waits_for("Enter: next")
        at.type(" ")
        at.waits_for("Every move is replayed by the rules")
        at.waits_for("Enter: more")
        at.type("q")
        at.waits_for("Your own:")
        assert at.program.wait(GIVE_UP) == 0


def test_ctrl_c_restores_the_terminal(run: Run, db: Path) -> None:
    with terminal(db, "demo") as at:
        at.waits_for("Enter: next")
        at.type("\x03")
        assert at.program.wait(GIVE_UP) == 130
        assert at.echoes()
