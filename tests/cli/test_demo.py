"""The demonstrations run to their end."""

from __future__ import annotations

from tests.cli.conftest import Run


def test_the_demo_runs_to_its_end(run: Run) -> None:
    said = run("demo")
    assert said.code == 0
    assert "Your own:" in said.out
    assert said.out.count("(exit code") == 1
    assert "Nothing was found." in said.out


def test_the_whole_demonstration(run: Run) -> None:
    said = run("demo --whole")
    assert said.code == 0
    assert "All 24 episodes verified." in said.out
    assert "Nothing was found." in said.out
