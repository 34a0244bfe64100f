"""Cities as they stand, or as they stood at the end of an episode."""

from __future__ import annotations

from typing import NamedTuple

from campaign.services.errors import NotFound
from campaign.services.values import Kept
from engine.my_city import chronicle, lasting, legacy
from engine.my_city.components import Rules
from engine.my_city.pack import rules_of


class Seen(NamedTuple):
    """A city at a moment, the rules then in force, and the episode last played there."""

    city: lasting.City
    rules: Rules
    played: lasting.Played | None


def seen(kept: Kept, seat: str, at: int | None = None) -> Seen:
    """A city now, or at the end of episode `at`; raises `NotFound`, `Refused`."""
    campaign = kept.campaign
    if at is None:
        played = campaign.played[-1] if campaign.played else None
    else:
        if at not in {each.number for each in campaign.played}:
            raise NotFound(f"episode {at} has not been recorded", "campaign episode list")
        played = campaign.episode(at)
        entries = kept.entries[: played.entry]
        campaign = legacy.fold(chronicle.entry_of(e.kind, e.payload) for e in entries)
    number = played.number if played else min(campaign.pack.episodes)
    return Seen(campaign.city(seat), rules_of(campaign.pack, number), played)
