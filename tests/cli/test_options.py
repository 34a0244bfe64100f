"""The options of every command."""

from __future__ import annotations

from pathlib import Path

from tests.fixtures import Run


def test_options_stand_before_or_after_the_command(begun: Run, tmp_path: Path) -> None:
    assert begun("--json status").out == begun("status --json").out
    assert begun(f"--db {tmp_path}/none.db status").code == 5
    assert begun(f"status --db {tmp_path}/none.db").code == 5


def test_quiet_says_nothing_but_data(begun: Run) -> None:
    assert begun("city rename eagle Ulm --quiet").err == ""
    assert begun("status --quiet").out == begun("status").out
