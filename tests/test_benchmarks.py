"""What takes hours to measure begins and ends: a board of the log of hindsight, without time."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import hindsight


def test_a_board_is_added_to_the_log_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--evenings", "1", "--chapters", "1", "--seconds", "0", "--log", f"{tmp_path}/log"]
    hindsight.main(words)
    log = (tmp_path / "log").read_text("utf-8")
    assert "| 1 | 1 | 0% |" in capsys.readouterr().out
    hindsight.main(words)
    assert log == (tmp_path / "log").read_text("utf-8")
