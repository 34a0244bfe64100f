"""Filters of lists: of plays by player, game, place, day and verdict; of other rows by day.

    PlayFilter(player="Anna", since="2026-11-01").lets(PlayFacts("my-city", "2026-11-20", ["Anna"]))
    Span(since="2026-11-01", last=3).select(photos, lambda photo: photo.day)

One definition serves all lists: stored rows, episodes, sessions that are read, plays of a file. A
query may have left out rows already; the rows that it returns are still filtered here.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Collection, Iterable
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from campaign.services import attendance, names
from campaign.services.errors import UnknownName
from campaign.services.games import words_of
from campaign.store import stamps
from engine.kernel.names import comparable_name, matching_names
from engine.kernel.phrases import phrase

if TYPE_CHECKING:
    from campaign.services.values import History, SessionHistory
    from campaign.store.decisions import Persons
    from engine.my_city.campaign.model import PlayedEpisode
    from engine.my_city.pack.model import PackEnvelope


Row = TypeVar("Row")


class PlayFacts(NamedTuple):
    """The facts of a play that a filter checks; `day` in ISO 8601, "" if unknown."""

    game: str
    day: str
    players: Collection[str] = ()
    place: str = ""
    verdict: str = ""


class PlayFilter(NamedTuple):
    """The conditions for plays; "" is no condition. Days in ISO 8601, both included."""

    player: str = ""
    game: str = ""
    where: str = ""
    """A part of the name of the place, without case and accents."""
    since: str = ""
    until: str = ""
    verdict: str = ""

    def lets(self, play: PlayFacts) -> bool:
        """Whether a play meets all conditions."""
        return (
            self.player in ("", *play.players)
            and self.game in ("", play.game)
            and self.verdict in ("", play.verdict)
            and self.lets_place(play.place)
            and self.lets_day(play.day)
        )

    def lets_place(self, place: str) -> bool:
        """Whether plays at this place meet the condition on places."""
        return comparable_name(self.where) in comparable_name(place)

    def lets_day(self, day: str) -> bool:
        """Whether plays of this day meet the conditions on days; "" meets none."""
        if not (self.since or self.until):
            return True
        return bool(day) and self.since <= day <= (self.until or day)

    @property
    def options(self) -> str:
        """The options of a command for this filter, each after a blank; "" for all plays."""
        given = ((f"--{name}", value) for name, value in self._asdict().items() if value)
        return "".join(f" {shlex.join(words)}" for words in given)


EVERY = PlayFilter()
"""The filter that every play passes."""


class Span(NamedTuple):
    """The wanted rows of a list by their day in ISO 8601; "" and None are no condition."""

    since: str = ""
    last: int | None = None
    """The highest number of rows, the latest ones; None for all rows."""

    def select(self, rows: Iterable[Row], day: Callable[[Row], str]) -> tuple[Row, ...]:
        """The wanted rows, in their order."""
        wanted = [row for row in rows if day(row) >= self.since]
        late = sorted(range(len(wanted)), key=lambda place: day(wanted[place]))
        return tuple(wanted[place] for place in sorted(late[-(self.last or len(late)) :]))


def with_known_names(
    wanted: PlayFilter, players: Iterable[str], games: Iterable[tuple[str, str]] = ()
) -> PlayFilter:
    """The filter with its typed player and game replaced by the known names they mean.

    `games` are titles and ids, each with the id. Raises `UnknownName` and `SeveralCampaigns`.
    """
    player = names.player_among(players, wanted.player) if wanted.player else ""
    game = wanted.game
    if game:
        titles = tuple(games)
        ids = {id for _, id in matching_names(game, titles)}
        if len(ids) != 1:
            played = ", ".join(dict.fromkeys(id for _, id in titles))
            raise UnknownName(
                phrase("there is no play of a game {game}", game=game),
                phrase("there are: {games}", games=played) if played else "",
            )
        game = ids.pop()
    return wanted._replace(player=player, game=game)


def titled(games: Iterable[str]) -> list[tuple[str, str]]:
    """The words that name games: their ids and their titles, each with the id."""
    return [(words, game) for game in dict.fromkeys(games) for words in words_of(game)]


def of_campaign(history: History, wanted: PlayFilter, persons: Persons) -> PlayFilter:
    """The filter with its typed player replaced by the person of the campaign whom it means.

    A name that nobody has can be an earlier one. Raises what `with_known_names` raises.
    """
    tenures = [tenure.player for tenure in history.campaign.tenures]
    played = [name for episode in history.campaign.played for name in episode.names.values()]
    called = [*tenures, *played]
    people = {persons.get(name, name) for name in called}
    merged = [name for name, person in persons.items() if person in people]
    known = [*called, *sorted(people), *merged]
    try:
        wanted = with_known_names(wanted, known)
    except UnknownName:
        today = attendance.person_of(history)(wanted.player)
        if today not in known:
            raise
        wanted = wanted._replace(player=today)
    return wanted._replace(player=persons.get(wanted.player, wanted.player))


def episodes(history: History, wanted: PlayFilter, persons: Persons) -> tuple[PlayedEpisode, ...]:
    """The episodes of a campaign that a filter lets pass."""
    played = history.campaign.played
    return tuple(
        episode for episode in played if wanted.lets(episode_facts(history, episode, persons))
    )


def episode_facts(history: History, played: PlayedEpisode, persons: Persons) -> PlayFacts:
    """The facts of an episode that a filter checks."""
    return PlayFacts(
        played.record.game,
        day_of_episode(history, played),
        tuple(persons.get(name, name) for name in played.names.values()),
        played.details.place,
        str(played.verdict.kind),
    )


def day_of_episode(history: History, played: PlayedEpisode) -> str:
    """The day on which an episode was played; if unknown, the day of its recording."""
    day = played.record.played
    return day.isoformat() if day else stamps.day(history.recorded_at(played.entry))


def day_of_opening(history: History, envelope: PackEnvelope) -> str:
    """The day on which an open envelope was opened: at the latest that of its first evening.

    If nobody played with it before it was recorded as opened, it is the day of that recording.
    """
    recorded = stamps.day(history.recorded_at(history.campaign.opened[envelope.number]))
    evenings = (
        day_of_episode(history, played)
        for played in history.campaign.played
        if played.number in envelope.episodes
    )
    return min((recorded, *evenings))


def day_of_session(outside: SessionHistory) -> str:
    """The day on which a session was played; if unknown, the day of its recording."""
    day = outside.record.played
    return day.isoformat() if day else stamps.day(outside.recorded_at)


def session_facts(outside: SessionHistory) -> PlayFacts:
    """The facts of a session outside campaigns that a filter checks."""
    return PlayFacts(
        outside.record.game,
        day_of_session(outside),
        tuple(outside.names.values()),
        outside.stream.details.place,
        str(outside.verdict.kind),
    )
