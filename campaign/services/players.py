"""Players and their time at a city: who earned what while sitting there; who comes and goes."""

from __future__ import annotations

from typing import NamedTuple

from campaign.services import changes
from campaign.services.changes import Change
from campaign.services.values import History
from engine.kernel.errors import Refused
from engine.my_city.campaign.entries import PlayerJoined, PlayerLeft, PlayerRenamed
from engine.my_city.campaign.model import Tenure


class Held(NamedTuple):
    """The time of a player at a city: from and to which day, episodes, marks, first places.

    `until` is "" while it lasts.
    """

    player: str
    seat: str
    since: str
    until: str
    episodes: tuple[int, ...]
    marks: int
    won: int


def held(history: History) -> tuple[Held, ...]:
    """Every tenure in the order in which they began."""
    return tuple(_held(history, tenure) for tenure in history.campaign.tenures)


def rename(history: History, player: str, name: str) -> Change:
    """Another name for a player; raises `Refused`."""
    return changes.preview(history, PlayerRenamed(player, name))


def leave(history: History, seat: str) -> Change:
    """Nobody holds a city any more; raises `Refused`."""
    return changes.preview(history, PlayerLeft(seat))


def join(history: History, seat: str, player: str, note: str) -> Change:
    """A player takes a city that nobody holds; raises `Refused`."""
    return changes.preview(history, PlayerJoined(seat, player, note))


def hand_over(history: History, seat: str, player: str, note: str) -> Change:
    """A city passes from its player to another; raises `Refused`."""
    holder = history.campaign.city(seat).player
    if holder == player:
        raise Refused(f"{player} holds {seat} already")
    left = (PlayerLeft(seat),) if holder else ()
    return changes.preview(history, *left, PlayerJoined(seat, player, note))


def _held(history: History, tenure: Tenure) -> Held:
    campaign = history.campaign
    played = [
        episode
        for episode in campaign.played
        if tenure.since < episode.entry and (not tenure.until or episode.entry < tenure.until)
    ]
    numbers = {episode.number for episode in played}
    marks = sum(m.amount for m in campaign.city(tenure.seat).marks if m.episode in numbers)
    return Held(
        tenure.player,
        tenure.seat,
        history.recorded_at(tenure.since),
        history.recorded_at(tenure.until) if tenure.until else "",
        tuple(sorted(numbers)),
        marks,
        sum(episode.sheet(tenure.seat).rank == 1 for episode in played),
    )
