"""Read the plays in a file of BG Stats (.bgsplay, .json) as `ImportedPlay`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime

from campaign.extras.plays import models
from campaign.extras.plays.imported import ImportedPlay, PlayParticipant, points_of
from campaign.extras.plays.models import ValidationError
from campaign.services.versions import BGSTATS
from engine.kernel.errors import RecordError, shortened_text

BOM = b"\xef\xbb\xbf"
MOST_VALUES = 1_000_000
"""The most lists and objects of a file: a kilobyte each; one of 64 MB has half as many."""
LONGEST_SHEET = 100_000
"""The most characters of a score sheet; those of the app have a few thousand."""


def read(data: bytes) -> list[ImportedPlay]:
    """The plays of a file, in its order; raises `RecordError` if it is no file of the app."""
    if (values := data.count(b"{") + data.count(b"[")) > MOST_VALUES:
        raise RecordError(f"{values:,} lists and objects: no file of the app has so many")
    try:
        file = models.BGStatsFile.model_validate_json(data.removeprefix(BOM))
    except ValidationError as error:
        raise RecordError(_why_not(error)) from None
    _refuse_doubles("game", (game.id for game in file.games))
    _refuse_doubles("player", (player.id for player in file.players))
    _refuse_doubles("place", (place.id for place in file.locations))
    _refuse_doubles("play", (play.uuid.lower() for play in file.plays))
    games = {game.id: game for game in file.games}
    players = {player.id: player for player in file.players}
    places = {place.id: place.name for place in file.locations}
    return [_play(play, games, players, places) for play in file.plays]


def _why_not(error: ValidationError) -> str:
    """Why a text is no file of the app, in one sentence."""
    problems = error.errors(include_url=False)
    if problems[0]["type"] == "json_invalid":
        return f"not JSON, or only a part of a file: {problems[0]['ctx']['error']}"
    missing = [
        str(problem["loc"][0])
        for problem in problems
        if problem["type"] == "missing" and len(problem["loc"]) == 1
    ]
    if missing or not problems[0]["loc"]:
        lacks = f": it has no {', '.join(missing)}" if missing else ""
        return f"JSON, but no file of {BGSTATS}{lacks}"
    return models.first_problem(error)


def _refuse_doubles(kind: str, ids: Iterable[object]) -> None:
    """Raise `RecordError` if an id occurs twice."""
    before: set[object] = set()
    for id in ids:
        if id in before:
            raise RecordError(f"two {kind}s have the id {shortened_text(str(id))}")
        before.add(id)


def _play(
    play: models.BGStatsPlay,
    games: Mapping[int, models.BGStatsGame],
    players: Mapping[int, models.BGStatsName],
    places: Mapping[int, str],
) -> ImportedPlay:
    """A play with the names that its references point to; "" if a reference points nowhere."""
    game = games.get(play.gameRefId)
    typed, readable = _sheet_of(play)
    seats = []
    for score in play.playerScores:
        player = players.get(score.playerRefId) if score.playerRefId is not None else None
        seats.append(
            PlayParticipant(
                name=player.name if player and not player.isAnonymous else "",
                score="" if score.score is None else str(score.score),
                seat=(score.role or score.team or "").lower(),
                order=score.seatOrder or 0,
                winner=bool(score.winner),
                known=player is not None,
                lines=tuple(_lines_of(typed, player.uuid)) if player else (),
                starts=bool(score.startPlayer),
                rank=score.rank or 0,
            )
        )
    return ImportedPlay(
        app=BGSTATS,
        id=play.uuid,
        game=game.name if game else "",
        also=(game.bggName or "") if game else "",
        board=play.board or "",
        played=datetime.strptime(play.playDate, models.MOMENT).date(),  # noqa: DTZ007  local time
        place=places.get(play.locationRefId or 0, ""),
        minutes=play.durationMin or 0,
        note=_note(play.comments or ""),
        seats=tuple(seats),
        ignored=bool(play.ignored),
        teams=bool(play.usesTeams),
        unreadable_sheet=not readable,
    )


def _note(comments: str) -> str:
    """A comment without the line that an export of this program added."""
    lines = comments.splitlines()
    return "\n".join(line for line in lines if not line.startswith(models.OURS))


def _sheet_of(play: models.BGStatsPlay) -> tuple[list[models.SheetRow], bool]:
    """The lines of the app's score sheet, and whether it could be read."""
    if not play.scoresheet:
        return [], True
    if len(play.scoresheet) > LONGEST_SHEET:
        return [], False
    try:
        sheet = models.ScoreSheet.model_validate_json(play.scoresheet)
    except ValidationError:
        return [], False
    groups = [*(sheet.groups or ()), *(sheet.rounds or ())]
    return [row for group in groups for row in group.rows], True


def _lines_of(rows: Iterable[models.SheetRow], player: str) -> Iterator[tuple[str, int]]:
    """The lines of one player: the label, and the points as they count."""
    for row in rows:
        scores = {uuid.lower(): score for uuid, score in row.scores.items()}
        points = points_of(str(scores.get(player.lower(), "")))
        if points is not None:
            yield row.label, -abs(points) if row.negative else points
