"""The sessions outside a campaign as a list shows them, from their stored rows: no record is read.

Those that are wanted are looked for from the newest on, some hundred at a time.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from itertools import islice
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlmodel import Session, col, select

from campaign.services import sessions
from campaign.services.filters import EVERY, PlayFacts, PlayFilter, named, session_facts, titled
from campaign.services.sessions import TOGETHER
from campaign.services.values import SessionHistory
from campaign.services.words import many
from campaign.store import decisions, journal, stamps
from campaign.store.models.sessions import OUTSIDE, Result, SessionLog
from engine.kernel.phrases import Wording, phrase


class SessionListing(NamedTuple):
    """A session as a list shows it: its row, and its results by rank."""

    log: SessionLog
    results: tuple[Result, ...]

    @property
    def number(self) -> int:
        """Its id at the command line."""
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
    """The sessions that count and are wanted, newest last.

    `last` is how many at most, `before` the number before which they end.
    """
    together = last if last and wanted == EVERY else TOGETHER
    return tuple(islice(_newest_first(session, before, wanted, together), last))[::-1]


def every_listed(session: Session, wanted: PlayFilter = EVERY) -> Iterator[SessionListing]:
    """All sessions that count and are wanted, oldest first; memory stays flat."""
    after, clauses, number = 0, _narrowed(session, wanted), col(SessionLog.number)
    while rows := _rows(session, [*clauses, number > after], number):
        yield from (row for row in rows if wanted.lets(row.facts))
        after = rows[-1].number


def meant(session: Session, wanted: PlayFilter, *, episodes: bool = False) -> PlayFilter:
    """The filter with the player and the game that are meant by what was typed.

    They are of sessions outside a campaign that count, or also of `episodes`. Raises `UnknownName`
    and `SeveralCampaigns`.
    """
    players, games = list[str](), list[str]()
    if wanted.player:
        query = select(Result.player).distinct()
        query = query if episodes else query.where(Result.episode == OUTSIDE)
        players = sorted(filter(None, session.exec(query)))
        persons = decisions.persons(session)
        wanted = wanted._replace(player=persons.get(wanted.player, wanted.player))
    if wanted.game:
        of_games = select(SessionLog.game).distinct()
        of_games = of_games if episodes else of_games.where(SessionLog.episode == OUTSIDE)
        games = sorted(session.exec(of_games))
    return named(wanted, players, titled(games))


def withdrawn(session: Session, wanted: PlayFilter) -> tuple[SessionHistory, ...]:
    """The sessions that count no more and are wanted, by number; raises as `meant` does."""
    gone = sessions.withdrawn(session)
    there = [name for one in gone for name in one.names.values()]
    wanted = named(wanted, there, titled(one.record.game for one in gone))
    return tuple(one for one in gone if wanted.lets(session_facts(one)))


def earlier(session: Session, number: int, wanted: PlayFilter) -> Wording:
    """How many sessions that are wanted come before a number, in words; "" where none does.

    Those of a filter are not counted: that would read them all.
    """
    if wanted != EVERY:
        return phrase("more") if listed(session, 1, number, wanted) else ""
    count = count_before(session, number)
    return many(count, "session") if count else ""


def count_before(session: Session, number: int) -> int:
    """How many sessions that count have a smaller number."""
    gone = sum(journal.number_of(stream) < number for stream in sessions.streams_withdrawn(session))
    return number - 1 - gone


def _newest_first(
    session: Session, before: int | None, wanted: PlayFilter, together: int
) -> Iterator[SessionListing]:
    """The sessions before a number that are wanted, from the newest on."""
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
    """Some of the sessions that count, in an order, with two queries."""
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
    """What rows must be like that can be wanted: it never leaves out one that is.

    A row without a noted day is of the one on which it was recorded, at its table: a day before or
    after that in UTC.
    """
    clauses: list[sa.ColumnElement[bool]] = []
    if wanted.game:
        clauses.append(col(SessionLog.game) == wanted.game)
    if wanted.verdict:
        clauses.append(col(SessionLog.verdict) == wanted.verdict)
    if wanted.player:
        there = col(Result.stream) == col(SessionLog.stream), col(Result.episode) == OUTSIDE
        clauses.append(sa.exists().where(*there, col(Result.player) == wanted.player))
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
    """The day some days later; the day itself if the calendar ends before that."""
    try:
        return (date.fromisoformat(day) + timedelta(days)).isoformat()
    except OverflowError:
        return day
