"""Measure the parts of a workbook before calamine reads them: it holds all cells of a sheet.

    part ──expat──> its cells, its rows, the farthest cell ──> read, left out or refused

Expat reads each tag as calamine does, however it is written: with other quotes, blanks or letters.
A part that it cannot read is left out, so calamine never sees what was not measured.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from xml.parsers import expat

from engine.kernel.errors import RecordError

CELLS = 4_000_000
"""The most cells of a sheet, including empty ones."""
ROWS = 2**20
"""The most rows of a workbook's part; a spreadsheet program takes no more into a sheet."""
ELEMENTS = 4 * CELLS
"""The most elements of a part: a cell has up to three within it."""
MANY = 10**9
MIMETYPE = "mimetype"
"""The part of an OpenDocument file that is no XML."""
_PLACE = re.compile(r"([A-Za-z]*)([0-9]*)", re.ASCII)


class _OtherXml(Exception):
    """A part declares a document type, as no workbook does."""


def measured(parts: Mapping[str, bytes]) -> dict[str, bytes]:
    """The parts that calamine can read; raises `RecordError` if one has too many or far cells."""
    return {name: part for name, part in parts.items() if name == MIMETYPE or _is_measured(part)}


def _is_measured(part: bytes) -> bool:
    """Whether a part is XML in UTF-8; raises `RecordError` as `measured`."""
    extent = _Extent()
    parser = expat.ParserCreate("utf-8")  # calamine reads bytes, whatever encoding is declared
    parser.StartElementHandler = extent.begin
    parser.StartDoctypeDeclHandler = _refuse
    try:
        parser.Parse(part, True)
    except (expat.ExpatError, _OtherXml):
        return False
    extent.check()
    return True


def _refuse(*_: object) -> None:
    raise _OtherXml


class _Extent:
    """The cells and rows of the present sheet, and its last row and column."""

    def __init__(self) -> None:
        self._elements = self._cells = self._rows = 0
        self._row = self._column = self._last_row = self._last_column = 0

    def begin(self, name: str, attributes: Mapping[str, str]) -> None:
        """Count an element."""
        self._elements += 1
        if self._elements > ELEMENTS:
            raise RecordError(f"a part has more than {ELEMENTS:,} elements")
        match name.rpartition(":")[2]:
            case "c":
                place = _PLACE.fullmatch(attributes.get("r", ""))
                letters, digits = place.groups() if place else ("", "")
                self._cell(_column(letters) - self._column if letters else 1)
                self._last_row = max(self._last_row, _number(digits))
            case "row":
                self._begin_row(1)
                self._last_row = max(self._last_row, _number(attributes.get("r", "")))
            case "table-cell" | "covered-table-cell":
                self._cell(_times(attributes.get("table:number-columns-repeated", "")))
            case "table-row":
                self._begin_row(_times(attributes.get("table:number-rows-repeated", "")))
            case "table":
                self.check()
                self._row = self._last_row = self._last_column = 0

    def check(self) -> None:
        """Raise `RecordError` if calamine would hold more than `CELLS` cells of the sheet."""
        if self._last_column * self._last_row > CELLS:
            raise RecordError(
                f"a cell lies in row {self._last_row:,}, column {self._last_column:,}: delete what "
                "is there"
            )

    def _cell(self, columns: int) -> None:
        self._cells += 1
        if self._cells > CELLS:
            raise RecordError(f"it has more than {CELLS:,} cells")
        self._column += columns
        self._last_column = max(self._last_column, self._column)

    def _begin_row(self, rows: int) -> None:
        self._rows += 1
        if self._rows > ROWS:
            raise RecordError(f"it has more than {ROWS:,} rows")
        self._row, self._column = self._row + rows, 0
        self._last_row = max(self._last_row, self._row)


@lru_cache(maxsize=1024)
def _column(letters: str) -> int:
    """The number of a column from 1, such as 28 for `AB`; that of many letters is a large one."""
    column = 0
    for letter in letters.upper()[:8]:
        column = column * 26 + ord(letter) - 64
    return column


def _times(repeated: str) -> int:
    return max(_number(repeated), 1)


@lru_cache(maxsize=1024)
def _number(text: str) -> int:
    """The number that digits write, at most `MANY`; 0 for another text."""
    digits = text.strip().removeprefix("+").lstrip("0")
    return min(int(digits[:10]), MANY) if digits.isdecimal() else 0
