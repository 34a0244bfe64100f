"""Who somebody of the other copy is here, and who played an evening of it.

A name can have been somebody else's before. A player of both copies is whoever has held or played
the same city from the same entry on, whatever the two copies call this player.

A record names no holders: whoever holds a city at its place in the history has played it. If
somebody else holds a city here, the record is carried over with its player as a substitute.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from campaign.services import attendance
from campaign.services.handover.sides import Sides
from engine.kernel.errors import NotAllowed
from engine.kernel.names import comparable_name
from engine.kernel.phrases import phrase
from engine.kernel.record import Record
from engine.my_city.campaign.corrections import Numbered
from engine.my_city.campaign.entries import (
    CampaignCreated,
    CityAccepted,
    PlayerJoined,
    PlayerRenamed,
)
from engine.my_city.campaign.model import Campaign, PlayedEpisode


def renamed_here(sides: Sides) -> Mapping[str, str]:
    """The present name of each player who was renamed here since the fork, by earlier name."""
    names: dict[str, str] = {}
    for number, entry in sides.counting.items():
        if number > sides.shared and isinstance(entry, PlayerRenamed):
            names = {old: entry.name if new == entry.player else new for old, new in names.items()}
            names[entry.player] = entry.name
    return names


def present_name(counting: Iterable[Numbered], place: float, name: str) -> str:
    """The name of today of somebody who had `name` at a place, by the entries that count."""
    for number, entry in counting:
        if isinstance(entry, PlayerRenamed) and number > place and entry.player == name:
            name = entry.name
    return name


def _same_people(sides: Sides, campaign: Campaign) -> Iterator[tuple[str, str]]:
    """Yield the names there and in our campaign of whoever held or played a city at the fork."""
    begin = (CampaignCreated, PlayerJoined, CityAccepted)
    tenures = {(one.seat, one.since): one.player for one in campaign.tenures}
    for there in sides.theirs.campaign.tenures:
        here = tenures.get((there.seat, there.since))
        if here and there.since <= sides.shared and isinstance(sides.ours[there.since - 1], begin):
            yield there.player, here
    evenings = {one.entry: one for one in campaign.played if one.entry <= sides.shared}
    for played in sides.theirs.campaign.played:
        if (ours := evenings.get(played.entry)) and ours.record.names == played.record.names:
            for seat in ours.substitutes.keys() & played.substitutes.keys():
                yield played.substitutes[seat], ours.substitutes[seat]


class NamesHere:
    """The names in `campaign`, which is ours so far, of the players of theirs.

    A new name of theirs may not count here: if we renamed the player, too, if somebody has it
    here, or if we took it back.
    """

    def __init__(self, sides: Sides, campaign: Campaign) -> None:
        self._there = sides.there
        self._by_present = dict(_same_people(sides, campaign))
        known = {*self._by_present.values()}
        self._ours = {old: new for old, new in renamed_here(sides).items() if new not in known}

    def of(self, name: str) -> Sequence[str]:
        """The name here of who has `name` there today, then another that also means the player."""
        if here := self._by_present.get(name):
            return (here,)
        return (self._ours.get(name, name), name)

    def then(self, place: float, name: str) -> str:
        """The name here of who had `name` there at a place of the history there."""
        present = present_name(self._there, place, name)
        return self._by_present.get(present) or self._ours.get(name, name)

    def join(self, place: float, name: str) -> str:
        """The name here, from now on, of who takes a city over there as `name`."""
        here = self.then(place, name)
        self._by_present[present_name(self._there, place, name)] = here
        return here

    def check_evening(self, played: PlayedEpisode) -> None:
        """Raise `NotAllowed` if their evening names a newcomer as we name somebody else until now.

        In our place of the evening, the name is that of the other.
        """
        for name in played.names.values():
            for present, here in self._by_present.items():
                if here == name and name not in self._by_present:
                    raise NotAllowed(
                        phrase(
                            "in episode {number} {name} was the name of {person}",
                            number=played.number,
                            name=name,
                            person=present,
                        )
                    )

    def check(self, number: int, entry: PlayerRenamed) -> None:
        """Raise `NotAllowed` if their entry with this number renames somebody whom we renamed."""
        present = present_name(self._there, number, entry.name)
        here = self._by_present.get(present, entry.player)
        if here != entry.player:
            raise NotAllowed(
                phrase("{player} is called {name} here", player=entry.player, name=here)
            )

    def follow(self, entry: PlayerRenamed) -> None:
        """Note that somebody has another name here from now on."""
        for present, here in self._by_present.items():
            if here == entry.player:
                self._by_present[present] = entry.name


def with_their_players(
    played: PlayedEpisode, holders: Mapping[str, str], names: NamesHere
) -> tuple[Record, Mapping[str, str]]:
    """Their record with those who played it there, and the players that it names anew, by seat.

    `holders` hold the cities here.
    """
    record, named = played.record, dict[str, str]()
    for seat, name in played.names.items():
        if seat not in holders:
            continue
        typed = names.of(name)
        name_here = typed[0]
        held = comparable_name(holders[seat]) in {*map(comparable_name, typed)}
        if held == (seat in played.substitutes) or (not held and name_here != name):
            named[seat] = holders[seat] if held else name_here
            record = attendance.with_player(record, seat, named[seat], substitute=not held)
    return record, named
