"""campaign audit: clean, then tampered with, then repaired where it can be."""

from __future__ import annotations

import json
import re
import sqlite3
from pathlib import Path

import pytest

from campaign.store.heads import short_head
from tests.fixtures import ETERNAL, ROOT, Refuses, Run, content, entries, head_of, mistyped, tamper


def test_a_played_chapter_is_clean(chapter: Run) -> None:
    output = chapter("audit --verbose")
    assert (output.code, output.err) == (0, "")
    for words in (
        "hash chain",
        "15 entries",
        "seals             ok  9 of 9",
        "payloads          ok  15 entries in canonical form",
        "rights and marks  ok  add up",
        "tenures           ok  4, 4 of them now",
        "All 3 episodes verified.",
        "stored views      ok  as derived",
        "checks passed.",
    ):
        assert words in output.out


def test_every_campaign_and_session(chapter: Run) -> None:
    chapter("new Friday --seat eagle=Emil --seat bear=Fay")
    chapter(["session", "record", str(ETERNAL), "--yes"])
    out = chapter("audit --all").out
    for words in ("Tuesday", "Friday", "sessions outside a campaign", "1 verified"):
        assert words in out


# Stored views: named by table, row, field, stored and derived value; a rebuild mends them.

VIEWS = {
    "UPDATE city SET marks = 9 WHERE seat = 'eagle'": (
        "city row campaign/1 eagle: marks is 9, the journal gives 3"
    ),
    "UPDATE city SET name = 'Ulm' WHERE seat = 'bear'": "city row campaign/1 bear: name is Ulm",
    "UPDATE result SET score = 99 WHERE seat = 'wolf' AND episode = 3": (
        "result row campaign/1 3 wolf: score is 99, the journal gives 22"
    ),
    "UPDATE session_log SET verdict = 'result differs' WHERE episode = 2": (
        "session_log row campaign/1 2: verdict is result differs, the journal gives verified"
    ),
    "UPDATE campaign SET name = 'Friday'": "name is Friday, the journal gives Tuesday",
    "DELETE FROM sticker WHERE seat = 'eagle' AND square = 'G1'": "sticker row",
    "DELETE FROM envelope": "envelope row",
    "UPDATE tenure SET player = 'Emil' WHERE seat = 'deer'": "player is Emil",
}


@pytest.mark.parametrize("change", VIEWS)
def test_a_changed_view_is_found_and_derived_again(chapter: Run, db: Path, change: str) -> None:
    before = entries(db)
    tamper(db, "PRAGMA foreign_keys = OFF", change)
    output = chapter("audit")
    assert output.code == 3
    assert VIEWS[change] in " ".join(output.out.split())
    assert "campaign db rebuild" in output.out
    assert chapter("db rebuild --yes").err.endswith("that were derived again: 1.\n")
    assert chapter("audit --all").code == 0
    assert entries(db) == before


def test_a_changed_view_of_a_session_is_found(run: Run, db: Path) -> None:
    run(["session", "record", str(ETERNAL), "--yes"])
    tamper(db, "UPDATE result SET score = 99 WHERE seat = 'bear'")
    output = run("audit --all")
    assert output.code == 3
    assert "result row session/1 0 bear: score is 99, the journal gives 11" in output.out
    assert run("db rebuild --yes").code == 0
    assert run("audit --all").code == 0


def test_what_differs_is_named_in_the_order_of_the_sessions(run: Run, db: Path) -> None:
    for record in (ETERNAL, ROOT / "examples" / "machi-koro.toml"):
        assert run(["session", "record", str(record), "--yes"]).code == 0
    tamper(
        db,
        "DROP TRIGGER entry_no_update",
        "UPDATE entry SET payload = replace(payload, 'bear = 11', 'bear = 12')",
        "UPDATE entry SET payload = replace(payload, 'p2 = 3', 'p2 = 4')",
    )
    checks = json.loads(run("audit --all --json").out)["audits"][-1]["checks"]
    numbers = {
        check["name"]: re.findall(r"session/(\d)", " ".join(check["problems"])) for check in checks
    }
    assert numbers == {
        "hash chain": ["1", "2"],
        "values": [],
        "replay": ["1", "2"],
        "stored views": ["1", "1", "2", "2"],
    }


