"""What the database has already of what may come from elsewhere, and what names mean."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import NamedTuple

from sqlmodel import Session, col, select

from campaign.services.export.plays import id_of
from campaign.services.sessions import FAMILY
from campaign.services.versions import RECORDED
from campaign.store import chain, journal, settings
from campaign.store.models.campaigns import City
from campaign.store.models.sessions import OUTSIDE, Result, SessionLog
from engine.kernel.errors import Refused

GAME, PLAYER = "import game ", "import player "
"""How the settings begin that say what a name in a file means."""

Scores = tuple[str, date | None, tuple[int, ...]]
"""A game, the day, and the scores from the lowest on."""


class Known(NamedTuple):
    """Streams by the ids of plays that they came from or are exported as; scores; players.

    `head` is that of the database; `games` and `names` what somebody said before.
    """

    ids: Mapping[str, str] = {}
    scores: tuple[tuple[Scores, str], ...] = ()
    players: frozenset[str] = frozenset()
    games: Mapping[str, str] = {}
    names: Mapping[str, str] = {}
    head: str = ""

    def by_scores(self, ids: Iterable[str]) -> dict[Scores, list[str]]:
        """The sessions that count by game, day and scores, without those of these ids."""
        of_ids = {self.ids[one.lower()] for one in ids if one.lower() in self.ids}
        streams: dict[Scores, list[str]] = {}
        for scores, stream in self.scores:
            if stream not in of_ids:
                streams.setdefault(scores, []).append(stream)
        return streams


def read(session: Session, author: str) -> Known:
    """What the database knows."""
    ids = {}
    for entries in journal.read_family(session, FAMILY):
        first = entries[0]
        ids[id_of("session", first.hash)] = first.stream
        imported = first.payload.get("imported")
        if first.kind == RECORDED and isinstance(imported, Mapping):
            ids[str(imported.get("id", "")).lower()] = first.stream
    results: dict[str, list[int]] = {}
    players = set(session.exec(select(City.player)).all())
    for stream, player, score in session.exec(
        select(Result.stream, Result.player, Result.score).where(Result.episode == OUTSIDE)
    ):
        results.setdefault(stream, []).append(score)
        players.add(player)
    logs = session.exec(
        select(SessionLog.stream, SessionLog.game, SessionLog.played)
        .where(SessionLog.episode == OUTSIDE)
        .order_by(col(SessionLog.recorded_at), col(SessionLog.stream))
    )
    scores = tuple(
        ((game, _day(played), tuple(sorted(results.get(stream, ())))), stream)
        for stream, game, played in logs
    )
    return Known(
        ids,
        scores,
        frozenset(filter(None, players)),
        settings.beginning_with(session, author, GAME),
        settings.beginning_with(session, author, PLAYER),
        chain.head(session),
    )


def remember(
    session: Session, author: str, games: Mapping[str, str], players: Mapping[str, str]
) -> None:
    """Keep what names in files mean."""
    for start, meanings in ((GAME, games), (PLAYER, players)):
        for name, meaning in meanings.items():
            settings.write(session, author, start + name, meaning)


def check_unchanged(session: Session, known: Known) -> None:
    """Refuse to keep what was compared with another state of the database."""
    if chain.head(session) != known.head:
        raise Refused(
            "somebody has written to the database in between", "give the same command again"
        )


def _day(text: str | None) -> date | None:
    return date.fromisoformat(text) if text else None
