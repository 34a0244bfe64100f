"""Standings over all campaigns and sessions of a database: no record is replayed for them."""

from __future__ import annotations

from typing import NamedTuple

import sqlalchemy as sa
from sqlmodel import Session, col, func, select

from campaign.store import decisions
from campaign.store.models.campaigns import Campaign, City
from campaign.store.models.sessions import OUTSIDE, SIMULATED, Result


class Lead(NamedTuple):
    """Who leads a campaign: seats and players ("" for nobody) with most marks, if there are any."""

    name: str
    leaders: tuple[tuple[str, str], ...]
    marks: int
    next_episode: int | None


class Player(NamedTuple):
    """How often somebody has played and won: episodes of campaigns, and sessions outside."""

    name: str
    episodes: int
    episodes_won: int
    sessions: int
    sessions_won: int


class Overall(NamedTuple):
    """Campaigns by name; players by what they have won, then by name."""

    campaigns: tuple[Lead, ...]
    players: tuple[Player, ...]


def overall(session: Session, *, simulated: bool = False) -> Overall:
    """The standings of everything that is followed here; archived campaigns have no lead.

    What is `simulated` is left out unless it is asked for.
    """
    cities: dict[str, list[City]] = {}
    for city in session.exec(select(City).order_by(col(City.seat))):
        cities.setdefault(city.stream, []).append(city)
    decided = decisions.latest(session)
    campaigns = [
        campaign
        for campaign in session.exec(select(Campaign).order_by(col(Campaign.name)))
        if not decisions.is_archived(decided.get(campaign.uid))
        if simulated or not campaign.simulated
    ]
    return Overall(
        tuple(_lead(campaign, cities.get(campaign.stream, [])) for campaign in campaigns),
        tuple(_players(session, simulated=simulated)),
    )


def _lead(campaign: Campaign, cities: list[City]) -> Lead:
    most = max((city.marks for city in cities), default=0)
    leaders = [(city.seat, city.player or "") for city in cities if 0 < city.marks == most]
    return Lead(campaign.name, tuple(leaders), most, campaign.next_episode)


def _players(session: Session, *, simulated: bool) -> list[Player]:
    real = sa.true() if simulated else col(Result.stream).not_in(SIMULATED)
    inside, won = col(Result.episode) > OUTSIDE, col(Result.rank) == 1
    rows = session.execute(
        sa.select(
            col(Result.player),
            func.count().filter(inside),
            func.count().filter(inside, won),
            func.count().filter(~inside),
            func.count().filter(~inside, won),
        )
        .where(col(Result.player).is_not(None), real)
        .group_by(col(Result.player))
        .order_by(func.count().filter(won).desc(), col(Result.player))
    )
    return [Player(*row) for row in rows]
