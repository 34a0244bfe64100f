"""Plays as BG Stats imports them: one file of many plays, or a link that creates one.

    play ──written──> AppPlay ──document──> {"plays": [...], "games": [...], "players": [...], ...}
    play ──link─────> https://app.bgstatsapp.com/createPlay.html?data=...

Games, players and places are numbered as plays name them, so plays can be written anywhere and are
put together in their order. The file is given away in parts, a play at a time. The same plays give
the same bytes, and every id is made from ours, so that importing it again gives no doubles. Of the
day of a play noon is written: no hour is known, and at noon it is the same day in every zone that
is near.
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
    """What the user sets: ids of games at BoardGameGeek, and where all of it was played."""

    ids: Mapping[str, int] = {}
    place: str = ""

    def id_of(self, game: str) -> int:
        """The id of a game at BoardGameGeek; 0 for none."""
        return self.ids.get(game, kit_of(game).bgg)


Document = dict[str, Any]
UNNUMBERED = 0
"""In place of the number of a game, player or place that has none yet."""


class AppPlay(NamedTuple):
    """A play for the file, and the game, players and place that it names, without their numbers.

    The players are those of its scores, in their order.
    """

    play: Document
    game: Document
    players: list[Document]
    place: Document | None


def written(play: CountedPlay, choices: PlayChoices) -> AppPlay:
    """A play for the file."""
    seated = _seated(play)
    name = choices.place or play.details.place
    place = {"uuid": id_of("place", name), "name": name} if name else None
    named = _play(play, seated, choices, named=place is not None)
    return AppPlay(named, _game(play, choices), list(map(_player, seated)), place)


def document(plays: Iterable[AppPlay]) -> Iterator[str]:
    """The parts of the file, one after the other."""
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
    rest = {
        "games": [{**game, **ends} for game in games.values()],
        "players": [{**player, **ends} for player in players.values()],
        "locations": [{**place, **ends} for place in places.values()],
        "userInfo": {"meRefId": NOBODY},
    }
    end = "],\n" + _text(rest)[1:] + "\n"
    yield end if latest else before + end


def _number(one: Document, known: dict[str, Document]) -> int:
    """The number of a game, player or place: the next one for who was not named before."""
    number: int = known.setdefault(one["uuid"], {"id": len(known) + 1, **one})["id"]
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
    return link(plays.of_episode(history, number, persons), PlayChoices())


def session_link(outside: SessionHistory) -> str:
    """The address that creates a session in the app."""
    return link(plays.of_session(outside), PlayChoices())


class AppPlayer(NamedTuple):
    """Who played, as the app takes it: a seat that nobody is named at has its own word as name."""

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
            starts=order == 1 and not roles,
            score=sheets[seat].total,
            rank=sheets[seat].rank,
            won=seat in play.winners if play.winners else sheets[seat].rank == 1,
            role=seat if roles else "",
        )
        for order, seat in enumerate(play.record.seats, 1)
        if seat in sheets
        for name in [play.players[seat]]
    ]


def _play(
    play: CountedPlay, seated: list[AppPlayer], choices: PlayChoices, *, named: bool
) -> Document:
    """A play with the scores of who was seated; `named` says whether its place is."""
    best = max((one.score for one in seated), default=0)
    fields: Document = {
        "uuid": play.id.upper(),
        "playDate": _day(play),
        "entryDate": _time(play.recorded_at),
        "modificationDate": _time(play.changed_at),
        "usesTeams": False,
        "ignored": False,
        # A tie that the game breaks is not decided by the scores alone.
        "manualWinner": any(one.won != (one.score == best) for one in seated),
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
                "rank": one.rank,
                "seatOrder": one.order,
                "winner": one.won,
                "newPlayer": False,
                "startPlayer": one.starts,
                "score": str(one.score),
                "role": one.role,
            }
            for one in seated
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
    """The lines of our sheets as the app's own; None where they do not give the scores.

    Without a replay they are those that came from the app.
    """
    ids = [one.id for one in seated]
    lines: dict[str, dict[str, int]] = {}
    sheets = {sheet.seat: sheet for sheet in play.verdict.sheets or play.sheets}
    for one in seated:
        sheet = sheets.get(play.record.seats[one.order - 1])
        if sheet is None or sum(line.points for line in sheet.lines) != one.score:
            return None
        for label, points, _ in sheet.lines:
            row = lines.setdefault(str(label), {})
            row[one.id] = row.get(one.id, 0) + points
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
    return play.board or _variant(play)


def _variant(play: CountedPlay) -> str:
    """The word for how the game was played; "" where it has one way."""
    variants = kit_of(play.record.game).variants
    header = play.record.header
    return next((word for word, keys in variants.items() if keys.items() <= header.items()), "")


def _comments(play: CountedPlay) -> str:
    """The note of the evening, and below it a line of ours: see `OURS`."""
    note = play.details.note
    return f"{note}\n{_line(play)}" if note else _line(play)


def _line(play: CountedPlay) -> str:
    """The campaign, what the replay says, who was absent, in a line that an import leaves out."""
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
    """The day of a play at noon; the day on which it was recorded where none was noted."""
    return f"{play.day} 12:00:00"


def _time(stamp: str) -> str:
    """A time of the journal as the app writes one: local, without a zone."""
    return stamps.iso(stamp)[:19].replace("T", " ")


def _text(value: object) -> str:
    """JSON without blanks."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
