"""A benchmark that takes hours runs here without searching: the log of hindsight."""

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
