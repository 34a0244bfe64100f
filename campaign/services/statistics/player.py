"""A player's page: everything that somebody has played in this database, and the cities held.

From the stored rows alone: no record is replayed for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import attrgetter
from typing import NamedTuple

import sqlalchemy as sa
from sqlmodel import Session, col, func, select

from campaign.services.filters import EVERY, PlayFacts, PlayFilter, named, titled
from campaign.services.names import player_among
from campaign.store import decisions, stamps
from campaign.store.models.boards import TenureRow
from campaign.store.models.campaigns import CampaignRow, CityRow
from campaign.store.models.sessions import OUTSIDE, SIMULATED, Result, SessionLog

LATEST = 5
"""Games that are listed one by one."""


class Standing(NamedTuple):
    """How somebody did in a game, or in the episodes of a campaign, whose name is then given."""

    game: str
    campaign: str
    played: int
    won: int
    mean: float
    best: int
    last: str


class CityHolding(NamedTuple):
    """A city that somebody holds, or held before, with the marks that it has now."""

    campaign: str
    seat: str
    city: str
    now: bool
    marks: int


class PlayerGame(NamedTuple):
    """One game: the day, which one it was, the score, the rank among so many."""

    day: str
    game: str
    campaign: str
    episode: int
    score: int
    rank: int
    seats: int


class SessionTotals(NamedTuple):
    """Somebody in the sessions outside a campaign: how many, how many won, the day of the last."""

    player: str
    played: int
    won: int
    last: str


class PlayerPage(NamedTuple):
    """Somebody's games: by game, the cities held, and the last ones; `also` are merged names."""

    player: str
    also: tuple[str, ...]
    standings: tuple[Standing, ...]
    cities: tuple[CityHolding, ...]
    latest: tuple[PlayerGame, ...]


def page(
    session: Session, words: str, wanted: PlayFilter = EVERY, *, simulated: bool = False
) -> PlayerPage:
    """The page of the player who is meant, of the games that are wanted; of a filter all of them.

    What is `simulated` is left out unless it is asked for. Raises `UnknownName`,
    `SeveralCampaigns`.
    """
    persons = decisions.persons(session)
    people = sorted(everybody(session, simulated=simulated))
    player = player_among(people, persons.get(words, words))
    every = list(_games(session, player, simulated=simulated))
    wanted = named(wanted, (), titled(facts.game for _, facts in every))
    games = sorted(
        (game for game, facts in every if wanted.lets(facts)), key=attrgetter("day"), reverse=True
    )
    by_game: dict[tuple[str, str], list[PlayerGame]] = {}
    for game in games:
        by_game.setdefault((game.game, game.campaign), []).append(game)
    standings = (_standing(*key, some) for key, some in by_game.items())
    return PlayerPage(
        player,
        tuple(sorted(name for name, person in persons.items() if person == player)),
        tuple(standings),
        tuple(_holdings(session, player, simulated=simulated)),
        tuple(games if wanted != EVERY else games[:LATEST]),
    )


def in_sessions(session: Session) -> tuple[SessionTotals, ...]:
    """Everybody who is named in a session outside a campaign that somebody played, by name."""
    rows = session.execute(
        sa.select(
            col(Result.player),
            col(Result.rank),
            col(SessionLog.played),
            col(SessionLog.recorded_at),
        )
        .join(SessionLog, col(SessionLog.stream) == col(Result.stream))
        .where(
            col(Result.episode) == OUTSIDE,
            col(SessionLog.episode) == OUTSIDE,
            col(Result.player).is_not(None),
            ~col(SessionLog.simulated),
        )
    )
    found: dict[str, SessionTotals] = {}
    for player, rank, played, recorded_at in rows:
        _, count, won, last = found.get(player, (player, 0, 0, ""))
        day = max(last, played or stamps.day(recorded_at))
        found[player] = SessionTotals(player, count + 1, won + (rank == 1), day)
    return tuple(found[player] for player in sorted(found))


def everybody(session: Session, *, simulated: bool = False) -> set[str]:
    """Everybody who holds or held a city, or has a result."""
    played, held = select(Result.player).distinct(), select(TenureRow.player).distinct()
    if not simulated:
        invented = select(CampaignRow.stream).where(col(CampaignRow.simulated))
        played = played.where(col(Result.stream).not_in(SIMULATED))
        held = held.where(col(TenureRow.stream).not_in(invented))
    return {*filter(None, session.exec(played)), *session.exec(held)}


def _games(
    session: Session, player: str, *, simulated: bool
) -> Iterator[tuple[PlayerGame, PlayFacts]]:
    """All games of a player, and what a filter asks of them; of one campaign from the last one."""
    names = {one.stream: one.name for one in session.exec(select(CampaignRow))}
    seats = sa.select(func.count()).where(
        col(Result.stream) == col(SessionLog.stream), col(Result.episode) == col(SessionLog.episode)
    )
    rows = session.execute(
        sa.select(SessionLog, Result, seats.correlate(SessionLog).scalar_subquery())
        .join(
            Result,
            sa.and_(
                col(Result.stream) == col(SessionLog.stream),
                col(Result.episode) == col(SessionLog.episode),
            ),
        )
        .where(col(Result.player) == player, sa.true() if simulated else ~col(SessionLog.simulated))
        .order_by(col(SessionLog.stream), col(SessionLog.episode).desc())
    )
    for log, result, count in rows:
        day = log.played or stamps.day(log.recorded_at)
        game = PlayerGame(
            day,
            log.game,
            names.get(log.stream, "") if log.episode != OUTSIDE else "",
            log.episode,
            result.score,
            result.rank,
            count,
        )
        yield game, PlayFacts(log.game, day, (player,), log.place or "", log.verdict)


def _standing(game: str, campaign: str, played: Sequence[PlayerGame]) -> Standing:
    scores = [one.score for one in played]
    won = sum(one.rank == 1 for one in played)
    mean = sum(scores) / len(scores)
    return Standing(game, campaign, len(played), won, mean, max(scores), played[0].day)


def _holdings(session: Session, player: str, *, simulated: bool) -> Iterator[CityHolding]:
    """The cities of a player, those held now first."""
    rows = session.execute(
        sa.select(TenureRow, CityRow, col(CampaignRow.name))
        .join(
            CityRow,
            sa.and_(col(CityRow.stream) == TenureRow.stream, col(CityRow.seat) == TenureRow.seat),
        )
        .join(CampaignRow, col(CampaignRow.stream) == TenureRow.stream)
        .where(
            col(TenureRow.player) == player, sa.true() if simulated else ~col(CampaignRow.simulated)
        )
        .order_by(col(TenureRow.until).is_not(None), col(CampaignRow.name), col(TenureRow.since))
    )
    for tenure, city, name in rows:
        yield CityHolding(name, tenure.seat, city.name, tenure.until is None, city.marks)
