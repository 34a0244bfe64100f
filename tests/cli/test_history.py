"""campaign history: who won an episode, what was withdrawn, what was amended."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import CHAPTER, Run


def words_of(run: Run) -> str:
    """The history in one line, as its column of sentences is folded."""
    return " ".join(run("history").out.split())


def test_the_winner_of_an_episode(played: Run) -> None:
    assert "episode 1: deer wins with 6 points (verified)" in words_of(played)


def test_an_episode_that_was_withdrawn_has_no_winner(played: Run) -> None:
    played("undo --yes")
    assert "(episode 1 is recorded: withdrawn)" in words_of(played)
    assert "entry 3 withdrawn: " in words_of(played)


def test_an_episode_that_was_amended(played: Run, tmp_path: Path) -> None:
    text = (CHAPTER / "episode-1.toml").read_text("utf-8")
    (tmp_path / "again.toml").write_text(text.replace("2026-10-06", "2026-10-07"), "utf-8")
    played(f"episode amend 1 '{tmp_path / 'again.toml'}' --reason 'the day' --yes")
    assert "deer wins with 6 points (verified), amended" in words_of(played)
    assert "another record for entry 3: the day" in words_of(played)
