"""Days are those of the table: wherever it stands, and whoever reads of it elsewhere."""

from __future__ import annotations

import csv
import json
import time
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from tests.fixtures import NEW, ROOT, Run, tamper

At = Callable[[str, str], None]
"""Sets the clock of the machine: its zone, and what a clock on the wall shows there."""

EVENINGS = {
    "Pacific/Honolulu": "2026-11-24T20:00",
    "America/St_Johns": "2026-11-24T23:40",
    "Europe/Berlin": "2026-11-24T00:30",
    "Asia/Kolkata": "2026-11-24T02:15",
    "Pacific/Kiritimati": "2026-11-24T08:00",
}
"""Moments of 24 Nov that UTC calls another day, and one that it does not."""
CHANGES = {
    "the hour that comes twice": ("America/Havana", "2026-11-01T00:30", "1 Nov 2026"),
    "the end of the day before": ("America/Havana", "2026-10-31T23:59", "31 Oct 2026"),
    "after the hour that is left out": ("America/Havana", "2026-03-08T01:05", "8 Mar 2026"),
    "before the hour that is left out": ("America/Havana", "2026-03-07T23:55", "7 Mar 2026"),
}
"""Both changes of a clock that is changed at midnight."""


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> Iterator[At]:
    """Set the clock of the machine."""

    def call(zone: str, wall: str) -> None:
        now = datetime.fromisoformat(wall).replace(tzinfo=ZoneInfo(zone)).timestamp()
        monkeypatch.setattr("campaign.store.clock.time.time", lambda: now)
        monkeypatch.setenv("TZ", zone)
        time.tzset()

    yield call
    monkeypatch.undo()
    time.tzset()


def without_a_day(name: str) -> str:
    """A record of the examples that does not say when it was played."""
    lines = (ROOT / "examples" / name).read_text("utf-8").splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith("played"))


@pytest.mark.parametrize("zone", EVENINGS)
def test_every_list_and_document_has_the_day_of_the_table(
    run: Run, at: At, zone: str, tmp_path: Path
) -> None:
    at(zone, EVENINGS[zone])
    does(run, NEW, "envelope open 1")
    kept(run, "episode", without_a_day("chapter-1/episode-1.toml"), "")
    kept(run, "session", without_a_day("machi-koro.toml"), "")
    for command in (
        "session list",
        "session show 1",
        "status",
        "history",
        "player list",
        "player show Anna",
        "episode list",
        "episode show 1",
        "city show eagle",
        "list",
        "head --all",
        "audit report",
    ):
        shown = run(command)
        assert shown.code == 0, shown.err
        days = {day for day in ("23 Nov", "24 Nov", "25 Nov") if day in shown.out}
        assert days <= {"24 Nov"}, (command, shown.out)
    for command in ("player list", "history", "list", "session list", "audit report"):
        assert "24 Nov" in run(command).out, command
    for command in ("session list", "history", "player list", "player show Anna", "list"):
        text = run(f"{command} --json").out
        assert "2026-11-24" in text, command
        assert not {"2026-11-25", "2026-11-23"} & set(text.replace("T", '"').split('"')), command
    does(run, f"export bgstats -o {tmp_path / 'all.bgsplay'}")
    plays = json.loads((tmp_path / "all.bgsplay").read_text("utf-8"))["plays"]
    assert {play["playDate"][:10] for play in plays} == {"2026-11-24"}
    assert {play["entryDate"] for play in plays} == {EVENINGS[zone].replace("T", " ") + ":00"}
    does(run, f"session chronicle -o {tmp_path / 'page.html'}")
    assert "24 Nov 2026" in (tmp_path / "page.html").read_text("utf-8")
    rows = csv.DictReader(run("export csv plays").out.splitlines())
    assert {row["day"] for row in rows} == {"2026-11-24"}


def test_a_reader_elsewhere_sees_the_day_of_the_table(run: Run, at: At) -> None:
    at("Pacific/Honolulu", "2026-11-24T20:00")
    does(run, NEW)
    at("Asia/Tokyo", "2026-11-26T09:00")
    assert "24 Nov 2026" in run("player list").out
    assert "24 Nov 2026" in run("history").out
    first = json.loads(run("history --json").out)["entries"][0]
    assert first["recorded_at"] == "2026-11-24T20:00:00-10:00"


def test_an_earlier_entry_has_the_day_of_who_reads_it(run: Run, at: At, db: Path) -> None:
    at("Pacific/Honolulu", "2026-11-24T20:00")
    does(run, NEW)
    without_offset = "UPDATE entry SET recorded_at = substr(recorded_at, 1, 20)"
    tamper(db, "DROP TRIGGER entry_no_update", without_offset)
    assert "24 Nov 2026" in run("history").out


@pytest.mark.parametrize("change", CHANGES)
def test_the_day_is_right_when_the_clock_is_changed(run: Run, at: At, change: str) -> None:
    zone, wall, day = CHANGES[change]
    at(zone, wall)
    kept(run, "session", without_a_day("machi-koro.toml"), "")
    assert day in run("session list").out
    at("Asia/Tokyo", "2026-12-24T09:00")
    assert day in run("session list").out


def does(run: Run, *lines: str) -> None:
    """Run commands that succeed."""
    for line in lines:
        output = run(f"{line} --yes")
        assert output.code == 0, output.err


def kept(run: Run, of: str, record: str, words: str) -> None:
    """Keep a record that is typed into the command."""
    output = run(f"{of} record - {words} --yes", stdin=record)
    assert output.code == 0, output.err