# The journal: the database refuses to change it; whoever gets round that is found.


@pytest.mark.parametrize("change", ["UPDATE entry SET author = 'Ben'", "DELETE FROM entry"])
def test_the_journal_refuses_changes(chapter: Run, db: Path, change: str) -> None:
    with pytest.raises(sqlite3.IntegrityError):
        tamper(db, change)


JOURNAL = {
    "UPDATE entry SET author = 'Ben' WHERE seq = 2": "hash",
    "UPDATE entry SET recorded_at = '2020-01-01T00:00:00Z' WHERE seq = 5": "hash",
    "UPDATE entry SET payload = replace(payload, 'Anna', 'Emil') WHERE seq = 1": "hash",
    "UPDATE entry SET payload = replace(payload, 'G1', 'G2') WHERE seq = 4": "hash",
    "UPDATE entry SET seq = 99 WHERE seq = 15": "99",
    "DELETE FROM entry WHERE seq = 4": "4",
}


@pytest.mark.parametrize("change", JOURNAL)
def test_a_changed_journal_is_found(chapter: Run, db: Path, change: str) -> None:
    tamper(db, "DROP TRIGGER entry_no_update", "DROP TRIGGER entry_no_delete", change)
    output = chapter("audit")
    assert output.code == 3
    assert "hash chain" in output.out
    assert JOURNAL[change] in output.out
    assert "entry_no_update: is missing" in output.out
    assert "Traceback" not in output.err
    assert chapter("db check").code == 3


def test_a_cut_tail_is_found_by_the_note_in_the_box(chapter: Run, db: Path) -> None:
    head = head_of(chapter)
    tamper(
        db,
        "DROP TRIGGER entry_no_delete",
        "DELETE FROM entry WHERE seq = 15",
    )
    output = chapter(f"audit --head {head}")
    assert output.code == 3
    assert f"no entry has the head {head}: this is another history" in output.out


# The head: eight characters on a scrap of paper.


def test_the_head_in_the_box_is_part_of_the_history(played: Run) -> None:
    head = head_of(played)
    played("sticker place eagle tree G1 --yes")
    for typed in (head, head.lower(), head.replace("-", ""), head.replace("0", "O")):
        output = played(f"audit --head {typed}")
        assert output.code == 0, typed
        assert f"continues {head}" in " ".join(output.out.split())


def test_the_head_of_another_history(played: Run, db: Path, prepared: object) -> None:
    output = played("audit --head 0000-0000")
    assert output.code == 3
    assert "no entry has the head 0000-0000: this is another history" in output.out
    assert "is it the head of another campaign? campaign audit --campaign NAME" in output.out


MISTYPED = ("zzz", "7QK2-9FM", "7QK2-9FMDD", "7QK2 9FM!")


@pytest.mark.parametrize("typed", MISTYPED)
def test_what_is_no_head_is_wrong_usage(played: Run, refuses: Refuses, typed: str) -> None:
    refuses(["audit", "--head", typed], 2, "7QK2-9FM7")  # what one looks like


def test_a_slip_of_the_pen_is_not_called_another_history(played: Run) -> None:
    head = head_of(played)
    swapped = mistyped(head)
    output = played(f"audit --head {swapped}")
    assert output.code not in (0, 3)
    assert "another history" not in output.out + output.err


def test_a_head_before_what_was_checked_proves_nothing(chapter: Run) -> None:
    before = json.loads(chapter("history --json").out)["entries"][4]["hash"]
    output = chapter(f"audit --from-entry 9 --head {short_head(before)}")
    assert output.code == 3
    words = " ".join(output.out.split())
    assert f"whether it continues {short_head(before)} cannot be said" in words
    assert "is entry 5, before what was checked: leave --from-entry out" in words


def test_a_broken_chain_is_called_broken(chapter: Run, db: Path) -> None:
    head = head_of(chapter)
    tamper(db, "DROP TRIGGER entry_no_update", "UPDATE entry SET hash = 'zz' WHERE seq = 15")
    for line in (f"audit --head {head}", "audit --head 0000-0000", "audit --from-entry 9"):
        output = chapter(line)
        assert (output.code, output.err) == (3, "")
        assert "another history" not in output.out
        assert "entry 15 of campaign/1: hash is zz" in output.out
    assert "cannot be said: the chain is broken" in chapter(f"audit --head {head}").out


