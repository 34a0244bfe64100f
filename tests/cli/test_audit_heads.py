"""Heads that people keep, the one of the evening and the card of all: what they prove."""

from __future__ import annotations

import html
import json
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from campaign.cli import printing
from campaign.store import clock
from campaign.store.heads import short_head
from tests.cli.test_audit_statement import does, keeps, kept_as_played, stated
from tests.cli.test_packs import STICKERS, overlay
from tests.fixtures import CHAPTER, SLIPS, Run, head_of, seal_again, tamper


def test_the_head_of_the_evening_is_printed_again(chapter: Run) -> None:
    output = chapter("head")
    assert output.code == 0
    assert f"    {head_of(chapter)}" in output.out
    assert "with episode 3" in output.out


def test_a_kept_evening_ends_with_one_head(begun: Run) -> None:
    output = begun(["episode", "record", str(CHAPTER / "episode-1.toml"), *SLIPS, "--yes"])
    assert output.err.count("Head ") == 1
    assert head_of(begun) in output.err.splitlines()[-1]


def test_a_card_has_the_head_of_every_evening(chapter: Run) -> None:
    document = json.loads(chapter("head --json").out)
    assert [(one["episode"], one["entry"]) for one in document["heads"]] == [
        (1, 10),
        (2, 14),
        (3, 15),
    ]
    card = chapter("head --all").out.splitlines()
    assert card[0] == "Tuesday"
    assert [line.split()[0] for line in card[2:]] == [one["head"] for one in document["heads"]]


