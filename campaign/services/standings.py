"""Standings over all campaigns and sessions of a database, without replaying a record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

import sqlalchemy as sa
from sqlmodel import Session, col, func, select

from campaign.services.ancestry import entry_by_hash
from campaign.store import decisions, journal
from campaign.store.journal import ENTRY, Entry
from campaign.store.models.boards import TenureRow
from campaign.store.models.campaigns import CampaignRow, CityRow
from campaign.store.models.sessions import OUTSIDE, SIMULATED, Result, SessionLog

if TYPE_CHECKING:  # nothing here loads My City
    from engine.my_city.campaign.model import Campaign

INSIDE: sa.ColumnElement[bool] = col(Result.episode) > OUTSIDE
"""The condition for results of episodes."""
EVENING = col(Result.stream) + "/" + sa.cast(col(Result.episode), sa.Text)
"""An episode of a campaign, or a session: who plays two of its seats plays, and may win, once."""


class CampaignLead(NamedTuple):
    """The leaders of a campaign: the seats with the most marks and their players, "" for nobody.

    Of a campaign that is over they are its winners, with those who held the cities then. Without
    any marks there are no leaders.
    """

    name: str
    leaders: tuple[tuple[str, str], ...]
    marks: int
    next_episode: int | None


class PlayerWins(NamedTuple):
    """The numbers of games that a player has played and won, in episodes and in sessions."""

    name: str
    episodes: int
    episodes_won: int
    sessions: int
    sessions_won: int


class OverallStandings(NamedTuple):
    """Campaigns by name; players by games won, then by name."""

    campaigns: tuple[CampaignLead, ...]
    players: tuple[PlayerWins, ...]


class StandingsPart(NamedTuple):
    """The wins in a campaign, or in all sessions outside campaigns (no `lead`).

    `first` is the hash of the first entry, which is equal in copies. `entries` is the length of
    the history here, by which the longer of two copies is found. `last` is the hash of the last
    entry of a campaign, and `hashes` are those that it has: what has the `last` of a copy goes on
    where the copy ends. An archived campaign has no lead.
    """

    first: str
    entries: int
    lead: CampaignLead | None
    players: tuple[PlayerWins, ...]
    last: str = ""
    hashes: frozenset[str] = frozenset()

    def continues(self, other: StandingsPart) -> bool:
        """Whether this history has all entries of another one; of sessions nobody knows better."""
        return not other.last or other.last in self.hashes


def overall(session: Session, *, simulated: bool = False) -> OverallStandings:
    """The standings of all followed campaigns and sessions; archived campaigns have no lead.

    `simulated` includes simulated games.
    """
    leads = _leads(session, simulated=simulated).values()
    players = _players(session, sa.literal(""), simulated=simulated)
    return OverallStandings(tuple(leads), tuple(player for _, player in players))


def parts(session: Session) -> tuple[StandingsPart, ...]:
    """The standings of each campaign with results or a lead, and of all sessions outside."""
    leads, wins_by_stream = _leads(session, simulated=False), dict[str, list[PlayerWins]]()
    within = sa.case((INSIDE, col(Result.stream)), else_="")
    for stream, player in _players(session, within, simulated=False):
        wins_by_stream.setdefault(stream, []).append(player)
    streams = [row.stream for row in session.exec(select(CampaignRow))]
    outside = StandingsPart(*sessions_outside(session), None, tuple(wins_by_stream.get("", ())))
    return tuple(
        _part_of(journal.read(session, stream), leads.get(stream), wins_by_stream.get(stream, ()))
        for stream in streams
        if stream in leads or stream in wins_by_stream
    ) + ((outside,) if outside.players else ())


def _part_of(
    entries: Sequence[Entry], lead: CampaignLead | None, wins: Iterable[PlayerWins]
) -> StandingsPart:
    """The part of a campaign with these entries."""
    hashes = frozenset((*entry_by_hash(entries), *(entry.hash for entry in entries)))
    return StandingsPart(entries[0].hash, len(entries), lead, tuple(wins), entries[-1].hash, hashes)


def part_of(campaign: Campaign, entries: Sequence[Entry]) -> StandingsPart:
    """The standings of a campaign that is in no database, and of its entries."""
    most = max(city.progress for city in campaign.cities)
    cities = campaign.winners or campaign.cities
    leaders = sorted((c.seat, c.player) for c in cities if 0 < c.progress == most)
    played, won = Counter[str](), Counter[str]()
    for episode in campaign.played:
        played.update(set(episode.names.values()))
        won.update({name for seat, name in episode.names.items() if episode.won(seat)})
    lead = CampaignLead(campaign.name, tuple(leaders), most, campaign.next_episode)
    wins = [PlayerWins(player, count, won[player], 0, 0) for player, count in played.items()]
    return _part_of(entries, lead, wins)


def sessions_outside(session: Session) -> tuple[str, int]:
    """The hash of the first entry of all sessions outside campaigns, and their number of entries.

    Copies have the same hash; it is "" if there are no sessions.
    """
    outside = ENTRY.c.family == "session"
    first = sa.select(ENTRY.c.hash).where(outside, ENTRY.c.seq == 1)
    uid = session.execute(first.order_by(ENTRY.c.stream_number).limit(1)).scalar() or ""
    return uid, session.execute(sa.select(func.count()).where(outside)).scalar_one()


def _leads(session: Session, *, simulated: bool) -> dict[str, CampaignLead]:
    """The leaders of each campaign that is not archived, by stream, in the order of names."""
    at_the_end = _holders_at_the_end(session)
    cities: dict[str, list[tuple[CityRow, str]]] = {}
    for city in session.exec(select(CityRow).order_by(col(CityRow.seat))):
        holders = at_the_end.get(city.stream, {city.seat: city.player or ""})
        cities.setdefault(city.stream, []).append((city, holders.get(city.seat, "")))
    decided = decisions.latest_decisions(session)
    return {
        campaign.stream: _lead(campaign, cities.get(campaign.stream, []))
        for campaign in session.exec(select(CampaignRow).order_by(col(CampaignRow.name)))
        if not decisions.is_archived(decided.get(campaign.uid))
        if simulated or not campaign.simulated
    }


def _holders_at_the_end(session: Session) -> dict[str, dict[str, str]]:
    """The holders of the cities at the last episode of each campaign that is over, by stream."""
    ended = select(CampaignRow.stream).where(col(CampaignRow.next_episode).is_(None))
    last = (
        sa.select(col(SessionLog.stream), func.max(col(SessionLog.entry)).label("entry"))
        .where(col(SessionLog.episode) > OUTSIDE, col(SessionLog.stream).in_(ended))
        .group_by(col(SessionLog.stream))
        .subquery()
    )
    held = select(TenureRow).join(last, col(TenureRow.stream) == last.c.stream)
    then = col(TenureRow.since) < last.c.entry, col(TenureRow.until) >= last.c.entry
    holders: dict[str, dict[str, str]] = {}
    for tenure in session.exec(held.where(then[0], then[1] | col(TenureRow.until).is_(None))):
        holders.setdefault(tenure.stream, {})[tenure.seat] = tenure.player
    return holders


def _lead(campaign: CampaignRow, cities: list[tuple[CityRow, str]]) -> CampaignLead:
    most = max((city.marks for city, _ in cities), default=0)
    leaders = [(city.seat, holder) for city, holder in cities if 0 < city.marks == most]
    return CampaignLead(campaign.name, tuple(leaders), most, campaign.next_episode)


def _players(
    session: Session, part: sa.ColumnElement[str], *, simulated: bool
) -> list[tuple[str, PlayerWins]]:
    """The wins of players for each value of `part`; players with most wins come first."""
    real = sa.true() if simulated else col(Result.stream).not_in(SIMULATED)
    won = col(Result.rank) == 1
    rows = session.execute(
        sa.select(
            part,
            col(Result.player),
            func.count(sa.distinct(EVENING)).filter(INSIDE),
            func.count(sa.distinct(EVENING)).filter(INSIDE, won),
            func.count(sa.distinct(EVENING)).filter(~INSIDE),
            func.count(sa.distinct(EVENING)).filter(~INSIDE, won),
        )
        .where(col(Result.player).is_not(None), real)
        .group_by(part, col(Result.player))
        .order_by(func.count(sa.distinct(EVENING)).filter(won).desc(), col(Result.player))
    )
    return [(stream, PlayerWins(*counts)) for stream, *counts in rows]
