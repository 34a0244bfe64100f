"""campaign import csv: spreadsheets as people have them, whatever wrote them."""

from __future__ import annotations

import json
import shutil
import subprocess
import zipfile
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from campaign.extras.plays import sheets, workbook_parts
from engine.kernel.errors import RecordError
from engine.kernel.record import parse_record
from tests.cli.test_entering_terminal import terminal
from tests.extras.plays.workbooks import Rows, ods, xlsx, zipped
from tests.fixtures import ETERNAL, ROOT, Refuses, Run
from tests.processes import GIVE_UP
from tests.soak import CI

HEAD = ("Game", "Name", "Points", "Date", "Absent")
DAY = date(2026, 11, 12)
ROWS: Rows = (
    HEAD,
    (None,) * 5,
    ("quadropolis", "Zo\u00eb", 20, DAY, False),
    ("quadropolis", "Ben & Co", 17, DAY, None),
    ("quadropolis", "Anna", 3, DAY, True),
)
PLAYED = ("2026-11-12", {"Zo\u00eb": 20, "Ben & Co": 17})


def kept(run: Run) -> tuple[str, dict[str, int]]:
    """The day and the scores of the only session."""
    (one,) = json.loads(run("session list --json").out)["sessions"]
    return one["played"], {one["names"][row["seat"]]: row["score"] for row in one["results"]}


def text(*days: str, separator: str = ",") -> str:
    """A spreadsheet with a play of two on each day."""
    rows = [("play", "game", "player", "score", "played")]
    for number, day in enumerate(days):
        rows += [(str(number), "quadropolis", name, "7", day) for name in ("Zo\u00eb", "Ben")]
    return "".join(f"{separator.join(row)}\n" for row in rows)


@pytest.mark.parametrize("make", [xlsx, ods])
def test_a_workbook_is_read_with_numbers_days_and_truths(
    run: Run, tmp_path: Path, make: Any
) -> None:
    path = tmp_path / "plays.of.us"
    path.write_bytes(make(ROWS))
    output = run(f"import csv {path} --yes")
    assert (0, True) == (output.code, "1 play, 1 of our games: 1 new" in output.out), output
    assert PLAYED == kept(run)


def test_of_several_sheets_the_one_with_the_columns_is_read_and_said(
    run: Run, tmp_path: Path
) -> None:
    path = tmp_path / "plays.xlsx"
    path.write_bytes(xlsx([("Notes",)], Evenings=ROWS, Empty=[]))
    assert "Of several sheets, this one was read: Evenings." in run(f"import csv {path} --yes").err
    assert PLAYED == kept(run)


@pytest.mark.parametrize("state", ["hidden", "veryHidden"])
def test_a_sheet_that_nobody_sees_is_not_read(run: Run, tmp_path: Path, state: str) -> None:
    path = tmp_path / "plays.xlsx"
    fay, emil = ("quadropolis", "Fay", 1, DAY, False), ("quadropolis", "Emil", 2, DAY, True)
    path.write_bytes(xlsx([HEAD, fay, emil], state=state, Evenings=ROWS))
    assert "Of several sheets" not in run(f"import csv {path} --yes").err
    assert PLAYED == kept(run)


@pytest.mark.parametrize("make", [xlsx, ods])
def test_an_empty_row_of_a_workbook_ends_a_play(run: Run, tmp_path: Path, make: Any) -> None:
    others = [("quadropolis", name, 7, DAY, False) for name in ("Chen", "Dora")]
    path = tmp_path / "plays"
    path.write_bytes(make([(None,), *ROWS, (None,), *others]))
    assert "2 plays, 2 of our games: 2 new" in run(f"import csv {path} --yes").out


def test_what_lies_empty_at_the_end_of_a_sheet_is_no_row(run: Run, tmp_path: Path) -> None:
    cell = '<table:table-cell table:number-columns-repeated="16384"/>'
    rows = f'<table:table-row table:number-rows-repeated="1048570">{cell}</table:table-row>'
    path = tmp_path / "plays.ods"
    path.write_bytes(ods(ROWS, rows))
    assert run(f"import csv {path} --yes").code == 0
    assert PLAYED == kept(run)


FAR = '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'
MANY = (
    '<table:table-row table:number-rows-repeated="1048570"><table:table-cell '
    'office:value-type="float" office:value="1"><text:p>1</text:p></table:table-cell>'
    "</table:table-row>"
)


