"""Who plays in an evening: cities that nobody plays, substitutes, and the house rule.

The attendance is kept in the record alone (`absent`, `substitutes`, the names). A city that nobody
holds is absent as long as no substitute plays it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from campaign.services.folding import entries_of
from campaign.services.names import NOBODY, as_typed, given_once, names_in, seat_of, spelled
from campaign.services.values import History
from campaign.store.stamps import utc
from engine.kernel.errors import NotAllowed
from engine.kernel.names import comparable_name, confusable_seat
from engine.kernel.phrases import Phrase, joined, listed, phrase, plural
from engine.kernel.record import Record
from engine.my_city.campaign.corrections import effective_entries
from engine.my_city.campaign.entries import PlayerRenamed
from engine.my_city.campaign.model import Campaign, absent_in
from engine.my_city.campaign.players import check_name
from engine.my_city.pack import start
from engine.my_city.pack.phrases import absence_in_words
from engine.my_city.pack.start import ABSENT, SUBSTITUTES

NameOf = Callable[[str], str]
"""Gives another name of somebody, such as that of an evening; one that may mean two people raises
`NotAllowed`."""
FEWEST = 2
"""The smallest number of players with whom an episode is played."""


class Attendance(NamedTuple):
    """The seats whose cities nobody plays, in table order; the name of each substitute by seat."""

    absent: tuple[str, ...] = ()
    substitutes: Mapping[str, str] = MappingProxyType({})

    @property
    def header(self) -> dict[str, Any]:
        """The keys that state the attendance in the header of a record."""
        keys = {ABSENT: list(self.absent), SUBSTITUTES: list(self.substitutes)}
        return {key: seats for key, seats in keys.items() if seats}


def of_options(
    campaign: Campaign, absent: Iterable[str] = (), substitutes: Iterable[str] = ()
) -> Attendance:
    """The attendance with these seats absent and these substitutes (`wolf=Emil`).

    Raises `NotAllowed`, `UnknownName`, `SeveralCampaigns`.
    """
    substituted = given_once(_substitute(campaign, words) for words in substitutes)
    away = {seat_of(campaign, words) for words in absent}
    if conflicting := away & substituted.keys():
        raise NotAllowed(
            phrase("{seat} cannot be absent and have a substitute", seat=min(conflicting))
        )
    return _attendance_without(campaign, away, substituted)


def of_record(record: Record) -> Attendance:
    """The attendance that a record states."""
    seats = record.header.get(SUBSTITUTES, ())
    return Attendance(absent_in(record), {seat: record.names[seat] for seat in seats})


def of_names(
    campaign: Campaign, line: str, name_of: NameOf = str, current: Attendance | None = None
) -> Attendance:
    """The attendance that a line states: players or their seats, `wolf=Emil` for a substitute.

    The name of a substitute of `current` means this substitute. A line that names only new
    substitutes leaves all other seats as they are (`current`); without that their holders play.
    `name_of` gives the name in `campaign` of a substitute. Raises `NotAllowed`,
    `UnknownName`, `SeveralCampaigns`.
    """
    words = names_in(re.sub(r"\s*[=\uff1d]\s*", "=", line))  # blanks there split no word
    before = current or Attendance()
    named = [word for word in words if "=" not in word]
    substituted = given_once(_substitute(campaign, word, name_of) for word in words if "=" in word)
    present = set[str]()
    for word in named:
        seat = seat_of(campaign, word, before.substitutes)
        if _means_substitute(campaign, seat, word, before):
            substituted.setdefault(seat, before.substitutes[seat])
        else:
            present.add(seat)
    for seat in sorted(present):
        if not campaign.city(seat).player:
            raise NotAllowed(
                phrase("nobody holds {seat}: write who plays it, such as {seat}=NAME", seat=seat)
            )
    if named:
        away = set(campaign.seats) - present - substituted.keys()
        return _attendance_without(campaign, away, substituted)
    substituted = {**before.substitutes, **substituted}
    return _attendance_without(campaign, set(before.absent) - substituted.keys(), substituted)


def _means_substitute(campaign: Campaign, seat: str, word: str, before: Attendance) -> bool:
    """Whether a word that means a seat is the name of its substitute, or the beginning of it."""
    city, name = campaign.city(seat), before.substitutes.get(seat, "")
    begins = comparable_name(name).startswith(comparable_name(word))
    own_names = map(comparable_name, (city.seat, city.player, city.name))
    return bool(name) and begins and comparable_name(word) not in own_names


def players(campaign: Campaign, attendance: Attendance) -> dict[str, str]:
    """The player of each seat that is played, in table order; "" if the name is not known."""
    return {
        city.seat: attendance.substitutes.get(city.seat, city.player)
        for city in campaign.cities
        if city.seat not in attendance.absent
    }


def with_attendance(campaign: Campaign, head: Record, attendance: Attendance) -> Record:
    """The head of a record with the seats, names and header of an attendance."""
    playing = players(campaign, attendance)
    header = {key: head.header[key] for key in head.header if key not in (ABSENT, SUBSTITUTES)}
    return head._replace(
        seats=tuple(playing),
        header={**header, **attendance.header},
        names={seat: player for seat, player in playing.items() if player},
    )


def house_rule(campaign: Campaign) -> Phrase:
    """What the rules of the next episode give an absent city, in words."""
    rules = campaign.rules
    return absence_in_words(rules.absence)


def is_agreed(campaign: Campaign) -> bool:
    """Whether a city was absent in an earlier episode, so the group knows the house rule."""
    return any(played.absent for played in campaign.played)


def missing_in_words(campaign: Campaign, absent: Sequence[str]) -> Phrase:
    """The absent players and the cities without holder, in words: `Dora (wolf) is not there`."""
    cities = [campaign.city(seat) for seat in absent]
    people = [f"{city.player} ({city.seat})" for city in cities if city.player]
    waiting = [city.seat for city in cities if not city.player]
    absence = plural(
        "{people} is not there",
        "{people} are not there",
        len(people),
        people=listed(people),
    )
    held = listed(waiting)
    if people and waiting:
        return joined(", ", (absence, phrase("nobody holds {cities}", cities=held)))
    return absence if people else phrase("Nobody holds {cities}", cities=held)


class OtherName(NamedTuple):
    """A name in a record that differs from the name of the city's `holder` ("" without a holder).

    `holds` is the city that the named player holds, "" for a player without a city.
    """

    seat: str
    name: str
    holder: str
    holds: str


def other_names(history: History, campaign: Campaign, record: Record) -> Iterator[OtherName]:
    """The names of a record that differ from the holders in its campaign, without substitutes.

    An earlier name of a player still names this player unless somebody else has it in `campaign`.
    Raises `SetupError`.
    """
    holders = {comparable_name(city.player): city.seat for city in campaign.cities if city.player}
    earlier = _earlier_names(history, campaign.entries)
    _, substituted = start.attendance(record.setup)
    players = {city.seat: city.player for city in campaign.cities if city.seat in record.seats}
    for seat, name in record.names.items():
        holder, typed = players.get(seat), comparable_name(name)
        if holder is None or seat in substituted:
            continue
        player = typed if typed in holders else comparable_name(earlier.get(typed, name))
        if player != comparable_name(holder):
            yield OtherName(seat, name, holder, holders.get(player, ""))


def with_player(record: Record, seat: str, name: str, *, substitute: bool) -> Record:
    """The record with `name` as the player of a city, as its holder or as a `substitute`.

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
    _, substituted = start.attendance(record.setup)
    substitutes = [
        record_seat
        for record_seat in record.seats
        if (substitute if record_seat == seat else record_seat in substituted)
    ]
    header = {key: value for key, value in record.header.items() if key != SUBSTITUTES}
    if substitutes:
        header[SUBSTITUTES] = substitutes
    return record._replace(header=header, names={**record.names, seat: name})


