"""The real boards that were compared with the record before it changed."""

from __future__ import annotations

from collections.abc import Mapping

from campaign.services import folding
from campaign.services.values import History
from engine.kernel.errors import EngineError
from engine.my_city.campaign import fold
from engine.my_city.campaign.episodes import judge_with
from engine.my_city.campaign.model import City

RecordedBoard = tuple[int, tuple[str, ...], int]
"""The progress marks, what lies on a board in words, and the nuggets of a city."""


def changed_since_check(history: History) -> tuple[str, ...]:
    """The seats whose boards the record no longer shows as it did at their last checks."""
    campaign, changed = history.campaign, list[str]()
    boards: dict[int, Mapping[str, RecordedBoard]] = {}
    for seat, check in campaign.checked.items():
        number = check.entry
        if number not in boards and not check.other_board:
            boards[number] = boards_at(history, number)
        if check.other_board or boards[number].get(seat) != recorded_board(campaign.city(seat)):
            changed.append(seat)
    return tuple(changed)


def boards_at(history: History, number: int) -> Mapping[str, RecordedBoard]:
    """The boards by seat as the record showed them after an entry.

    They are empty after a part of a step that does not hold alone.
    """
    entries = folding.entries_of(history.entries)
    campaign = history.campaign
    if number < len(entries):
        try:
            campaign = fold.campaign_of(entries[:number], judge=judge_with(campaign.played))
        except EngineError:
            return {}
    return {city.seat: recorded_board(city) for city in campaign.cities}


def recorded_board(city: City) -> RecordedBoard:
    """What the real board of a city must show."""
    return city.progress, tuple(sorted(city.board)), city.nuggets