@pytest.mark.parametrize(
    "written",
    [
        "r='XFD1048576'",
        'r = "XFD1048576"',
        'x=">" r="XFD1048576"',
        'r="xfd1048576"',
        'r="XFD0001048576"',
        'r="XFD99999999"',
    ],
)
def test_a_far_cell_is_refused_however_it_is_written(
    refuses: Refuses, tmp_path: Path, written: str
) -> None:
    """They were not found, and the memory for all cells between was not there: an abort."""
    path = tmp_path / "plays.xlsx"
    path.write_bytes(xlsx(ROWS, f"<row><c {written}><v>1</v></c></row>"))
    refuses(f"import csv {path} --yes", 7, "column 16,384: delete what is there")


def test_a_repeated_cell_is_refused_however_it_is_written(refuses: Refuses, tmp_path: Path) -> None:
    path = tmp_path / "plays.ods"
    path.write_bytes(
        ods(
            ROWS,
            MANY.replace('"1048570"', "'1048570'").replace(
                "<table:table-cell ", "<table:table-cell table:number-columns-repeated = '9' "
            ),
        )
    )
    refuses(f"import csv {path} --yes", 7, "row 1,048,575, column 9: delete what is there")


def test_a_sheet_that_is_no_xml_is_not_read(refuses: Refuses, tmp_path: Path) -> None:
    """Such as the binary sheets of Excel, whose cells nobody has measured."""
    path = tmp_path / "plays.xlsx"
    path.write_bytes(zipped({"xl/workbook.bin": "\x83\x01", "[Content_Types].xml": "<a/>"}))
    refuses(f"import csv {path} --yes", 7, "no workbook that can be read")


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (xlsx(ROWS, FAR), "a cell lies in row 1,048,576, column 16,384"),
        (ods(ROWS, MANY), "the same rows 1,048,570 times"),
        (xlsx(ROWS)[:-40], "a packed file that cannot be read"),
        (zipped({"[Content_Types].xml": "", "xl/workbook.xml": "<x"}), "no workbook"),
        (zipped({"a.txt": ""}), "no spreadsheet, but a packed file"),
        (zipped({"manifest.json": "{}"}), "campaign handover take FILE"),
        (zipped({"word/document.xml": ""}), "a document of Word"),
        (ods(ROWS, kind="text"), "an OpenDocument file, but no spreadsheet"),
        (b"%PDF-1.7", "a PDF"),
        (b"\x89PNG\r\n", "a picture"),
        (b"SQLite format 3\0", "a database"),
        (b"\xd0\xcf\x11\xe0\xa1", "save it as .xlsx"),
        (b"<!DOCTYPE html><table>", "a page"),
        (b'<?xml version="1.0"?>\n<plays username="anna">', "campaign import bgg FILE"),
        (b'{"plays": []}', "campaign import bgstats"),
        (b'format = 1\ngame = "my-city"', "campaign session record FILE"),
        (b"game,player,score\n\x00\x01\x02\xfa\x00\n", "no spreadsheet, and no text"),
        (b"game,player,score\nquadropolis,\x81,3\n", "give its encoding with --encoding"),
        (xlsx([("game", "player"), ("quadropolis", "Anna")]), "no column score"),
        (xlsx([]), "no column game, player, score"),
    ],
)
def test_a_file_of_another_kind_is_named_as_that(
    refuses: Refuses, tmp_path: Path, data: bytes, words: str
) -> None:
    path = tmp_path / "plays.csv"
    path.write_bytes(data)
    refuses(f"import csv {path} --yes", 7, words, "Nothing was written.")


@pytest.mark.parametrize(
    ("part", "words"),
    [("xl/large.xml", "it unpacks to more than 200,000"), ("xl/many.xml", "more than 300 cells")],
)
def test_a_workbook_that_unpacks_to_far_more_is_refused_before_it_is_read(
    refuses: Refuses, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, part: str, words: str
) -> None:
    file = tmp_path / "plays.xlsx"
    file.write_bytes(
        zipped({part: f"<row>{'<c/>' * (301 if part == 'xl/many.xml' else 60_000)}</row>"})
    )
    monkeypatch.setattr(sheets, "UNPACKED", 200_000)
    monkeypatch.setattr(workbook_parts, "CELLS", 300)
    if part == "xl/large.xml":
        monkeypatch.setattr(zipfile.ZipFile, "open", lambda *_: pytest.fail("it was unpacked"))
    refuses(["import", "csv", str(file)], 7, words)


