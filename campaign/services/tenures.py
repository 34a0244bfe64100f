"""Tenures and substitutes: who held which city, and what the city got in that time."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import NamedTuple

from campaign.services.filters import day_of_episode
from campaign.services.values import History
from campaign.store import stamps
from campaign.store.decisions import Persons
from engine.my_city.campaign.model import City, PlayedEpisode, Tenure

NOBODY_MERGED: Persons = MappingProxyType({})
BEGINNINGS = ("created", "player joined", "city accepted")
"""The kinds of entries with which a tenure begins."""


class CityTenure(NamedTuple):
    """The time of a player at a city: its first and last stamp, episodes, marks, first places.

    `until` and `last_day` are "" while it lasts. The days are those of the table: an evening that
    was recorded later than it was played counts from the day on which it was played. A substitute
    has played one episode without holding the city.
    """

    player: str
    seat: str
    since: str
    until: str
    first_day: str
    last_day: str
    episodes: tuple[int, ...]
    marks: int
    won: int
    substitute: bool = False


def city_tenures(history: History, persons: Persons = NOBODY_MERGED) -> tuple[CityTenure, ...]:
    """All tenures in the order in which they began, then the substitutes, episode by episode.

    With `persons` players have the names of their persons, else the names in the history.
    """
    tenures = _without_overlaps([_held(history, tenure) for tenure in history.campaign.tenures])
    substitutes = (
        _substitute(history, episode, seat)
        for episode in history.campaign.played
        for seat in episode.substitutes
    )
    return tuple(
        city_tenure._replace(player=persons.get(city_tenure.player, city_tenure.player))
        for city_tenure in (*tenures, *substitutes)
    )


def newcomers(history: History) -> tuple[City, ...]:
    """The cities with a new holder who has not played an episode with the city yet."""
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
    """A tenure with the episodes that its player played, and what the city got in them."""
    seat = tenure.seat
    evenings = [
        episode
        for episode in history.campaign.played
        if tenure.since < episode.entry and (not tenure.until or episode.entry <= tenure.until)
    ]
    played = [
        episode
        for episode in evenings
        for participant in [episode.participant(seat)]
        if not (participant.absent or participant.substitute)
    ]
    since = history.recorded_at(_first_of(history, tenure))
    until = history.recorded_at(tenure.until) if tenure.until else ""
    first_day = min(
        (stamps.day(since), *(day_of_episode(history, episode) for episode in evenings))
    )
    last_day = stamps.day(until) if until else ""
    results = _results(history, seat, played)
    return CityTenure(tenure.player, seat, since, until, first_day, last_day, *results)


def _without_overlaps(tenures: Sequence[CityTenure]) -> Sequence[CityTenure]:
    """Tenures of which none reaches beyond the day on which the next one of its city began.

    Who took a city over from an evening on may have recorded that evening later.
    """
    following: dict[str, str] = {}
    ended: list[CityTenure] = []
    for tenure in reversed(tenures):
        first, last = tenure.first_day, tenure.last_day
        if next_day := following.get(tenure.seat):
            first, last = min(first, next_day), min(last, next_day)
        ended.append(tenure._replace(first_day=first, last_day=last))
        following[tenure.seat] = first
    return ended[::-1]


def _first_of(history: History, tenure: Tenure) -> int:
    """The first entry of a tenure: the entry that began it, or before which it is dated."""
    is_dated = history.entries[tenure.since - 1].kind not in BEGINNINGS
    return tenure.since + is_dated


def _substitute(history: History, episode: PlayedEpisode, seat: str) -> CityTenure:
    """The episode that a substitute played, as a tenure."""
    stamp, day = history.recorded_at(episode.entry), day_of_episode(history, episode)
    results = _results(history, seat, [episode])
    player = episode.substitutes[seat]
    return CityTenure(player, seat, stamp, stamp, day, day, *results, substitute=True)


def _results(
    history: History, seat: str, played: Sequence[PlayedEpisode]
) -> tuple[tuple[int, ...], int, int]:
    """The numbers of episodes, the marks that a city got in them, and its first places."""
    numbers = {episode.number for episode in played}
    marks = sum(m.amount for m in history.campaign.city(seat).marks if m.episode in numbers)
    return tuple(sorted(numbers)), marks, sum(episode.won(seat) for episode in played)
