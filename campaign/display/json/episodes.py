"""The episodes of a campaign as JSON documents."""

from __future__ import annotations

from types import MappingProxyType

from campaign.display.json import campaign_parts
from campaign.display.json.parts import Document, document
from campaign.services.values import Allowed, History
from engine.kernel.record import format_record


def template(history: History, text: str) -> Document:
    """A record to fill in."""
    return document("template", episode=history.campaign.next_episode, record=text)


def episode(history: History, number: int, allowed: Allowed = MappingProxyType({})) -> Document:
    """One episode, and what its cards allowed where somebody has looked back on it."""
    played = history.campaign.episode(number)
    return document(
        "episode",
        campaign=history.campaign.name,
        recorded_at=history.recorded_at(played.entry),
        placeholders=list(played.verdict.placeholders),
        record=format_record(played.record),
        **campaign_parts.played(played),
        marks={
            city.seat: sum(mark.amount for mark in city.marks if mark.episode == number)
            for city in history.campaign.cities
        },
        allowed=campaign_parts.allowed(allowed),
    )


def episode_list(history: History) -> Document:
    """All recorded episodes."""
    return document(
        "episodes",
        campaign=history.campaign.name,
        episodes=[campaign_parts.played(played) for played in history.campaign.played],
    )
