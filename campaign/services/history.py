"""The entries of a campaign's journal by day and player, and the names of then."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import NamedTuple

from campaign.services.filters import PlayFilter, of_campaign
from campaign.services.folding import entries_of
from campaign.services.names import player_among
from campaign.services.values import History
from campaign.store.decisions import Persons
from engine.kernel.record import parse_record
from engine.my_city.campaign.corrections import effective_entries, place_of
from engine.my_city.campaign.entries import (
    CampaignCreated,
    CityAccepted,
    EntriesRestored,
    EntriesWithdrawn,
    Entry,
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
from engine.my_city.pack.start import SUBSTITUTES

Renames = Sequence[tuple[int, PlayerRenamed]]
"""Renames with the numbers of their entries."""


def numbers(history: History, wanted: PlayFilter, persons: Persons) -> list[int]:
    """The numbers, from 1, of the entries that are of the wanted days and about the wanted player.

    Raises `UnknownName` and `SeveralCampaigns` for a player who is unknown, or could be several.
    """
    wanted = of_campaign(history, wanted, persons)
    merged = [name for name, person in persons.items() if person == wanted.player]
    names = frozenset((wanted.player, *merged))
    about = _About(history, _renames(history), names)
    return [
        entry.seq
        for entry in history.entries
        if wanted.lets_day(entry.day) and (not wanted.player or about.lets(entry.seq))
    ]


def holders_then(history: History, place: float, known: int | None = None) -> Mapping[str, str]:
    """The names, as they were then, of those who held the cities just before a place, by seat.

    With `known`, as it was known after that entry.
    """
    holders: dict[str, str] = {}
    for number, entry in effective_entries(entries_of(history.entries[:known])):
        if place_of(number, entry) >= place:
            break
        note_holders(holders, entry)
    return {seat: player for seat, player in holders.items() if player}


def note_holders(holders: dict[str, str], entry: Entry) -> None:
    """Note who holds which city after an entry, by seat; "" for nobody."""
    match entry:
        case CampaignCreated(seats=seats):
            holders.update(seats)
        case PlayerJoined(seat, player) | CityAccepted(seat, player):
            holders[seat] = player
        case PlayerLeft(seat):
            holders[seat] = ""
        case PlayerRenamed(player, name):
            holders.update({seat: name for seat, other in holders.items() if other == player})


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
    return _name_today(_renames(history), name, place)


def called_today(history: History, words: str) -> str:
    """The present name of the player with this earlier name; raises as `player_among` does."""
    renames = _renames(history)
    return _name_today(renames, player_among([entry.player for _, entry in renames], words), 0)


def _renames(history: History) -> Renames:
    """The renames that count."""
    counting = effective_entries(entries_of(history.entries))
    return tuple((n, entry) for n, entry in counting if isinstance(entry, PlayerRenamed))


def _name_today(renames: Renames, name: str, place: float) -> str:
    for number, entry in renames:
        if number > place and entry.player == name:
            name = entry.name
    return name


class _About(NamedTuple):
    """The entries about a player, who has some `names` today."""

    history: History
    renames: Renames
    names: Set[str]

    def lets(self, number: int) -> bool:
        """Whether an entry names the player, the player's city then, or an evening they played.

        A name in an entry means who had it then. An entry that withdraws or restores entries is
        about the players of these.
        """
        stored = self.history.entries[number - 1]
        entry = entry_of(stored.kind, stored.payload)
        place = place_of(number, entry)
        match entry:
            case CampaignCreated(seats=seats):
                return self._is_one(place, *seats.values())
            case PlayerRenamed(name=name):
                return self._is_one(place, name)
            case EpisodeRecorded(record):
                return self._has_played(number, record)
            case EpisodeAmended(recorded, record):
                return self._has_played(recorded, record)
            case EpisodeNoted(episode) | PhotoAdded(episode) | PhotoRemoved(episode):
                return any(
                    not self.names.isdisjoint(played.names.values())
                    for played in self.history.campaign.played
                    if played.number == episode
                )
            case EntriesWithdrawn(entries):
                return any(map(self.lets, entries))
            case EntriesRestored(withdrawal):
                return self.lets(withdrawal)
        if self._is_one(place, getattr(entry, "player", ""), getattr(entry, "by", "")):
            return True
        return any(
            tenure.seat == getattr(entry, "seat", "")
            and tenure.player in self.names
            and tenure.since <= number <= (tenure.until or number)
            for tenure in self.history.campaign.tenures
        )

    def _is_one(self, place: float, *names: str) -> bool:
        return not self.names.isdisjoint(_name_today(self.renames, name, place) for name in names)

    def _has_played(self, number: int, record: str) -> bool:
        """Whether the player played the evening of entry `number`, or plays in a `record` of it."""
        campaign, parsed = self.history.campaign, parse_record(record)
        substitutes = parsed.header.get(SUBSTITUTES, ())
        playing = {
            *(name for p in campaign.played if p.entry == number for name in p.names.values()),
            *(
                city.player
                for city in campaign.held_at(number).cities
                if city.seat in parsed.seats and city.seat not in substitutes
            ),
        }
        named = (parsed.names[seat] for seat in substitutes)
        return not self.names.isdisjoint(playing) or self._is_one(number, *named)
