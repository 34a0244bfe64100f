"""The card for the box: the heads of all evenings, which `audit --head` accepts."""

from __future__ import annotations

from collections.abc import Iterator

from campaign.display.text.translation import in_all_languages
from campaign.services.audit.heads import heads_of_evenings
from campaign.services.values import History
from campaign.services.words import MONTHS, day
from engine.kernel.phrases import phrase


def card(history: History, today: str) -> Iterator[str]:
    """Yield the lines of a card; `today` is the day of printing."""
    yield history.campaign.name
    yield f"printed {day(today)!s}"
    for evening in heads_of_evenings(history):
        number = f"episode {evening.episode}" if evening.episode else "begun"
        yield f"{evening.head}  {day(evening.day)!s:>11}  {number}"


def months() -> dict[str, int]:
    """The short names of the months in all languages, in small letters, with their numbers."""
    names = in_all_languages([phrase(month) for month in MONTHS])
    return {
        name.casefold(): number
        for number, lines in enumerate(names, 1)
        for name in lines.splitlines()
    }
