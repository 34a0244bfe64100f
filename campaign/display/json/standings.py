"""The standings of a campaign, and of all campaigns and players, as JSON documents."""

from __future__ import annotations

from pydantic import Field

from campaign.display.json import campaign_parts
from campaign.display.json.parts import ByName, CampaignDocument, Document, Items, Part, Row
from campaign.services import standings as service
from campaign.services.values import History
from engine.my_city.campaign.players import marks_by_player


class PlacePart(Part):
    """A city in the standings."""

    rank: int = Field(description="shared by equals")
    seat: str
    player: str
    marks: int
    by_player: ByName[int] = Field(
        description="the marks by the player at that time; declared marks, and those of a city "
        "that nobody held, stand under an empty name"
    )
    reasons: Items[campaign_parts.MarkPart]


class CampaignStandingsDocument(CampaignDocument, kind="standings"):
    """Progress marks by city, the leader first."""

    as_played: Items[int] = Field(description="the episodes that were kept as played")
    standings: Items[PlacePart]


class Leader(Part):
    """A city that leads."""

    seat: str
    player: str = Field(description="empty where nobody holds the city")


class LeadPart(Part):
    """Who leads a campaign."""

    name: str
    leaders: Items[Leader] = Field(description="none before the first progress mark")
    marks: int
    next_episode: int | None


class StandingsDocument(Document, kind="overall"):
    """Who leads each campaign, and how often each player has won."""

    campaigns: Items[LeadPart]
    players: Items[Row[service.PlayerWins]]


def standings(history: History) -> CampaignStandingsDocument:
    """The document of progress marks by city, with their reasons."""
    campaign = history.campaign
    return CampaignStandingsDocument.from_value(
        campaign=campaign.name,
        as_played=[played.number for played in campaign.played if played.as_played],
        standings=[
            PlacePart.from_value(
                city,
                rank=rank,
                marks=city.progress,
                by_player=marks_by_player(campaign, city),
                reasons=city.marks,
            )
            for rank, city in campaign.standings
        ],
    )


def overall(standings: service.OverallStandings) -> StandingsDocument:
    """The document of the leaders of all campaigns, and of each player's wins."""
    return StandingsDocument.from_value(
        standings,
        campaigns=[
            LeadPart.from_value(
                lead, leaders=[Leader(seat=seat, player=who) for seat, who in lead.leaders]
            )
            for lead in standings.campaigns
        ],
    )
