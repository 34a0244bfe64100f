"""Turn a day as a person or a spreadsheet writes it into the form 2026-11-12.

    2026-11-12   2026/11/12   2026.11.12        the year first
    12.11.2026   12.11.26                       with dots the day comes first
    11/12/2026   11-12-2026                     day or month first, by other rows or the user

An hour after the day is dropped. A day with a time zone is not accepted, because the day at the
table may be another one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from enum import StrEnum

from engine.kernel.errors import RecordError, shortened_text

_HOUR = r"(?:,?[ T]\s*\d{1,2}:\d\d(?::\d\d(?:[.,]\d+)?)?(?: ?[AaPp]\.?[Mm]\.?)?)?"
_YEAR_FIRST = re.compile(rf"(\d{{4}})([-/.])(\d\d?)\2(\d\d?)\.?{_HOUR}", re.ASCII)
_YEAR_LAST = re.compile(rf"(\d\d?)([-/.]) ?(\d\d?)\2 ?(\d{{4}}|\d\d){_HOUR}", re.ASCII)


class DayOrder(StrEnum):
    """What comes first in a day that ends with the year."""

    DAY = "dmy"
    MONTH = "mdy"


def day_order(days: Iterable[tuple[int, str]]) -> DayOrder | int:
    """What comes first in the days of a file, given by their lines.

    If no day shows it, returns the line of an ambiguous day. Raises `RecordError` if days differ.
    """
    proofs: dict[DayOrder, tuple[int, str]] = {}
    open_line = 0
    for line, text in days:
        match = _YEAR_LAST.fullmatch(text)
        if match is None or match[2] == ".":
            continue
        first, second = int(match[1]), int(match[3])
        if first > 12 >= second:
            proofs.setdefault(DayOrder.DAY, (line, text))
        elif second > 12 >= first:
            proofs.setdefault(DayOrder.MONTH, (line, text))
        elif first != second:
            open_line = open_line or line
    if len(proofs) == 2:
        (_, earlier), (line, later) = sorted(proofs.values())
        words = (
            f"{shortened_text(earlier)} and {shortened_text(later)}: the day first, or the month?"
        )
        raise RecordError(f"{words} Give --dates dmy or mdy.", line)
    return next(iter(proofs), open_line or DayOrder.DAY)


def iso_day(text: str, order: DayOrder) -> str:
    """A day as 2026-11-12; a text of another form is returned unchanged."""
    if match := _YEAR_FIRST.fullmatch(text):
        year, month, day = match[1], match[3], match[4]
    elif match := _YEAR_LAST.fullmatch(text):
        first, second, year = match[1], match[3], match[4]
        by_day = match[2] == "." or order is DayOrder.DAY
        day, month = (first, second) if by_day else (second, first)
        year = year if len(year) == 4 else f"20{year}"
    else:
        return text
    try:
        return date(int(year), int(month), int(day)).isoformat()
    except ValueError:
        return text
