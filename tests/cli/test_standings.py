"""campaign standings: of one campaign, and with --all of everything in the database."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.my_city.campaign import fold
from tests.fixtures import ETERNAL, Run

SEATS = "--seat eagle=Emil --seat bear=Anna"


def test_over_all_who_leads_and_who_wins(chapter: Run) -> None:
    chapter(f"new Friday {SEATS} --yes")
    chapter("--campaign Friday envelope open 1 --yes")
    chapter("--campaign Friday episode result eagle=12 bear=7 --played 2026-11-13 --yes")
    chapter(f"new Sunday {SEATS} --yes")
    chapter(["session", "record", str(ETERNAL), "--yes"])
    assert chapter("standings --all").out.splitlines() == [
        "Campaign  Leads                      Marks",
        "Friday    eagle (Emil)                   2  episode 2 is next",
        "Sunday    -                              0  episode 1 is next",
        "Tuesday   eagle (Anna), wolf (Dora)      3  episode 4 is next",
        "",
        "Player  Episodes  Won  Sessions  Won outside",
        "Anna           4    1         1            1",
        "Chen           3    1         0            0",
        "Dora           3    1         0            0",
        "Emil           1    1         0            0",
        "Ben            3    0         1            0",
    ]


def test_over_all_of_nothing(run: Run) -> None:
    run(f"new Friday {SEATS} --yes")
    shown = run("standings --all").out
    assert "Friday" in shown
    assert shown.endswith("No game that counts names a player.\n")


def test_a_game_without_names_is_not_said_to_be_none(run: Run) -> None:
    record = 'format = 1\ngame = "machi-koro"\nedition = "1"\nseats = ["p1", "p2"]\n'
    output = run(
        "session record - --yes", f"{record}played = 2026-01-01\n[result]\np1 = 4\np2 = 2\n"
    )
    assert output.code == 0, output.err
    for line in ("standings --all", "player list"):
        assert run(line).out.startswith("No game that counts names a player.")


def test_over_all_replays_no_record(chapter: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def folded(*_: object) -> None:
        raise AssertionError("a campaign was folded")

    monkeypatch.setattr(fold, "campaign_of", folded)
    assert chapter("standings --all").code == 0


def test_marks_of_a_city_that_nobody_held_are_not_called_declared(run: Run, tmp_path: Path) -> None:
    begins = f"new Friday {SEATS} --seat deer=Chen --from 23"
    before, deer, after = run(begins).out.partition("[cities.deer]")
    state = f"{before}{deer}{after.replace('marks = 0', 'marks = 9')}"
    (tmp_path / "state.toml").write_text(state, "utf-8")
    for line in (
        f"{begins} --state '{tmp_path}/state.toml'",
        *("episode result eagle=1 bear=2 deer=3", "player leave deer"),
        *("sticker place eagle tree G1", "sticker place bear plain E8"),
        "episode result eagle=1 bear=2 --house-rule",
    ):
        output = run(f"{line} --yes")
        assert output.code == 0, output.err
    assert "deer by player: declared 9, Chen 2, nobody " in run("standings").out


def test_standings_name_the_episode_after_which_they_are(run: Run, tmp_path: Path) -> None:
    """A campaign that began without this program has more behind it than it has recorded."""
    path, new = tmp_path / "state.toml", "new Tuesday --seat eagle=Anna --seat bear=Ben --from 4"
    path.write_text(run(new).out, "utf-8")
    assert run(f"{new} --state '{path}' --yes").code == 0
    assert run("standings").out.startswith("Tuesday, standings before episode 4\n")
    assert run("envelope open 2 --yes").code == 0
    assert run("episode result eagle=4 bear=3 --yes").code == 0
    assert run("standings").out.startswith("Tuesday, standings after episode 4\n")


def test_who_takes_a_city_after_the_last_episode_has_not_won(run: Run, tmp_path: Path) -> None:
    (tmp_path / "state.toml").write_text(run(f"new Friday {SEATS} --from 24").out, "utf-8")
    run(f"new Friday {SEATS} --from 24 --state '{tmp_path}/state.toml' --yes")
    run("envelope open 8 --yes")
    run("episode result eagle=12 bear=7 --yes")
    for line in ("player leave eagle --yes", "player join eagle Zoe --yes"):
        assert run(line).code == 0
        for shown in ("status", "standings"):
            assert "eagle (Emil) wins the campaign" in run(shown).out
        assert re.search(r"Friday +eagle \(Emil\)", run("standings --all").out)
    run("player rename Emil Emilio --yes")
    assert "eagle (Emilio) wins the campaign" in run("status").out
    assert "eagle (Emilio) wins" in run("chronicle -o -").out


def test_whoever_plays_two_cities_plays_one_episode(run: Run) -> None:
    for line in (
        "new Two --seat eagle=Anna --seat bear=Anna --seat deer=Ben",
        "envelope open 1",
        "episode result eagle=9 bear=9 deer=3",
    ):
        assert run(f"{line} --yes").code == 0
    assert re.search(r"Anna +1 +1 +0 +0", run("standings --all").out)
    shown = run("player show Anna").out
    assert shown.startswith("Anna, 1 game\n")
    assert re.search(r"My City, Two +1 +1 +9\.0 +9 ", shown)
    assert run("audit").code == 0
