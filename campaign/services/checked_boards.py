"""The real boards that were compared with the record before it changed."""

from __future__ import annotations

from campaign.services import campaigns
from campaign.services.values import History
from engine.kernel.errors import EngineError
from engine.my_city.campaign import fold
from engine.my_city.campaign.episodes import judge_with
from engine.my_city.campaign.model import City

_Board = tuple[int, tuple[str, ...], int]
"""The progress marks, what lies on a board in words, and the nuggets of a city."""


def changed_since_check(history: History) -> tuple[str, ...]:
    """The seats whose boards the record no longer shows as it did at their last checks."""
    campaign, entries = history.campaign, campaigns.entries_of(history.entries)
    judge, changed = judge_with(campaign.played), list[str]()
    boards_at: dict[int, dict[str, _Board]] = {}
    for seat, check in campaign.checked.items():
        number = check.entry
        if number < len(entries) and number not in boards_at:
            try:
                before = fold.campaign_of(entries[:number], judge=judge)
            except EngineError:  # a part of a step that does not hold alone
                boards_at[number] = {}
            else:
                boards_at[number] = {city.seat: _board(city) for city in before.cities}
        if number in boards_at and boards_at[number].get(seat) != _board(campaign.city(seat)):
            changed.append(seat)
    return tuple(changed)


def _board(city: City) -> _Board:
    """What the real board of a city must show."""
    return city.progress, tuple(sorted(city.board)), city.nuggets
