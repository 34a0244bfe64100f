"""Who is there for an evening: cities that nobody plays, substitutes, and the house rule.

The record says it (`absent`, `substitutes`, the names); nothing else is kept. A city that nobody
holds waits: it is absent as long as no substitute plays it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from campaign.services.names import seat_of
from campaign.services.values import History
from engine.kernel.errors import NotAllowed
from engine.kernel.names import crosswise, plain
from engine.kernel.phrases import Phrase, joined, listed, phrase, plural
from engine.kernel.record import Record
from engine.my_city.campaign.model import Campaign, absent_in
from engine.my_city.campaign.players import name_is_good
from engine.my_city.pack import start
from engine.my_city.pack.phrases import absence_in_words
from engine.my_city.pack.start import ABSENT, SUBSTITUTES

FEWEST = 2
"""Who must be there for an episode to be played."""


class Attendance(NamedTuple):
    """The seats whose cities nobody plays, in table order; by seat who plays for one evening."""

    absent: tuple[str, ...] = ()
    substitutes: Mapping[str, str] = MappingProxyType({})

    @property
    def header(self) -> dict[str, Any]:
        """The keys of a record that say it."""
        keys = {ABSENT: list(self.absent), SUBSTITUTES: list(self.substitutes)}
        return {key: seats for key, seats in keys.items() if seats}


def of_options(
    campaign: Campaign, absent: Iterable[str] = (), substitutes: Iterable[str] = ()
) -> Attendance:
    """Who is there when these are absent, and these play for others (`wolf=Emil`).

    Raises `NotAllowed`, `UnknownName`, `SeveralCampaigns`.
    """
    instead = dict(_substitute(campaign, words) for words in substitutes)
    away = {seat_of(campaign, words) for words in absent}
    if both := away & instead.keys():
        raise NotAllowed(phrase("{seat} cannot be absent and have a substitute", seat=min(both)))
    return _of(campaign, away, instead)


def of_record(record: Record) -> Attendance:
    """Who was there by a record."""
    seats = record.header.get(SUBSTITUTES, ())
    return Attendance(absent_in(record), {seat: record.names[seat] for seat in seats})


def of_names(campaign: Campaign, line: str) -> Attendance:
    """Who is there when these play: names or seats, and `wolf=Emil` for a substitute.

    Where none but substitutes are named, everybody else plays who holds a city. Raises
    `NotAllowed`, `UnknownName`, `SeveralCampaigns`.
    """
    words = [word.strip() for word in (line.split(",") if "," in line else _words(line))]
    words = [word for word in words if word]
    instead = dict(_substitute(campaign, word) for word in words if "=" in word)
    there = {seat_of(campaign, word) for word in words if "=" not in word}
    for seat in sorted(there):
        if not campaign.city(seat).player:
            raise NotAllowed(
                phrase("nobody holds {seat}: write who plays it, such as {seat}=NAME", seat=seat)
            )
    away = set(campaign.seats) - there - instead.keys() if there else set[str]()
    return _of(campaign, away, instead)


def players(campaign: Campaign, attendance: Attendance) -> dict[str, str]:
    """The player of each seat, in table order; "" if the name is not known."""
    return {
        city.seat: attendance.substitutes.get(city.seat, city.player)
        for city in campaign.cities
        if city.seat not in attendance.absent
    }


def seated(campaign: Campaign, head: Record, attendance: Attendance) -> Record:
    """The head of a record with others at the table."""
    there = players(campaign, attendance)
    header = {key: head.header[key] for key in head.header if key not in (ABSENT, SUBSTITUTES)}
    return head._replace(
        seats=tuple(there),
        header={**header, **attendance.header},
        names={seat: player for seat, player in there.items() if player},
    )


def house_rule(campaign: Campaign) -> Phrase:
    """What an absent city gets, in words, by the rules of the next episode."""
    rules = campaign.rules
    return absence_in_words(rules.absence)


def is_agreed(campaign: Campaign) -> bool:
    """Whether the campaign has played by the house rule before."""
    return any(played.absent for played in campaign.played)


def held_at(campaign: Campaign, entry: int) -> Campaign:
    """The campaign with its cities in the hands of those who held them at an entry."""
    holders = {
        tenure.seat: tenure.player
        for tenure in campaign.tenures
        if tenure.since < entry and (not tenure.until or entry <= tenure.until)
    }
    cities = tuple(city._replace(player=holders.get(city.seat, "")) for city in campaign.cities)
    return campaign._replace(cities=cities)


def missing_in_words(campaign: Campaign, absent: Sequence[str]) -> Phrase:
    """Who is not there: `Dora (wolf) is not there`."""
    cities = [campaign.city(seat) for seat in absent]
    people = [f"{city.player} ({city.seat})" for city in cities if city.player]
    waiting = [city.seat for city in cities if not city.player]
    there = plural(
        "{people} is not there",
        "{people} are not there",
        len(people),
        people=joined(" and ", people),
    )
    held = joined(" and ", waiting)
    if people and waiting:
        return joined(", ", (there, phrase("nobody holds {cities}", cities=held)))
    return there if people else phrase("Nobody holds {cities}", cities=held)


class OtherName(NamedTuple):
    """A name in a record that is not that of whoever holds the city ("" where nobody does).

    `holds` is the city that whoever has the name holds, "" where it is none.
    """

    seat: str
    name: str
    holder: str
    holds: str


def other_names(history: History, campaign: Campaign, record: Record) -> Iterator[OtherName]:
    """Where a record names somebody else than its campaign at that time; substitutes are said.

    A name that somebody had before, and that nobody has now, is that player's. Raises `SetupError`.
    """
    holders = {plain(city.player): city.seat for city in campaign.cities if city.player}
    earlier = _earlier_names(history)
    _, said = start.attendance(record.setup)
    players = {city.seat: city.player for city in campaign.cities if city.seat in record.seats}
    for seat, name in record.names.items():
        holder, typed = players.get(seat), plain(name)
        if holder is None or seat in said:
            continue
        player = typed if typed in holders else plain(earlier.get(typed, name))
        if player != plain(holder):
            yield OtherName(seat, name, holder, holders.get(player, ""))


def with_player(record: Record, seat: str, name: str, *, substitute: bool) -> Record:
    """A record in which somebody played a city, for that evening or because of holding it.

    Raises `NotAllowed` for a city that nobody played.
    """
    if seat not in record.seats:
        raise NotAllowed(
            phrase(
                "nobody played {seat} in episode {number}",
                seat=seat,
                number=record.header.get("episode"),
            )
        )
    _, said = start.attendance(record.setup)
    substitutes = [one for one in record.seats if (substitute if one == seat else one in said)]
    header = {key: value for key, value in record.header.items() if key != SUBSTITUTES}
    if substitutes:
        header[SUBSTITUTES] = substitutes
    return record._replace(header=header, names={**record.names, seat: name})


def _earlier_names(history: History) -> Mapping[str, str]:
    """For each earlier name of a player the present name."""
    names: dict[str, str] = {}
    for entry in history.entries:
        if entry.kind == "player renamed":
            old, new = entry.payload["player"], entry.payload["name"]
            names = {key: new if name == old else name for key, name in names.items()}
            names[plain(old)] = new
    return names


def _of(campaign: Campaign, away: set[str], instead: Mapping[str, str]) -> Attendance:
    waiting = {city.seat for city in campaign.cities if not city.player} - instead.keys()
    absent = tuple(seat for seat in campaign.seats if seat in away | waiting)
    there = [seat for seat in campaign.seats if seat not in absent]
    if len(there) < FEWEST:
        players = listed(there) if there else phrase("nobody")
        raise NotAllowed(
            phrase(
                "at least {fewest} play: {players} would be there", fewest=FEWEST, players=players
            )
        )
    return Attendance(absent, {seat: instead[seat] for seat in there if seat in instead})


def _words(line: str) -> list[str]:
    """The words of a line; blanks around `=` do not part them."""
    return re.sub(r"\s*=\s*", "=", line).split()


def seat_and_name(campaign: Campaign, words: str) -> tuple[str, str]:
    """`wolf=Emil` as a seat and a name; raises `NotAllowed`, `UnknownName`, `SeveralCampaigns`."""
    seat, equals, name = (part.strip() for part in words.partition("="))
    if not equals:
        raise NotAllowed(
            phrase("{words}: write the city and who plays it, such as wolf=Emil", words=words)
        )
    seat = seat_of(campaign, seat)
    name_is_good(phrase("the substitute for {seat}", seat=seat), name)
    if name.lstrip("+-").isdecimal():
        raise NotAllowed(
            phrase("{name} is no player's name for {seat}: scores come later", name=name, seat=seat)
        )
    players = {plain(tenure.player) for tenure in campaign.tenures}
    if crosswise({seat: name}, campaign.seats) and plain(name) not in players:
        raise NotAllowed(
            phrase("{name} is a seat, and no player of {seat}", name=name, seat=seat),
            phrase("write who played it, such as {seat}=Emil", seat=seat),
        )
    return seat, name


def _substitute(campaign: Campaign, words: str) -> tuple[str, str]:
    """The same, where somebody plays for the one who holds the city."""
    seat, name = seat_and_name(campaign, words)
    if plain(name) == plain(campaign.city(seat).player):
        raise NotAllowed(
            phrase("{name} holds {seat}: a substitute is somebody else", name=name, seat=seat)
        )
    return seat, name
