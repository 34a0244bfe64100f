"""Subjects that both sides of a fork have changed differently, so that one change is lost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from campaign.services import folding
from campaign.services.handover.comparing import HistoryComparison
from campaign.services.handover.sides import note_changes
from campaign.services.values import History
from engine.my_city.campaign.corrections import (
    effective_entries,
    step_of,
    withdrawn_entries,
)
from engine.my_city.campaign.entries import (
    CampaignRenamed,
    CityAccepted,
    CityNamed,
    EntriesWithdrawn,
    Entry,
    EpisodeNoted,
    PackApplied,
    PackUpdated,
    PlayerJoined,
    PlayerLeft,
    PlayerRenamed,
    StickerPlaced,
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
    """The values of the last entry that counts for each subject, after the `shared` entries.

    A name that somebody gets is a subject, too: two people may get it on two copies. So is a
    sticker that no longer counts: it may be taken back on one copy and moved on the other.
    """
    entries = folding.entries_of(history.entries)
    counting = effective_entries(entries)
    words: dict[Subject, Mapping[str, Any]] = {
        subject: {key: value for key, value in payload_of(entry)[1].items() if key != "step"}
        for number, entry in counting
        if number > shared and (subject := _subject(entry))
    }
    noted = note_changes(counting)
    for number, entry in counting:
        if number <= shared:
            continue
        match entry:
            case EpisodeNoted(episode):
                for field, value in noted[number].items():
                    words[field, str(episode)] = {field: value}
            case PlayerRenamed(player, name):
                words.setdefault(("who has a name", name), {"was": player})
            case PlayerJoined(player=name) | CityAccepted(player=name):
                words.setdefault(("who has a name", name), {"was": ""})
    for played in history.campaign.played:
        if played.entry > shared:
            for name in played.substitutes.values():
                words.setdefault(("who has a name", name), {"was": ""})
    return words | _stickers_taken_back(entries, shared)


def _stickers_taken_back(entries: Sequence[Entry], shared: int) -> dict[Subject, Mapping[str, Any]]:
    """By shared sticker that no longer counts: what the correction has placed instead."""
    withdrawn = withdrawn_entries(entries)
    words: dict[Subject, Mapping[str, Any]] = {}
    for number, entry in enumerate(entries[shared:], shared + 1):
        if isinstance(entry, EntriesWithdrawn) and number not in withdrawn:
            step = [entries[n - 1] for n in step_of(entries, number)]
            instead = [(s.seat, s.kind, s.square) for s in step if isinstance(s, StickerPlaced)]
            for gone in entry.entries:
                if gone <= shared and isinstance(entries[gone - 1], StickerPlaced):
                    words["sticker", str(gone)] = {"instead": instead}
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
