"""Read the table in a file as rows of texts, and say how the file was understood.

    .xlsx, .ods   read by calamine, after a check that no distant cell would fill the memory
    CSV           UTF-8, UTF-16 by its zeros, else Windows-1252; a first line `sep=;` counts

A guess about the file is reported. The error for another kind of file says which kind it is.
"""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections.abc import Callable, Iterator
from datetime import datetime, time
from typing import Any, NamedTuple

import python_calamine

from campaign.extras.plays import workbook_parts
from engine.kernel.errors import RecordError, shortened_text
from engine.kernel.phrases import Phrase, phrase

Row = tuple[int, list[str]]
"""The cells of a row, with its line in the file."""

UNPACKED = 256 * 2**20
"""The most bytes that all parts of a workbook may have."""
FAR = 1_000
"""An empty OpenDocument cell or row with this many repeats is the end of a sheet."""
OPEN = "content.xml"
OPEN_SHEET = b"application/vnd.oasis.opendocument.spreadsheet"
OTHERS = (
    (rb"SQLite format 3\0", "a database: campaign --db FILE opens it"),
    (rb"\xd0\xcf\x11\xe0", "a file of an old or locked Excel or Word: save it as .xlsx"),
    (rb"%PDF-", "a PDF"),
    (rb"\x89PNG|\xff\xd8\xff|GIF8|RIFF", "a picture"),
    (rb"\x1f\x8b", "a packed file: unpack it first"),
    (rb"PAR1", "Parquet: campaign import records takes a table of records"),
    (rb"\s*<\?xml.{0,200}?<plays\b", "plays of BoardGameGeek: campaign import bgg FILE"),
    (rb"(?i)\s*<(?:!doctype html|html)", "a page: save the table as CSV, .xlsx or .ods"),
    (rb"\s*<\?xml", "XML"),
    (rb'\s*\{\s*"', "JSON: campaign import bgstats takes that of BG Stats"),
    (rb'\s*\[\s*[{\["\]]', "JSON"),
    (rb"\s*format\s*=\s*1\b", "a record: campaign session record FILE"),
)
"""The beginnings of files of other kinds, and what they are."""
PACKED = (
    ("manifest.json", "a bundle: campaign handover take FILE"),
    ("word/document.xml", "a document of Word"),
    ("Index/Document.iwa", "a file of Numbers: export it as CSV or .xlsx"),
    (OPEN, "an OpenDocument file, but no spreadsheet"),
)
"""Parts of packed files of other kinds, and what these are."""
_REPEATS = rb'number-%s-repeated="(\d+)"'
_ROW_BEGINS, _ROW_ENDS = b"<table:table-row", b"</table:table-row>"
_OPEN_CELL = re.compile(rb"<table:(?:covered-)?table-cell\b[^<>]*>")
_BETWEEN = re.compile(rb">[^\S\n]*\n\s*<")
"""No pattern reads over the same bytes for each of many beginnings: a hostile file has those."""


class ReadSheet(NamedTuple):
    """The rows of a table from its heading on, and sentences about how they were read."""

    rows: list[Row]
    remarks: tuple[Phrase, ...] = ()


def read(data: bytes, is_heading: Callable[[list[str]], bool], encoding: str = "") -> ReadSheet:
    """The table of a file; raises `RecordError` if it has none, with the line if it is known.

    Of several sheets that are shown, the first one whose first row is a heading counts. `encoding`
    is that of a CSV file; "" lets the program guess.
    """
    if data.startswith(b"PK\x03\x04"):
        if encoding:
            raise RecordError("a workbook states its own encoding: leave out --encoding")
        return _workbook(data, is_heading)
    for sign, kind in OTHERS:
        if re.match(sign, data[:2_000], re.DOTALL):
            raise RecordError(f"no spreadsheet, but {kind}")
    text, remarks = _decoded(data, encoding)
    return ReadSheet(list(_csv(text)), remarks)


def _decoded(data: bytes, encoding: str) -> tuple[str, tuple[Phrase, ...]]:
    """The text of a file, and a sentence about its encoding if that was guessed."""
    guess = encoding or _guess(data)
    try:
        text = data.decode(guess)
    except UnicodeError as error:  # some codecs do not say where
        start = error.start if isinstance(error, UnicodeDecodeError) else 0
        line = data.count(b"\n", 0, start) + 1
        raise RecordError(f"not text in {guess}: give its encoding with --encoding", line) from None
    if "\0" in text:
        raise RecordError("no spreadsheet, and no text", text.count("\n", 0, text.index("\0")) + 1)
    if encoding or guess == "utf-8-sig":
        return text.removeprefix("\ufeff"), ()
    read_as = phrase(
        "Read as {encoding}; for another encoding give --encoding NAME.", encoding=guess
    )
    return text.removeprefix("\ufeff"), (read_as,)


