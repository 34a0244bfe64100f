"""The card for the box: the heads of all evenings, which `audit --head` accepts."""

from __future__ import annotations

from collections.abc import Iterator

from campaign.services.audit.heads import heads_of_evenings
from campaign.services.values import History
from campaign.services.words import day


def card(history: History, today: str) -> Iterator[str]:
    """Yield the lines of a card; `today` is the day of printing."""
    yield history.campaign.name
    yield f"printed {day(today)!s}"
    for evening in heads_of_evenings(history):
        number = f"episode {evening.episode}" if evening.episode else "begun"
        yield f"{evening.head}  {day(evening.day)!s:>11}  {number}"
