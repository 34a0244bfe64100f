"""Filtering the entries of a campaign's journal by day and player."""

from __future__ import annotations

from campaign.services.filters import PlayFilter, of_campaign
from campaign.services.values import History
from engine.kernel.record import parse_record
from engine.my_city.campaign.entries import (
    CampaignCreated,
    EntriesRestored,
    EntriesWithdrawn,
    EpisodeAmended,
    EpisodeRecorded,
    PlayerRenamed,
    entry_of,
)


def numbers(history: History, wanted: PlayFilter) -> list[int]:
    """The numbers, from 1, of the entries that are of the wanted days and about the wanted player.

    Raises `UnknownName` and `SeveralCampaigns` for a player who is unknown, or could be several.
    """
    wanted = of_campaign(history, wanted, {})
    return [
        entry.seq
        for entry in history.entries
        if wanted.lets_day(entry.day)
        and (not wanted.player or _is_about(history, entry.seq, wanted.player))
    ]


def _is_about(history: History, number: int, player: str) -> bool:
    """Whether an entry names a player, a city that the player held then, or an evening of theirs.

    An entry that withdraws or restores entries is about the players of these.
    """
    stored = history.entries[number - 1]
    match entry := entry_of(stored.kind, stored.payload):
        case CampaignCreated(seats=seats):
            return player in seats.values()
        case PlayerRenamed(before, name):
            return player in (before, name)
        case EpisodeRecorded(record) | EpisodeAmended(record=record):
            played = next((p for p in history.campaign.played if p.entry == number), None)
            return player in (played.names if played else parse_record(record).names).values()
        case EntriesWithdrawn(entries):
            return any(_is_about(history, withdrawn, player) for withdrawn in entries)
        case EntriesRestored(withdrawal):
            return _is_about(history, withdrawal, player)
    if player in (getattr(entry, "player", ""), getattr(entry, "by", "")):
        return True
    return any(
        tenure.seat == getattr(entry, "seat", "")
        and tenure.player == player
        and tenure.since <= number <= (tenure.until or number)
        for tenure in history.campaign.tenures
    )
