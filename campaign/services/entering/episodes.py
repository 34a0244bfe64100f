"""The next episode of a campaign, before its first line is entered."""

from __future__ import annotations

from datetime import date

from campaign.services import episodes
from campaign.services.attendance import Attendance
from campaign.services.entering import game
from campaign.services.entering.game import Entering
from campaign.services.values import History
from engine.my_city.campaign.episodes import setup_of


def begun(history: History, day: date, present: Attendance | None = None) -> Entering:
    """The entry of the next episode; raises `Refused`, `SetupError`.

    Without `present` everybody plays who holds a city.
    """
    head = episodes.head(history, day, present)
    return game.begun(head, setup_of(history.campaign, head))
