"""A city accepted where entries had been carried over: sound wherever the acceptance comes."""

from __future__ import annotations

import json
import shutil
from datetime import timedelta

import pytest

from campaign.store import clock
from tests.cli.syncing import set_clock
from tests.cli.test_handover_taking import agree, follow, packed
from tests.fixtures import Table, head_of


@pytest.fixture
def ben(anna: Table) -> Table:
    """The same history on another laptop, which has carried a name of Anna's over."""
    table = Table(anna.run, anna.patch, anna.folder, "Ben")
    shutil.copy(anna.db, table.db)
    table.does("city rename bear Hills")
    anna.does("city rename eagle Rivers")
    follow(table, packed(anna, "a.zip"), "--follow", "both")
    return table


def test_an_acceptance_after_a_carry_over_is_carried_over(anna: Table, ben: Table) -> None:
    ben.does(f"handover accept deer --as Fay -o {ben.folder / 'r.json'} --yes")
    anna.does("city rename wolf Woods")
    follow(anna, packed(ben, "b.zip"), "--follow", "both")
    agree(anna, ben, packed(anna, "c.zip"))
    anna.does(["audit", "--file", str(anna.folder / "c.zip")])
    assert "Fay" in anna.does("player list")
    assert "with the first 0 entries" not in " ".join(anna.does("audit").split())


def test_a_correction_that_is_carried_over_keeps_its_reason(anna: Table, ben: Table) -> None:
    ben.does("episode edit 1 --who wolf=Zoe --reason 'Zoe sat in' --yes")
    anna.does("city rename wolf Woods")
    follow(anna, packed(ben, "b.zip"), "--follow", "both")
    assert '"Zoe sat in"' in " ".join(anna.does("audit").split())


def test_a_receipt_for_a_head_at_which_entries_were_carried_over(
    anna: Table, ben: Table, emil: Table
) -> None:
    bundle, receipt = packed(ben, "b.zip"), str(emil.folder / "r.json")
    emil.does(["handover", "take", bundle, "--yes"])
    emil.does(["handover", "accept", "deer", "--as", "Emil", "-o", receipt, "--yes"])
    ben.does("city rename wolf Woods", ["handover", "receipt", receipt, "--take", "--yes"])
    agree(ben, emil, packed(ben, "c.zip"))
    assert "with the first 0 entries" not in " ".join(ben.does("audit").split())
    follow(anna, packed(ben, "d.zip"))
    assert head_of(anna) == head_of(ben)
    anna.does("audit --all")


def test_what_was_carried_over_and_taken_back_is_not_said_to_be_here(
    anna: Table, ben: Table
) -> None:
    follow(anna, packed(ben, "b.zip"))
    anna.does("city rename wolf Woods")
    ben.does("city rename deer Lakes")
    old = packed(anna, "old.zip")
    follow(ben, old, "--follow", "both")
    again = ["handover", "take", old, "--follow", "ours"]
    assert "All of it was carried over here already." in ben.does(again)
    ben.does("undo --yes")
    assert "It was carried over here already; not all of it counts here." in ben.does(again)


def test_the_last_check_of_a_board_is_the_later_one_wherever_it_was_made(
    anna: Table, ben: Table
) -> None:
    """Anna compares two boards between Ben's comparisons of them."""

    def last(table: Table, seat: str) -> str:
        lines = table.does(f"checklist {seat}").splitlines()
        return next(line.strip() for line in lines if "checked" in line)

    set_clock(ben, timedelta(days=1))
    ben.does("confirm bear --by Ben --differs 'no well' --yes")
    set_clock(anna, timedelta(days=2))
    anna.does("confirm bear --by Anna --yes", "confirm deer --by Anna --yes")
    set_clock(ben, timedelta(days=3))
    ben.does("confirm deer --by Ben --differs 'no rock' --yes")
    follow(anna, packed(ben, "b.zip"), "--follow", "both")
    assert "by Anna: it agrees with the record." in last(anna, "bear")
    assert "by Ben: differs: no rock." in last(anna, "deer")
    assert "The real board of deer differs: no rock" in anna.does("status")
    assert "The real board of bear" not in anna.does("status")
    agree(anna, ben, packed(anna, "later.zip"))
    assert last(ben, "bear") == last(anna, "bear")
    anna.does("undo --yes")
    assert "by Anna" in last(anna, "deer")


