"""The entries of a campaign's journal by day and player, and the names of then."""

from __future__ import annotations

from collections.abc import Mapping, Set

from campaign.services.campaigns import entries_of
from campaign.services.filters import PlayFilter, of_campaign
from campaign.services.values import History
from campaign.store.decisions import Persons
from engine.kernel.record import parse_record
from engine.my_city.campaign.corrections import effective_entries, place_of
from engine.my_city.campaign.entries import (
    CampaignCreated,
    CityAccepted,
    EntriesRestored,
    EntriesWithdrawn,
    EpisodeAmended,
    EpisodeNoted,
    EpisodeRecorded,
    PhotoAdded,
    PhotoRemoved,
    PlayerJoined,
    PlayerLeft,
    PlayerRenamed,
    entry_of,
)
from engine.my_city.campaign.model import PlayedEpisode


def numbers(history: History, wanted: PlayFilter, persons: Persons) -> list[int]:
    """The numbers, from 1, of the entries that are of the wanted days and about the wanted player.

    Raises `UnknownName` and `SeveralCampaigns` for a player who is unknown, or could be several.
    """
    wanted = of_campaign(history, wanted, persons)
    merged = [name for name, person in persons.items() if person == wanted.player]
    names = frozenset((wanted.player, *merged))
    return [
        entry.seq
        for entry in history.entries
        if wanted.lets_day(entry.day)
        and (not wanted.player or _is_about(history, entry.seq, names))
    ]


def holders_then(history: History, place: float) -> Mapping[str, str]:
    """The names, as they were then, of those who held the cities just before a place, by seat."""
    holders: dict[str, str] = {}
    for number, entry in effective_entries(entries_of(history.entries)):
        if place_of(number, entry) >= place:
            break
        match entry:
            case CampaignCreated(seats=seats):
                holders.update(seats)
            case PlayerJoined(seat, player) | CityAccepted(seat, player):
                holders[seat] = player
            case PlayerLeft(seat):
                holders.pop(seat, None)
            case PlayerRenamed(player, name):
                holders = {key: name if one == player else one for key, one in holders.items()}
    return holders


def with_names_then(history: History, played: PlayedEpisode) -> PlayedEpisode:
    """An episode with the names that its players had then."""
    holders = holders_then(history, played.entry)
    then = []
    for one in played.participants:
        holder = holders.get(one.seat, one.holder)
        player = played.record.names.get(one.seat, one.player) if one.substitute else holder
        then.append(one._replace(player=player, holder=holder))
    return played._replace(participants=tuple(then))


def name_today(history: History, name: str, place: float) -> str:
    """The present name of the player who is called `name` at a place."""
    for number, entry in effective_entries(entries_of(history.entries)):
        if number > place and isinstance(entry, PlayerRenamed) and entry.player == name:
            name = entry.name
    return name


def _is_about(history: History, number: int, player: Set[str]) -> bool:
    """Whether an entry names a player, a city that the player held then, or an evening of theirs.

    `player` are the names of the player today. A name in an entry means who had it then. An entry
    that withdraws or restores entries is about the players of these.
    """
    stored = history.entries[number - 1]
    entry = entry_of(stored.kind, stored.payload)
    place = place_of(number, entry)

    def is_one(*names: str) -> bool:
        return not player.isdisjoint(name_today(history, name, place) for name in names)

    match entry:
        case CampaignCreated(seats=seats):
            return is_one(*seats.values())
        case PlayerRenamed(name=name):
            return is_one(name)
        case EpisodeRecorded(record):
            return _has_played(history, number, record, player)
        case EpisodeAmended(recorded, record):
            return _has_played(history, recorded, record, player)
        case EpisodeNoted(episode) | PhotoAdded(episode) | PhotoRemoved(episode):
            return any(
                not player.isdisjoint(played.names.values())
                for played in history.campaign.played
                if played.number == episode
            )
        case EntriesWithdrawn(entries):
            return any(_is_about(history, withdrawn, player) for withdrawn in entries)
        case EntriesRestored(withdrawal):
            return _is_about(history, withdrawal, player)
    if is_one(getattr(entry, "player", ""), getattr(entry, "by", "")):
        return True
    return any(
        tenure.seat == getattr(entry, "seat", "")
        and tenure.player in player
        and tenure.since <= number <= (tenure.until or number)
        for tenure in history.campaign.tenures
    )


def _has_played(history: History, number: int, record: str, player: Set[str]) -> bool:
    """Whether a player played the evening of entry `number`, or plays it in a `record` of it.

    Where the evening counts no more, the holders of the cities then played it.
    """
    campaign = history.campaign
    played = next((played for played in campaign.played if played.entry == number), None)
    parsed = parse_record(record)
    holders = campaign.held_at(number).cities if not played else ()
    playing = {
        *(played.names.values() if played else ()),
        *(city.player for city in holders if city.seat in parsed.seats),
        *(name_today(history, name, number) for name in parsed.names.values()),
    }
    return not player.isdisjoint(playing)
