"""The demonstrations run to their end."""

from __future__ import annotations

from tests.cli.conftest import Run


def test_the_demo_runs_to_its_end(run: Run) -> None:
    output = run("demo")
    assert output.code == 0
    assert "Your own:" in output.out
    assert output.out.count("(exit code") == 1
    assert "checks passed." in output.out


def test_the_whole_demonstration(run: Run) -> None:
    output = run("demo --whole")
    assert output.code == 0
    assert "All 24 episodes verified." in output.out
    assert "checks passed." in output.out
