"""Lists of the sessions outside campaigns, from their stored rows; no record is read.

Rows are read some hundreds at a time. `listed` begins with the newest one.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from itertools import islice
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlmodel import Session, col, select

from campaign.services import sessions
from campaign.services.filters import (
    EVERY,
    PlayFacts,
    PlayFilter,
    session_facts,
    titled,
    with_known_names,
)
from campaign.services.sessions import TOGETHER
from campaign.services.values import SessionHistory
from campaign.services.words import many
from campaign.store import decisions, journal, stamps
from campaign.store.models.sessions import OUTSIDE, Result, SessionLog
from engine.kernel.phrases import Wording, phrase


class SessionListing(NamedTuple):
    """A session in a list: its row, and its results by rank."""

    log: SessionLog
    results: tuple[Result, ...]

    @property
    def number(self) -> int:
        """The number of the session at the command line."""
        return journal.number_of(self.log.stream)

    @property
    def facts(self) -> PlayFacts:
        """The facts of the session for a filter."""
        log = self.log
        day = log.played or stamps.day(log.recorded_at)
        players = [result.player for result in self.results if result.player]
        return PlayFacts(log.game, day, players, log.place or "", log.verdict)


def listed(
    session: Session,
    last: int | None = None,
    before: int | None = None,
    wanted: PlayFilter = EVERY,
) -> tuple[SessionListing, ...]:
    """The wanted sessions that count, newest last.

    At most `last` sessions are returned; with `before`, only sessions with a smaller number.
    """
    # No session has a larger number, and no database takes one.
    last, before = (min(number, sys.maxsize) if number else None for number in (last, before))
    together = last if last and wanted == EVERY else TOGETHER
    return tuple(islice(_newest_first(session, before, wanted, together), last))[::-1]


def every_listed(session: Session, wanted: PlayFilter = EVERY) -> Iterator[SessionListing]:
    """All wanted sessions that count, oldest first; memory does not grow with them."""
    after, clauses, number = 0, _narrowed(session, wanted), col(SessionLog.number)
    while rows := _rows(session, [*clauses, number > after], number):
        yield from (row for row in rows if wanted.lets(row.facts))
        after = rows[-1].number


def resolved_filter(
    session: Session,
    wanted: PlayFilter,
    *,
    episodes: bool = False,
    gone: Sequence[SessionHistory] = (),
) -> PlayFilter:
    """The filter with its typed player and game replaced by the known names they mean.

    The known players and games come from sessions outside campaigns, with `episodes` also from
    episodes, and from the withdrawn sessions `gone`. Raises `UnknownName` and `SeveralCampaigns`.
    """
    players, games = list[str](), list[str]()
    if wanted.player:
        query = select(Result.player).distinct()
        query = query if episodes else query.where(Result.episode == OUTSIDE)
        names = [name for history in gone for name in history.names.values()]
        players = sorted({*filter(None, session.exec(query)), *names})
        persons = decisions.persons(session)
        wanted = wanted._replace(player=persons.get(wanted.player, wanted.player))
    if wanted.game:
        of_games = select(SessionLog.game).distinct()
        of_games = of_games if episodes else of_games.where(SessionLog.episode == OUTSIDE)
        games = sorted({*session.exec(of_games), *(history.record.game for history in gone)})
    return with_known_names(wanted, players, titled(games))


def withdrawn(session: Session, wanted: PlayFilter) -> tuple[SessionHistory, ...]:
    """The withdrawn sessions that are wanted, by number; raises as `resolved_filter` does."""
    histories = sessions.withdrawn_sessions(session)
    wanted = resolved_filter(session, wanted, gone=histories)
    return tuple(history for history in histories if wanted.lets(session_facts(history)))


def earlier_in_words(session: Session, number: int, wanted: PlayFilter) -> Wording:
    """How many wanted sessions have a number smaller than `number`, in words; "" for none.

    With a filter the words are only "more", because counting would read all sessions.
    """
    if wanted != EVERY:
        return phrase("more") if listed(session, 1, number, wanted) else ""
    count = count_before(session, number)
    return many(count, "session") if count else ""


def count_before(session: Session, number: int) -> int:
    """The number of sessions that count and have a smaller number."""
    withdrawn_before = sum(
        journal.number_of(stream) < number for stream in sessions.streams_withdrawn(session)
    )
    return number - 1 - withdrawn_before


def _newest_first(
    session: Session, before: int | None, wanted: PlayFilter, together: int
) -> Iterator[SessionListing]:
    """The wanted sessions before a number, from the newest on."""
    clauses, number = _narrowed(session, wanted), col(SessionLog.number)
    while True:
        older = [number < before] if before else []
        rows = _rows(session, [*clauses, *older], number.desc(), together)
        yield from (row for row in rows if wanted.lets(row.facts))
        if len(rows) < together:
            return
        before = rows[-1].number


def _rows(
    session: Session,
    clauses: list[sa.ColumnElement[bool]],
    order: Any,
    most: int = TOGETHER,
) -> list[SessionListing]:
    """The first `most` sessions that count and meet the clauses, with two queries."""
    chosen = col(SessionLog.episode) == OUTSIDE, *clauses
    logs = session.exec(select(SessionLog).where(*chosen).order_by(order).limit(most)).all()
    query = select(Result).where(
        Result.episode == OUTSIDE, col(Result.stream).in_([log.stream for log in logs])
    )
    results: dict[str, list[Result]] = {}
    for result in session.exec(query.order_by(col(Result.rank), col(Result.seat))):
        results.setdefault(result.stream, []).append(result)
    return [SessionListing(log, tuple(results.get(log.stream, ()))) for log in logs]


def _narrowed(session: Session, wanted: PlayFilter) -> list[sa.ColumnElement[bool]]:
    """Conditions that every wanted row meets; a row that is not wanted may meet them, too.

    If no day is noted, the day of a session is the local day of its recording. The stored day is in
    UTC, so it may be a day earlier or later.
    """
    clauses: list[sa.ColumnElement[bool]] = []
    if wanted.game:
        clauses.append(col(SessionLog.game) == wanted.game)
    if wanted.verdict:
        clauses.append(col(SessionLog.verdict) == wanted.verdict)
    if wanted.player:
        same_session = col(Result.stream) == col(SessionLog.stream), col(Result.episode) == OUTSIDE
        clauses.append(sa.exists().where(*same_session, col(Result.player) == wanted.player))
    if wanted.where:
        query = select(SessionLog.place).where(col(SessionLog.place).is_not(None)).distinct()
        places = [place for place in session.exec(query) if place and wanted.lets_place(place)]
        clauses.append(col(SessionLog.place).in_(places))
    day = sa.func.coalesce(col(SessionLog.played), sa.func.substr(SessionLog.recorded_at, 1, 10))
    if wanted.since:
        clauses.append(day >= _moved(wanted.since, -1))
    if wanted.until:
        clauses.append(day <= _moved(wanted.until, 1))
    return clauses


def _moved(day: str, days: int) -> str:
    """The day that is `days` after `day`; `day` itself if the calendar does not reach that far."""
    try:
        return (date.fromisoformat(day) + timedelta(days)).isoformat()
    except OverflowError:
        return day
