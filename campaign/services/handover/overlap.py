"""Subjects that both sides of a fork have changed differently, so that one change is lost."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from campaign.services import folding
from campaign.services.handover.comparing import HistoryComparison
from campaign.services.handover.sides import note_changes
from campaign.services.values import History
from engine.my_city.campaign.corrections import effective_entries
from engine.my_city.campaign.entries import (
    CampaignRenamed,
    CityAccepted,
    CityNamed,
    Entry,
    EpisodeNoted,
    PackApplied,
    PackUpdated,
    PlayerJoined,
    PlayerLeft,
    PlayerRenamed,
    payload_of,
)

Subject = tuple[str, str]
"""The subject of an entry, such as a name, a holder or a place, and its city, player or episode."""


def overlaps(compared: HistoryComparison) -> bool:
    """Whether both sides have changed one subject differently since the fork."""
    if compared.here is None:
        return False
    ours, theirs = (
        _last_words(history, compared.shared) for history in (compared.here, compared.theirs)
    )
    return any(ours[subject] != theirs[subject] for subject in ours.keys() & theirs.keys())


def _last_words(history: History, shared: int) -> Mapping[Subject, Mapping[str, Any]]:
    """The values of the last entry that counts for each subject, after the `shared` entries."""
    counting = effective_entries(folding.entries_of(history.entries))
    words: dict[Subject, Mapping[str, Any]] = {
        subject: {key: value for key, value in payload_of(entry)[1].items() if key != "step"}
        for number, entry in counting
        if number > shared and (subject := _subject(entry))
    }
    noted = note_changes(counting)
    for number, entry in counting:
        if number > shared and isinstance(entry, EpisodeNoted):
            for field, value in noted[number].items():
                words[field, str(entry.episode)] = {field: value}
    return words


def _subject(entry: Entry) -> Subject | None:
    match entry:
        case CampaignRenamed():
            return "campaign", ""
        case CityNamed(seat=seat):
            return "city", seat
        case PlayerJoined(seat=seat) | PlayerLeft(seat=seat) | CityAccepted(seat=seat):
            return "player", seat
        case PlayerRenamed(player=player):
            return "name of a player", player
        case PackApplied() | PackUpdated():
            return "pack", ""
    return None
