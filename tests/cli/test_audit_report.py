"""The report of an audit: the state for good can be built from its tables alone."""

from __future__ import annotations

import json
import re
import shutil
from collections import Counter
from collections.abc import Iterator, Sequence
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from campaign.cli import printing
from campaign.display.text.blocks import Items, RowBlock, as_markdown
from campaign.services import folding, founding, steps
from campaign.services.values import Author, History
from campaign.store import schema
from campaign.store.database import open_database, reading, writing
from tests.cli.test_audit_statement import (
    by_another,
    does,
    no_day,
    one_differs,
    stated,
    taken_back,
    without_moves,
)
from tests.cli.test_sealed import CAMPAIGN, SEATS
from tests.fixtures import Run, Table, head_of
from tests.store.conftest import NOW

Tables = dict[str, list[list[dict[str, str]]]]
"""By heading the tables below it; each row by its columns."""


def tables(text: str) -> Tables:
    """The tables of Markdown."""
    found: Tables = {}
    heading, columns = "", list[str]()
    for line in text.splitlines():
        if line.startswith("#"):
            heading, columns = line.lstrip("# "), []
        elif line.startswith("| ---"):
            found.setdefault(heading, []).append([])
        elif line.startswith("|"):
            cells = [
                re.sub(r"\\(.)", r"\1", cell.strip()) for cell in re.split(r"(?<!\\)\|", line)[1:-1]
            ]
            if columns:
                found[heading][-1].append(dict(zip(columns, cells, strict=True)))
            else:
                columns = cells
        else:
            columns = []
    return found


@pytest.fixture
def whole(db: Path) -> Iterator[History]:
    """The campaign of the examples to its end."""
    database = open_database(db)
    schema.ensure(database)
    by = Author("Anna", NOW)
    founded = founding.creation("Tuesday", SEATS, pack="stand_in", uid="u", secret="s")
    text = (CAMPAIGN / "steps.txt").read_text("utf-8")
    with writing(database) as session:
        history = founding.begin(session, founded, by)

        def read(name: str) -> str:
            return (CAMPAIGN / name).read_text("utf-8")

        for _ in steps.follow(session, history, text, read, by):
            pass
    with reading(database) as session:
        yield folding.read(session, history.stream)
    database.dispose()


def tables_of_page(text: str) -> Tables:
    """The same of a page."""
    found: Tables = {}
    for section in re.findall(r"(?s)<section.*?</section>", text):
        heading = re.search(r"<h2>(.*?)</h2>", section)
        for table in re.findall(r"(?s)<table>.*?</table>", section):
            head, *rows = (
                [unescape(cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row)]
                for row in re.findall(r"(?s)<tr>.*?</tr>", table)
            )
            assert heading
            named = [dict(zip(head, row, strict=True)) for row in rows]
            found.setdefault(unescape(heading[1]), []).append(named)
    return found


