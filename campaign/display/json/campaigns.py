"""The list of campaigns as a JSON document, and the form for a state to begin with."""

from __future__ import annotations

from collections.abc import Sequence

from campaign.display.json.parts import Document, document
from campaign.services.values import History


def campaign_list(histories: Sequence[History], in_use: str | None) -> Document:
    """All campaigns."""
    return document(
        "campaigns",
        campaigns=[
            {
                "name": history.campaign.name,
                "in_use": history.campaign.name == in_use,
                "seats": {city.seat: city.player for city in history.campaign.cities},
                "next_episode": history.campaign.next_episode,
                "entries": len(history.entries),
                "last_entry": history.entries[-1].recorded_at,
            }
            for history in histories
        ],
    )


def state(form: str) -> Document:
    """The form for the state of a campaign that was begun without this program."""
    return document("state", state=form)
