"""The standings of a campaign, and of all campaigns and players, as JSON documents."""

from __future__ import annotations

from campaign.display.json import campaign_parts
from campaign.display.json.parts import Document, document
from campaign.services.standings import Overall
from campaign.services.values import History


def standings(history: History) -> Document:
    """Progress marks by city, with their reasons."""
    return document(
        "standings",
        campaign=history.campaign.name,
        as_played=[played.number for played in history.campaign.played if played.as_played],
        standings=[
            {
                "rank": rank,
                "seat": city.seat,
                "player": city.player,
                "marks": city.progress,
                "reasons": [campaign_parts.mark(mark) for mark in city.marks],
            }
            for rank, city in history.campaign.standings
        ],
    )


def overall(standings: Overall) -> Document:
    """Who leads each campaign, and how often each player has won."""
    return document(
        "overall",
        campaigns=[
            {
                "name": campaign.name,
                "leaders": [{"seat": seat, "player": player} for seat, player in campaign.leaders],
                "marks": campaign.marks,
                "next_episode": campaign.next_episode,
            }
            for campaign in standings.campaigns
        ],
        players=[player._asdict() for player in standings.players],
    )
