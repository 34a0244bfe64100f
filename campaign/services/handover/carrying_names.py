"""Who played an evening of the other copy, where others hold the cities here.

A record names no holders: whoever holds a city at its place in the history has played it. If
somebody else holds a city here, the record is carried over with its player as a substitute.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from campaign.services import attendance
from campaign.services.handover.sides import Sides
from engine.kernel.names import comparable_name
from engine.kernel.record import Record
from engine.my_city.campaign.entries import (
    CampaignCreated,
    CityAccepted,
    PlayerJoined,
    PlayerRenamed,
)
from engine.my_city.campaign.model import PlayedEpisode


def renamed_here(sides: Sides) -> Mapping[str, str]:
    """The present name of each player who was renamed here since the fork, by earlier name."""
    names: dict[str, str] = {}
    for number, entry in sides.counting.items():
        if number > sides.shared and isinstance(entry, PlayerRenamed):
            names = {old: entry.name if new == entry.player else new for old, new in names.items()}
            names[entry.player] = entry.name
    return names


def _same_people(sides: Sides) -> Iterator[tuple[str, str]]:
    """Yield the names there and here of those who held or played a city before the fork."""
    begin = (CampaignCreated, PlayerJoined, CityAccepted)
    tenures = {(one.seat, one.since): one.player for one in sides.here.campaign.tenures}
    for there in sides.theirs.campaign.tenures:
        here = tenures.get((there.seat, there.since))
        if here and there.since <= sides.shared and isinstance(sides.ours[there.since - 1], begin):
            yield there.player, here
    evenings = {one.entry: one for one in sides.here.campaign.played if one.entry <= sides.shared}
    for played in sides.theirs.campaign.played:
        if (ours := evenings.get(played.entry)) and ours.record.names == played.record.names:
            for seat in ours.substitutes.keys() & played.substitutes.keys():
                yield played.substitutes[seat], ours.substitutes[seat]


class NamesHere(NamedTuple):
    """The names here of the players of theirs: `ours` by earlier names, `theirs` by their names.

    A new name of theirs may not count here: if we renamed the player, too, if somebody has it
    here, or if we took it back.
    """

    ours: Mapping[str, str]
    theirs: Mapping[str, str]

    def of(self, name: str, people: Collection[str]) -> Sequence[str]:
        """The name here of their player, then another that also means the player.

        `people` are there here by now.
        """
        name_here = self.theirs.get(name, "")
        return (name_here,) if name_here in people else (self.ours.get(name, name), name)


def names_here(sides: Sides) -> NamesHere:
    """The names by which their players go here."""
    return NamesHere(renamed_here(sides), dict(_same_people(sides)))


def with_their_players(
    played: PlayedEpisode, holders: Mapping[str, str], names: NamesHere, people: Collection[str]
) -> tuple[Record, Mapping[str, str]]:
    """Their record with those who played it there, and the players that it names anew, by seat.

    `holders` hold the cities here, `people` are all who have held or played a city here.
    """
    record, named = played.record, dict[str, str]()
    for seat, name in played.names.items():
        if seat not in holders:
            continue
        typed = names.of(name, people)
        name_here = typed[0]
        held = comparable_name(holders[seat]) in {*map(comparable_name, typed)}
        if held == (seat in played.substitutes) or (not held and name_here != name):
            named[seat] = holders[seat] if held else name_here
            record = attendance.with_player(record, seat, named[seat], substitute=not held)
    return record, named
