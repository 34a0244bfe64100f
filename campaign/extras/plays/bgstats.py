"""Plays as BG Stats imports them: one file of many plays, or a link that creates one.

    play ──app_play──> AppPlay ──file_parts──> {"plays": [...], "games": [...], ...}
    play ──link─────> https://app.bgstatsapp.com/createPlay.html?data=...

Workers make the plays without numbers. `file_parts` then numbers games, players and places in the
order in which plays name them, and yields the file in parts, a play at a time. The same plays give
the same bytes, and every id is made from one of this program, so that importing the file again
gives no doubles. The hour of a play is not known. Noon is written, because noon is on the same day
in every time zone nearby.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple
from urllib.parse import quote

from campaign.extras.plays import plays
from campaign.extras.plays.models import OURS
from campaign.extras.plays.plays import CountedPlay, id_of
from campaign.games.kit import kit_of
from campaign.services.values import History, SessionHistory
from campaign.services.words import many
from campaign.store import stamps
from campaign.store.decisions import Persons
from engine.kernel.replay import VerdictKind

SOURCE = "campaign"
ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
HIGHEST_WINS = 1
NOBODY = 0


class PlayChoices(NamedTuple):
    """The user's settings: ids of games at BoardGameGeek, and the place of all plays."""

    ids: Mapping[str, int] = {}
    place: str = ""

    def id_of(self, game: str) -> int:
        """The id of a game at BoardGameGeek; 0 if it has none."""
        return self.ids.get(game, kit_of(game).bgg)


Document = dict[str, Any]
UNNUMBERED = 0
"""Stands in place of a game, player or place that has no number yet."""


class AppPlay(NamedTuple):
    """A play for the file, and the game, players and place that it names, without their numbers.

    The players are those of its scores, in their order.
    """

    play: Document
    game: Document
    players: list[Document]
    place: Document | None


def app_play(play: CountedPlay, choices: PlayChoices) -> AppPlay:
    """Return a play for the file, without numbers."""
    seated = _seated(play)
    name = choices.place or play.details.place
    place = {"uuid": id_of("place", name), "name": name} if name else None
    named = _play(play, seated, choices, named=place is not None)
    return AppPlay(named, _game(play, choices), list(map(_player, seated)), place)


def file_parts(plays: Iterable[AppPlay]) -> Iterator[str]:
    """Number the games, players and places of plays, and yield the file in parts."""
    games: dict[str, Document] = {}
    players: dict[str, Document] = {}
    places: dict[str, Document] = {}
    latest, before = "", '{"plays":['
    for play, game, seated, place in plays:
        latest = max(latest, play["modificationDate"])
        play["gameRefId"] = _number(game, games)
        for score, player in zip(play["playerScores"], seated, strict=True):
            score["playerRefId"] = _number(player, players)
        if place:
            play["locationRefId"] = _number(place, places)
        yield before + _text(play)
        before = ",\n"
    ends = {"modificationDate": latest}
    lists = {
        "games": [{**game, **ends} for game in games.values()],
        "players": [{**player, **ends} for player in players.values()],
        "locations": [{**place, **ends} for place in places.values()],
        "userInfo": {"meRefId": NOBODY},
    }
    end = "],\n" + _text(lists)[1:] + "\n"
    yield end if latest else before + end


def _number(named: Document, known: dict[str, Document]) -> int:
    """The number of a game, player or place; a new one gets the next number."""
    number: int = known.setdefault(named["uuid"], {"id": len(known) + 1, **named})["id"]
    return number


def link(play: CountedPlay, choices: PlayChoices) -> str:
    """The address that creates one play in the app."""
    data = {
        "sourceName": SOURCE,
        "sourcePlayId": play.id,
        "playDate": _day(play),
        "durationMin": play.details.minutes,
        "comments": _comments(play),
        "board": _board(play),
        "location": choices.place or play.details.place,
        "game": {
            "name": play.title,
            "sourceGameId": play.record.game,
            "bggId": choices.id_of(play.record.game),
            "highestWins": True,
            "noPoints": False,
        },
        "players": [
            {
                "name": seated.name,
                "sourcePlayerId": seated.id,
                "startPlayer": seated.starts,
                "winner": seated.won,
                "rank": seated.rank,
                "score": seated.score,
                "role": seated.role,
            }
            for seated in _seated(play)
        ],
    }
    return ADDRESS + quote(_text(data), safe="")


def episode_link(history: History, number: int, persons: Persons) -> str:
    """The address that creates an episode of a campaign in the app."""
    return link(plays.play_of_episode(history, number, persons), PlayChoices())


def session_link(outside: SessionHistory) -> str:
    """The address that creates a session in the app."""
    return link(plays.play_of_session(outside), PlayChoices())


class AppPlayer(NamedTuple):
    """Somebody who played, in the app's terms; without a named player, `name` is the seat."""

    id: str
    name: str
    named: bool
    order: int
    starts: bool
    score: int
    rank: int
    won: bool
    role: str


