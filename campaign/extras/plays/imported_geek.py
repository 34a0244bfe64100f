"""Read the plays in a file of BoardGameGeek, in the form of its XML API 2, as `ImportedPlay`.

    <plays total="240" page="1">
      <play id="7" date="2026-11-12" quantity="1" length="60" incomplete="0" location="Home">
        <item name="My City" objectid="295486"/>
        <comments>Episode 3</comments>
        <players><player username="" name="Anna" startposition="1" score="20" win="1"/> ...

Nothing is fetched. Expat reads the file element by element and refuses a declaration of a document
type: only such a declaration could define entities that grow or that name other files.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import NamedTuple
from xml.parsers import expat

from campaign.extras.plays import models
from campaign.extras.plays.imported import ImportedPlay, PlayParticipant, episode_of
from campaign.extras.plays.models import ValidationError
from campaign.games.kit import kits
from engine.kernel.errors import RecordError, shortened_text
from engine.kernel.names import comparable_name

APP = "BoardGameGeek"
DEEPEST = 8
"""The deepest nesting of elements that is read; the site's own files nest five deep."""
VARIANTS = {word for kit in kits() for word in kit.variants}
"""The words for variants of our games in logs of other programs."""


class GeekPage(NamedTuple):
    """The plays of a file, at most 100, and the total that the site states."""

    plays: tuple[ImportedPlay, ...]
    total: int


def read(data: bytes) -> GeekPage:
    """The plays of a file, in its order; raises `RecordError` with the line."""
    reader = _Reader()
    try:
        reader.parser.Parse(data, True)
    except expat.ExpatError as error:
        raise RecordError(
            f"not XML, or only a part of a file: {expat.ErrorString(error.code)}", error.lineno
        ) from None
    except (LookupError, ValueError) as error:  # an encoding that Python or Expat does not know
        raise RecordError(f"not XML that can be read: {error}") from None
    before = set[str]()
    for play in reader.plays:
        if play.id in before:
            raise RecordError(f"two plays have the id {shortened_text(play.id)}")
        before.add(play.id)
    return GeekPage(tuple(reader.plays), reader.total)


class _Reader:
    """The handlers that Expat calls for each element; they collect the plays."""

    def __init__(self) -> None:
        self.plays: list[ImportedPlay] = []
        self.total = 0
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartDoctypeDeclHandler = self._refuse_doctype
        self.parser.StartElementHandler = self._begin
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text
        self._path: list[str] = []
        self._values: dict[str, object] = {}
        self._line = 0
        self._comment: list[str] = []

    def _refuse_doctype(self, *_: object) -> None:
        raise RecordError("it declares a document type, which no file of the site does", self._at())

    def _begin(self, name: str, values: Mapping[str, str]) -> None:
        self._path.append(name)
        if len(self._path) > DEEPEST:
            raise RecordError(f"more than {DEEPEST} elements within each other", self._at())
        match self._path:
            case ["plays"]:
                total = values.get("total", "")
                self.total = int(total) if total.isdecimal() and len(total) < 10 else 0
            case [root]:
                raise RecordError(
                    f"XML, but no plays of {APP}: it begins with {shortened_text(root)}", 1
                )
            case ["plays", "play"]:
                self._values, self._line = {**values, "players": []}, self._at()
                self._comment = []
            case ["plays", "play", "item"]:
                for key, known in (("name", "game"), ("objectid", "objectid")):
                    if key in values:
                        self._values[known] = values[key]
            case ["plays", "play", "players", "player"]:
                players = self._values["players"]
                assert isinstance(players, list)
                players.append(dict(values))

    def _text(self, text: str) -> None:
        if self._path[2:] == ["comments"]:
            self._comment.append(text)

    def _end(self, _: str) -> None:
        if self._path == ["plays", "play"]:
            try:
                play = models.GeekPlay.model_validate(self._values)
            except ValidationError as error:
                raise RecordError(models.first_problem(error), self._line) from None
            self.plays.append(_play(play, "".join(self._comment)))
        self._path.pop()

    def _at(self) -> int:
        return self.parser.CurrentLineNumber


def _play(play: models.GeekPlay, comment: str) -> ImportedPlay:
    """A play as an `ImportedPlay`; its comment may say which episode or variant it was."""
    board = _board(comment)
    return ImportedPlay(
        app=APP,
        id=play.id,
        game=play.game,
        bgg=play.objectid,
        board=board,
        note="" if comparable_name(comment) == comparable_name(board) else comment,
        played=date.fromisoformat(play.date) if play.date else None,
        place=play.location,
        minutes=play.length,
        seats=tuple(
            PlayParticipant(
                name=player.name or player.username,
                score=player.score,
                seat=player.color.strip().lower(),
                order=int(player.startposition) if player.startposition.isdecimal() else 0,
                winner=player.win == "1",
                starts=player.startposition == "1",
            )
            for player in play.players
        ),
        unfinished=play.incomplete == "1",
        times=play.quantity,
    )


def _board(comment: str) -> str:
    """The episode that a comment names, or the variant that the comment is; "" for neither."""
    if (number := episode_of(comment)) is not None:
        return f"Episode {number}"
    return comment.strip() if comment.strip().lower() in VARIANTS else ""
