"""The rules in short on a phone: of the board as it is while an episode is played."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from campaign.extras.phones.views import brief
from campaign.services import campaigns
from campaign.services.values import History
from campaign.store import database
from engine.kernel.game import Seat
from engine.my_city.play.state import MyCityState, Town
from tests.fixtures import Prepared


def history_in(path: Path) -> History:
    """The history of the one campaign in a database."""
    opened = database.open_database(path)
    with database.reading(opened) as session:
        found = campaigns.find(session, None, "Anna")
    opened.dispose()
    return found


def counted(begun: History, seat: Seat, towns: dict[Seat, Town]) -> list[int]:
    """What is said to lie on a board, and how many cells are empty."""
    page: dict[str, Any] = brief.view_of(begun, seat, towns)
    (lying,) = (one["lines"][0] for one in page["sections"] if str(one["heading"]) == "You")
    return [
        int(number) for number in re.findall(r"(\d+) (?:trees?|rocks?|empty cells?)", str(lying))
    ]


def test_it_counts_what_is_not_built_upon_yet(prepared: Prepared) -> None:
    begun, played = history_in(prepared.begun), history_in(prepared.chapter).campaign.played[0]
    state: MyCityState = played.verdict.state
    for sheet in played.sheets:
        towns = {sheet.seat: state.town(sheet.seat)}
        lines = {str(line.label): abs(line.points) for line in sheet.lines}
        labels = ("trees", "rocks", "empty cells")
        assert [lines[label] for label in labels] == counted(begun, sheet.seat, towns)
        assert counted(begun, sheet.seat, {}) != counted(begun, sheet.seat, towns)
