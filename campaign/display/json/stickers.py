"""Stickers as JSON documents: the owed ones, and those on boards."""

from __future__ import annotations

from collections.abc import Iterable

from pydantic import Field

from campaign.display.json import campaign_parts
from campaign.display.json.parts import CampaignDocument, Items, Part
from campaign.services.stickers import DatedSticker
from campaign.services.values import History


class OwedStickersDocument(CampaignDocument, kind="owed"):
    """The stickers that are still owed."""

    owed: Items[campaign_parts.OwedStickerPart]


class StickerPart(Part):
    """A sticker on a board."""

    seat: str
    kind: str
    square: str
    reason: campaign_parts.ReasonPart
    entry: int = Field(description="its place in the journal")


class StickersDocument(CampaignDocument, kind="stickers"):
    """The stickers on all boards, also those that later ones cover.

    With `--since` or `--last` some of them.
    """

    stickers: Items[StickerPart]


def owed(history: History) -> OwedStickersDocument:
    """The document of the owed stickers."""
    campaign = history.campaign
    return OwedStickersDocument.from_value(
        campaign=campaign.name,
        owed=[campaign_parts.owed(campaign, right) for right in campaign.owed],
    )


def stickers(history: History, placed: Iterable[DatedSticker]) -> StickersDocument:
    """The document of stickers on boards."""
    return StickersDocument.from_value(
        campaign=history.campaign.name,
        stickers=[StickerPart.from_value(dated.sticker, seat=dated.seat) for dated in placed],
    )