def _seated(play: CountedPlay) -> list[AppPlayer]:
    sheets = {sheet.seat: sheet for sheet in play.sheets}
    roles = kit_of(play.record.game).roles
    return [
        AppPlayer(
            id=id_of("player", name or f"seat {seat}").upper(),
            name=name or seat,
            named=name is not None,
            order=order,
            starts=seat == play.starts,
            score=sheets[seat].total,
            rank=sheets[seat].rank,
            won=sheets[seat].rank == 1,
            role=seat if roles else "",
        )
        for order, seat in enumerate(play.record.seats, 1)
        if seat in sheets
        for name in [play.players[seat]]
    ]


def _play(
    play: CountedPlay, seated: list[AppPlayer], choices: PlayChoices, *, named: bool
) -> Document:
    """A play with the scores of its players; `named` says whether its place has a name."""
    best = max((player.score for player in seated), default=0)
    fields: Document = {
        "uuid": play.id.upper(),
        "playDate": _day(play),
        "entryDate": _time(play.recorded_at),
        "modificationDate": _time(play.changed_at),
        "usesTeams": False,
        "ignored": False,
        # A tie that the game breaks is not decided by the scores alone.
        "manualWinner": any(player.won != (player.score == best) for player in seated),
        "durationMin": play.details.minutes,
        "rounds": 0,
        "rating": 0,
        "nemestatsId": 0,
        "bggId": 0,
        "importPlayId": 0,
        "gameRefId": UNNUMBERED,
        "scoringSetting": HIGHEST_WINS,
        "board": _board(play),
        "comments": _comments(play),
        "playerScores": [
            {
                "playerRefId": UNNUMBERED,
                "rank": player.rank,
                "seatOrder": player.order,
                "winner": player.won,
                "newPlayer": False,
                "startPlayer": player.starts,
                "score": str(player.score),
                "role": player.role,
            }
            for player in seated
        ],
    }
    if named:
        fields["locationRefId"] = UNNUMBERED
    if sheet := _score_sheet(play, seated, choices):
        fields["scoresheet"] = _text(sheet)
    return fields


def _game(play: CountedPlay, choices: PlayChoices) -> Document:
    return {
        "uuid": id_of("game", play.record.game).upper(),
        "name": play.title,
        "bggId": choices.id_of(play.record.game),
        "bggName": play.title,
        "cooperative": False,
        "highestWins": True,
        "noPoints": False,
        "usesTeams": False,
        "isBaseGame": 1,
        "isExpansion": 0,
    }


def _player(seated: AppPlayer) -> Document:
    return {"uuid": seated.id, "name": seated.name, "isAnonymous": not seated.named}


def _score_sheet(
    play: CountedPlay, seated: list[AppPlayer], choices: PlayChoices
) -> Document | None:
    """The app's score sheet with our lines; None if these do not add up to the scores.

    Without a replay, the lines are those that came from the app.
    """
    ids = [player.id for player in seated]
    lines: dict[str, dict[str, int]] = {}
    sheets = {sheet.seat: sheet for sheet in play.verdict.sheets or play.sheets}
    for player in seated:
        sheet = sheets.get(play.record.seats[player.order - 1])
        if sheet is None or sum(line.points for line in sheet.lines) != player.score:
            return None
        for label, points, _ in sheet.lines:
            row = lines.setdefault(str(label), {})
            row[player.id] = row.get(player.id, 0) + points
    if not lines or len(set(ids)) < len(ids):
        return None
    return {
        "bggId": choices.id_of(play.record.game),
        "version": 0,
        "langCode": "en",
        "scoreType": "bestTotalWins",
        "groups": [
            {
                "templateId": "1",
                "label": "",
                "repetition": 1,
                "hasSubTotal": False,
                "hideSingleGroupLabel": True,
                "isExtra": False,
                "rows": [
                    {
                        "templateId": f"row{number}",
                        "label": label,
                        "repetition": 1,
                        "repeatable": False,
                        "negative": False,
                        "isExtra": False,
                        "scores": {id: str(points) for id, points in row.items()},
                    }
                    for number, (label, row) in enumerate(lines.items(), 1)
                ],
            }
        ],
    }


def _board(play: CountedPlay) -> str:
    """The variant: the episode, how the game was played, or what the app had there."""
    if play.episode is not None:
        return f"Episode {play.episode}"
    return play.board or play.variant


def _comments(play: CountedPlay) -> str:
    """The note of the evening, and below it a line of ours: see `OURS`."""
    note = play.details.note
    return f"{note}\n{_line(play)}" if note else _line(play)


def _line(play: CountedPlay) -> str:
    """A line with campaign, verdict and absent players; an import leaves this line out."""
    words = [play.campaign] if play.campaign else []
    proved = (
        "results only" if play.verdict.kind is VerdictKind.UNVERIFIABLE else str(play.verdict.kind)
    )
    words.append(f"{proved}, as played" if play.as_played else proved)
    if lines := play.verdict.by_hand:
        words.append(f"{many(lines, 'line')!s} by hand")
    if play.away:
        words.append(f"absent: {', '.join(play.away)}")
    return f"{OURS}{'; '.join(words)}"


def _day(play: CountedPlay) -> str:
    """Noon of the day of a play; without a noted day, of the day on which it was recorded."""
    return f"{play.day} 12:00:00"


def _time(stamp: str) -> str:
    """A time of the journal as the app writes one: local, without a zone."""
    return stamps.iso(stamp)[:19].replace("T", " ")


def _text(value: object) -> str:
    """JSON without blanks."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
