"""Where a campaign stands, as a JSON document."""

from __future__ import annotations

from types import MappingProxyType

from pydantic import Field

from campaign.display.json import campaign_parts
from campaign.display.json.parts import ByName, CampaignDocument, Head, Items
from campaign.services.values import Allowed, History


class StatusDocument(CampaignDocument, kind="status"):
    """Where a campaign stands."""

    pack: str = Field(description="the data that it is played with")
    next_episode: int | None = Field(description="null after the last episode of the pack")
    envelope_to_open: int | None = Field(description="the envelope that the next episode needs")
    cities: Items[campaign_parts.CityPart] = Field(description="in table order")
    owed: Items[campaign_parts.OwedStickerPart]
    episodes: Items[campaign_parts.EpisodePart] = Field(description="those recorded")
    allowed: ByName[campaign_parts.BestScorePart] = Field(
        description="by seat, of the last episode; empty where nobody searched"
    )
    entries: int = Field(description="length of the journal")
    head: Head = Field(description="short form of the journal's head")


def status(history: History, allowed: Allowed = MappingProxyType({})) -> StatusDocument:
    """The document of a campaign's state; `allowed` has the best scores of a search, by seat."""
    campaign = history.campaign
    return StatusDocument.from_value(
        campaign,
        campaign=campaign.name,
        pack=campaign.pack.name,
        envelope_to_open=campaign.sealed_next,
        cities=map(campaign_parts.city, campaign.cities),
        owed=[campaign_parts.owed(campaign, right) for right in campaign.owed],
        episodes=map(campaign_parts.played, campaign.played),
        allowed=allowed,
        entries=len(history.entries),
        head=history.head,
    )