def test_who_checks_a_board_on_two_copies_has_checked_it_twice(anna: Table, ben: Table) -> None:
    chen = Table(anna.run, anna.patch, anna.folder, "Chen")
    shutil.copy(anna.db, chen.db)
    for day, table, words in (
        (1, ben, "--by Zoe"),
        (2, anna, "--by Anna --differs 'no well'"),
        (3, chen, "--by Zoe"),
    ):
        set_clock(table, timedelta(days=day))
        table.does(f"confirm wolf {words} --yes")
    follow(chen, packed(anna, "anna.zip"), "--follow", "both")
    follow(ben, packed(chen, "chen.zip"), "--follow", "both")
    for table in (chen, ben):
        (board,) = json.loads(table.does("checklist wolf --json"))["boards"]
        assert (board["checked"]["by"], board["checked"]["differs"]) == ("Zoe", None)
        table.does("audit")
    assert ben.does("history --all").count("Zoe checks the board of wolf") == 2


def test_what_was_carried_over_came_on_the_day_on_which_it_was_carried_over(
    anna: Table, ben: Table
) -> None:
    """Its entries keep the days of the other copy, and come last."""
    set_clock(ben, timedelta(days=1))
    ben.does("city rename deer Lakes")
    set_clock(anna, timedelta(days=5))
    anna.does("city rename wolf Woods")
    set_clock(anna, timedelta(days=9))
    follow(anna, packed(ben, "b.zip"), "--follow", "both")
    today = clock.now().date().isoformat()
    (campaign,) = json.loads(anna.does("list --json"))["campaigns"]
    assert campaign["last_entry"].startswith(today)
    assert "Tuesday" in anna.does(f"list --since {today}")
    (head,) = json.loads(anna.does("head --json"))["heads"]
    assert head["day"] == today
    audit = json.loads(anna.does(f"audit --json --head {head['head']}"))["audits"]
    (unchanged,) = [f for f in audit[-1]["statement"]["proved"] if f["kind"] == "unchanged"]
    assert unchanged["day"] == today


def test_a_receipt_for_a_head_that_was_carried_over_here(anna: Table, ben: Table) -> None:
    """The acceptance comes with another copy, or only its receipt does."""
    receipts = [str(ben.folder / f"{seat}.json") for seat in ("deer", "wolf")]
    anna.does("city rename eagle Lakes")
    ben.does(["handover", "accept", "deer", "--as", "Fay", "-o", receipts[0], "--yes"])
    follow(anna, packed(ben, "deer.zip"), "--follow", "both")
    said = anna.does(["handover", "receipt", receipts[0]])
    assert "The acceptance is in the history." in said
    ben.does(["handover", "accept", "wolf", "--as", "Gus", "-o", receipts[1], "--yes"])
    said = anna.does(["handover", "receipt", receipts[1], "--take", "--yes"])
    assert "the acceptance follows them" in said
    assert "another copy, which was carried over here up to entry" in said
    assert "Gus" in anna.does("player list")
    assert "with the first 0 entries" not in " ".join(anna.does("audit --all").split())
    agree(anna, ben, packed(anna, "back.zip"))
    assert "The acceptance is in the history." in anna.does(["handover", "receipt", receipts[1]])


def test_two_who_note_an_evening_on_two_copies_note_both(anna: Table, ben: Table) -> None:
    """Each notes what the other does not; of one place that both note, one counts, and it is said.

    What was carried over is taken back where it was noted, and only that.
    """
    anna.does("episode note 1 --where Gil --note 'Late again'")
    ben.does("episode note 1 --minutes 70")
    both = "Played at Gil, 70 minutes.\nLate again"
    shown = follow(anna, packed(ben, "b.zip"), "--follow", "both")
    assert "episode 1, minutes: none -> 70 Carried over." in shown
    assert both in anna.does("episode show 1")
    agree(anna, ben, packed(anna, "back.zip"))
    assert both in ben.does("episode show 1")
    anna.does("episode note 1 --where Fred")
    ben.does("episode note 1 --where Yan --minutes 80")
    shown = follow(anna, packed(ben, "later.zip"), "--follow", "both")
    assert "episode 1, place: Fred -> Yan episode 1, minutes: 70 -> 80" in shown
    ben.does("undo --yes")
    follow(anna, packed(ben, "undone.zip"), "--follow", "both")
    assert both.replace("Gil", "Fred") in anna.does("episode show 1")
    anna.does("audit --all")
