"""Heads that people keep: the one of the evening, and the card of all evenings."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from campaign.store.heads import short_head
from tests.cli.test_audit_statement import does, stated
from tests.fixtures import CHAPTER, SLIPS, Run, head_of


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


def test_a_title_that_looks_like_a_head_is_a_title(chapter: Run, tmp_path: Path) -> None:
    path = tmp_path / "card.txt"
    does(chapter, ["rename", "Game-Cafe"], ["head", "--all", "-o", str(path)])
    assert stated(chapter, f"audit --head {path}")["unchanged"]["head"] == head_of(chapter)


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


def test_each_head_of_a_line_counts(chapter: Run, tmp_path: Path) -> None:
    path = tmp_path / "card.txt"
    other = short_head("f" * 64)
    path.write_text(f"12 Nov 2026: {head_of(chapter)}, {other}\n", "utf-8")
    output = chapter(f"audit --head {path}")
    assert (output.code, other in output.out) == (3, True)


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


def test_an_output_is_for_a_card(chapter: Run) -> None:
    assert chapter("head -o card.html").code == 2


def test_a_campaign_that_was_just_begun_has_a_head(sealed: Run) -> None:
    assert "before the first episode" in sealed("head").out
    assert "begun" in sealed("head --all").out


@pytest.mark.parametrize("command", ["head --all", "audit report"])
def test_a_dash_is_standard_output(settled: Run, command: str) -> None:
    assert settled(command).out == settled(f"{command} -o -").out != ""