@pytest.mark.parametrize("make", [xlsx, ods])
def test_a_workbook_with_a_changed_byte_is_read_or_refused(make: Any) -> None:
    data = make(ROWS)
    for at in range(len(data)):
        with suppress(RecordError):
            sheets.read(data[:at] + bytes([data[at] ^ 0x55]) + data[at + 1 :], lambda _: True)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"<table:table-row>" * 300_000, "no workbook"),
        (b"<table:table-row " * 300_000, "no workbook"),
        (b"<table:table-row>" + b"<table:table-cell " * 300_000, "no workbook"),
        (b">" + b"\n" * 300_000, "no workbook"),
        (b"<table:table-row>" * (2**20 + 1), "more than 1,048,576 rows"),
        (MANY.replace("1048570", "9" * 5_000).encode(), "the same rows very many times"),
    ],
)
def test_a_damaged_sheet_of_few_bytes_takes_no_minutes(
    refuses: Refuses, tmp_path: Path, content: bytes, words: str
) -> None:
    """Each beginning without an end was looked for up to the end of the file."""
    file = tmp_path / "plays.ods"
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    file.write_bytes(zipped({"mimetype": kind, "content.xml": content.decode()}))
    refuses(["import", "csv", str(file)], 7, words)


def test_a_sheet_of_excel_with_cells_that_never_end_takes_no_minutes(
    refuses: Refuses, tmp_path: Path
) -> None:
    file = tmp_path / "plays.xlsx"
    file.write_bytes(zipped({"xl/sheet.xml": "<c " * 300_000}))
    refuses(["import", "csv", str(file)], 7, "no workbook that can be read")


@pytest.mark.parametrize(
    ("encoding", "said"),
    [
        ("utf-8", ""),
        ("utf-8-sig", ""),
        ("cp1252", "cp1252"),
        ("utf-16", "utf-16"),
        ("utf-16-le", "utf-16-le"),
        ("utf-16-be", "utf-16-be"),
    ],
)
def test_an_encoding_is_told_by_its_signs_and_said(
    run: Run, tmp_path: Path, encoding: str, said: str
) -> None:
    path = tmp_path / "plays.csv"
    path.write_bytes(text("2026-11-12").encode(encoding))
    output = run(f"import csv {path} --yes")
    assert (f"Read as {said}; for another encoding give --encoding NAME." in output.err) == bool(
        said
    )
    assert ("2026-11-12", {"Zo\u00eb": 7, "Ben": 7}) == kept(run)


def test_an_encoding_that_is_said_counts(run: Run, refuses: Refuses, tmp_path: Path) -> None:
    path = tmp_path / "plays.csv"
    path.write_bytes(text("2026-11-12").replace("\u00eb", "\u017c").encode("cp1250"))
    assert run(f"import csv {path} --encoding cp1250 --yes").code == 0
    assert "Zo\u017c" in kept(run)[1]
    for name in ("klingon", "base64"):
        output = run(f"import csv {path} --encoding {name}")
        assert (2, True) == (output.code, f"{name} is no encoding: write one" in output.err)
    path.write_text("game,player,score\nmy-city,Ann,20\n")
    refuses(f"import csv {path} --encoding punycode", 7, "not text in punycode")
    path.write_bytes(xlsx(ROWS))
    refuses(f"import csv {path} --encoding cp1250", 7, "leave out --encoding")


@pytest.mark.parametrize("first", ["sep=;\n", '"sep=;"\r\n'])
def test_a_first_line_that_names_the_separator_counts(
    run: Run, refuses: Refuses, tmp_path: Path, first: str
) -> None:
    path = tmp_path / "plays.csv"
    path.write_text(first + text("2026-11-12", separator=";"), "utf-8")
    assert run(f"import csv {path} --yes").code == 0
    assert "2026-11-12" == kept(run)[0]
    path.write_text(first + text("12th of May", separator=";"), "utf-8")
    refuses(f"import csv {path} --yes", 7, "line 3")


@pytest.mark.parametrize(
    ("written", "day"),
    [
        ("2026/10/06", "2026-10-06"),
        ("2026-10-06 20:15", "2026-10-06"),
        ("2026-10-06T20:15:30", "2026-10-06"),
        ("12.11.2026", "2026-11-12"),
        ("12.11.26", "2026-11-12"),
        ("6. 10. 2026, 20:15", "2026-10-06"),
        ("13/11/2026", "2026-11-13"),
        ("11/13/2026 8:15 PM", "2026-11-13"),
        ("5/5/2026", "2026-05-05"),
    ],
)
def test_a_day_is_read_as_it_is_written(run: Run, written: str, day: str) -> None:
    sheet = text(written, separator=";")
    assert run("import csv - --yes", stdin=sheet).code == 0
    assert day == kept(run)[0]


