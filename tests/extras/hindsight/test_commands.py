"""campaign hindsight: what the same cards allowed, searched, kept, shown, forgotten.

The search stops at once here, so that what it shows does not depend on the machine: what was
played, what a simple player makes of it, the bound by counting.
"""

from __future__ import annotations

import json
import re
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from campaign import installation
from campaign.extras.hindsight import clock, search
from campaign.extras.hindsight.pure.beam import beam
from engine.kernel.record import format_record, parse_record
from tests.cli.test_attendance import without
from tests.cli.test_packs import STICKERS
from tests.fixtures import CHAPTER, ETERNAL, Refuses, Run, entries, is_screen, tamper

SHORT = "--seconds 0.001"
"""So little time that no search begins, and enough to be kept."""
MOMENT = f"{SHORT} --jobs 1"
"""The same in this process, where the clock is that of the test."""


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """No solver, and a clock that goes on by a millisecond whenever somebody looks."""
    monkeypatch.setattr(search, "has_solver", lambda: False)
    monkeypatch.setattr(installation, "install_command", lambda extra: f"add {extra}")
    monkeypatch.setattr(clock, "monotonic", count(0, 0.001).__next__)


def looked(run: Run, line: str) -> dict[str, dict[str, Any]]:
    """What the document says of each seat."""
    document = json.loads(run(f"{line} --json").out)
    return {one["seat"]: one for one in document["seats"]}


def test_a_row_a_seat(played: Run) -> None:
    is_screen("hindsight", played(f"hindsight 1 {MOMENT}").out)


def test_scores_are_those_of_the_replay_where_others_count(run: Run) -> None:
    words = "These scores are those of the replay; what counts was kept as played."
    record = parse_record(ETERNAL.read_text("utf-8"))
    other = {seat: score + 1 for seat, score in record.result.items()}
    text = format_record(record._replace(result=other))
    assert run(f"session record '{ETERNAL}' --yes").code == 0
    assert run("session record - --as-played --yes", stdin=text).code == 0
    line = f"session hindsight 1 {MOMENT}"
    assert words not in run(line).out
    assert words in run(line.replace("1", "2", 1)).out
    seats = looked(run, line.replace("1", "2", 1))
    assert {seat: one["played"] for seat, one in seats.items()} == record.result


def test_card_by_card(played: Run) -> None:
    is_screen("hindsight_step", played(f"hindsight 1 --whose deer --step {MOMENT}").out)


def test_no_score_is_above_the_best_line_and_no_line_above_the_bound(chapter: Run) -> None:
    for number in (1, 2, 3):
        sheets = json.loads(chapter(f"episode show {number} --json").out)["sheets"]
        seats = looked(chapter, f"hindsight {number} {MOMENT}")
        for sheet in sheets:
            seat = seats[sheet["seat"]]
            assert sheet["score"] == seat["played"] <= seat["best"] <= seat["bound"]
            assert seat["best"] == sum(line["points"] for line in seat["lines"])


def test_what_was_found_is_kept_until_the_record_is_another(
    settled: Run, db: Path, tmp_path: Path
) -> None:
    before = entries(db)
    first = looked(settled, f"hindsight 1 {MOMENT}")
    again = looked(settled, "hindsight 1 --seconds 0")
    assert first == again
    assert entries(db) == before
    text = (CHAPTER / "episode-1.toml").read_text("utf-8")
    file = tmp_path / "another-day.toml"
    file.write_text(text.replace("\nplayed = 2026-", "\nplayed = 2025-"), "utf-8")
    assert settled(f"episode edit 1 '{file}' --reason day --yes").code == 0
    after = looked(settled, "hindsight 1 --seconds 0")
    assert (1, 0) == (first["eagle"]["seconds"], after["eagle"]["seconds"])


