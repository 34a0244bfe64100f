"""Days that hardly anybody means are asked about in every way in, and kept with their own flag.

In the future, before the game was published, before the evening before or after the one after.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path

import pytest

from campaign.cli import questions
from campaign.cli.environment import Environment
from campaign.extras.plays import imported_bgstats
from campaign.games import kit
from campaign.services import days
from engine.kernel.record import parse_record
from tests.cli.test_entering import EPISODE, Enter, Typist, answers, enter
from tests.fixtures import CHAPTER, ROOT, Run

__all__ = ["enter"]

MACHI = (ROOT / "examples" / "machi-koro.toml").read_text("utf-8")
EPISODE_1 = (CHAPTER / "episode-1.toml").read_text("utf-8")
FUTURE, OLD = "2062-01-01", "0025-11-04"


def dated(text: str, day: str) -> str:
    """A record of another day."""
    head, _, rest = text.partition("\nplayed = ")
    return f"{head}\nplayed = {day}\n{rest.partition(chr(10))[2]}"


def sessions(run: Run) -> list[str]:
    """The days of the sessions that are kept."""
    listed = run("session list --json")
    return [one["played"] for one in json.loads(listed.out)["sessions"]] if not listed.code else []


@pytest.mark.parametrize(
    ("day", "why"),
    [
        (FUTURE, "1 Jan 2062 is in the future"),
        (OLD, "4 Nov 0025 is before Machi Koro was published, in 2012"),
        ("2011-12-31", "31 Dec 2011 is before Machi Koro was published, in 2012"),
    ],
)
def test_a_session_of_such_a_day_needs_its_flag(run: Run, day: str, why: str) -> None:
    refused = run("session record - --yes", stdin=dated(MACHI, day))
    assert refused.code == 8
    assert f"{why}. Is that the day? Only with --as-dated." in " ".join(refused.err.split())
    assert sessions(run) == []
    assert run("session record - --yes --as-dated", stdin=dated(MACHI, day)).code == 0
    assert sessions(run) == [day]
    assert run("session record - --yes", stdin=dated(MACHI, "2012-01-01")).code == 0


def test_a_session_that_gets_such_a_day_is_asked_about(run: Run, tmp_path: Path) -> None:
    run("session record - --yes", stdin=MACHI)
    edited = "session edit 1 - --reason slip --yes"
    assert run(edited, stdin=dated(MACHI, FUTURE)).code == 8
    assert run(f"{edited} --as-dated", stdin=dated(MACHI, FUTURE)).code == 0
    other = dated(MACHI, FUTURE).replace('"Anna"', '"Ann"')
    assert run(edited, stdin=other).code == 0, "the day was agreed on before"


def test_an_episode_before_the_one_before_is_asked_about(settled: Run) -> None:
    result = "episode result eagle=2 bear=7 deer=5 wolf=3 --yes"
    early = settled(f"{result} --played 2026-10-05")
    assert early.code == 8
    assert "5 Oct 2026 is before 6 Oct 2026, the day of episode 1" in early.err
    assert settled(f"{result} --played 2062-01-01").code == 8
    assert settled(f"{result} --played 2019-01-01").code == 8
    assert settled(f"{result} --played 2026-10-06").code == 0, "two episodes of one evening"


def test_an_evening_of_a_doubtful_day_is_typed_again_with_its_flag(settled: Run) -> None:
    """What an undo says to type was refused, as the day is in doubt again."""
    result = "episode result eagle=2 bear=7 deer=5 wolf=3"
    for day, flag in (("2026-10-07", ""), ("2026-01-02", " --as-dated"), (FUTURE, " --as-dated")):
        typed = f"{result} --played {day}{flag}"
        assert settled(f"{typed} --yes").code == 0
        words = " ".join(settled("undo --yes").err.split())
        assert f"campaign {typed}" in words
        assert ("--as-dated" in words) is bool(flag)


def test_a_correction_to_a_doubtful_day_is_typed_again_with_its_flag(chapter: Run) -> None:
    edit = "episode edit 1 - --yes --reason slip --as-dated"
    assert chapter(f"{edit} --later keep", stdin=dated(EPISODE_1, FUTURE)).code == 0
    entries = json.loads(chapter("history --json").out)["entries"]
    recorded = [entry["seq"] for entry in entries if entry["kind"] == "episode recorded"]
    output = chapter(f"undo --to {recorded[1] - 1} --yes")
    assert edit in " ".join(output.err.split())


def test_a_recorded_episode_is_held_to_the_day_before_it(settled: Run) -> None:
    record = (CHAPTER / "episode-2.toml").read_text("utf-8")
    early = settled("episode record - --yes", stdin=dated(record, "2026-01-02"))
    assert early.code == 8
    assert "the day of episode 1" in early.err
    assert settled("episode record - --yes --as-dated", stdin=dated(record, "2026-01-02")).code == 0


def test_an_edited_episode_is_held_to_its_neighbours(chapter: Run, tmp_path: Path) -> None:
    record = tmp_path / "second.toml"
    text = (CHAPTER / "episode-2.toml").read_text("utf-8")
    edit = f"episode edit 2 '{record}' --reason slip --later keep --yes"
    for day, why in (
        ("2026-11-24", "the day of episode 3"),
        ("2026-01-01", "the day of episode 1"),
        (FUTURE, "is in the future"),
    ):
        record.write_text(dated(text, day), "utf-8")
        refused = chapter(edit)
        assert refused.code == 8
        assert why in refused.err
    assert chapter(f"{edit} --dry-run").code == 0
    assert chapter(f"{edit} --as-dated").code == 0
    assert chapter("episode edit 2 --who bear=Gil --reason slip --later keep --yes").code == 0


def test_an_import_of_such_days_needs_its_flag(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(dated(MACHI, "2026-11-01"), "utf-8")
    (tmp_path / "b.toml").write_text(dated(MACHI, FUTURE), "utf-8")
    (tmp_path / "c.toml").write_text(dated(MACHI, OLD), "utf-8")
    refused = run(f"import records '{tmp_path}' --yes")
    assert refused.code == 8
    assert "b.toml: 1 Jan 2062 is in the future (and 1 more day in doubt)" in (
        " ".join(refused.err.split())
    )
    assert "1 Jan 2062 is in the future" in " ".join(refused.out.split())
    assert sessions(run) == []
    assert run(f"import records '{tmp_path}' --yes --as-dated").code == 0
    assert sessions(run) == ["2026-11-01", FUTURE, OLD]
    assert run(f"import records '{tmp_path}' --yes").code == 0, "nothing is new"


def test_records_in_a_table_are_held_to_them_too(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    run("session record - --yes --as-dated", stdin=dated(MACHI, FUTURE))
    table = tmp_path / "records.parquet"
    assert run(f"export parquet records -o '{table}'").code == 0
    again = f"import records '{table}' --yes --db '{tmp_path / 'other.db'}'"
    assert run(again).code == 8
    assert run(f"{again} --as-dated").code == 0


def test_plays_of_such_days_need_the_flag(run: Run) -> None:
    csv = f"game,played,player,score\nquadropolis,{FUTURE},A,1\nquadropolis,{FUTURE},B,2\n"
    refused = run("import csv - --yes", stdin=csv)
    assert refused.code == 8
    assert "1 Jan 2062 is in the future. Is that the day?" in refused.err
    assert "1 play whose day is in doubt: 1 Jan 2062 is in the future" in refused.out
    assert run("import csv - --yes --as-dated", stdin=csv).code == 0
    assert sessions(run) == [FUTURE]


def test_plays_of_bgstats_are_held_to_the_same_days(run: Run, tmp_path: Path) -> None:
    export = run("session record - --yes --as-dated", stdin=dated(MACHI, "2011-01-02"))
    assert export.code == 0
    file = run("export bgstats").out
    assert imported_bgstats.read(file.encode())[0].played == date(2011, 1, 2)
    refused = run(f"import bgstats - --yes --db '{tmp_path / 'other.db'}'", stdin=file)
    assert refused.code == 8
    assert "2 Jan 2011 is before Machi Koro was published" in refused.err


def test_an_episode_of_an_import_is_held_to_them_too(begun: Run) -> None:
    rows = "".join(
        f"my-city,{FUTURE},1,{player},{score}\n"
        for player, score in (("Anna", 9), ("Ben", 7), ("Chen", 5), ("Dora", 3))
    )
    csv = f"game,played,episode,player,score\n{rows}"
    assert begun("import csv - --episodes --yes", stdin=csv).code == 8
    assert begun("import csv - --episodes --yes --as-dated", stdin=csv).code == 0


def test_an_evening_at_the_prompt_is_asked_about_and_keeps_its_draft(
    begun: Run, enter: Enter
) -> None:
    left = enter(f"episode enter --played {FUTURE}", *answers(EPISODE), "", "n")
    assert left.code == 0
    assert "Enter it again with --played DAY" in left.err
    assert "Everything that was accepted is saved" in left.err
    assert json.loads(begun("episode list --json").out)["episodes"] == []
    typist = Typist(["", "", ""])
    again = enter("episode enter --played 2026-11-20", typist=typist)
    assert "Episode 1 is kept" in again.err
    assert not any("Is that the day?" in asked for asked in typist.prompts)
    assert json.loads(begun("episode list --json").out)["episodes"][0]["played"] == "2026-11-20"


def test_a_session_at_the_prompt_is_asked_about(run: Run, enter: Enter) -> None:
    record = parse_record(MACHI)
    seats = " ".join(f"--seat {name}" for name in record.names.values())
    command = f"session enter machi-koro {seats} --played {OLD}"
    typist = Typist([*answers(record), "", "y"])
    assert "It is session 1" in enter(command, typist=typist).err
    assert "4 Nov 0025 is before Machi Koro was published, in 2012. Is that the day? [y/N] " in (
        typist.prompts
    )
    assert sessions(run) == [OLD]


@contextmanager
def of_year(monkeypatch: pytest.MonkeyPatch, year: int) -> Iterator[None]:
    """Within it Machi Koro was published in another year; 0 for one that nobody knows."""
    was = kit.kit_of("machi-koro")._replace(year=year)
    with monkeypatch.context() as patched:
        patched.setattr(days, "kit_of", lambda name: was)
        yield


def test_a_game_whose_year_nobody_knows_is_of_any_year(monkeypatch: pytest.MonkeyPatch) -> None:
    record = parse_record(dated(MACHI, OLD))
    today = date(2026, 11, 25)
    assert days.doubt(record, today)
    with of_year(monkeypatch, 0):
        assert days.doubt(record, today) is None
    assert days.doubt(record._replace(played=None), today) is None
    assert days.doubt(record._replace(played=today), today) is None


def test_every_game_of_this_program_has_its_year() -> None:
    assert {one.name: one.year for one in kit.kits() if one.place < 100} == {
        "my-city": 2020,
        "machi-koro": 2012,
        "quadropolis": 2016,
        "dilluvia": 2015,
    }


def test_scores_of_another_day_need_an_option(begun: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Scores on paper are often typed long after the evening."""
    monkeypatch.setattr(Environment, "can_ask", True)
    monkeypatch.setattr(questions, "ask_line", lambda *_: "n")
    refused = begun("episode result eagle=2 bear=7 deer=5 wolf=3")
    assert (refused.code, "type the command with --played DAY" in refused.err) == (1, True)
