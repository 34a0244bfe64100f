"""Corrections of who played: an earlier takeover of a city, and other players in an evening."""

from __future__ import annotations

from collections.abc import Mapping

from campaign.services import attendance, campaigns
from campaign.services.corrections import cascade
from campaign.services.corrections.amending import played_of
from campaign.services.corrections.cascade import CorrectionEffects
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
)
from engine.my_city.campaign.model import Campaign, PlayedEpisode


def join_before(
    history: History, seat: str, player: str, note: str, episode: int
) -> CorrectionEffects:
    """Preview a takeover of a city that counts from an already recorded episode on.

    A later entry by which the player joined counts no more. Raises `NotAllowed`, and `UnknownName`
    for an episode that is not recorded.
    """
    played = played_of(history, episode)
    before = played.entry
    holder = attendance.held_at(history.campaign, before).city(seat).player
    if holder == player:
        raise NotAllowed(
            phrase(
                "{player} held {seat} in episode {number} already",
                player=player,
                seat=seat,
                number=episode,
            )
        )
    later_entries = [
        (number, entry)
        for number, entry in effective_entries(campaigns.entries_of(history.entries))
        if isinstance(entry, PlayerJoined | PlayerLeft | CityAccepted)
        if entry.seat == seat and place_of(number, entry) > before
    ]
    for _, entry in later_entries:
        is_own_takeover = not isinstance(entry, CityAccepted) and _player(entry) in ("", player)
        if not is_own_takeover:
            raise NotAllowed(
                phrase(
                    "{seat} came into other hands after episode {number}: {player} held it",
                    seat=seat,
                    number=episode,
                    player=_player(entry),
                ),
                "campaign player list",
            )
    wanted: list[Entry] = []
    if later_entries:
        reason = f"{player} took over {seat} before episode {episode}"
        wanted.append(EntriesWithdrawn(tuple(number for number, _ in later_entries), reason))
    if holder:
        wanted.append(PlayerLeft(seat, before))
    wanted.append(PlayerJoined(seat, player, note, before))
    return cascade.preview(history, wanted, and_later=False)


def _player(entry: PlayerJoined | PlayerLeft | CityAccepted) -> str:
    return "" if isinstance(entry, PlayerLeft) else entry.player


def with_players(campaign: Campaign, record: Record, players: Mapping[str, str]) -> Record:
    """The record of an evening with other players at some seats; raises `NotAllowed`.

    `campaign` is the campaign at that evening: whoever holds the city in it is no substitute.
    """
    for seat, name in players.items():
        holder = campaign.city(seat).player
        held = comparable_name(name) == comparable_name(holder)
        record = attendance.with_player(record, seat, holder if held else name, substitute=not held)
    return record


def swapped(played: PlayedEpisode, one: str, other: str) -> dict[str, str]:
    """The players of two seats of an evening, exchanged, by seat; raises `NotAllowed`."""
    names = played.names
    for seat in (one, other):
        if seat not in names:
            raise NotAllowed(
                phrase("nobody played {seat} in episode {number}", seat=seat, number=played.number)
            )
    return {one: names[other], other: names[one]}