def person_of(*histories: History) -> NameOf:
    """A function that gives the name by which somebody goes today in one of the histories."""
    names = [_earlier_names(history, len(history.entries)) for history in histories]

    def person(name: str) -> str:
        for later in names:
            name = later.get(comparable_name(name), name)
        return name

    return person


def names_since(history: History, stamp: str, names: Mapping[str, str]) -> dict[str, str]:
    """The present names of players, by seat, who were called so at a time.

    A name that nobody has today is an earlier one, also if it was written after the renaming.
    """
    then = utc(stamp)
    for number, entry in effective_entries(entries_of(history.entries)):
        if isinstance(entry, PlayerRenamed) and utc(history.recorded_at(number)) >= then:
            names = {s: entry.name if name == entry.player else name for s, name in names.items()}
    person, people = person_of(history), history.campaign.people
    return {seat: name if name in people else person(name) for seat, name in names.items()}


def _earlier_names(history: History, until: int) -> Mapping[str, str]:
    """The name that a player has at entry `until` by each earlier name, of renames that count."""
    names: dict[str, str] = {}
    for number, entry in effective_entries(entries_of(history.entries)):
        if number <= until and isinstance(entry, PlayerRenamed):
            names = {key: entry.name if n == entry.player else n for key, n in names.items()}
            names[comparable_name(entry.player)] = entry.name
    return names


