"""Who played an evening of the other copy, where others hold the cities here.

A record names no holders: whoever holds a city at its place in the history has played it. If
somebody else holds a city here, the record is carried over with its player as a substitute.
"""

from __future__ import annotations

from collections.abc import Mapping

from campaign.services import attendance
from campaign.services.handover.sides import Sides
from engine.kernel.names import comparable_name
from engine.kernel.record import Record
from engine.my_city.campaign.entries import PlayerRenamed
from engine.my_city.campaign.model import PlayedEpisode


def renamed_here(sides: Sides) -> Mapping[str, str]:
    """The present name of each player who was renamed here since the fork, by earlier name."""
    names: dict[str, str] = {}
    for number, entry in sides.counting.items():
        if number > sides.shared and isinstance(entry, PlayerRenamed):
            names = {old: entry.name if new == entry.player else new for old, new in names.items()}
            names[entry.player] = entry.name
    return names


def with_their_players(
    played: PlayedEpisode, holders: Mapping[str, str], renamed: Mapping[str, str]
) -> tuple[Record, Mapping[str, str]]:
    """Their record with those who played it there, and the players that it names anew, by seat.

    `holders` hold the cities here, `renamed` are names of today by earlier names.
    """
    record, named = played.record, dict[str, str]()
    for seat, name in played.names.items():
        if seat not in holders:
            continue
        typed = {comparable_name(one) for one in (name, renamed.get(name, name))}
        held = comparable_name(holders[seat]) in typed
        if held == (seat in played.substitutes):
            named[seat] = holders[seat] if held else renamed.get(name, name)
            record = attendance.with_player(record, seat, named[seat], substitute=not held)
    return record, named