DAMAGE = {
    "UPDATE entry SET payload = replace(payload, '\"seals\":{', '\"seals\":[{')": "payload",
    "UPDATE entry SET stream = 'caipaign/1' WHERE seq > 0": "caipaign/1",
    "UPDATE entry SET stream = 'caipaign/1' WHERE seq = 1": "caipaign/1",
    "UPDATE entry SET stream = 'campaign/0x' WHERE seq = 1": "campaign/0x",
    "UPDATE entry SET recorded_at = '2026-19-01T00:00:00Z'": "2026-19-01",
    "UPDATE entry SET payload = CAST(x'ff' AS TEXT) WHERE seq = 3": "cannot be checked",
}


@pytest.mark.parametrize("change", DAMAGE)
@pytest.mark.parametrize("line", ["audit", "audit --all", "audit --head 0000-0000"])
def test_an_audit_names_damage_and_does_not_stop(
    chapter: Run, db: Path, change: str, line: str
) -> None:
    tamper(db, "DROP TRIGGER entry_no_update", change)
    output = chapter(line)
    assert output.err == ""
    assert output.code == 3
    assert DAMAGE[change] in " ".join(output.out.split())


# Parts of an audit, its report, and other rules.


def test_only_the_later_links(chapter: Run, db: Path, refuses: Refuses) -> None:
    change = "UPDATE entry SET author = 'Ben' WHERE seq = 2"
    tamper(db, "DROP TRIGGER entry_no_update", change)
    assert "hash chain        FAILED" in chapter("audit --verbose").out
    out = chapter("audit --from-entry 3").out
    assert "13 entries from 3 on" in out
    head = head_of(chapter)
    output = chapter(f"audit --from-entry 3 --head {head}")
    words = " ".join(output.out.replace("0.0 s", "").split())
    assert f"linked to {head} of" in words
    assert "entries 1 to 2 were not checked" in words
    assert "continues" not in words
    refuses("audit --from-entry 99", 4, "there is no entry 99: the history has 15")


def test_each_layer_says_what_helps(chapter: Run, db: Path) -> None:
    tamper(db, "DROP TRIGGER entry_no_update", "UPDATE entry SET author = 'Ben' WHERE seq = 2")
    assert "-> campaign db restore FILE" in chapter("audit").out


def test_the_report_tells_the_campaign(chapter: Run, tmp_path: Path) -> None:
    assert chapter('undo --reason "a slip of the pen" --yes').code == 0
    assert chapter("confirm eagle --by Ben --differs 'a tree on D2'").code == 0
    path = tmp_path / "report.md"
    output = chapter(["audit", "report", "-o", str(path)])
    assert (output.code, output.out) == (0, "")
    text = path.read_text("utf-8")
    for words in (
        "# Tuesday",
        "## Episode 2",
        "a slip of the pen",
        "eagle: checked",
        "differs: a tree on D2",
        "Made-up values",
        "| nothing changed or slipped in | 17 entries",
        f"| {head_of(chapter)} |",
    ):
        assert words in text
    assert chapter(["audit", "report", "-o", str(path)]).code == 8  # nothing is overwritten unasked
    path.write_text("mine", "utf-8")
    assert chapter(["audit", "report", "-o", str(path), "--replace"]).code == 0
    assert path.read_text("utf-8") == text


def test_other_rules_are_tried_before_they_are_adopted(
    chapter: Run, db: Path, refuses: Refuses
) -> None:
    before = content(db)
    assert "0 of 3 records would differ" in chapter("audit --with stand_in").out
    overlay = Path(__file__).parent / "our_box.toml"
    output = chapter(["audit", "--with", str(overlay)])
    assert output.code == 3
    assert "verified -> illegal at move" in output.out
    output = chapter("audit --with eternal")
    assert (output.code, "3 of 3 records would differ" in output.out) == (3, True)
    refuses("audit --with machi-koro/9", 4, "this program plays no edition machi-koro/9")
    refuses("audit --with nowhere", 7, "pack 'nowhere' is not known")
    assert content(db) == before
