"""Turn plays of a My City campaign from another program into results of its episodes.

A campaign goes on one episode at a time, because the group places stickers and opens envelopes
between episodes. So only the next episode is looked up in the log. Recorded episodes stay as they
are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from campaign.extras.plays.imported import (
    ImportedPlay,
    Matches,
    PlayParticipant,
    details_of,
    episode_of,
    game_of,
    plain_text,
    points_of,
)
from campaign.services import attendance, episodes
from campaign.services.errors import UnknownName
from campaign.services.values import History
from engine import my_city
from engine.kernel.details import Details
from engine.kernel.errors import NotAllowed, RecordError, shortened_text
from engine.kernel.phrases import phrase
from engine.my_city.campaign.model import Campaign

_REMEDY = phrase(
    "another name of a player: {option}; a substitute: {command}",
    option="--player-is 'NAME=PLAYER'",
    command="campaign episode result --substitute SEAT=NAME",
)


class NextEpisode(NamedTuple):
    """The record of the next episode, results only; `later` counts later ones in the log."""

    number: int
    text: str
    later: int
    details: Details


def next_result(history: History, plays: Sequence[ImportedPlay], matches: Matches) -> NextEpisode:
    """The next episode of a campaign from the log.

    Raises `UnknownName` if the log lacks it, `NotAllowed` or `RecordError` if it does not fit.
    """
    number = history.campaign.next_episode
    logged = _by_number(plays, matches)
    if number is None or number not in logged:
        numbers = ", ".join(map(str, sorted(logged))) or "none"
        raise UnknownName(
            phrase(
                "episode {number} is next in {called}; the file has episodes: {there}",
                number=number,
                called=history.called,
                there=numbers,
            )
            if number is not None
            else phrase("{called} has all its episodes", called=history.called)
        )
    play = logged[number]
    scores = _scores(history.campaign, play, matches)
    absent = [
        city.seat for city in history.campaign.cities if city.player and city.seat not in scores
    ]
    present = attendance.of_options(history.campaign, absent)
    if play.played is None:
        raise RecordError(f"episode {number} has no day in the file")
    text = episodes.only_results(
        history, scores, play.played, present, _places(history.campaign, play, matches, scores)
    )
    later = sum(logged_number > number for logged_number in logged)
    return NextEpisode(number, text, later, details_of(play))


def _by_number(plays: Sequence[ImportedPlay], matches: Matches) -> dict[int, ImportedPlay]:
    """The episodes of a log, by number; raises `RecordError` if one was played twice."""
    logged: dict[int, ImportedPlay] = {}
    for play in plays:
        number = episode_of(play.board)
        if number is None or game_of(play, matches) != my_city.NAME:
            continue
        if play.ignored or play.simulated or play.unfinished or play.teams:
            continue
        if number in logged:
            days = f"{logged[number].played} and {play.played}"
            raise RecordError(
                f"the file has episode {number} twice, of {days}: are they of two campaigns?"
            )
        logged[number] = play
    return logged


def _seat(campaign: Campaign, seated: PlayParticipant, matches: Matches) -> str:
    """The seat of a participant: by the player's name, or else by the name of the seat.

    Raises `NotAllowed`.
    """
    name = plain_text(seated.name) or seated.seat
    ours = matches.players.get(name, name)
    for city in campaign.cities:
        holders = city.player, matches.players.get(city.player, city.player)
        if city.player and ours.casefold() in map(str.casefold, holders):
            return city.seat
    for city in campaign.cities:
        if city.player and ours.casefold() == city.seat:
            return city.seat
    raise NotAllowed(
        phrase("{ours!r} holds no city of {name}", ours=shortened_text(ours), name=campaign.name),
        _REMEDY,
    )


def _scores(campaign: Campaign, play: ImportedPlay, matches: Matches) -> dict[str, int]:
    """The scores of a play by seat; raises `NotAllowed` for a player without a city or a score."""
    scores: dict[str, int] = {}
    for participant in play.seats:
        seat, points = _seat(campaign, participant, matches), points_of(participant.score)
        if points is None:
            raise NotAllowed(
                phrase(
                    "{name} has no score that is a whole number: {score!r}",
                    name=plain_text(participant.name),
                    score=participant.score,
                )
            )
        if seat in scores:
            raise NotAllowed(phrase("two players of the play hold {seat}", seat=seat), _REMEDY)
        scores[seat] = points
    return {seat: scores[seat] for seat in campaign.seats if seat in scores}


def _places(
    campaign: Campaign, play: ImportedPlay, matches: Matches, scores: Mapping[str, int]
) -> list[tuple[str, ...]]:
    """The places from first to last if the table broke a tie; else none.

    The file may say who won, and the rank of everybody, which also says who won if nothing else
    does. Who is not told apart shares a place. Raises `NotAllowed` for a winner with fewer points.
    """
    ranks = {_seat(campaign, one, matches): one.rank for one in play.seats}
    won = {_seat(campaign, one, matches) for one in play.seats if one.winner}
    best = {seat for seat in scores if scores[seat] == max(scores.values())}
    if won - best:
        raise NotAllowed(
            phrase(
                "the file says that {winner} won, but {best} has more points",
                winner=campaign.city(min(won - best)).player,
                best=campaign.city(min(best)).player,
            ),
            phrase("correct the winner or the scores in the file"),
        )
    are_ranked = all(ranks.values())
    if are_ranked and not won:
        highest = min(ranks[seat] for seat in best)
        won = {seat for seat in best if ranks[seat] == highest}
    first = won if won and won < best else best

    def place(seat: str) -> tuple[int, int]:
        return -scores[seat], 0 if seat in first else 1 + are_ranked * ranks[seat]

    places = [tuple(seats) for _, seats in groupby(sorted(scores, key=place), place)]
    return places if len(places) > len({*scores.values()}) else []
