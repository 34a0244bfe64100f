"""A player's page: all games of a player in this database, and the cities held.

It is made from the stored rows; no record is replayed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import attrgetter
from typing import NamedTuple

import sqlalchemy as sa
from sqlmodel import Session, col, func, select

from campaign.services.filters import EVERY, PlayFacts, PlayFilter, titled, with_known_names
from campaign.services.names import player_among
from campaign.store import decisions, stamps
from campaign.store.models.boards import TenureRow
from campaign.store.models.campaigns import CampaignRow, CityRow
from campaign.store.models.sessions import OUTSIDE, SIMULATED, Result, SessionLog

LATEST = 5
"""The number of games that are listed one by one."""


class Standing(NamedTuple):
    """The results of a player in a game; in episodes `campaign` is the name of their campaign.

    Whoever plays two cities in an episode, or two seats in a session, plays, and may win, once.
    """

    game: str
    campaign: str
    played: int
    won: int
    mean: float
    best: int
    last: str


class CityHolding(NamedTuple):
    """A city that a player holds, or held before, with its present marks."""

    campaign: str
    seat: str
    city: str
    now: bool
    marks: int


class PlayerGame(NamedTuple):
    """One game of a player: the day, the game or episode, the score, the rank among `seats`.

    `stream` is the session or the campaign in which it was played.
    """

    day: str
    game: str
    campaign: str
    episode: int
    score: int
    rank: int
    seats: int
    stream: str


class SessionTotals(NamedTuple):
    """The numbers of sessions played and won by a player outside campaigns, and the last day."""

    player: str
    played: int
    won: int
    last: str


class PlayerPage(NamedTuple):
    """A player's results by game, cities, and latest games; `also` are the merged names."""

    player: str
    also: tuple[str, ...]
    standings: tuple[Standing, ...]
    cities: tuple[CityHolding, ...]
    latest: tuple[PlayerGame, ...]


def page(
    session: Session, words: str, wanted: PlayFilter = EVERY, *, simulated: bool = False
) -> PlayerPage:
    """The page of the player with this name, from the wanted games.

    With a filter all wanted games are listed, without one only the latest. `simulated` includes
    simulated games. Raises `UnknownName`, `SeveralCampaigns`.
    """
    persons = decisions.persons(session)
    people = sorted(everybody(session, simulated=simulated))
    player = player_among(people, persons.get(words, words))
    all_games = list(_games(session, player, simulated=simulated))
    played = sorted(session.exec(select(SessionLog.game).distinct()))  # by anybody
    wanted = with_known_names(wanted, (), titled(played))
    games = sorted(
        (game for game, facts in all_games if wanted.lets(facts)),
        key=attrgetter("day"),
        reverse=True,
    )
    by_game: dict[tuple[str, str], list[PlayerGame]] = {}
    for game in games:
        by_game.setdefault((game.game, game.campaign), []).append(game)
    standings = (_standing(*key, played) for key, played in by_game.items())
    return PlayerPage(
        player,
        tuple(sorted(name for name, person in persons.items() if person == player)),
        tuple(standings),
        tuple(_holdings(session, player, simulated=simulated)),
        tuple(games if wanted != EVERY else games[:LATEST]),
    )


def in_sessions(session: Session) -> tuple[SessionTotals, ...]:
    """The totals of all players of sessions outside campaigns, by name, without simulated ones."""
    rows = session.execute(
        sa.select(
            col(Result.player),
            func.min(col(Result.rank)),
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
        .group_by(
            col(Result.player),
            col(Result.stream),
            col(SessionLog.played),
            col(SessionLog.recorded_at),
        )
    )
    totals: dict[str, SessionTotals] = {}
    for player, rank, played, recorded_at in rows:
        _, count, won, last = totals.get(player, (player, 0, 0, ""))
        day = max(last, played or stamps.day(recorded_at))
        totals[player] = SessionTotals(player, count + 1, won + (rank == 1), day)
    return tuple(totals[player] for player in sorted(totals))


def everybody(session: Session, *, simulated: bool = False) -> set[str]:
    """The names of all players who hold or held a city, or have a result."""
    played, held = select(Result.player).distinct(), select(TenureRow.player).distinct()
    if not simulated:
        invented = select(CampaignRow.stream).where(col(CampaignRow.simulated))
        played = played.where(col(Result.stream).not_in(SIMULATED))
        held = held.where(col(TenureRow.stream).not_in(invented))
    return {*filter(None, session.exec(played)), *session.exec(held)}


def _games(
    session: Session, player: str, *, simulated: bool
) -> Iterator[tuple[PlayerGame, PlayFacts]]:
    """All games of a player, each with its facts for a filter, from the last one on."""
    names = {row.stream: row.name for row in session.exec(select(CampaignRow))}
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
        .order_by(
            col(SessionLog.number).desc(),
            col(SessionLog.stream),
            col(SessionLog.episode).desc(),
            col(Result.seat),
        )
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
            log.stream,
        )
        yield game, PlayFacts(log.game, day, (player,), log.place or "", log.verdict)


def _standing(game: str, campaign: str, played: Sequence[PlayerGame]) -> Standing:
    scores, won = [result.score for result in played], [r for r in played if r.rank == 1]
    count, wins = (len({(one.stream, one.episode) for one in some}) for some in (played, won))
    mean = sum(scores) / len(scores)
    return Standing(game, campaign, count, wins, mean, max(scores), played[0].day)


def _holdings(session: Session, player: str, *, simulated: bool) -> Iterator[CityHolding]:
    """The cities of a player, each once, also if it was held twice; first those held now."""
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
    held = set[tuple[str, str]]()
    for tenure, city, name in rows:
        if (tenure.stream, tenure.seat) not in held:
            held.add((tenure.stream, tenure.seat))
            yield CityHolding(name, tenure.seat, city.name, tenure.until is None, city.marks)
