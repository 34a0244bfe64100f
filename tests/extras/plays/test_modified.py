"""The time at which the app sees that a play has changed: that of the last change, also back."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from campaign.store import clock
from tests.fixtures import ROOT, Run

BEGINS = datetime(2026, 12, 1, 20, tzinfo=UTC)
Changed = Callable[[str], bool]


@pytest.fixture
def changed(run: Run, monkeypatch: pytest.MonkeyPatch) -> Changed:
    """Whether a command changes the first play that is exported, by what the app is told."""
    monkeypatch.setenv("TZ", "UTC")
    minutes = 0

    def gives(line: str) -> bool:
        nonlocal minutes
        minutes += 1
        now = BEGINS + timedelta(minutes=minutes)
        monkeypatch.setattr(clock, "now", lambda: now)
        output = run(f"{line} --yes")
        assert output.code == 0, output.err
        play = json.loads(run("export bgstats").out)["plays"][0]
        return bool(play["modificationDate"] == f"{now:%Y-%m-%d %H:%M:%S}")

    return gives


def test_a_session_that_goes_back_to_an_earlier_record_has_changed(changed: Changed) -> None:
    one, other = (
        ROOT / "tests" / "records" / f"machi_koro_{name}.toml"
        for name in ("verified_chained_doubles", "verified_broke_players")
    )
    assert changed(f"session record '{one}'")
    assert changed(f"session edit 1 '{other}' --reason slip")
    assert changed("session reinstate 1 --record-version 1")
    assert changed("session note 1 --where club")
    assert not changed(f"session record '{other}'")


def test_an_episode_that_is_corrected_noted_and_taken_back_has_changed(
    begun: Run, changed: Changed
) -> None:
    assert changed("episode result eagle=5 bear=4 deer=3 wolf=2 --played 2026-11-30")
    assert changed("episode edit 1 --who eagle=Emil --reason slip")
    assert changed("undo")
    assert changed("redo")
    assert not changed("sticker place eagle rock F11")
    assert not changed("undo")
    assert changed("episode note 1 --minutes 75")