def test_what_was_found_is_kept_until_the_evening_has_another_pack(
    settled: Run, tmp_path: Path
) -> None:
    file = tmp_path / "box.toml"
    file.write_text(STICKERS, "utf-8")
    looked(settled, f"hindsight 1 {MOMENT}")
    for again, seconds in (([], 1), (["--again", "1", "--later", "keep"], 0)):
        line = ["pack", "apply", str(file), "--reason", "ours", *again, "--yes"]
        output = settled(line)
        assert output.code == 0, output.err
        assert looked(settled, "hindsight 1 --seconds 0")["eagle"]["seconds"] == seconds


def test_ctrl_c_shows_what_is_known(played: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(search, "beam", interrupted)
    output = played("hindsight 1 --jobs 1")
    assert output.code == 0
    assert "Stopped. This is what is known so far." in output.out
    assert "wolf" in output.out


def test_after_ctrl_c_no_other_seat_is_searched(
    played: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    out_of_time = list[bool]()

    def interrupted_once(*given: Any) -> Any:
        out_of_time.append(given[2]())
        if len(out_of_time) == 1:
            raise KeyboardInterrupt
        return beam(*given)

    monkeypatch.setattr(search, "beam", interrupted_once)
    assert "Stopped." in played("hindsight 1 --jobs 1").out
    assert not out_of_time[0]
    assert all(out_of_time[1:])


def test_a_city_that_nobody_played_is_a_benchmark(begun: Run, tmp_path: Path) -> None:
    file = tmp_path / "three.toml"
    file.write_text(format_record(without("wolf")), "utf-8")
    assert begun(f"episode record '{file}' --house-rule --yes").code == 0
    seats = looked(begun, f"hindsight 1 {MOMENT}")
    assert (seats["wolf"]["absent"], seats["wolf"]["played"]) == (True, None)
    assert "wolf (absent) " in " ".join(begun("status").out.split())
    assert "nobody, as a benchmark" in begun("stats").out
    assert seats["wolf"]["best"] > max(seats[seat]["played"] for seat in ("eagle", "bear", "deer"))


def test_what_was_found_stands_beside_what_was_played(played: Run) -> None:
    assert "the cards allowed" not in played("episode show 1").out
    assert "The same cards" not in played("status").out
    assert "What the cards allowed" not in played("stats").out
    best = {seat: one["best"] for seat, one in looked(played, f"hindsight 1 {MOMENT}").items()}
    is_screen("hindsight_in_episode", played("episode show 1").out)
    line = next(x for x in played("status").out.splitlines() if x.startswith("The same cards"))
    assert line.startswith(f"The same cards allowed: bear {best['bear']} to 20, ")
    for command in ("status", "episode show 1"):
        allowed = json.loads(played(f"{command} --json").out)["allowed"]
        assert best == {seat: one["best"] for seat, one in allowed.items()}
    figures = played("stats").out
    assert "What the cards allowed" in figures
    assert "Points left by chapter" in figures


def test_a_chronicle_says_where_the_best_line_parts_from_what_was_played(
    played: Run, tmp_path: Path
) -> None:
    path = tmp_path / "page.html"
    played(f"chronicle --no-proof -o '{path}'")
    assert "A better move, as far" not in path.read_text("utf-8")
    seats = looked(played, f"hindsight 1 {MOMENT}")
    assert played(f"chronicle --no-proof --replace -o '{path}'").code == 0
    said = re.search(
        r"as far as hindsight knows: with card (\d+) \((\w+)\) build on ([\w/]+)\. (\w+) "
        r"(?:built on [\w/]+|passed|had quit) and had (\d+) points in the end; (\d+) were still",
        path.read_text("utf-8"),
    )
    assert said
    number, card, where, name, had, best = said.groups()
    seat = seats[{"Anna": "eagle", "Ben": "bear", "Chen": "deer", "Dora": "wolf"}[name]]
    parted = [cards["played"] != cards["best"] for cards in seat["cards"]].index(True)
    assert int(number) == parted + 1
    assert seat["cards"][parted]["best"] == f"build {card}@{where}"
    assert (int(had), int(best)) == (seat["played"], seat["best"])
    assert int(best) > int(had)


@pytest.mark.parametrize("parted", [99, 24, -1])
def test_a_card_until_which_nothing_shows_that_it_was_in_reach(
    played: Run, db: Path, tmp_path: Path, parted: int
) -> None:
    """99 ended the command with an error, and a page said it in an audit that found it sound."""
    path = tmp_path / "page.html"
    played(f"hindsight 1 {MOMENT}")
    played(f"chronicle -o '{path}'")
    forged = re.sub(r'"parted": ?\d+', f'"parted":{parted}', path.read_text("utf-8"))
    path.write_text(forged, "utf-8")
    output = played(f"audit --file '{path}'")
    assert f"does not follow what was played for {parted} cards" in " ".join(output.out.split())
    tamper(db, f"UPDATE hindsight SET parted = {parted}")
    before = looked(played, f"hindsight 1 {MOMENT}")
    assert all((one["in_reach_until"] or 0) < 24 for one in before.values())
    played(f"chronicle --replace -o '{path}'")
    assert played(f"audit --file '{path}'").code == 0


def test_card_by_card_searches_on_where_that_is_asked_for(played: Run) -> None:
    (before,) = looked(played, f"hindsight 1 --whose deer {MOMENT}").values()
    (shown,) = looked(played, "hindsight 1 --whose deer --step").values()
    assert shown["seconds"] == before["seconds"]
    (again,) = looked(played, f"hindsight 1 --whose deer --step {MOMENT}").values()
    assert again["seconds"] > before["seconds"]


def test_a_game_of_the_eternal_mode(run: Run, refuses: Refuses) -> None:
    text = ETERNAL.read_text("utf-8").replace('"Anna"', '"Bear"').replace('"Ben"', '"Zoë"')
    assert run("session record - --yes --as-named", stdin=text).code == 0
    for words, seat in (("EAGLE", "eagle"), ("bear", "bear"), ("zo", "bear")):
        assert [*looked(run, f"session hindsight 1 --whose {words} --seconds 0")] == [seat]
    refuses("session hindsight 1 --whose wolf", 6, "wolf is not a seat of session 1: eagle, bear")
    seats = looked(run, f"session hindsight 1 {MOMENT}")
    assert all(seat["played"] <= seat["best"] <= seat["bound"] for seat in seats.values())


def test_what_cannot_be_looked_back_on(begun: Run, refuses: Refuses) -> None:
    refuses("hindsight 1", 4, "episode 1 has not been recorded")
    begun("episode result eagle=1 bear=2 deer=3 wolf=4 --yes")
    refuses("hindsight 1", 6, "only its results are kept", "campaign episode edit 1 FILE")
    begun("simulate machi-koro --seats 2 --keep --yes")
    refuses("session hindsight 1", 6, "session 1 is a game of machi-koro")


def test_whoever_searches_every_seat_is_kept(played: Run) -> None:
    seats = looked(played, f"hindsight 1 --jobs 2 {SHORT}")
    again = looked(played, "hindsight 1 --seconds 0")
    assert ["eagle", "bear", "deer", "wolf"] == list(seats) == list(again)
    for name, seat in seats.items():
        assert seat["played"] <= seat["best"] <= seat["bound"]
        assert seat["seconds"] > 0
        assert [seat[key] for key in ("best", "bound", "seconds")] == [
            again[name][key] for key in ("best", "bound", "seconds")
        ]


@pytest.mark.parametrize("line", ["hindsight 1", "episode record -"])
@pytest.mark.parametrize("seconds", ["inf", "nan", "604801"])
def test_a_search_has_an_end(settled: Run, line: str, seconds: str) -> None:
    refused = settled(f"{line} --seconds {seconds}")
    assert refused.code == 2
    assert "--seconds" in refused.err


def test_a_seed_is_one_that_the_solver_takes(played: Run) -> None:
    """Beyond 31 bits the search ended in an error that nobody had foreseen."""
    refused = played("hindsight 1 --seed 2147483648")
    assert (2, True) == (refused.code, "--seed" in refused.err)