def _guess(data: bytes) -> str:
    """Guess the encoding of a text from its byte order mark, its zeros, and invalid UTF-8."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    start = data[:2_000]
    if len(start) > 3 and start[1::2].count(0) > len(start) // 4:
        return "utf-16-le"
    if len(start) > 3 and start[::2].count(0) > len(start) // 4:
        return "utf-16-be"
    try:
        data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return "cp1252"
    return "utf-8-sig"


def _csv(text: str) -> Iterator[Row]:
    """The rows of a text; raises `RecordError`."""
    before = 0
    heading, _, below = text.partition("\n")
    if stated := re.fullmatch(r'"?sep=(.)"?\r?', heading, re.IGNORECASE):
        delimiter, text, before = stated[1], below, 1
    else:
        delimiter = max(",;\t", key=heading.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        for cells in reader:
            yield reader.line_num + before, cells
    except csv.Error as error:
        line = reader.line_num + before
        raise RecordError(f"not CSV that can be read: {error}", line) from None


def _workbook(data: bytes, is_heading: Callable[[list[str]], bool]) -> ReadSheet:
    """The table of a workbook; raises `RecordError`."""
    parts = _unpacked(data)
    if parts.get("mimetype", b"").strip() == OPEN_SHEET:
        parts[OPEN] = _without_far(parts.get(OPEN, b""))
    elif not any(name.startswith("xl/") for name in parts):
        kinds = (kind for name, kind in PACKED if name in parts)
        raise RecordError(f"no spreadsheet, but {next(kinds, 'a packed file')}")
    try:
        with python_calamine.load_workbook(_packed(workbook_parts.measured(parts))) as book:
            named = {
                sheet.name: _rows(book.get_sheet_by_name(sheet.name))
                for sheet in book.sheets_metadata
                if sheet.visible is python_calamine.SheetVisibleEnum.Visible
            }
    except python_calamine.PasswordError:
        raise RecordError("it is locked with a password: save it without one") from None
    except (python_calamine.CalamineError, python_calamine.ZipError) as error:
        raise RecordError(f"no workbook that can be read: {shortened_text(str(error))}") from None
    filled = {name: rows for name, rows in named.items() if rows} or {"": []}
    first = next(iter(filled))
    chosen = next((name for name, rows in filled.items() if rows and is_heading(rows[0][1])), first)
    if len(filled) == 1:
        return ReadSheet(filled[chosen])
    read_one = phrase(
        "Of several sheets, this one was read: {sheet}.", sheet=shortened_text(chosen)
    )
    return ReadSheet(filled[chosen], (read_one,))


def _rows(sheet: Any) -> list[Row]:
    """The rows of a sheet as texts, without the empty ones at its beginning and end."""
    rows = sheet.to_python(skip_empty_area=False)
    numbered = [(number, [_text(cell) for cell in cells]) for number, cells in enumerate(rows, 1)]
    filled = [at for at, (_, cells) in enumerate(numbered) if any(cells)]
    return numbered[filled[0] : filled[-1] + 1] if filled else []


def _text(cell: object) -> str:
    """A cell as somebody would type it."""
    match cell:
        case bool():
            return "true" if cell else "false"
        case float() if cell.is_integer():
            return str(int(cell))
        case datetime() if cell.time() == time():
            return cell.date().isoformat()
    return str(cell)


def _unpacked(data: bytes) -> dict[str, bytes]:
    """The parts of a packed file; raises `RecordError` if it is broken or far too large."""
    parts: dict[str, bytes] = {}
    left = UNPACKED
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for info in archive.infolist():
                left -= info.file_size  # at most so much of a part is read
                if left < 0:
                    raise RecordError(f"it unpacks to more than {UNPACKED:,} bytes")
                with archive.open(info) as part:
                    parts[info.filename] = part.read(info.file_size)
    except RecordError:
        raise
    except Exception as error:  # a damaged file may raise anything while it is unpacked
        raise RecordError(
            f"a packed file that cannot be read: {shortened_text(str(error))}"
        ) from None
    return parts


def _packed(parts: dict[str, bytes]) -> io.BytesIO:
    """The parts as one packed file again."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    file.seek(0)
    return file


def _without_far(content: bytes) -> bytes:
    """An OpenDocument sheet without the empty cells and rows that it ends with.

    Line breaks between elements go, too, because calamine takes them for text. Raises
    `RecordError` if a cell or row that is not empty is repeated `FAR` times.
    """
    before, *rows = _BETWEEN.sub(b"><", content).split(_ROW_BEGINS)
    return before + b"".join(map(_near_row, rows))


def _near_row(row: bytes) -> bytes:
    """A row without its far cells, given from the end of `_ROW_BEGINS` to the next row."""
    head, sign, rest = row.partition(b">")
    if head[:1].isalnum():  # another element, such as `table:table-rows`
        return _ROW_BEGINS + row
    cells, end, after = (b"", b"", rest) if head.endswith(b"/") else rest.partition(_ROW_ENDS)
    head = _once(b"rows", head, filled=b"<text:p" in cells)
    return _ROW_BEGINS + head + sign + _OPEN_CELL.sub(_near_cell, cells) + end + after


def _near_cell(cell: re.Match[bytes]) -> bytes:
    return _once(b"columns", cell[0], filled=b"value-type=" in cell[0])


def _once(kind: bytes, tag: bytes, *, filled: bool) -> bytes:
    """The tag with a single repeat if it repeats something empty `FAR` times or more."""
    repeats = re.search(_REPEATS % kind, tag)
    number = repeats[1].decode().lstrip("0") if repeats else ""
    if repeats is None or len(number) < len(str(FAR)):
        return tag
    if filled:
        times = f"{int(number):,}" if len(number) < 20 else "very many"
        raise RecordError(f"the same {kind.decode()} {times} times: delete them")
    return tag.replace(repeats[0], repeats[0].replace(repeats[1], b"1"))
