"""Corrections of who played: an earlier takeover of a city, and other players in an evening."""

from __future__ import annotations

from collections.abc import Mapping

from campaign.services import attendance, folding
from campaign.services.attendance import NameOf
from campaign.services.corrections import cascade
from campaign.services.corrections.amending import campaign_before, played_of
from campaign.services.corrections.cascade import CorrectionEffects
from campaign.services.names import check_seen
from campaign.services.reasons import TOOK_OVER
from campaign.services.values import History
from engine.kernel.errors import NotAllowed
from engine.kernel.names import comparable_name
from engine.kernel.phrases import phrase
from engine.kernel.record import Record
from engine.my_city.campaign.corrections import effective_entries, place_of
from engine.my_city.campaign.entries import (
    CityAccepted,
    EntriesWithdrawn,
    Entry,
    PlayerJoined,
    PlayerLeft,
    PlayerRenamed,
)
from engine.my_city.campaign.model import Campaign, PlayedEpisode
from engine.my_city.pack import start


def join_before(
    history: History, seat: str, player: str, note: str, episode: int
) -> CorrectionEffects:
    """Preview a takeover of a city that counts from an already recorded episode on.

    A later entry by which the player joined counts no more; what came after it stays. Raises
    `NotAllowed`, and `UnknownName` for an episode that is not recorded.
    """
    played = played_of(history, episode)
    before = played.entry
    holder = history.campaign.held_at(before).city(seat).player
    if holder == player:
        raise NotAllowed(
            phrase(
                "{player} held {seat} in episode {number} already",
                player=player,
                seat=seat,
                number=episode,
            )
        )
    name = name_then(history, before, episode, player)
    replaced: list[int] = []
    for number, entry in effective_entries(folding.entries_of(history.entries)):
        if (
            not isinstance(entry, PlayerJoined | PlayerLeft | CityAccepted)
            or entry.seat != seat
            or place_of(number, entry) <= before
        ):
            continue
        came = "" if isinstance(entry, PlayerLeft) else entry.player
        if isinstance(entry, CityAccepted) or came not in (
            "",
            name_then(history, place_of(number, entry), episode, player),
        ):
            raise NotAllowed(
                phrase(
                    "{seat} came into other hands after episode {number}: {player} held it",
                    seat=seat,
                    number=episode,
                    player=came,
                ),
                "campaign player list",
            )
        replaced.append(number)
        if came:  # what came after this takeover stays
            break
    wanted: list[Entry] = []
    if replaced:
        reason = TOOK_OVER.format(player=player, seat=seat, number=episode)
        wanted.append(EntriesWithdrawn(tuple(replaced), reason))
    if holder:
        wanted.append(PlayerLeft(seat, before))
    check_seen(name)
    wanted.append(PlayerJoined(seat, name, note, before))
    return cascade.preview(history, wanted, and_later=False)


def name_then(history: History, place: float, episode: int, player: str) -> str:
    """The name that a player of today had at an entry.

    Raises `NotAllowed` if somebody else had this name in the episode, and has another one today.
    """
    name = player
    for number, entry in reversed(effective_entries(folding.entries_of(history.entries))):
        if number < place or not isinstance(entry, PlayerRenamed):
            continue
        if entry.name == name:
            name = entry.player
        elif entry.player == name:
            raise NotAllowed(
                phrase(
                    "in episode {number} {name} was the name of {person}",
                    number=episode,
                    name=name,
                    person=entry.name,
                ),
                phrase("write today's name; somebody else needs another name"),
            )
    return name


def with_players(campaign: Campaign, record: Record, players: Mapping[str, str]) -> Record:
    """The record of an evening with other players at some seats; raises `NotAllowed`.

    `campaign` is the campaign at that evening: whoever holds the city in it is no substitute.
    """
    for seat, name in players.items():
        holder = campaign.city(seat).player
        held = comparable_name(name) == comparable_name(holder)
        record = attendance.with_player(record, seat, holder if held else name, substitute=not held)
    return record


def with_players_then(
    history: History, played: PlayedEpisode, players: Mapping[str, str]
) -> Record:
    """The record of a recorded evening with other players, by their names of today.

    They are written with their names of then, because later new names count for the record, too.
    Raises `NotAllowed`.
    """
    names = {
        seat: name_then(history, played.entry, played.number, player)
        for seat, player in players.items()
    }
    return with_players(campaign_before(history, played), played.record, names)


def names_then(history: History, played: PlayedEpisode, before: Campaign) -> NameOf:
    """A function that gives the name of then of somebody who is named in a recorded evening.

    Who had this name then is meant, and otherwise who has it today. `before` is the campaign just
    before the evening.
    """
    _, substitutes = start.attendance(played.record.setup)
    known = {*before.people, *(played.record.names[seat] for seat in substitutes)}

    def name_of(name: str) -> str:
        return name if name in known else name_then(history, played.entry, played.number, name)

    return name_of


def swapped(played: PlayedEpisode, one: str, other: str) -> dict[str, str]:
    """The players of two seats of an evening, exchanged, by seat; raises `NotAllowed`."""
    names = played.names
    for seat in (one, other):
        if seat not in names:
            raise NotAllowed(
                phrase("nobody played {seat} in episode {number}", seat=seat, number=played.number)
            )
    return {one: names[other], other: names[one]}
