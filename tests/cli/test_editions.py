"""A new edition of the rules, before and after: what is kept stays as it was, by its own edition.

In these tests edition 2 of My City gives every seat one point more. What `bumped` does to the
module, a release does to the package.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from campaign.cli.entering import prompt
from engine import my_city
from engine.kernel.game import State
from engine.kernel.score import SeatScore, SheetEntry
from engine.my_city.play.scoring import score
from tests.cli.test_entering import EPISODE, Typist, answers
from tests.fixtures import CHAPTER, ETERNAL, ROOT, Refuses, Run, content, head_of

RECORDS = ROOT / "tests" / "records"
MISSING = "edition 1 of my-city is not in this program: it has 2"
SHOWN = (
    "status",
    "history",
    "episode list",
    "episode show 1",
    "episode show 1 --json",
    "episode replay 1",
    "session show 1",
    "session show 1 --json",
    "session replay 1",
)
"""Commands that show what was recorded before the new edition."""

Change = Callable[[], None]


def one_point_more(state: State) -> tuple[SeatScore, ...]:
    """The sheets of edition 2."""
    return tuple(
        sheet._replace(total=sheet.total + 1, lines=(*sheet.lines, SheetEntry("edition 2", 1)))
        for sheet in score(state)
    )


@pytest.fixture
def bump(monkeypatch: pytest.MonkeyPatch) -> Change:
    """Make edition 2 the newest, and keep edition 1 as a module."""

    def change() -> None:
        monkeypatch.setattr(my_city, "EDITION", "2")
        monkeypatch.setattr(my_city, "EARLIER", {"1": "tests.cli.edition_1"})
        monkeypatch.setattr(my_city, "score", one_point_more)

    return change


@pytest.fixture
def forget(monkeypatch: pytest.MonkeyPatch) -> Change:
    """Take edition 1 away."""
    return lambda: monkeypatch.setattr(my_city, "EARLIER", {})


def of_edition_2(record: Path) -> str:
    """A record as the table would write it under edition 2."""
    text = record.read_text("utf-8").replace('edition = "1"', 'edition = "2"')
    head, _, results = text.partition("[result]")
    more = re.sub(r"-?\d+", lambda points: str(int(points[0]) + 1), results)
    return f"{head}[result]{more}"


def does(run: Run, *lines: str, stdin: str = "") -> None:
    for line in lines:
        output = run(f"{line} --yes", stdin)
        assert output.code == 0, output.err


@pytest.fixture
def before(settled: Run) -> Run:
    """An episode and a session, recorded under edition 1 while it was the newest."""
    does(settled, f"session record '{ETERNAL}'")
    return settled


@pytest.fixture
def both(before: Run, bump: Change) -> Run:
    """The same after the new edition has come, with an episode and a session under it."""
    bump()
    does(before, "episode record -", stdin=of_edition_2(CHAPTER / "episode-2.toml"))
    does(before, "session record -", stdin=of_edition_2(ETERNAL))
    return before


def shown(run: Run, *lines: str) -> list[str]:
    outputs = [run(line) for line in lines]
    assert [0] * len(lines) == [output.code for output in outputs], outputs
    return [output.out for output in outputs]


def test_what_is_kept_stays_as_it_was_when_an_edition_comes(before: Run, bump: Change) -> None:
    earlier = shown(before, *SHOWN)
    bump()
    assert earlier == shown(before, *SHOWN)
    assert before("audit --all").code == 0


def test_two_editions_live_in_one_campaign(both: Run) -> None:
    assert "All 2 episodes verified." in both("status").out
    audit = both("audit --all")
    assert (audit.code, "2 verified" in audit.out) == (0, True)
    one, two = (json.loads(both(f"episode show {n} --json").out) for n in (1, 2))
    assert ["verified", "verified"] == [one["verdict"], two["verdict"]]
    labels = [{line["label"] for line in document["sheets"][0]["lines"]} for document in (one, two)]
    assert [False, True] == ["edition 2" in some for some in labels]
    assert "edition 2" in both("session show 2").out
    assert "edition 2" not in both("session show 1").out
    assert "edition 2" in both("episode replay 2").out


def test_new_records_take_the_newest_edition(both: Run, tmp_path: Path) -> None:
    does(both, "simulate my-city --seats 2 --keep")
    assert 'edition = "2"' in json.loads(both("session show 3 --json").out)["record"]
    does(both, f"simulate my-city --seats 2 --whole -o {tmp_path / 'whole'}")
    assert 'edition = "2"' in (tmp_path / "whole" / "episode-01.toml").read_text("utf-8")


def test_a_correction_of_a_session_says_that_it_changes_the_edition(
    before: Run, bump: Change
) -> None:
    bump()
    output = before("session edit 1 - --reason newer --dry-run", of_edition_2(ETERNAL))
    assert (output.code, "  edition is 2, not 1\n" in output.out + output.err) == (0, True)


def test_the_next_record_is_begun_under_the_newest_edition(before: Run, bump: Change) -> None:
    assert 'edition = "1"' in before("episode template").out
    bump()
    assert 'edition = "2"' in before("episode template").out


def test_a_record_of_an_earlier_edition_may_still_be_kept(before: Run, bump: Change) -> None:
    bump()
    does(before, f"session record '{ETERNAL}' --doubles")
    does(before, f"episode record '{CHAPTER / 'episode-2.toml'}'")
    assert "All 2 episodes verified." in before("status").out


def test_an_evening_goes_on_under_the_edition_that_it_began_with(
    begun: Run, bump: Change, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = answers(EPISODE)
    for typed in ([*lines[:9], "rules 4", lines[9], "save"], ["y", "rules 4", *lines[10:], ""]):
        typist = Typist(typed)
        monkeypatch.setattr(prompt, "editor", lambda *_, typist=typist: typist)
        output = begun("episode enter")
        assert output.code == 0, output.err
        told = "This game goes on by edition 1; these are the rules of edition 2."
        assert (told in " ".join(output.err.split())) == ("y" in typed)
        bump()
    assert "It goes on by edition 1 of the rules. What is begun now follows edition 2." in " ".join(
        output.err.split()
    )
    assert 'edition = "1"' in json.loads(begun("episode show 1 --json").out)["record"]
    assert "The episode is verified." in begun("status").out


def test_what_another_edition_would_make_of_all_that_is_kept(both: Run, db: Path) -> None:
    rows = content(db)
    later = both("audit --with my-city/2")
    assert later.code == 3
    assert "2 of 4 records would differ. Nothing was changed." in later.out
    lines = [line.strip() for line in later.out.splitlines()]
    assert lines[:3] == [
        "Under my-city/2",
        "Tuesday, episode 1",
        "verified -> result differs: eagle: 2 stated, 3 by replay; bear: 6 stated, 7",
    ]
    assert "eagle: 2 points, rank 4 -> 3 points, rank 4" in lines
    at = lines.index("session 1")
    assert lines[at + 1 : at + 5] == [
        "verified -> result differs: eagle: 23 stated, 24 by replay; bear: 11 stated,",
        "12 by replay",
        "bear: 11 -> 12 points",
        "eagle: 23 -> 24 points",
    ]
    earlier = both("audit --with my-city/1")
    assert "Tuesday, episode 2" in earlier.out
    assert "session 2" in earlier.out
    assert "episode 1" not in earlier.out
    assert content(db) == rows


def test_a_session_that_another_edition_forbids_has_no_points_there(run: Run) -> None:
    does(run, f"session record '{RECORDS / 'dilluvia_verified_two_seats.toml'}'")
    assert [line.strip() for line in run("audit --with dilluvia/1").out.splitlines()] == [
        "Under dilluvia/1",
        "session 1",
        "verified -> illegal at move 183: it is not for p1 to move: p2 is next,",
        "workers are placed: workers 3 income",
        "1 of 1 record would differ. Nothing was changed.",
    ]


def test_an_edition_that_nobody_has_is_named_with_those_that_are_here(
    both: Run, refuses: Refuses
) -> None:
    refuses("audit --with my-city/7", 4, "plays no edition my-city/7", "my-city/1, my-city/2")


def test_without_an_edition_its_records_are_kept_and_not_proved(both: Run, forget: Change) -> None:
    forget()
    status, history, episode, session = shown(
        both, "status", "history", "episode show 1", "session show 1"
    )
    for page in (status, history, episode, session):
        assert MISSING in " ".join(page.split())
    assert f"unverifiable: {MISSING}" in episode
    assert "sticker place" not in status
    assert "unverifiable\n" in both("episode list").out
    assert f"unverifiable: {MISSING}" in session
    assert "score 23 11" in " ".join(session.split())
    sheets = json.loads(both("episode show 1 --json").out)["sheets"]
    assert [2, 6, 6, 2] == [sheet["score"] for sheet in sheets]
    assert 2 == len(json.loads(both("session list --json").out)["sessions"])
    assert "verified" in both("episode show 2").out


def test_without_an_edition_an_audit_says_so_and_finds_nothing(both: Run, forget: Change) -> None:
    forget()
    for line in ("audit", "audit --all"):
        outputs = both(line)
        assert (outputs.code, "undo" in outputs.out) == (0, False), outputs.out
        assert MISSING in both(f"{line} --json").out
    assert both("audit report").code == 0


def test_without_an_edition_a_replay_shows_what_is_stated(both: Run, forget: Change) -> None:
    forget()
    for line in ("session replay 1", "session replay 1 --step", "episode replay 1"):
        outputs = both(line)
        assert (outputs.code, outputs.err) == (0, "")
        assert "Stated result: eagle" in outputs.out
        assert f"The replay: unverifiable: {MISSING}" in " ".join(outputs.out.split())
    assert MISSING == json.loads(both("episode replay 1 --json").out)["reason"]


def test_without_an_edition_nothing_is_added_that_could_not_stand(
    both: Run, forget: Change, refuses: Refuses
) -> None:
    """What the missing edition left on the boards is not known, so nothing can be built on it."""
    forget()
    reason = f"Tuesday can be read here, not continued; episode 1: {MISSING}"
    refuses(f"episode record '{CHAPTER / 'episode-3.toml'}' --yes", 6, reason)
    refuses("city rename eagle Aquila --yes", 6, reason)
    refuses("undo --yes", 6, reason)
    refuses(f"session record '{ETERNAL}' --yes", 7, MISSING)


def test_a_history_of_a_missing_edition_is_taken_in_and_proved_later(
    both: Run, bump: Change, forget: Change, tmp_path: Path
) -> None:
    file, db = tmp_path / "all.campaign", f"--db {tmp_path / 'other.db'}"
    does(both, f"handover export --all -o {file}")
    forget()
    does(both, f"audit --file {file}", f"handover take {file} {db}")
    assert MISSING in " ".join(both(f"status {db}").out.split())
    assert both(f"audit {db}").code == 0
    bump()
    assert "All 2 episodes verified." in both(f"status {db}").out
    audited = both(f"audit {db}")
    assert (audited.code, "campaign db rebuild" in audited.out) == (3, True)
    does(both, f"db rebuild {db}")
    assert both(f"audit {db}").code == 0


def test_when_an_edition_comes_back_all_is_proved_again(
    both: Run, bump: Change, forget: Change
) -> None:
    earlier = shown(both, *SHOWN)
    head = head_of(both)
    forget()
    assert both("status").code == 0
    bump()
    assert earlier == shown(both, *SHOWN)
    assert head == head_of(both)
    assert both("audit --all").code == 0
