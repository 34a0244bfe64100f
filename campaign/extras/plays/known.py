"""Find which plays from elsewhere the database already has, and what their names mean."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import date
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

import sqlalchemy as sa
from sqlmodel import Session, and_, col, select

from campaign.extras.plays.plays import id_of
from campaign.services import players_merging
from campaign.services.imports.keeping import is_taken_back
from campaign.services.lookalikes import look
from campaign.services.sessions import FAMILY, TOGETHER
from campaign.services.values import Author
from campaign.services.versions import RECORDED
from campaign.store import chain, decisions, journal, settings
from campaign.store.models.campaigns import CityRow
from campaign.store.models.sessions import OUTSIDE, Result, SessionLog
from engine.kernel.errors import NotAllowed
from engine.kernel.phrases import phrase

GAME, PLAYER = "import game ", "import player "
"""The beginnings of settings' keys that say what a name in a file means."""

Scores = tuple[str, date | None, tuple[int, ...]]
"""A game, the day, and the scores in ascending order."""
People = tuple[tuple[int, str], ...]
"""Each score with the name of its player; "" if the player has no name."""


class RecordedSession(NamedTuple):
    """A session that counts, with the scores and names that are compared with those of a play."""

    stream: str
    people: People


class KnownPlays(NamedTuple):
    """What the database has for a comparison with an import.

    `ids` gives the stream of a session by the id of the play that it came from or is exported as.
    `scores` are the sessions that count. `games` and `names` give the meanings of names in files by
    earlier answers. `head` is the head of the database.
    """

    ids: Mapping[str, str] = {}
    scores: tuple[tuple[Scores, RecordedSession], ...] = ()
    players: frozenset[str] = frozenset()
    games: Mapping[str, str] = {}
    names: Mapping[str, str] = {}
    head: str = ""

    def by_scores(self, ids: Iterable[str]) -> dict[Scores, list[RecordedSession]]:
        """The sessions by game, day and scores, without those that belong to these play ids."""
        of_ids = {self.ids[id.lower()] for id in ids if id.lower() in self.ids}
        sessions: dict[Scores, list[RecordedSession]] = {}
        for scores, recorded in self.scores:
            if recorded.stream not in of_ids:
                sessions.setdefault(scores, []).append(recorded)
        return sessions


def are_same(first: People, second: People) -> bool | None:
    """Whether the same people had the same scores; None if unnamed people leave it open."""
    both = first, second
    named = [Counter((score, look(name)) for score, name in people if name) for people in both]
    unnamed = [Counter(score for score, name in people if not name) for people in both]
    for own, opposite in ((0, 1), (1, 0)):
        unmatched = Counter(score for score, _ in (named[own] - named[opposite]).elements())
        if unmatched - unnamed[opposite]:
            return False
    return None if any(unnamed) else True


def read(
    session: Session, author: str, ids: Collection[str], days: Collection[date | None]
) -> KnownPlays:
    """What the database knows of plays with these ids (in lower case), and of plays on these days.

    The meaning of a name in the user's settings counts until somebody merges this name.
    """
    players = {
        *session.exec(select(CityRow.player)),
        *session.exec(select(Result.player).distinct()),
    }
    return KnownPlays(
        dict(_streams(session, frozenset(ids))),
        tuple(_scores(session, frozenset(days))),
        frozenset(filter(None, players)),
        settings.read_by_prefix(session, author, GAME),
        {**settings.read_by_prefix(session, author, PLAYER), **decisions.persons(session)},
        chain.head(session),
    )


def _streams(session: Session, ids: Collection[str]) -> Iterator[tuple[str, str]]:
    """Yield these ids of plays, each with the stream that came from it or is exported with it.

    Sessions of an import that was taken back are left out.
    """
    for entries in journal.read_family(session, FAMILY):
        if is_taken_back(entries):
            continue
        first = entries[0]
        imported = first.payload.get("imported")
        known = [id_of("session", first.hash)]
        if first.kind == RECORDED and isinstance(imported, Mapping):
            known.append(str(imported.get("id", "")).lower())
        yield from ((id, first.stream) for id in known if id in ids)


def _scores(
    session: Session, days: Collection[date | None]
) -> Iterator[tuple[Scores, RecordedSession]]:
    """Yield the scores of the sessions of these days, in the order in which they were recorded."""
    same = col(Result.stream) == SessionLog.stream, col(Result.episode) == SessionLog.episode
    rows = session.execute(
        sa.select(
            col(SessionLog.stream),
            col(SessionLog.game),
            col(SessionLog.played),
            col(Result.score),
            col(Result.player),
        )
        .outerjoin(Result, and_(*same))
        .where(col(SessionLog.episode) == OUTSIDE)
        .order_by(col(SessionLog.number)),
        execution_options={"yield_per": TOGETHER},
    )
    for (stream, game, played), results in groupby(rows, itemgetter(0, 1, 2)):
        if (day := _day(played)) in days:
            people = sorted((row[3], row[4] or "") for row in results if row[3] is not None)
            scores = tuple(score for score, _ in people)
            yield (game, day, scores), RecordedSession(stream, tuple(people))


def remember(
    session: Session, games: Mapping[str, str], players: Mapping[str, str], by: Author
) -> None:
    """Keep what names in files mean; raises `NotAllowed` if two names cannot be one person.

    If a name in the file is that of a player here, everything that is kept under it belongs to the
    player whom it means, too.
    """
    for name, meaning in games.items():
        settings.write(session, by.author, GAME + name, meaning)
    for name, meaning in players.items():
        if name == meaning:
            settings.write(session, by.author, PLAYER + name, meaning)
    players_merging.merge_meanings(session, players, by)


def check_unchanged(session: Session, known: KnownPlays) -> None:
    """Raise `NotAllowed` if somebody has written to the database since `known` was read."""
    if chain.head(session) != known.head:
        raise NotAllowed(
            phrase("somebody has written to the database since it was read"),
            phrase("give the same command again"),
        )


def _day(text: str | None) -> date | None:
    return date.fromisoformat(text) if text else None