@pytest.fixture
def in_2199(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock says a day after all that was recorded: notes may have days of these years."""
    monkeypatch.setattr(clock, "now", lambda: datetime(2199, 12, 1, 20, tzinfo=UTC))


@pytest.mark.usefixtures("in_2199")
def test_a_card_is_read_again_and_speaks_for_the_time_after_its_print(
    chapter: Run, tmp_path: Path
) -> None:
    path = tmp_path / "card.txt"
    does(chapter, ["head", "--all", "-o", str(path)])
    printed = path.read_text("utf-8").replace("printed ", "printed 2199-05-01 ")
    path.write_text(printed, "utf-8")
    facts = stated(chapter, f"audit --head {path}")
    assert facts["unchanged"]["head"] == head_of(chapter)
    assert facts["before head"]["note"] == "2199-05-01"
    screen = " ".join(chapter(f"audit --head {path}").out.split())
    assert f"continues 3 heads, the newest {head_of(chapter)} of " in screen


def test_a_title_that_looks_like_a_head_is_a_title(chapter: Run, tmp_path: Path) -> None:
    path = tmp_path / "card.txt"
    does(chapter, ["rename", "Game-Cafe"], ["head", "--all", "-o", str(path)])
    assert stated(chapter, f"audit --head {path}")["unchanged"]["head"] == head_of(chapter)


@pytest.mark.parametrize(
    ("language", "printed", "episode"),
    [
        ("en", "printed 1 Dec 2199", "episode 1"),
        ("it", "stampa del 1 dic 2199", "l'episodio 1"),
        ("zh-Hant", "列印 2199年12月1日", "第 1 節"),
    ],
)
@pytest.mark.parametrize("name", ["card.txt", "card.html"])
@pytest.mark.usefixtures("in_2199")
def test_a_card_is_in_the_language_of_the_table_and_read_in_every_one(
    chapter: Run, tmp_path: Path, language: str, printed: str, episode: str, name: str
) -> None:
    path = tmp_path / name
    chapter("rename 'Group 7'")
    words = chapter(["--language", language, "head", "--all", "-o", str(path)]).err
    assert words.startswith("The card is in") is (language == "en")
    text = html.unescape(path.read_text("utf-8"))
    assert printed in text
    assert f"  {episode}\n" in text
    facts = stated(chapter, f"audit --head {path}")
    assert facts["unchanged"]["head"] == head_of(chapter)
    assert facts["before head"]["note"] == "2199-12-01"


@pytest.mark.parametrize(
    "day",
    ["3 nov 2025", "3 Nov. 2025", "3 NOV 2025", "3 November 2025", "2025年11月3日", "2025-11-03"],
)
def test_a_day_beside_a_head_is_read_as_people_and_the_program_write_it(
    chapter: Run, tmp_path: Path, day: str
) -> None:
    path = tmp_path / "card.txt"
    for written in (day, day.replace("3 nov ", "3 novembre ")):
        path.write_text(f"{head_of(chapter)}  {written}  episodio 3\n", "utf-8")
        facts = stated(chapter, f"audit --head {path}")
        assert facts["unchanged"]["note"] == "2025-11-03"


@pytest.mark.parametrize(
    ("day", "month"), [("4 gen 2025", 1), ("4 mag 2025", 5), ("4 dic 2025", 12), ("4 set 2025", 9)]
)
def test_an_italian_month_beside_a_head_is_read(
    chapter: Run, tmp_path: Path, day: str, month: int
) -> None:
    path = tmp_path / "card.txt"
    path.write_text(f"{head_of(chapter)} {day}\n", "utf-8")
    note = stated(chapter, f"audit --head {path}")["unchanged"]["note"]
    assert note == f"2025-{month:02}-04"


@pytest.mark.parametrize(
    ("day", "why"),
    [
        ("31 feb 2025", "is not a day of the calendar"),
        ("12 Foo 2025", "is not a day of the calendar"),
        ("2025年13月1日", "is not a day of the calendar"),
        ("27/11/2025", "is not understood as a day: write it like 2026-11-12"),
        ("27.11.2025", "is not understood as a day"),
        ("2025-1-7", "is not understood as a day"),
        ("Nov 27, 2025", "is not understood as a day"),
        ("27 nov 2199", "is in the future, by the clock of this computer"),
        ("2199-01-01", "is in the future"),
    ],
)
@pytest.mark.parametrize("line", ["{head} {day}\n", "Tuesday\nprinted {day}\n{head}\n"])
def test_what_is_no_day_beside_a_head_is_named(
    chapter: Run, tmp_path: Path, day: str, why: str, line: str
) -> None:
    path = tmp_path / "card.txt"
    path.write_text(line.format(head=head_of(chapter), day=day), "utf-8")
    output = chapter(f"audit --head {path}")
    assert (output.code, f"'{day}' {why}" in " ".join(output.err.split())) == (2, True), output.err


@pytest.mark.parametrize("slip", ["7QK2-9FM 12 Nov 2026", "7QK29FMD", "2026-11-12: 7QK2 9FMD"])
def test_no_line_of_a_card_is_left_out_without_a_word(
    chapter: Run, tmp_path: Path, slip: str
) -> None:
    path = tmp_path / "card.txt"
    for lines in (f"{head_of(chapter)}\n\n{slip}\n", f"{slip}\n{head_of(chapter)}\n"):
        path.write_text(lines, "utf-8")
        output = chapter(f"audit --head {path}")
        assert output.code == 2
        assert f"no head in '{slip}'" in " ".join(output.err.split())


@pytest.mark.parametrize("line", ["{head} 12 Nov 2026, printed", "stampa del 12 nov 2026: {head}"])
def test_a_head_counts_beside_the_word_that_ends_a_title(
    chapter: Run, tmp_path: Path, line: str
) -> None:
    path = tmp_path / "card.txt"
    other = line.format(head=short_head("f" * 64))
    path.write_text(f"{head_of(chapter)}\n{other}\n{head_of(chapter)}\n", "utf-8")
    assert chapter(f"audit --head {path}").code == 3


def test_each_head_of_a_line_counts(chapter: Run, tmp_path: Path) -> None:
    path = tmp_path / "card.txt"
    other = short_head("f" * 64)
    path.write_text(f"12 Nov 2026: {head_of(chapter)}, {other}\n", "utf-8")
    output = chapter(f"audit --head {path}")
    assert (output.code, other in output.out) == (3, True)


def test_a_file_with_the_name_of_a_head_is_not_read_in_its_place(
    chapter: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    other = short_head("f" * 64)
    for name in (other, other.replace("-", "").lower()):
        Path(name).write_text(f"{head_of(chapter)}\n", "utf-8")
        output = chapter(f"audit --head {name}")
        assert (output.code, f"no entry has the head {other}" in output.out) == (3, True)
        assert chapter(f"audit --head ./{name}").code == 0


@pytest.mark.parametrize("empty", ["", "\n \n"])
def test_a_card_without_a_line_has_no_head(chapter: Run, tmp_path: Path, empty: str) -> None:
    path = tmp_path / "card.txt"
    path.write_text(empty, "utf-8")
    for typed in (path, "-"):
        output = chapter(f"audit --head {typed}", empty)
        assert (output.code, "there is no head in it" in output.err) == (2, True)


def test_a_page_has_four_cards(chapter: Run, tmp_path: Path) -> None:
    path = tmp_path / "card.html"
    does(chapter, ["head", "--all", "-o", str(path)])
    page = path.read_text("utf-8")
    assert page.count('<section class="card">') == page.count(head_of(chapter)) == 4


def test_a_card_that_is_named_a_pdf_is_one(
    chapter: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(printing, "print_pdf", lambda page: f"%PDF {page}".encode())
    path = tmp_path / "card.pdf"
    chapter(f"head --all -o {path}")
    assert path.read_text("utf-8").startswith("%PDF <!doctype html>")


@pytest.mark.parametrize(
    "line",
    ["head --all -o", "audit report -o", "chronicle -o", "export csv plays -o", "export csv -o"],
)
def test_nothing_is_written_under_the_name_of_an_office_program(
    chapter: Run, tmp_path: Path, line: str
) -> None:
    """Excel and Word call a table or a page of that name damaged."""
    path = tmp_path / "evenings.xlsx"
    refused = chapter(f"{line} {path}")
    assert (refused.code, path.exists()) == (7, False)
    assert "programs that do open .csv (tables) and .html (pages), too" in " ".join(
        refused.err.split()
    )


def test_what_is_to_be_audited_has_its_option(chapter: Run, tmp_path: Path) -> None:
    path = tmp_path / "tuesday.html"
    path.write_text("a page", "utf-8")
    refused = chapter(f"audit {path}")
    assert (refused.code, "campaign audit --file" in refused.err) == (2, True)
    assert "campaign audit --campaign" in chapter("audit Tuesday").err
    assert chapter("audit report").code == 0


def test_a_page_of_cards_is_read_as_a_card(chapter: Run, tmp_path: Path) -> None:
    path = tmp_path / "card.html"
    does(chapter, "rename 'Game <Cafe> & Bar'", ["head", "--all", "-o", str(path)])
    head = head_of(chapter)
    facts = stated(chapter, f"audit --head {path}")
    assert (facts["unchanged"]["head"], facts["before head"]["episodes"]) == (head, [1])
    page = path.read_bytes()
    path.write_bytes(page.replace(b"\n", b"\r\n"))
    assert stated(chapter, f"audit --head {path}")["unchanged"]["head"] == head
    path.write_bytes(page.replace(head.encode(), short_head("f" * 64).encode(), 1))
    assert chapter(f"audit --head {path}").code == 3


def test_a_page_without_cards_holds_no_head(chapter: Run, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    does(chapter, ["chronicle", "-o", str(path)])
    output = chapter(f"audit --head {path}")
    assert (output.code, "there is no head in it" in output.err) == (2, True)


def test_an_output_is_for_a_card(chapter: Run) -> None:
    assert chapter("head -o card.html").code == 2


def test_a_campaign_that_was_just_begun_has_a_head(sealed: Run) -> None:
    assert "without an episode that counts" in sealed("head").out
    assert "begun" in sealed("head --all").out


@pytest.mark.parametrize("command", ["head --all", "audit report"])
def test_a_dash_is_standard_output(settled: Run, command: str) -> None:
    assert settled(command).out == settled(f"{command} -o -").out != ""


def test_a_head_says_what_is_unchanged_and_what_came_before_and_after(settled: Run) -> None:
    head = head_of(settled)
    keeps(settled, str(CHAPTER / "episode-2.toml"))
    facts = stated(settled, f"audit --head {head}")
    assert "no head" not in facts
    unchanged, after = facts["unchanged"], facts["after head"]
    assert (unchanged["episodes"], unchanged["entries"]) == ([1], list(range(1, 11)))
    assert (after["episodes"], after["entries"]) == ([2], [11])
    assert facts["before head"]["entries"] == unchanged["entries"]
    assert head in unchanged["words"]
    newest = stated(settled, f"audit --head {head_of(settled)}")
    assert "after head" not in newest


def test_what_was_corrected_after_a_head_is_named(
    chapter: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What counts of the evening is not what the head stands for: its entries alone are proved."""
    head = head_of(chapter)
    assert "later" not in stated(chapter, f"audit --head {head}")["unchanged"]["words"]
    kept_as_played(chapter, tmp_path, monkeypatch)
    facts = stated(chapter, f"audit --head {head}")
    assert facts["after head"]["episodes"] == [3]
    assert facts["unchanged"]["names"] == ["3"]
    assert "episode 3 was corrected or taken back later" in facts["unchanged"]["words"]


def test_what_was_taken_back_or_judged_again_after_a_head_is_named(
    played: Run, tmp_path: Path
) -> None:
    """The undo of a correction from before the head changes an evening, too."""
    judged = ["pack", "apply", str(overlay(tmp_path, STICKERS)), "--again", "1", "--reason", "x"]
    for line in ([*judged, "--yes"], ["undo", "--yes"], ["redo", "--yes"]):
        head = head_of(played)
        does(played, line)
        facts = stated(played, f"audit --head {head}")
        assert (facts["after head"]["episodes"], facts["unchanged"]["names"]) == ([1], ["1"])
    does(played, "undo --yes")
    head = head_of(played)
    does(played, "undo --yes")
    assert stated(played, f"audit --head {head}")["unchanged"]["names"] == ["1"]


def test_without_a_head_everything_could_have_been_rewritten(chapter: Run) -> None:
    facts = stated(chapter)
    assert not {"unchanged", "before head", "after head"} & facts.keys()
    assert facts["no head"]["episodes"] == [1, 2, 3]
    assert "without one all of it could have been made anew" in facts["no head"]["words"]
    assert facts["no head"]["words"].endswith("; the audit takes it as --head XXXX-XXXX")


def test_a_card_has_several_heads_with_their_days(
    settled: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = head_of(settled)
    keeps(settled, str(CHAPTER / "episode-2.toml"))
    second = head_of(settled)
    monkeypatch.setattr(clock, "now", lambda: datetime(2199, 12, 1, 20, tzinfo=UTC))
    card = tmp_path / "card.txt"
    card.write_text(f"Tuesday\n 1 Jan 2199  {first}\n{second.lower()}, 2199-02-01\n", "utf-8")
    facts = stated(settled, f"audit --head {card}")
    assert (facts["unchanged"]["head"], facts["unchanged"]["note"]) == (second, "2199-02-01")
    assert f"{second}, the head of" in facts["unchanged"]["words"]
    assert "was written down on 1 Feb 2199" in facts["unchanged"]["words"]
    assert facts["before head"]["head"] == first
    assert "head of another day" not in facts
    card.write_text(f"2001-01-01 {first}", "utf-8")
    assert "head of another day" in stated(settled, f"audit --head {card}")


def test_entries_that_are_dated_before_the_head_which_they_follow(
    settled: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A clock that was set back makes an evening older than a note in the box."""
    first, count = head_of(settled), len(stated(settled)["no head"]["entries"])
    keeps(settled, str(CHAPTER / "episode-2.toml"))
    second = head_of(settled)
    monkeypatch.setattr(clock, "now", lambda: datetime(2199, 12, 1, 20, tzinfo=UTC))
    card = tmp_path / "card.txt"

    def facts(text: str) -> dict[str, Any]:
        card.write_text(text, "utf-8")
        return stated(settled, f"audit --head {card}")

    fact = facts(f"1 Jan 2199 {first}")["dated before head"]
    assert (fact["head"], fact["day"]) == (first, "2199-01-01")
    assert fact["entries"] == list(range(count + 1, count + 1 + len(fact["entries"])))
    assert "said to have been recorded before that day" in fact["words"]
    assert "dated before head" not in facts(f"1 Jan 2001 {first}")
    assert "dated before head" not in facts(f"{first}")
    assert "dated before head" not in facts(f"printed 1 Jan 2199\n{first}\n{second}")


def test_entries_that_are_dated_before_one_which_they_follow(
    settled: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    last = len(stated(settled)["no head"]["entries"])
    for day in (1, 40, 39, 10, 45):  # one clock that is fast, and one that is a day behind
        now = datetime(2199, 12, 1, 20, tzinfo=UTC) + timedelta(days=day)
        monkeypatch.setattr(clock, "now", lambda now=now: now)
        does(settled, f"city rename eagle {day}-Rivers")
    fact = stated(settled)["dated before entry"]
    assert ([last + 4], last + 2, "2200-01-10") == (fact["entries"], fact["amount"], fact["day"])
    assert "is dated 10 Jan 2200" in fact["words"]
    last_day = datetime(9999, 12, 31, 20, tzinfo=UTC)  # after which no calendar goes on
    monkeypatch.setattr(clock, "now", lambda: last_day)
    does(settled, "city rename eagle Ulm")
    assert "dated before entry" in stated(settled)


def test_a_day_of_another_time_zone_says_nothing_against_an_entry(
    settled: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half an hour after a card of Kiritimati it is the day before in Newfoundland."""
    card, first = tmp_path / "card.txt", head_of(settled)

    def facts(hour: int, offset: float, text: str) -> dict[str, Any]:
        zone = timezone(timedelta(hours=offset))
        now = (datetime(2199, 11, 30, tzinfo=UTC) + timedelta(hours=hour)).astimezone(zone)
        with monkeypatch.context() as patch:
            patch.setattr(clock, "now", lambda: now)
            does(settled, "undo --yes")
        with monkeypatch.context() as patch:
            patch.setattr(clock, "now", lambda: datetime(2199, 12, 24, 20, tzinfo=UTC))
            card.write_text(text.format(second=head_of(settled)), "utf-8")
            return stated(settled, f"audit --head {card}")

    assert "dated before head" not in facts(11, -3.5, f"2199-12-01 {first}")
    assert "dated before head" in facts(9, -3.5, f"2199-12-01 {first}")
    assert "head of another day" not in facts(11, 14, "2199-11-30 {second}")
    assert "head of another day" in facts(37, 14, "2199-11-30 {second}")


def test_a_head_of_a_card_that_is_not_here_is_found(settled: Run, tmp_path: Path) -> None:
    card = tmp_path / "card.txt"
    card.write_text(f"{head_of(settled)}\n0000-0000\n", "utf-8")
    output = settled(f"audit --head {card}")
    assert output.code == 3
    assert "no entry has the head 0000-0000" in " ".join(output.out.split())
    assert "unchanged" not in stated(settled, f"audit --head {card}")


def test_what_was_rewritten_after_a_head_is_named_with_its_evenings(
    settled: Run, tmp_path: Path, db: Path
) -> None:
    first = head_of(settled)
    keeps(settled, str(CHAPTER / "episode-2.toml"))
    card = tmp_path / "card.txt"
    card.write_text(f"{first}\n{head_of(settled)}\n", "utf-8")
    does(settled, "undo --yes")
    assert "head missing" not in stated(settled, f"audit --head {card}")
    tamper(db, "DROP TRIGGER entry_no_update", "UPDATE entry SET author = 'Emil' WHERE seq = 11")
    facts = stated(settled, f"audit --head {card}")
    assert facts["head not held"]["head"] in card.read_text("utf-8")
    assert not {"no head", "unchanged"} & facts.keys()
    seal_again(db)
    missing = stated(settled, f"audit --head {card}")["head missing"]
    assert (missing["names"], missing["episodes"], missing["entries"]) == ([first], [2], [11, 12])
    assert f"Up to {first}, which was given, too, this history agrees" in missing["words"]
    alone = stated(settled, "audit --head 0000-0000")["head missing"]
    assert alone["names"] == []
    assert "or its end was cut off" in alone["words"]


@pytest.mark.parametrize("text", ["nothing\n", "2026-02-30 0000-0000\n", "0000-0001\n"])
def test_a_card_that_cannot_be_read_is_wrong_usage(chapter: Run, tmp_path: Path, text: str) -> None:
    card = tmp_path / "card.txt"
    card.write_text(text, "utf-8")
    assert chapter(f"audit --head {card}").code == 2
