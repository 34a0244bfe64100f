"""Read a day as people type it at a prompt or after an option.

    2026-11-12   2026/11/12   2026年11月12日    the year first
    12.11.2026   12.11.26   12.11.            with dots the day comes first
    12 Nov 2026  12 novembre  11月12日        the month in words
    today   yesterday   Tuesday   Tue         the last such day, today included

Words of all languages of the program are understood. Without a year it is the last such day, too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from functools import cache
from typing import NamedTuple
from unicodedata import combining, normalize

from campaign.display.text.translation import in_all_languages
from campaign.services.words import DAYS_AGO, MONTHS, WEEKDAYS
from engine.kernel.phrases import phrase

_YEAR_FIRST = re.compile(r"(\d{4})([-/.])(\d\d?)\2(\d\d?)", re.ASCII)
_CHINESE = re.compile(r"(?:(\d{4})年 ?)?(\d\d?)月 ?(\d\d?)日", re.ASCII)
_DOTTED = re.compile(r"(\d\d?)\. ?(\d\d?)(?:\. ?(\d{4}|\d\d)?)?", re.ASCII)
_MONTH_NAMED = re.compile(r"(\d\d?)\.? ([^\W\d_]{3,})\.?(?: (\d{4}))?", re.ASCII)
SHORTEST = 3
"""The fewest letters of a name of a day or a month that stand for the whole name."""


class DayWords(NamedTuple):
    """The words for days in all languages, without accents and in small letters.

    They are numbered: months from 1, weekdays from 0 for Monday, the others by the days since then.
    """

    months: Mapping[str, int]
    weekdays: Mapping[str, int]
    days_ago: Mapping[str, int]


@cache
def _day_words() -> DayWords:
    return DayWords(_numbered(MONTHS, 1), _numbered(WEEKDAYS), _numbered(DAYS_AGO))


def read_day(text: str, today: date) -> date:
    """The day that a text names; raises `ValueError` for a text that names none."""
    typed, words = _plain(text), _day_words()
    if match := _YEAR_FIRST.fullmatch(typed):
        return date(int(match[1]), int(match[3]), int(match[4]))
    if match := _CHINESE.fullmatch(typed):
        return _in_year(match[1], int(match[2]), int(match[3]), today)
    if match := _DOTTED.fullmatch(typed):
        return _in_year(match[3], int(match[2]), int(match[1]), today)
    if match := _MONTH_NAMED.fullmatch(typed):
        month = words.months.get(match[2][:SHORTEST], 0)
        return _in_year(match[3], month, int(match[1]), today)
    if typed in words.days_ago:
        return today - timedelta(words.days_ago[typed])
    for name, weekday in words.weekdays.items():
        if typed == name or (len(typed) >= SHORTEST and name.startswith(typed)):
            return today - timedelta((today.weekday() - weekday) % 7)
    raise ValueError(f"{text!r} names no day")


def _in_year(year: str | None, month: int, day: int, today: date) -> date:
    if year:
        return date(int(year) + 2000 * (len(year) == 2), month, day)
    this_year = date(today.year, month, day)
    return this_year if this_year <= today else this_year.replace(year=today.year - 1)


def _numbered(names: Sequence[str], first: int = 0) -> Mapping[str, int]:
    """The names in all languages with their numbers; a language may have several for one."""
    lines = enumerate(in_all_languages([phrase(name) for name in names]), first)
    return {_plain(name): number for number, line in lines for name in line.split()}


def _plain(text: str) -> str:
    """A text without accents, in half width and small letters, its words one blank apart."""
    letters = normalize("NFKD", " ".join(text.split())).casefold()
    return "".join(letter for letter in letters if not combining(letter))
