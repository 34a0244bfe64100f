"""The episodes of a campaign as JSON documents."""

from __future__ import annotations

from collections.abc import Iterable
from types import MappingProxyType

from pydantic import Field

from campaign.display.json import campaign_parts
from campaign.display.json.parts import ByName, CampaignDocument, Document, Items, Time
from campaign.services.values import Allowed, History
from engine.kernel.record import format_record
from engine.my_city.campaign.model import PlayedEpisode


class TemplateDocument(Document, kind="template"):
    """A record to fill in."""

    episode: int
    record: str = Field(description="the record, with comments")


class EpisodesDocument(CampaignDocument, kind="episodes"):
    """All recorded episodes."""

    episodes: Items[campaign_parts.EpisodePart]


class _EpisodeRecord(CampaignDocument):
    recorded_at: Time
    placeholders: Items[str] = Field(description="the made-up values that it relied on")
    record: str = Field(description="the record in its canonical form")


class EpisodeDocument(campaign_parts.EpisodePart, _EpisodeRecord, kind="episode"):
    """One episode."""

    marks: ByName[int] = Field(description="seat to the marks that this episode brought")
    allowed: ByName[campaign_parts.BestScorePart] = Field(
        description="by seat; empty where nobody searched"
    )


def template(history: History, text: str) -> TemplateDocument:
    """The document of a record to fill in."""
    return TemplateDocument.from_value(episode=history.campaign.next_episode, record=text)


def episode(
    history: History, number: int, allowed: Allowed = MappingProxyType({})
) -> EpisodeDocument:
    """The document of one episode; `allowed` has the best scores of a search, by seat."""
    campaign = history.campaign
    played = campaign.episode(number)
    return EpisodeDocument.from_value(
        campaign_parts.played(played),
        campaign=campaign.name,
        recorded_at=history.recorded_at(played.entry),
        placeholders=played.verdict.made_up,
        record=format_record(played.record),
        marks={
            city.seat: sum(mark.amount for mark in city.marks if mark.episode == number)
            for city in campaign.cities
        },
        allowed=allowed,
    )


def episode_list(history: History, played: Iterable[PlayedEpisode]) -> EpisodesDocument:
    """The document of recorded episodes of a campaign."""
    return EpisodesDocument.from_value(
        campaign=history.campaign.name, episodes=map(campaign_parts.played, played)
    )
