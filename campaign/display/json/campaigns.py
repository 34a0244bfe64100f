"""The list of campaigns as a JSON document, and the form for a state to begin with."""

from __future__ import annotations

from collections.abc import Sequence

from campaign.display.json.parts import Document, document
from campaign.services.campaigns import Listed


def campaign_list(campaigns: Sequence[Listed], in_use: str | None, head: str) -> Document:
    """All campaigns, and the head of the database."""
    return document(
        "campaigns",
        campaigns=[
            {
                "name": campaign.name,
                "in_use": campaign.name == in_use,
                "seats": dict(campaign.players),
                "next_episode": campaign.next_episode,
                "entries": campaign.entries,
                "last_entry": campaign.last_entry,
            }
            for campaign in campaigns
        ],
        head=head or None,
    )


def state(form: str) -> Document:
    """The form for the state of a campaign that was begun without this program."""
    return document("state", state=form)
