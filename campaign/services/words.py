"""How numbers, days and things are put in a line of words, by services and display alike."""

from __future__ import annotations

import re
from collections.abc import Iterable

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def spans(numbers: Iterable[int]) -> str:
    """Whole numbers in rising order, neighbours together: `1 to 3, 5`."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(
        f"{run[0]} to {run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs
    )


def day(stamp: str) -> str:
    """`2026-11-12` or a time stamp as 12 Nov 2026; what the calendar does not have as it is."""
    day_of_year = re.match(r"(\d{4})-(0[1-9]|1[0-2])-(\d\d)", stamp, re.ASCII)
    if day_of_year is None:
        return stamp[:10]
    year, month, date = day_of_year.groups()
    return f"{int(date)} {MONTHS[int(month) - 1]} {year}"


def signed(points: int) -> str:
    """Points with their sign, `-` for none."""
    return f"{points:+d}" if points else "-"


def many(count: int, word: str) -> str:
    """`1 tree`, `2 trees`, `2 cities`."""
    consonant_y = word[-1:] == "y" and word[-2:-1] not in "aeiou"
    plural = f"{word[:-1]}ies" if consonant_y else f"{word}s"
    return f"{count} {word if count == 1 else plural}"


def article(kind: str) -> str:
    """`a rock`, `an eye`."""
    return f"{'an' if kind[:1] in 'aeiou' else 'a'} {kind}"
