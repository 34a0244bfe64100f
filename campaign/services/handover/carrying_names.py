"""Who played an evening of the other copy, where others hold the cities here.

A record names no holders: whoever holds a city at its place in the history has played it. If
somebody else holds a city here, the record is carried over with its player as a substitute.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

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


def renamed_there(sides: Sides) -> Mapping[str, str]:
    """The present name here of each player whom they renamed since the fork, by their new name.

    Theirs does not come over if the player was renamed here, too, or if somebody has it here.
    """
    at_fork: dict[str, str] = {}
    for number, entry in sides.there:
        if number > sides.shared and isinstance(entry, PlayerRenamed):
            at_fork[entry.name] = at_fork.pop(entry.player, entry.player)
    here = renamed_here(sides)
    return {name: here.get(before, before) for name, before in at_fork.items()}


class NamesHere(NamedTuple):
    """The names here of the players of theirs: `ours` by earlier names, `theirs` by their names."""

    ours: Mapping[str, str]
    theirs: Mapping[str, str]

    def of(self, name: str, people: Collection[str]) -> str:
        """The name here of their player, among the `people` that there are here by now."""
        name_here = self.theirs.get(name, "")
        return name_here if name_here in people else self.ours.get(name, name)


def names_here(sides: Sides) -> NamesHere:
    """The names by which their players go here."""
    return NamesHere(renamed_here(sides), renamed_there(sides))


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
        name_here = names.of(name, people)
        held = comparable_name(holders[seat]) in {*map(comparable_name, (name, name_here))}
        if held == (seat in played.substitutes) or (not held and name_here != name):
            named[seat] = holders[seat] if held else name_here
            record = attendance.with_player(record, seat, named[seat], substitute=not held)
    return record, named
