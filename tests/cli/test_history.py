"""campaign history: who won an episode, what was withdrawn, what was amended."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

from campaign.store import journal
from campaign.store.database import open_database, writing
from tests.fixtures import CHAPTER, Run


def words_of(run: Run) -> str:
    """The history in one line, as its column of sentences is folded."""
    return " ".join(run("history").out.split())


def test_the_winner_of_an_episode(played: Run) -> None:
    assert "episode 1: deer (Chen) wins with 6 points (verified)" in words_of(played)


def test_an_episode_that_was_withdrawn_has_no_winner(played: Run) -> None:
    played("undo --yes")
    assert "(episode 1 is recorded: withdrawn)" in words_of(played)
    assert "undone: episode 1" in words_of(played)


def test_an_episode_that_was_amended(played: Run, tmp_path: Path) -> None:
    text = (CHAPTER / "episode-1.toml").read_text("utf-8")
    (tmp_path / "again.toml").write_text(text.replace("2026-10-06", "2026-10-07"), "utf-8")
    played(f"episode edit 1 '{tmp_path / 'again.toml'}' --reason 'the day' --yes")
    assert "deer (Chen) wins with 6 points (verified), amended" in words_of(played)
    said = "episode 1 corrected by Anna: it was played on 7 Oct 2026, not on 6 Oct 2026"
    assert f"{said} (was entry 3); the day" in words_of(played)


def test_a_long_history_is_shown_page_by_page(played: Run, db: Path) -> None:
    database = open_database(db)
    with writing(database) as session:
        for number in range(150):
            journal.append(
                session,
                "campaign/1",
                "city named",
                {"seat": "eagle", "name": f"City {number}"},
                author="Anna",
                now=datetime.now(UTC),
            )
    database.dispose()
    page = played("history").out
    assert "City 149" in page
    assert page.splitlines()[-1] == "53 entries before: campaign history --before 54"
    assert len(page.splitlines()) == 103
    earlier = played("history --before 54").out
    assert " 1  " in earlier
    assert "City 49" in earlier
    assert "City 50" not in earlier
    assert "before:" not in earlier
    assert "City 0" in played("history --all").out
    assert len(played("history --last 2").out.splitlines()) == 5
    assert len(json.loads(played("history --json").out)["entries"]) == 153
    assert len(json.loads(played("history --json --last 2").out)["entries"]) == 2
    assert played("history --all --last 2").code == 2


def test_an_undo_of_a_takeover_says_once_that_the_old_player_leaves(played: Run) -> None:
    for line in ("player join wolf Emil", "undo", "redo"):
        assert played(f"{line} --yes").code == 0
    words = " ".join(played("history").out.split())
    assert "undone: Dora leaves wolf; Emil takes it over" in words
    assert "Dora leaves wolf; Emil takes it over brought back" in words
    assert "Dora leaves wolf; Dora leaves wolf" not in words
