"""Who takes a city over in the other copy, and who holds it here.

who takes it over there holds it here          theirs is here already
who takes it over there did so later here      theirs counts, ours counts no more
somebody else took it over here                each counts from its own place on
"""

from __future__ import annotations

from collections.abc import Iterable

from campaign.services.ancestry import was_carried
from campaign.services.handover.carrying_names import NamesHere, present_name
from campaign.services.handover.sides import Sides
from engine.my_city.campaign.corrections import place_of
from engine.my_city.campaign.entries import (
    CityAccepted,
    EntriesWithdrawn,
    PlayerJoined,
    PlayerLeft,
)
from engine.my_city.campaign.model import Campaign


def newcomer(sides: Sides, names: NamesHere, number: int) -> str:
    """The name here of who takes a city over with their entry, or in its step; "" for nobody."""
    entry = sides.others[number - 1]
    if isinstance(entry, PlayerLeft) and number < len(sides.others):
        seat, number = entry.seat, number + 1
        entry = sides.others[number - 1]
        if not (isinstance(entry, PlayerJoined) and entry.step and entry.seat == seat):
            return ""
    if not isinstance(entry, PlayerJoined):
        return ""
    return names.then(place_of(number, entry), entry.player)


def is_so_here(
    sides: Sides, names: NamesHere, number: int, entry: PlayerJoined | PlayerLeft, here: Campaign
) -> bool:
    """Whether who takes a city over with their entry holds it already, or who leaves it does not.

    `here` has the holders of the cities at the place of the entry.
    """
    holder = here.city(entry.seat).player
    if player := newcomer(sides, names, number):
        return player == holder
    until = entry.before - 1 if entry.before else number
    left = {
        names.of(tenure.player)[0]
        for tenure in sides.theirs.campaign.tenures
        if (tenure.seat, tenure.until) == (entry.seat, until)
    }
    return bool(left) and holder not in left


def later_here(sides: Sides, seat: str, player: str, before: int) -> tuple[int, ...]:
    """Our entries since the fork by which a player took a city over after entry `before`.

    If the city has waited since, those by which it was left; none if somebody else took it over.
    """
    numbers: list[int] = []
    for number, entry in sides.counting.items():
        if not isinstance(entry, PlayerJoined | PlayerLeft | CityAccepted) or entry.seat != seat:
            continue
        if number <= sides.shared or place_of(number, entry) <= before:
            continue
        if isinstance(entry, CityAccepted):
            return ()
        numbers.append(number)
        if isinstance(entry, PlayerJoined):
            place = place_of(number, entry)
            same = present_name(sides.counting.items(), place, entry.player) == player
            return tuple(numbers) if same else ()
    return tuple(numbers)


def brought_for(sides: Sides, numbers: Iterable[int]) -> set[int]:
    """Our entries that took later takeovers back (`later_here`) for takeovers with these numbers.

    Who takes such a takeover back lets the later one count again.
    """
    entries = sides.here.entries
    return {
        number - 1
        for number in numbers
        if isinstance(sides.ours[number - 1], PlayerJoined | PlayerLeft)
        and isinstance(sides.ours[number - 2], EntriesWithdrawn)
        and number - 1 > sides.shared
        and was_carried(entries[number - 2], entries)
        and entries[number - 2].payload["step"] == entries[number - 1].payload.get("step")
    }
