"""Merging two names of one person, parting them, and renaming players of sessions.

    OLD, NEW ── merge ──> an entry of the database ──> the rows of OLD are those of NEW

No record and no history of a campaign changes: they keep their names. Only the stored rows change,
and with them lists, statistics and exports over all that was played here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from types import MappingProxyType
from typing import NamedTuple

import sqlalchemy as sa
from sqlmodel import Session, col, select

from campaign.services import folding, forms, sessions
from campaign.services.errors import UnknownName
from campaign.services.names import player_among
from campaign.services.players import two_people
from campaign.services.projections.campaigns import update_campaign
from campaign.services.projections.sessions import project_session
from campaign.services.statistics.player import everybody
from campaign.services.values import Author
from campaign.shell import command_with
from campaign.store import decisions, journal, projections
from campaign.store.models.boards import TenureRow
from campaign.store.models.campaigns import CampaignRow, CityRow
from campaign.store.models.sessions import OF_SESSIONS, OUTSIDE, Result
from campaign.store.projections import table_of
from engine.kernel.errors import NotAllowed
from engine.kernel.names import matching_names
from engine.kernel.phrases import Phrase, phrase


class NameMerge(NamedTuple):
    """A name and its person, with the number of games whose rows changed.

    `said` are the other names by which histories of campaigns go on to call the person, each with
    these campaigns. `reversed` says that the person's name was merged into the other one before.
    """

    name: str
    person: str
    games: int
    said: Mapping[str, Sequence[str]] = MappingProxyType({})
    reversed: bool = False


def merge(session: Session, player: str, into: str, reason: str, by: Author) -> NameMerge:
    """Merge the name of a player into the name of another player, or into a name merged into it.

    The person goes by that name then. Raises `NotAllowed`, `UnknownName`, `SeveralCampaigns`.
    """
    people, persons = sorted(everybody(session)), decisions.persons(session)
    if player in persons:
        raise NotAllowed(
            phrase("{player} is a name of {person}", player=player, person=persons[player]),
            phrase(
                "if it is not: {command}", command=command_with("campaign player unmerge", player)
            ),
        )
    player = player_among(people, player)
    is_reversed = persons.get(into) == player
    if not is_reversed:
        into = player_among(people, persons.get(into, into))
    if player == into:
        raise NotAllowed(phrase("both names already mean the same person, {player}", player=player))
    return _merge(session, player, into, reason, by)._replace(reversed=is_reversed)


def rename(session: Session, player: str, name: str, by: Author) -> NameMerge:
    """Rename a player of sessions; raises `NotAllowed` for a name that somebody has."""
    owner = decisions.persons(session).get(name, name)
    if owner == player and name == player:
        raise NotAllowed(phrase("the player is called {player} already", player=player))
    if owner != player and (owner != name or name in everybody(session)):
        _check_two_people(session, player, owner)
        raise NotAllowed(
            phrase("{name} has played here already", name=name),
            phrase(
                "if it is the same person: {command}",
                command=command_with("campaign player merge", player, owner),
            ),
        )
    return _merge(session, player, name, "", by)


def separate_name(session: Session, name: str, reason: str, by: Author) -> NameMerge:
    """Separate a name from its person; raises `UnknownName`, `SeveralCampaigns`."""
    persons = decisions.persons(session)
    people = sorted({*everybody(session), *persons})
    if matching_names(name, [(player, player) for player in people]):
        name = player_among(people, name)
    if name not in persons:
        raise UnknownName(
            phrase("{name} is not merged into another name", name=name), "campaign player list"
        )
    _decide(session, decisions.PARTED, decisions.PartingDecision(name, reason), by)
    return NameMerge(name, persons[name], *_follow(session, persons[name]))


def merge_meanings(session: Session, meanings: Mapping[str, str], by: Author) -> None:
    """Merge names in files into the names of the players they mean; raises `NotAllowed`.

    `meanings` has the player of each name. A name that means itself is parted.
    """
    for name, meaning in meanings.items():
        persons = decisions.persons(session)
        person = persons.get(meaning, meaning) if name != meaning else name
        if name in persons and persons[name] != person:
            separate_name(session, name, "", by)
        if person not in (name, persons.get(name)):
            _merge(session, name, person, "", by)


def in_sessions_alone(session: Session, words: str) -> str:
    """The player with this name who is in sessions and in no campaign; "" for another.

    Raises `SeveralCampaigns` if several could be meant.
    """
    inside = {
        *session.exec(select(TenureRow.player)),
        *session.exec(select(Result.player).where(col(Result.episode) != OUTSIDE).distinct()),
    }
    outside = session.exec(select(Result.player).where(col(Result.episode) == OUTSIDE).distinct())
    alone = sorted({*filter(None, outside)} - inside)
    every = sorted({*alone, *filter(None, inside)})
    meant = {name for name, _ in matching_names(words, [(name, name) for name in every])}
    if not meant & {*alone}:
        return ""
    return player_among(every, words)


def person_by_merge(session: Session, words: str) -> str:
    """The person with this name into whom other names were merged; "" for none.

    Raises `SeveralCampaigns` if several could be meant.
    """
    people = sorted({*decisions.persons(session).values()})
    if matching_names(words, [(name, name) for name in people]):
        return player_among(people, words)
    return ""


def campaigns_of(session: Session, player: str) -> tuple[str, ...]:
    """The names of the campaigns in which a player held or played a city."""
    held = select(TenureRow.stream).where(TenureRow.player == player)
    played = select(Result.stream).where(Result.player == player)
    rows = select(CampaignRow.name).where(col(CampaignRow.stream).in_(held.union(played)))
    return tuple(session.exec(rows.order_by(CampaignRow.name)))


def _merge(session: Session, name: str, person: str, reason: str, by: Author) -> NameMerge:
    """Merge a name into another; raises `NotAllowed` for two people, and for an invalid name."""
    _check_two_people(session, name, person)
    before = decisions.persons(session).get(name, name)
    _decide(session, decisions.MERGED, decisions.MergeDecision(name, person, reason), by)
    return NameMerge(name, person, *_follow(session, before))


def _decide(session: Session, kind: str, decision: NamedTuple, by: Author) -> None:
    """Keep a decision; raises `NotAllowed` if it does not have the form of its kind."""
    if why := forms.form_problem(decision._asdict(), decisions.KINDS[kind]):
        raise NotAllowed(phrase("the entry cannot be kept: {why}", why=why))
    decisions.decide(session, kind, decision, author=by.author, now=by.now)


def _check_two_people(session: Session, name: str, person: str) -> None:
    """Raise `NotAllowed` if both names played or held a city at the same time."""
    if where := together(session, name, person):
        raise two_people(name, person, where)


def together(session: Session, first: str, second: str) -> Phrase | None:
    """A game that both names played, or else a campaign in which both hold a city, or None."""
    first_results, second_results = table_of(Result).alias(), table_of(Result).alias()
    game = session.execute(
        sa.select(first_results.c.stream, first_results.c.episode)
        .join(
            second_results,
            sa.and_(
                second_results.c.stream == first_results.c.stream,
                second_results.c.episode == first_results.c.episode,
            ),
        )
        .where(first_results.c.player == first, second_results.c.player == second)
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
        for player in (first, second)
    }
    shared = sorted(holding[first] & holding[second])
    return phrase("{campaign}", campaign=names[shared[0]]) if shared else None


def _follow(session: Session, person: str) -> tuple[int, Mapping[str, Sequence[str]]]:
    """Derive the rows of a person again; return the number of games, and `NameMerge.said`."""
    persons = decisions.persons(session)
    now = persons.get(person, person)
    played = select(Result.stream, Result.episode).where(Result.player == person).distinct()
    games = session.exec(played).all()  # of which somebody may have played two seats
    tenures = session.exec(select(TenureRow.stream).where(TenureRow.player == person)).all()
    streams = sorted({*tenures, *(stream for stream, _ in games)}, key=journal.number_of)
    outside = [stream for stream in streams if stream.startswith(f"{sessions.FAMILY}/")]
    replayed = sessions.as_stored(session, (journal.read(session, stream) for stream in outside))
    while batch := tuple(islice(replayed, sessions.TOGETHER)):
        rows = {
            (name := history.stream.entries[0].stream): project_session(name, history)
            for history in batch
        }
        projections.sync_all(session, rows, OF_SESSIONS)
    said: dict[str, list[str]] = {}
    for stream in (name for name in streams if name not in outside):
        history = folding.read(session, stream)
        update_campaign(session, history)
        for name in history.campaign.people:
            if name != now and persons.get(name) == now:
                said.setdefault(name, []).append(history.called)
    return len(games), said