def test_the_state_for_good_is_built_from_the_tables_alone(
    whole: History, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_text = tables(run("audit report").out)
    page = tmp_path / "report.html"
    does(run, ["audit", "report", "-o", str(page)])
    printed = list[str]()

    def prints(text: str) -> bytes:
        printed.append(text)
        return b"%PDF"

    monkeypatch.setattr(printing, "print_pdf", prints)
    does(run, ["audit", "report", "-o", str(tmp_path / "report.pdf")])
    assert tables_of_page(page.read_text("utf-8")) == in_text
    assert tables_of_page(printed[0]) == in_text
    gives_the_state(whole, in_text)


def gives_the_state(whole: History, of: Tables) -> None:
    campaign = whole.campaign
    placed = Counter((row["City"], row["Sticker"], row["Square"]) for row in of["Stickers"][0])
    assert placed == Counter(
        (city.seat, sticker.kind, sticker.square)
        for city in campaign.cities
        for sticker in city.stickers
    )
    marks = Counter[str]()
    for row in of["Progress marks"][0]:
        marks[row["City"]] += int(row["Marks"])
    assert marks == {city.seat: city.progress for city in campaign.cities}
    shown = {row["City"]: row for row in of["Cities"][0]}
    for city in campaign.cities:
        row = shown[city.seat]
        assert (row["Player"], row["Name"]) == (city.player, city.name)
        assert int(row["Nuggets"]) == city.nuggets
        depths = dict(pair.split() for pair in row["Shafts"].split(", ") if pair)
        assert depths == {colour: str(depth) for colour, depth in city.shafts.items() if depth}
    assert {int(row["Envelope"]): int(row["Entry"]) for row in of["Envelopes"][0]} == (
        campaign.opened
    )
    for played in campaign.played:
        results, lines = of[f"Episode {played.number}"][:2]
        assert [
            (row["City"], int(row["Points"]), int(row["Rank"]), row["Why this rank"])
            for row in results
        ] == [
            (sheet.seat, sheet.total, sheet.rank, sheet.tie)
            for sheet in sorted(played.sheets, key=lambda sheet: sheet.rank)
        ]
        for sheet in played.sheets:
            added = sum(
                int(row[sheet.seat].replace("-", "0", row[sheet.seat] == "-") or 0) for row in lines
            )
            assert added == sheet.total


def test_a_tie_that_was_broken_says_why(chapter: Run) -> None:
    rows = tables(chapter("audit report").out)["Episode 1"][0]
    assert rows[0]["Why this rank"].startswith("before bear: fewer empty cells in row 1")


def test_played_and_recorded_are_apart(chapter: Run, tmp_path: Path) -> None:
    text = chapter("audit report").out
    assert "Played 6 Oct 2026. Recorded " in text
    no_day(chapter, tmp_path, pytest.MonkeyPatch())
    text = chapter("audit report").out
    last = text.partition("## Episode 3")[2].partition("##")[0]
    assert "Nobody stated the day on which it was played." in last
    assert "Played" not in last.partition("|")[0]


def test_people_and_envelopes_have_their_days(chapter: Run) -> None:
    does(chapter, "player leave wolf --yes", "player join wolf Emil --yes", "city rename deer Ulm")
    of = tables(chapter("audit report").out)
    what = [row["What"] for row in of["People and names"][0]]  # two if a second lies between
    said = "; ".join(what).replace("takes over wolf", "takes it over")
    assert said == "Dora leaves wolf; Emil takes it over; the city of deer is called Ulm"
    assert [row["Envelope"] for row in of["Envelopes"][0]] == ["1"]


def test_what_was_taken_back_is_marked_among_people_and_names(chapter: Run) -> None:
    does(chapter, "player rename Ben Benjamni --yes", "undo --yes", "city rename deer Ulm")
    what = [row["What"] for row in tables(chapter("audit report").out)["People and names"][0]]
    assert what == [
        "(Ben is called Benjamni from now on: withdrawn)",
        "the city of deer is called Ulm",
    ]


def test_a_correction_has_before_after_who_and_why(
    chapter: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    by_another(chapter, tmp_path, monkeypatch)
    text = chapter("audit report").out
    part = text.partition("## Corrections")[2]
    assert ", by Ben: episode 3 corrected by Ben: wolf noted 23, not 22 (was entry 15)" in part
    assert tables(text)["Corrections"] == [[{"Before": "wolf = 22", "After": "wolf = 23"}]]
    taken_back(chapter)
    assert "another evening" in chapter("audit report").out


def test_what_was_withdrawn_is_named(chapter: Run) -> None:
    taken_back(chapter)
    ((row,),) = tables(chapter("audit report").out)["Corrections"]
    assert row == {"Before": "episode 3 is recorded", "After": "no longer counts"}


def test_the_report_begins_with_the_statement(chapter: Run) -> None:
    head = head_of(chapter)
    text = chapter(f"audit report --head {head}").out
    assert text.index("## Proved") < text.index("## Not proved") < text.index("## Cities")
    assert f"No entry up to {head}, the head of " in text


PAGES = (without_moves, one_differs, no_day)


@pytest.mark.parametrize("change", PAGES)
def test_the_page_says_what_the_text_says(chapter: Run, tmp_path: Path, change: Any) -> None:
    change(chapter, tmp_path, pytest.MonkeyPatch())
    path = tmp_path / "report.html"
    does(chapter, ["audit", "report", "-o", str(path)])
    page = path.read_text("utf-8")
    body = re.sub(r"(?s)<(style|script)>.*?</\1>|<[^>]+>", " ", page)
    shown = words(body.replace("&#39;", "'").replace("&#34;", '"').replace("&lt;", "<"))
    text = json.loads(chapter("audit report --json").out)["report"]
    assert words(re.sub(r"\\(.)", r"\1", text)) - shown == set()
    assert "://" not in page


def words(text: str) -> set[str]:
    return set(re.findall(r"[A-Za-z]{3,}|\d+", text))


def test_nobody_writes_markup_into_a_report() -> None:
    rows: Sequence[Sequence[str]] = [["a|b", "<b>x</b> [y](z)"]]
    text = as_markdown([Items(["*bold* _it_ `c`\n# head"]), RowBlock(("one", "two"), rows)])
    assert text == (
        "- \\*bold\\* \\_it\\_ \\`c\\` \\# head\n\n"
        "| one | two |\n| --- | --- |\n| a\\|b | \\<b\\>x\\</b\\> \\[y\\](z) |\n"
    )


def test_a_report_holds_its_history_which_is_checked_from_outside(
    anna: Table, tmp_path: Path
) -> None:
    path = tmp_path / "report.html"
    anna.does(["audit", "report", "-o", str(path)])
    facts = stated(anna, f"audit --file {path}")
    assert {"signed", "report not compared"} <= facts.keys()
    assert "page" not in facts
    again = anna(f"audit report --file {path}").out
    assert tables(again)["Episode 1"] == tables(anna("audit report").out)["Episode 1"]
    text = path.read_text("utf-8")
    path.write_text(re.sub('data-program="[^"]*"', 'data-program="0.0.9"', text), "utf-8")
    assert anna(f"audit --file {path}").code == 0
    broken = re.sub(r'(id="proof"[^>]*>.{400}).', r"\1~", text)
    path.write_text(broken, "utf-8")
    assert anna(f"audit --file {path}").code == 7


def test_without_a_key_a_report_holds_words_alone(
    chapter: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CAMPAIGN_KEY", str(tmp_path / "nowhere" / "key.pem"))
    (tmp_path / "nowhere").write_text("a file", "utf-8")
    path = tmp_path / "report.html"
    does(chapter, ["audit", "report", "-o", str(path)])
    page = path.read_text("utf-8")
    assert 'id="proof"' not in page
    assert "This file holds only words" in page


def test_a_report_is_in_the_language_of_its_reader(chapter: Run, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    does(chapter, ["audit", "report", "--language", "it", "-o", str(path)])
    assert '<html lang="it">' in path.read_text("utf-8")
    italian = chapter("audit report --language it").out
    assert italian != chapter("audit report").out
    assert json.loads(chapter("audit report --language it --json").out)["report"].startswith(
        chapter("audit report").out[:200]
    )


def test_one_win_is_counted_as_one_in_italian(chapter: Run) -> None:
    assert re.findall(r"\d vint.", chapter("audit report --language it").out) == ["1 vinto"] * 3


def test_the_lines_of_a_sheet_are_named_in_the_language_of_the_reader(chapter: Run) -> None:
    sheet = tables(chapter("audit report --language it").out)["Episodio 3"][1]
    assert [row["Punteggio"] for row in sheet] == [
        "segnalino alla fine",
        "alberi",
        "rocce",
        "gruppo giallo",
        "gruppo rosso",
        "gruppo blu",
        "pozzi",
        "caselle vuote",
    ]


def test_a_table_of_a_report_is_announced_in_the_language_of_its_columns(
    chapter: Run, tmp_path: Path
) -> None:
    chapter(f"audit report --language it -o {tmp_path / 'report.html'}")
    page = (tmp_path / "report.html").read_text("utf-8")
    tables = re.findall(r'aria-label="([^"]*)"><table>\s*<thead><tr>(.*?)</tr>', page)
    assert tables
    for announced, heads in tables:
        assert announced == ", ".join(re.findall(r"<th[^>]*>(.*?)</th>", heads))


def test_a_pdf_is_printed_by_a_browser_or_says_what_is_missing(
    chapter: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "report.pdf"
    with monkeypatch.context() as patch:
        patch.setattr(printing, "BROWSERS", ())
        output = chapter(["audit", "report", "-o", str(path)])
        assert (output.code, path.exists()) == (7, False)
        assert "Chromium, Chrome or Edge" in output.err
    if not any(map(shutil.which, printing.BROWSERS)):
        pytest.skip("there is no browser that prints")
    does(chapter, ["audit", "report", "-o", str(path)])
    data = path.read_bytes()
    assert data.startswith(b"%PDF-")
    sizes = set(re.findall(rb"/MediaBox *\[([^\]]*)\]", data))
    assert sizes == {b"0 0 612 792"}


def test_who_reads_a_simulated_campaign_hears_it(run: Run, tmp_path: Path) -> None:
    bundle = tmp_path / "friday.zip"
    does(
        run,
        "simulate my-city --whole --seats 2 --keep",
        "rename Friday",
        ["handover", "export", "--all", "-o", str(bundle)],
    )
    assert "simple players" in stated(run, f"audit --file {bundle}")["simulated"]["words"]
    letter = " ".join(run(f"audit --file {bundle}").err.split())
    assert "and kept as simple players had played it." in letter
    does(run, "new Tuesday --seat eagle=Anna --seat bear=Ben")
    assert "simulated" not in stated(run)
