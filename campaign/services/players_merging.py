"""Merges two names of one person and parts them; renames players who are only in sessions.

    OLD, NEW ── merge ──> an entry of the database ──> the rows of OLD are those of NEW

No record and no history of a campaign changes: they go on to say the names that they say. What
follows are the rows, and with them lists, statistics and exports over all that was played here.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import NamedTuple

import sqlalchemy as sa
from sqlmodel import Session, col, select

from campaign.services import campaigns, forms, sessions
from campaign.services.errors import UnknownName
from campaign.services.names import player_among
from campaign.services.projections.campaigns import update_campaign
from campaign.services.projections.sessions import project_session
from campaign.services.statistics.player import everybody
from campaign.services.values import Author
from campaign.store import decisions, journal, projections
from campaign.store.models.boards import TenureRow
from campaign.store.models.campaigns import CampaignRow, CityRow
from campaign.store.models.sessions import OF_SESSIONS, OUTSIDE, Result
from campaign.store.projections import table_of
from engine.kernel.errors import NotAllowed
from engine.kernel.names import known
from engine.kernel.phrases import Phrase, phrase


class NameMerge(NamedTuple):
    """A name and the person whose it is or was; how many games, and which campaigns, have it."""

    name: str
    person: str
    games: int
    campaigns: tuple[str, ...] = ()


def merge(session: Session, player: str, into: str, reason: str, by: Author) -> NameMerge:
    """Let a name be that of another player.

    Raises `NotAllowed`, `UnknownName`, `SeveralCampaigns`.
    """
    people, persons = sorted(everybody(session)), decisions.persons(session)
    if player in persons:
        raise NotAllowed(
            phrase("{player} is a name of {person}", player=player, person=persons[player]),
            phrase("if it is not: {command}", command=f'campaign player unmerge "{player}"'),
        )
    player, into = player_among(people, player), player_among(people, persons.get(into, into))
    if player == into:
        raise NotAllowed(phrase("{player} is one person already", player=player))
    return _merge(session, player, into, reason, by)


def rename(session: Session, player: str, name: str, by: Author) -> NameMerge:
    """Another name for a player of sessions; raises `NotAllowed` for one that somebody has."""
    owner = decisions.persons(session).get(name, name)
    if owner == player and name == player:
        raise NotAllowed(phrase("the player is called {player} already", player=player))
    if owner != player and (owner != name or name in everybody(session)):
        raise NotAllowed(
            phrase("{name} has played here already", name=name),
            phrase(
                "if it is the same person: {command}",
                command=f'campaign player merge "{player}" "{owner}"',
            ),
        )
    return _merge(session, player, name, "", by)


def part(session: Session, name: str, reason: str, by: Author) -> NameMerge:
    """Let a name be one of its own again; raises `UnknownName`, `SeveralCampaigns`."""
    persons = decisions.persons(session)
    if not known(name, [(one, one) for one in persons]):
        raise UnknownName(
            phrase("{name} was not merged into another name", name=name), "campaign player list"
        )
    name = player_among(persons, name)
    _decide(session, decisions.PARTED, decisions.PartingDecision(name, reason), by)
    return NameMerge(name, persons[name], *_follow(session, persons[name]))


def mean(session: Session, meanings: Mapping[str, str], by: Author) -> None:
    """Let names in files be those of the players that somebody said; raises `NotAllowed`.

    A name that means itself is parted.
    """
    for name, meaning in meanings.items():
        persons = decisions.persons(session)
        person = persons.get(meaning, meaning) if name != meaning else name
        if name in persons and persons[name] != person:
            part(session, name, "", by)
        if person not in (name, persons.get(name)):
            _merge(session, name, person, "", by)


def in_sessions_alone(session: Session, words: str) -> str:
    """The player who is meant, where it is one of sessions and in no campaign; else "".

    Raises `SeveralCampaigns` where several could be meant.
    """
    inside = {
        *session.exec(select(TenureRow.player)),
        *session.exec(select(Result.player).where(col(Result.episode) != OUTSIDE).distinct()),
    }
    outside = session.exec(select(Result.player).where(col(Result.episode) == OUTSIDE).distinct())
    alone = sorted({*filter(None, outside)} - inside)
    if known(words, [(name, name) for name in inside if name]):
        return ""
    return player_among(alone, words) if known(words, [(name, name) for name in alone]) else ""


def _merge(session: Session, name: str, person: str, reason: str, by: Author) -> NameMerge:
    """Merge a name into another; raises `NotAllowed` for two people, and for a name of no form."""
    if where := _together(session, name, person):
        raise NotAllowed(
            phrase(
                "{name} and {person} were both in {where}: they are two people",
                name=name,
                person=person,
                where=where,
            )
        )
    before = decisions.persons(session).get(name, name)
    _decide(session, decisions.MERGED, decisions.MergeDecision(name, person, reason), by)
    return NameMerge(name, person, *_follow(session, before))


def _decide(session: Session, kind: str, decision: NamedTuple, by: Author) -> None:
    """Keep a decision; raises `NotAllowed` for one that has not its form."""
    if why := forms.of_values(decision._asdict(), decisions.KINDS[kind]):
        raise NotAllowed(phrase("the entry cannot be kept: {why}", why=why))
    decisions.decide(session, kind, decision, author=by.author, now=by.now)


def _together(session: Session, one: str, other: str) -> Phrase | None:
    """A game in which both of two names sat, or a campaign in which both hold a city."""
    mine, theirs = table_of(Result).alias(), table_of(Result).alias()
    game = session.execute(
        sa.select(mine.c.stream, mine.c.episode)
        .join(
            theirs,
            sa.and_(theirs.c.stream == mine.c.stream, theirs.c.episode == mine.c.episode),
        )
        .where(mine.c.player == one, theirs.c.player == other)
        .limit(1)
    ).one_or_none()
    if game and game.episode == OUTSIDE:
        return phrase("session {number}", number=journal.number_of(game.stream))
    names = {row.stream: row.name for row in session.exec(select(CampaignRow))}
    if game:
        return phrase(
            "episode {number} of {campaign}", number=game.episode, campaign=names[game.stream]
        )
    holding = {
        player: {*session.exec(select(CityRow.stream).where(CityRow.player == player))}
        for player in (one, other)
    }
    both = sorted(holding[one] & holding[other])
    return phrase("{campaign}", campaign=names[both[0]]) if both else None


def _follow(session: Session, person: str) -> tuple[int, tuple[str, ...]]:
    """Derive the rows of a person again; gives the number of games, and the names of campaigns."""
    results = session.exec(select(Result.stream).where(Result.player == person)).all()
    tenures = session.exec(select(TenureRow.stream).where(TenureRow.player == person)).all()
    streams = sorted({*results, *tenures}, key=journal.number_of)
    outside = [stream for stream in streams if stream.startswith(f"{sessions.FAMILY}/")]
    replayed = sessions.as_stored(session, (journal.read(session, one) for one in outside))
    while batch := tuple(islice(replayed, sessions.TOGETHER)):
        rows = {(name := one.stream.entries[0].stream): project_session(name, one) for one in batch}
        projections.sync_all(session, rows, OF_SESSIONS)
    names = []
    for stream in (one for one in streams if one not in outside):
        history = campaigns.read(session, stream)
        update_campaign(session, history)
        names.append(history.called)
    return len(results), tuple(names)