def _attendance_without(
    campaign: Campaign, away: set[str], substituted: Mapping[str, str]
) -> Attendance:
    """The attendance without the seats `away` and the cities that nobody holds or substitutes.

    Raises `NotAllowed` if too few players are left.
    """
    waiting = {city.seat for city in campaign.cities if not city.player} - substituted.keys()
    absent = tuple(seat for seat in campaign.seats if seat in away | waiting)
    present = [seat for seat in campaign.seats if seat not in absent]
    if len(present) < FEWEST:
        if len(campaign.seats) - len(waiting) < FEWEST:
            seat = min(waiting, key=campaign.seats.index)
            raise NotAllowed(
                phrase(
                    "an episode needs at least {fewest} players, and nobody holds {seat}: "
                    "{command}",
                    fewest=FEWEST,
                    seat=seat,
                    command=f"campaign player join {seat} NAME",
                )
            )
        players = listed(present) if present else phrase("nobody")
        raise NotAllowed(
            phrase(
                "an episode needs at least {fewest} players: with this line {players} would play",
                fewest=FEWEST,
                players=players,
            )
        )
    return Attendance(absent, {seat: substituted[seat] for seat in present if seat in substituted})


def seat_and_name(
    campaign: Campaign, words: str, substitutes: Mapping[str, str] = NOBODY
) -> tuple[str, str]:
    """`wolf=Emil` as a seat and a name; raises `NotAllowed`, `UnknownName`, `SeveralCampaigns`.

    `substitutes` has the names of those who play a seat for an evening.
    """
    seat, equals, name = (part.strip() for part in words.partition("="))
    if not equals:
        raise NotAllowed(
            phrase(
                "{words}: write the city and who plays it, such as wolf=Emil", words=as_typed(words)
            )
        )
    seat = seat_of(campaign, seat, substitutes)
    check_name(phrase("the substitute for {seat}", seat=seat), name)
    if name.lstrip("+-").isdecimal():
        raise NotAllowed(
            phrase(
                "{name} is a number, not the name of a player for {seat}: scores come later",
                name=name,
                seat=seat,
            )
        )
    players = {comparable_name(tenure.player) for tenure in campaign.tenures}
    if confusable_seat({seat: name}, campaign.seats) and comparable_name(name) not in players:
        raise NotAllowed(
            phrase("{name} is a seat, and no player of {seat}", name=name, seat=seat),
            phrase("write who played it, such as {seat}=Emil", seat=seat),
        )
    return seat, spelled(campaign, name)


def _substitute(campaign: Campaign, words: str, name_of: NameOf = str) -> tuple[str, str]:
    """The seat and the name, as `seat_and_name`; raises `NotAllowed` also for the holder's name."""
    seat, name = seat_and_name(campaign, words)
    name = name_of(name)
    if comparable_name(name) == comparable_name(campaign.city(seat).player):
        raise NotAllowed(
            phrase("{name} holds {seat}: a substitute is somebody else", name=name, seat=seat)
        )
    return seat, name
