"""Where a campaign stands, as a JSON document."""

from __future__ import annotations

from types import MappingProxyType

from campaign.display.json import campaign_parts
from campaign.display.json.parts import Document, document
from campaign.services.values import Allowed, History


def status(history: History, allowed: Allowed = MappingProxyType({})) -> Document:
    """Where a campaign stands."""
    campaign = history.campaign
    return document(
        "status",
        campaign=campaign.name,
        pack=campaign.pack.name,
        next_episode=campaign.next_episode,
        envelope_to_open=campaign.sealed_next,
        cities=[campaign_parts.city(city) for city in campaign.cities],
        owed=[campaign_parts.owed(campaign, right) for right in campaign.owed],
        episodes=[campaign_parts.played(played) for played in campaign.played],
        allowed=campaign_parts.allowed(allowed),
        entries=len(history.entries),
        head=history.head,
    )
