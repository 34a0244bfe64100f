"""campaign brief: one page before an evening."""

from __future__ import annotations

import json

from tests.fixtures import STICKERS, Refuses, Run


def test_before_the_first_episode(begun: Run) -> None:
    page = begun("brief eagle").out
    assert "each visible rock: -1" in page
    assert "0 progress marks, nobody has more" in page
    assert "last" not in page
    assert page.splitlines()[-1] == "  campaign episode enter"


def test_what_changed_and_what_was_lost(settled: Run) -> None:
    page = settled("brief deer").out
    assert len(page.splitlines()) <= 24
    assert "most lost" in page
    assert page.splitlines()[-1] == "  campaign episode enter"


def test_what_ends_is_said_as_the_envelope_says_it(settled: Run) -> None:
    """The wells that lie there still score: `no longer: well` would say the contrary."""
    for number in (2, 3):
        assert settled(f"episode result eagle={number} bear=2 deer=1 wolf=0 --yes").code == 0
        while owed := json.loads(settled("sticker owed --json").out)["owed"]:
            place = f"{owed[0]['seat']} {owed[0]['kind']} {owed[0]['squares'][0]}"
            assert settled(f"sticker place {place} --yes").code == 0
        if number == 2:
            assert "no more wells are handed out *" in settled("brief").out
            assert json.loads(settled("brief --json").out)["ended"] == ["well"]
    assert settled("envelope open 2 --yes").code == 0
    assert "no longer" not in settled("brief").out


def test_the_last_evening_of_another_player_is_not_called_yours(chapter: Run) -> None:
    """Neither that of who held the city before, nor that of who sat in for its player."""
    chapter("envelope open 2 --yes")
    for seat, line in (
        ("wolf", "player join wolf Emil --yes"),
        ("bear", "episode edit 3 --who bear=Gus --reason slip --yes"),
    ):
        assert "episode 3, you" in chapter(f"brief {seat}").out
        assert chapter(line).code == 0
        page = chapter(f"brief {seat}").out
        assert "episode 3, you" not in page
        assert f"episode 3, {'Dora' if seat == 'wolf' else 'Gus'}" in page
    assert "episode 3, you" in chapter("brief eagle").out


def test_the_last_evening_that_nobody_played_is_nobodys(settled: Run) -> None:
    """Not that of who was absent then, whoever holds the city today."""
    scores = "eagle=3 bear=2 wolf=1 --absent deer --house-rule"
    assert settled(f"episode result {scores} --yes").code == 0
    assert "episode 2, absent\n" in settled("brief deer").out
    assert settled("player join deer Fay --yes").code == 0
    assert "episode 2, absent\n" in settled("brief deer").out


def test_the_shared_part_stands_there_once(settled: Run) -> None:
    page = settled("brief").out
    assert page.count("each visible tree: +1") == 1
    for seat in ("eagle", "bear", "deer", "wolf"):
        assert f"\n{seat} " in page


def test_points_are_those_of_the_last_sheet(chapter: Run) -> None:
    sheets = json.loads(chapter("episode show 3 --json").out)["sheets"]
    chapter("envelope open 2 --yes")
    boards = json.loads(chapter("brief --json").out)["boards"]
    for sheet in sheets:
        (board,) = (board for board in boards if board["city"]["seat"] == sheet["seat"])
        lines = {line["label"]: line["points"] for line in sheet["lines"]}
        assert board["last"]["points"]["empty cells"] == [lines["empty cells"]]
        assert board["last"]["score"] == sheet["score"]


def test_stickers_that_are_owed_come_first(played: Run) -> None:
    page = played("brief deer").out
    assert "owes its board: rock" in page
    assert page.splitlines()[-1] == "  campaign sticker place"
    for sticker in STICKERS:
        played(f"sticker place {sticker} --yes")
    assert "owes" not in played("brief deer").out


def test_nothing_of_a_sealed_envelope(chapter: Run) -> None:
    page = chapter("brief").out
    assert "envelope 2 is still sealed" in page
    assert "What counts" not in page
    assert "score in episode 3" in page
    assert "most lost" not in page
    assert page.splitlines()[-1] == "  campaign envelope open 2"


def test_late_and_after_the_last_episode_it_is_one_page(run: Run) -> None:
    assert run("simulate my-city --whole --seats 2 --keep").code == 0
    page = run("brief").out
    assert page.startswith("Every episode of this pack has been played")
    assert page.splitlines()[-1] == "  campaign standings"
    for episode in (24, 22):
        assert run(f"undo --episode {episode} --yes").code == 0
        for seat in ("", "bear"):
            late = run(f"brief {seat}").out.splitlines()
            assert late[0].startswith(f"Episode {episode} of 24")
            assert len(late) <= 24
            assert any("blue, red, yellow shaft: box 4 1 nugget" in line for line in late)
    # With episode 15 empty cells cost nothing any more: rocks were not what cost most before.
    assert run("undo --episode 15 --yes").code == 0
    for board in json.loads(run("brief --json").out)["boards"]:
        seat, last = board["city"]["seat"], board["last"]
        (sheet,) = (
            sheet
            for sheet in json.loads(run("episode show 14 --json").out)["sheets"]
            if sheet["seat"] == seat
        )
        points = {line["label"]: line["points"] for line in sheet["lines"]}
        assert points["empty cells"] < sum(last["points"]["rocks"]) < 0
        assert last["most_lost"] is None


def test_a_seat_that_does_not_play(settled: Run, refuses: Refuses) -> None:
    refuses("brief fox", 4, "fox is no seat")
