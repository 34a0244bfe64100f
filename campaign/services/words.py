"""Words for numbers, days and things, for services and display."""

from __future__ import annotations

import re
from collections.abc import Iterable

from campaign.store import stamps
from engine.kernel.phrases import Wording, listed, phrase
from engine.kernel.phrases import article as article
from engine.kernel.phrases import many as many

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
DAYS_AGO = ("today", "yesterday")
"""The words for a day, by how many days it is ago."""


def spans(numbers: Iterable[int], last: str = " and ") -> Wording:
    """Whole numbers in rising order, with neighbours joined: `1 to 3, 5 and 7`."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return listed([span for run in runs for span in _spans(run)], last)


def _spans(run: list[int]) -> Iterable[Wording]:
    """The words of neighbouring numbers: `1 to 3`, but each of one or two numbers."""
    if len(run) > 2:
        return (phrase("{first} to {last}", first=run[0], last=run[-1]),)
    return map(str, run)


def day(stamp: str) -> Wording:
    """The day of a stamp, or `2026-11-12`, as 12 Nov 2026; other texts are returned unchanged."""
    local_day = stamps.day(stamp)
    day_of_year = re.match(r"(\d{4})-(0[1-9]|1[0-2])-(\d\d)", local_day, re.ASCII)
    if day_of_year is None:
        return local_day
    year, month, date = day_of_year.groups()
    name = phrase(MONTHS[int(month) - 1])
    return phrase("{date} {month} {year}", date=int(date), month=name, year=year)


def time(stamp: str) -> str:
    """The local day and time of a stamp: `2026-11-24 20:00`."""
    return stamps.iso(stamp)[:16].replace("T", " ")


def signed(points: int) -> str:
    """Points with their sign, `-` for none."""
    return f"{points:+d}" if points else "-"
