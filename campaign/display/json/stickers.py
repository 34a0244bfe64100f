"""Stickers as JSON documents: what is owed, and what lies where."""

from __future__ import annotations

from collections.abc import Iterable

from pydantic import Field

from campaign.display.json import campaign_parts
from campaign.display.json.parts import Items, OfCampaign, Part
from campaign.services.stickers import Placed
from campaign.services.values import History


class Owed(OfCampaign, kind="owed"):
    """The stickers that are still owed."""

    owed: Items[campaign_parts.Owed]


class Sticker(Part):
    """A sticker on a board."""

    seat: str
    kind: str
    square: str
    reason: campaign_parts.Reason
    entry: int = Field(description="its place in the journal")


class Stickers(OfCampaign, kind="stickers"):
    """The stickers on all boards, as they came; with `--since` or `--last` some of them."""

    stickers: Items[Sticker]


def owed(history: History) -> Owed:
    """The stickers that are owed."""
    campaign = history.campaign
    return Owed.of(
        campaign=campaign.name,
        owed=[campaign_parts.owed(campaign, right) for right in campaign.owed],
    )


def stickers(history: History, placed: Iterable[Placed]) -> Stickers:
    """Stickers on boards."""
    return Stickers.of(
        campaign=history.campaign.name,
        stickers=[Sticker.of(one.sticker, seat=one.seat) for one in placed],
    )
