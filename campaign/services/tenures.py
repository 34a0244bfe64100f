"""Who held which city, and what came to it in that time: tenures, and substitutes."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import NamedTuple

from campaign.services.values import History
from campaign.store.decisions import Persons
from engine.my_city.campaign.model import City, PlayedEpisode, Tenure

NOBODY_MERGED: Persons = MappingProxyType({})
BEGINNINGS = ("created", "player joined", "city accepted")
"""The kinds of entries by which somebody comes to hold a city."""


class CityTenure(NamedTuple):
    """The time of a player at a city: from and to which day, episodes, marks, first places.

    `until` is "" while it lasts. A substitute has played one episode and never held the city.
    """

    player: str
    seat: str
    since: str
    until: str
    episodes: tuple[int, ...]
    marks: int
    won: int
    substitute: bool = False


def held(history: History, persons: Persons = NOBODY_MERGED) -> tuple[CityTenure, ...]:
    """Every tenure in the order in which they began, then the substitutes, episode by episode.

    With `persons` players go by the names of their persons here, else by those of the history.
    """
    tenures = (_held(history, tenure) for tenure in history.campaign.tenures)
    substitutes = (
        _substitute(history, episode, seat)
        for episode in history.campaign.played
        for seat in episode.substitutes
    )
    return tuple(
        one._replace(player=persons.get(one.player, one.player)) for one in (*tenures, *substitutes)
    )


def newcomers(history: History) -> tuple[City, ...]:
    """The cities in new hands: whoever holds them has not played an episode with them yet."""
    campaign = history.campaign
    if not campaign.played:
        return ()
    new = (
        tenure.seat
        for tenure in campaign.tenures
        if not tenure.until and tenure.since > campaign.played[0].entry
        if not _held(history, tenure).episodes
    )
    return tuple(map(campaign.city, new))


def _held(history: History, tenure: Tenure) -> CityTenure:
    """A tenure: the episodes that its player played, and what came to the city in them."""
    seat = tenure.seat
    played = [
        episode
        for episode in history.campaign.played
        if tenure.since < episode.entry and (not tenure.until or episode.entry <= tenure.until)
        for one in [episode.participant(seat)]
        if not (one.absent or one.substitute)
    ]
    since = history.recorded_at(_first_of(history, tenure))
    until = history.recorded_at(tenure.until) if tenure.until else ""
    return CityTenure(tenure.player, seat, since, until, *_results(history, seat, played))


def _first_of(history: History, tenure: Tenure) -> int:
    """The first entry of a tenure: that by which it began, or the one before which it is dated."""
    is_dated = history.entries[tenure.since - 1].kind not in BEGINNINGS
    return tenure.since + is_dated


def _substitute(history: History, episode: PlayedEpisode, seat: str) -> CityTenure:
    """An episode that somebody played for another."""
    day = history.recorded_at(episode.entry)
    results = _results(history, seat, [episode])
    return CityTenure(episode.substitutes[seat], seat, day, day, *results, substitute=True)


def _results(
    history: History, seat: str, played: Sequence[PlayedEpisode]
) -> tuple[tuple[int, ...], int, int]:
    """The numbers of episodes, the marks that they brought a city, and how often it was first."""
    numbers = {episode.number for episode in played}
    marks = sum(m.amount for m in history.campaign.city(seat).marks if m.episode in numbers)
    return tuple(sorted(numbers)), marks, sum(episode.won(seat) for episode in played)
