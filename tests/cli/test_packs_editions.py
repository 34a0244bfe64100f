"""campaign pack update: a newer edition of the program's pack."""

from __future__ import annotations

import pytest

from tests.fixtures import Refuses, Run


@pytest.fixture
def chapter(run: Run) -> Run:
    """A campaign of the first edition, its first envelope open."""
    line = "new Tuesday --pack stand_in --seat eagle=Anna --seat bear=Ben --yes"
    assert run(line).code == 0
    assert run("envelope open 1 --yes").code == 0
    return run


def test_a_campaign_takes_a_newer_edition_from_the_next_envelope_on(chapter: Run) -> None:
    tried = chapter("pack update --dry-run")
    assert "From ours to stand_in_second" in tried.out
    assert "small square" in tried.out
    assert "come from stand_in_second: 2 3 4 5 6 7 8" in " ".join(tried.err.split())
    assert "pack updated" not in chapter("history --json").out
    assert "sawmill" not in tried.out
    assert chapter("pack update --yes").code == 0
    assert "come from the pack stand_in_second" in " ".join(chapter("history").out.split())
    assert chapter("audit").code == 0
    assert chapter("pack diff ours stand_in").code == 0


def test_it_is_taken_back_like_any_entry(chapter: Run, refuses: Refuses) -> None:
    assert chapter("pack update --yes").code == 0
    refuses("pack update --yes", 6, "of the newest edition already")
    assert chapter("undo --yes").code == 0
    assert chapter("audit").code == 0
    assert chapter("pack update --dry-run").code == 0


def test_a_campaign_of_the_newest_edition_has_no_newer_one(run: Run, refuses: Refuses) -> None:
    assert run("new Own --seat eagle=Anna --seat bear=Ben --yes").code == 0
    refuses("pack update", 6, "there is no newer edition of the pack stand_in_second")
