"""Stickers as JSON documents: what is owed, and what lies where."""

from __future__ import annotations

from campaign.display.json import campaign_parts
from campaign.display.json.parts import Document, document
from campaign.services.values import History


def owed(history: History) -> Document:
    """The stickers that are owed."""
    campaign = history.campaign
    return document(
        "owed",
        campaign=campaign.name,
        owed=[campaign_parts.owed(campaign, right) for right in campaign.owed],
    )


def stickers(history: History) -> Document:
    """The stickers on all boards."""
    return document(
        "stickers",
        campaign=history.campaign.name,
        stickers=[
            {
                "seat": city.seat,
                "kind": sticker.kind,
                "square": sticker.square,
                "reason": campaign_parts.reason(sticker.reason),
                "entry": sticker.entry,
            }
            for city in history.campaign.cities
            for sticker in city.stickers
        ],
    )
