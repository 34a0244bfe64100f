"""A day as somebody wrote it, or a spreadsheet -> the day as 2026-11-12.

    2026-11-12   2026/11/12   2026.11.12        the year first
    12.11.2026   12.11.26                       with dots the day comes first
    11/12/2026   11-12-2026                     day or month first: other rows or somebody says so

An hour behind it is dropped; a day with a zone is none, because it may be another one at the table.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from enum import StrEnum

from engine.kernel.errors import RecordError, quoted

_HOUR = r"(?:,?[ T]\s*\d{1,2}:\d\d(?::\d\d(?:[.,]\d+)?)?(?: ?[AaPp]\.?[Mm]\.?)?)?"
_YEAR_FIRST = re.compile(rf"(\d{{4}})([-/.])(\d\d?)\2(\d\d?)\.?{_HOUR}", re.ASCII)
_YEAR_LAST = re.compile(rf"(\d\d?)([-/.]) ?(\d\d?)\2 ?(\d{{4}}|\d\d){_HOUR}", re.ASCII)


class DayOrder(StrEnum):
    """What comes first in a day that ends with the year."""

    DAY = "dmy"
    MONTH = "mdy"


def order_of(days: Iterable[tuple[int, str]]) -> DayOrder | int:
    """What comes first in the days of a file, given by their lines.

    Where no day tells, the line of one that may be either. Raises `RecordError` where they differ.
    """
    told: dict[DayOrder, tuple[int, str]] = {}
    open_line = 0
    for line, text in days:
        match = _YEAR_LAST.fullmatch(text)
        if match is None or match[2] == ".":
            continue
        first, second = int(match[1]), int(match[3])
        if first > 12 >= second:
            told.setdefault(DayOrder.DAY, (line, text))
        elif second > 12 >= first:
            told.setdefault(DayOrder.MONTH, (line, text))
        elif first != second:
            open_line = open_line or line
    if len(told) == 2:
        (_, one), (line, other) = sorted(told.values())
        words = f"{quoted(one)} and {quoted(other)}: the day first, or the month?"
        raise RecordError(f"{words} --dates dmy or mdy says it", line)
    return next(iter(told), open_line or DayOrder.DAY)


def day_of(text: str, order: DayOrder) -> str:
    """A day as 2026-11-12, what is none of these forms as it stands."""
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