@pytest.mark.parametrize("written", ["2026-10-06T20:15Z", "31/2/2026", "2026-13-01", "10/06"])
def test_what_is_no_day_is_refused(refuses: Refuses, written: str) -> None:
    refuses("import csv - --yes", 7, "a day is written as 2026-11-12", stdin=text(written))


def test_another_row_tells_which_comes_first(run: Run) -> None:
    assert run("import csv - --yes", stdin=text("11/12/2026", "11/13/2026")).code == 0
    days = [one["played"] for one in json.loads(run("session list --json").out)["sessions"]]
    assert ["2026-11-13", "2026-11-12"] == sorted(days, reverse=True)


@pytest.mark.parametrize(("order", "day"), [("dmy", "2026-12-11"), ("mdy", "2026-11-12")])
def test_what_no_row_tells_is_said_by_an_option(
    run: Run, refuses: Refuses, order: str, day: str
) -> None:
    sheet = text("11/12/2026")
    row = "0, quadropolis, Zo\u00eb, 7, 11/12/2026"
    refuses("import csv - --yes", 7, "line 2", "--dates dmy or mdy", row, stdin=sheet)
    assert run(f"import csv - --yes --as-dated --dates {order}", stdin=sheet).code == 0
    assert day == kept(run)[0]


def test_at_a_terminal_it_is_asked_with_one_row(run: Run, db: Path, tmp_path: Path) -> None:
    path = tmp_path / "plays.csv"
    path.write_text(text("11/12/2025"), "utf-8")
    with terminal(db, "import", "csv", str(path), "--no-pager") as at:
        at.waits_for("Line 2: 0, quadropolis, Zo\u00eb, 7, 11/12/2025")
        at.waits_for("Which comes first, the day or the month? [d/m]")
        at.type("m\r")
        at.waits_for("[Y/n]")
        at.type("\r")
        assert at.program.wait(GIVE_UP) == 0
    assert "2025-11-12" == kept(run)[0]


def test_rows_that_differ_are_refused(refuses: Refuses) -> None:
    sheet = text("13/11/2026", "11/14/2026")
    refuses("import csv - --yes", 7, "line 4", "13/11/2026", "11/14/2026", stdin=sheet)


def converted(source: Path, *kinds: str) -> list[Path]:
    """A file as Gnumeric saves it, in several kinds one after the other."""
    paths = [source]
    for kind in kinds:
        paths.append(source.with_name(f"{source.stem}_{len(paths)}.{kind}"))
        subprocess.run(["ssconvert", paths[-2], paths[-1]], check=True, capture_output=True)
    return paths[1:]


@pytest.mark.skipif(not CI, reason="CAMPAIGN_CI=1, as in .ci/run, opens exports with Gnumeric")
@pytest.mark.skipif(not shutil.which("ssconvert"), reason="Gnumeric is not installed")
def test_an_export_that_was_opened_and_saved_comes_back_without_a_difference(
    run: Run, tmp_path: Path
) -> None:
    for record in (ETERNAL, ROOT / "examples" / "machi-koro.toml"):
        assert run(["session", "record", str(record), "--yes"]).code == 0
    assert run("session note 1 --where 'Caf\u00e9 \u00a75' --minutes 75 --note '=1+1'").code == 0
    exported = tmp_path / "plays.csv"
    assert run(f"export csv plays -o {exported}").code == 0
    here = [facts(run(f"session show {number} --json").out) for number in (1, 2)]
    for path in converted(exported, "xlsx", "ods", "csv"):
        assert "0 new, 2 here already" in run(f"import csv {path}").out
        other = tmp_path / f"{path.name}.db"
        assert run(f"import csv {path} --yes --db {other}").code == 0
        shown = [run(f"session show {number} --json --db {other}").out for number in (1, 2)]
        assert here == [facts(one) for one in shown]


def facts(document: str) -> tuple[object, ...]:
    """What a session says, whoever proved it."""
    shown = json.loads(document)
    record, details = parse_record(shown["record"]), shown["details"]
    said = (details.get(key) for key in ("place", "minutes", "note"))
    return record.game, record.played, dict(record.names), shown["stated"], *said
