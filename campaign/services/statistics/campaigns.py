"""Statistics of My City: of one campaign, or of all campaigns and sessions of a database."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import cast

from sqlmodel import Session

from campaign.services import campaigns, filters, folding, sessions, sessions_list
from campaign.services.filters import EVERY, PlayFilter
from campaign.services.progress import Progress
from campaign.services.statistics import luck
from campaign.services.statistics.counting import add, counted
from campaign.services.statistics.games import CampaignCounting, counting_of
from campaign.services.statistics.sessions import SOUND, StatisticsTables, played_of
from campaign.services.statistics.sessions import of_all as of_sessions
from campaign.services.statistics.tables import Gain, SoundSession, StatisticsTable
from campaign.services.values import History
from campaign.store import decisions
from campaign.store.decisions import Persons
from engine import my_city as game
from engine.kernel.phrases import joined, phrase
from engine.my_city.campaign.model import Campaign
from engine.my_city.campaign.model import PlayedEpisode as Episode

NOBODY = phrase("nobody")
Tables = Callable[[Session, Sequence[Campaign]], tuple[StatisticsTable, ...]]
"""A function of an extra that returns its tables of some campaigns."""


def of_campaign(
    session: Session,
    history: History,
    progress: Progress | None,
    more: Sequence[Tables] = (),
    wanted: PlayFilter = EVERY,
) -> StatisticsTables:
    """The statistics of the wanted episodes of a campaign, with the tables of extras.

    With `progress` also the luck of the deck, which takes long. Raises `UnknownName` and
    `SeveralCampaigns` for a player who is unknown, or could be several.
    """
    counting, persons = _counting(), decisions.persons(session)
    campaign = _with_wanted(history, filters.of_campaign(history, wanted, persons), persons)
    games = list(played_in(campaign, persons))
    counts = counted(map(counting.counts_of, games))
    tables: tuple[StatisticsTable, ...] = counting.tables(counts, "") if games else ()
    if gains := list(gains_in(campaign, persons)):
        tables += counting.chapters(gains)
    tables += _more(session, (campaign,), more)
    if games and progress:
        tables += (luck.luck(games, progress),)
    left_out = len(campaign.played) - len(games)
    title = joined(", ", (campaign.name, phrase(game.TITLE)))
    return StatisticsTables(
        game.NAME, title, None, len(games), left_out, tables, "episode", campaign.name
    )


def of_all(
    session: Session,
    progress: Progress | None,
    more: Sequence[Tables] = (),
    wanted: PlayFilter = EVERY,
    *,
    simulated: bool = False,
) -> StatisticsTables:
    """The statistics of all campaigns and of the sessions outside, with or without simulated ones.

    A history that is only kept to be read does not count, as its evenings are in another one. Terms
    are left out: the terms of a campaign that is further on would reveal unopened envelopes
    of another campaign. Raises `UnknownName` and `SeveralCampaigns` for a player who is unknown, or
    could be several.
    """
    counting, persons = _counting(), decisions.persons(session)
    wanted = sessions_list.resolved_filter(session, wanted, episodes=True)
    all_campaigns = [
        _with_wanted(folding.read(session, stream), wanted, persons)
        for stream, known in campaigns.known(session).items()
        if not known.aside and (simulated or not known.simulated)
    ]
    games = [played for campaign in all_campaigns for played in played_in(campaign, persons)]
    counts, sound, left_out = of_sessions(session, game.NAME, wanted=wanted, simulated=simulated)
    add(counts, counted(map(counting.counts_of, games)))
    sound += len(games)
    left_out += sum(len(campaign.played) for campaign in all_campaigns) - len(games)
    tables: tuple[StatisticsTable, ...] = (counting.players(counts),) if sound else ()
    if gains := [gain for campaign in all_campaigns for gain in gains_in(campaign, persons)]:
        tables += counting.chapters(gains)
    tables += _more(session, all_campaigns, more)
    if sound and progress:
        outside = sessions.every(session, game=game.NAME, simulated=simulated)
        games += [
            played
            for history in outside
            if wanted.lets(filters.session_facts(history)) and (played := played_of(history))
        ]
        tables += (luck.luck(games, progress),)
    return StatisticsTables(game.NAME, game.TITLE, None, sound, left_out, tables, "game")


def _with_wanted(history: History, wanted: PlayFilter, persons: Persons) -> Campaign:
    """The campaign of a history with only its wanted episodes."""
    return history.campaign._replace(played=filters.episodes(history, wanted, persons))


def _counting() -> CampaignCounting:
    return cast(CampaignCounting, counting_of(game.NAME))


def _more(
    session: Session, all_campaigns: Sequence[Campaign], extras: Sequence[Tables]
) -> tuple[StatisticsTable, ...]:
    return tuple(table for tables in extras for table in tables(session, all_campaigns))


def played_in(campaign: Campaign, persons: Persons) -> Iterator[SoundSession]:
    """The episodes of a campaign whose moves are all legal, as statistics take them."""
    for played in campaign.played:
        if played.verdict.kind in SOUND:
            seats: Sequence[str] = played.record.seats
            names = {seat: _who(played, seat, persons) for seat in seats}
            yield SoundSession(
                played.number,
                names,
                played.record,
                played.setup,
                played.verdict.state,
                played.sheets,
            )


def gains_in(campaign: Campaign, persons: Persons) -> Iterator[Gain]:
    """The gain of each city in each episode, with its player."""
    for played in campaign.played:
        envelope = campaign.pack.envelope_of(played.number)
        for sheet in played.sheets:
            marks = sum(
                mark.amount
                for mark in campaign.city(sheet.seat).marks
                if mark.episode == played.number
            )
            player = _who(played, sheet.seat, persons)
            yield Gain(envelope.number if envelope else 0, player, marks, sheet.total)


def _who(played: Episode, seat: str, persons: Persons) -> str:
    """The present name of the player of a city in an episode."""
    player = played.player(seat) or str(NOBODY)
    return persons.get(player, player)
