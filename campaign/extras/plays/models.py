"""The forms of files from other programs, as pydantic models; an error is described in one line.

A file of BG Stats is one JSON value: plays that refer to games, players and places by number. It
has null for a value that the app leaves open. A spreadsheet has a row for each seat. Keys and
columns that are not named here are ignored.
"""

from __future__ import annotations

import re
from datetime import date, datetime
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, Field, field_validator
from pydantic import ValidationError as ValidationError

from engine.kernel.errors import shortened_text
from engine.kernel.texts import LONGEST_LINES

Count = Annotated[int, Field(ge=0, le=10_000_000)]
Ref = Annotated[int, Field(ge=-(2**53), le=2**53)]
Text = Annotated[str, Field(max_length=1_000)]
Uuid = Annotated[str, Field(min_length=1, max_length=60)]
MOST = 500_000
"""The most plays, players or places of a file; one of the largest size has 60,000 plays."""
Score = Annotated[str, Field(max_length=200)] | int | float | None

Item = TypeVar("Item")
Many = Annotated[list[Item], Field(max_length=MOST, fail_fast=True)]
"""A list that ends at its first wrong item: all mistakes of a large file would fill the memory."""

OURS = "campaign: "
"""The beginning of the line that an export of this program adds to a comment."""

TRUE = ("true", "yes", "x", "1", "1.0", "✓", *("wahr", "ja", "vero", "sì", "si", "vrai", "oui"))
FALSE = ("", "false", "no", "0", "0.0", "-", *("falsch", "nein", "falso", "faux", "non"))
"""What a cell has for yes and for no, in lower case, also as a German, Italian or French program
writes it."""

MOMENT = "%Y-%m-%d %H:%M:%S"


class PlayerScore(BaseModel):
    """How one player of a play ended; `score` is as somebody typed it."""

    playerRefId: Ref | None  # noqa: N815  the app's names
    score: Score = None
    winner: bool | None = False
    rank: Count | None = 0
    startPlayer: bool | None = False  # noqa: N815
    seatOrder: Count | None = 0  # noqa: N815
    role: Text | None = ""
    team: Text | None = ""


class BGStatsPlay(BaseModel):
    """One play; `playDate` is in the local time of the table."""

    uuid: Uuid
    playDate: str  # noqa: N815
    gameRefId: Ref  # noqa: N815
    playerScores: Many[PlayerScore]  # noqa: N815
    locationRefId: Ref | None = None  # noqa: N815
    durationMin: Count | None = 0  # noqa: N815
    board: str | None = ""
    comments: str | None = ""
    ignored: bool | None = False
    usesTeams: bool | None = False  # noqa: N815
    scoresheet: str | None = None

    @field_validator("playDate")
    @classmethod
    def _local(cls, text: str) -> str:
        """A moment without a zone; raises `ValueError` for another form."""
        try:
            datetime.strptime(text, MOMENT)  # noqa: DTZ007  the time of the table has no zone
        except ValueError:
            raise ValueError("the app writes local time, such as 2026-11-12 20:15:00") from None
        return text


class BGStatsName(BaseModel):
    """A player or a place; an anonymous player's `name` names nobody."""

    id: Ref
    uuid: Uuid = "-"
    name: Text
    isAnonymous: bool | None = False  # noqa: N815


class BGStatsGame(BaseModel):
    """A game, with its name on BoardGameGeek where that is known."""

    id: Ref
    name: Text
    bggName: Text | None = ""  # noqa: N815
    bggId: int | None = 0  # noqa: N815


class UserInfo(BaseModel):
    """Which app wrote the file."""

    appVersion: Text | None = ""  # noqa: N815


class BGStatsFile(BaseModel):
    """A whole file of BG Stats."""

    plays: Many[BGStatsPlay]
    games: Many[BGStatsGame]
    players: Many[BGStatsName]
    locations: Many[BGStatsName] = []
    userInfo: UserInfo | None = None  # noqa: N815


class SheetRow(BaseModel):
    """A line of the app's own score sheet: what was typed, by the uuid of the player."""

    label: str = ""
    negative: bool | None = False
    scores: dict[str, Score] = {}


class SheetGroup(BaseModel):
    """Lines that stand together."""

    rows: Many[SheetRow] = []


class ScoreSheet(BaseModel):
    """The app's own score sheet of a play."""

    groups: Many[SheetGroup] | None = None
    rounds: Many[SheetGroup] | None = None


class GeekPlayer(BaseModel):
    """Somebody in a play at BoardGameGeek: all values are texts, "" where nothing was said."""

    name: Text = ""
    username: Text = ""
    score: Annotated[str, Field(max_length=200)] = ""
    color: Text = ""
    startposition: Annotated[str, Field(max_length=5)] = ""
    win: Text = ""


class GeekPlay(BaseModel):
    """A play at BoardGameGeek; an unknown day is 0000-00-00 there."""

    id: Uuid
    game: Text
    objectid: Count = 0
    date: Annotated[str, Field(max_length=60)] = ""
    quantity: Count = 1
    length: Count = 0
    incomplete: Text = ""
    location: Text = ""
    players: Many[GeekPlayer] = []

    @field_validator("date")
    @classmethod
    def _day(cls, text: str) -> str:
        """A day of the calendar, or none; raises `ValueError` for anything else."""
        if text.startswith("0000-"):
            return ""
        try:
            return date.fromisoformat(text).isoformat() if text else ""
        except ValueError:
            raise ValueError("the site writes a day as 2026-11-12") from None


class SpreadsheetRow(BaseModel):
    """A row of a spreadsheet: a seat of a play."""

    play: Annotated[str, Field(max_length=60)] = ""
    game: Annotated[str, Field(max_length=200)]
    played: date | None = None
    player: Annotated[str, Field(max_length=60)] = ""
    score: Annotated[str, Field(max_length=200)] = ""
    seat: Annotated[str, Field(max_length=60)] = ""
    episode: Annotated[int, Field(ge=1, le=1_000)] | None = None
    place: Text = ""
    minutes: Count = 0
    note: Annotated[str, Field(max_length=LONGEST_LINES)] = ""
    absent: bool = False
    winner: bool = False
    rank: Count = 0
    starts: bool = False
    variant: Text = ""
    simulated: bool = False

    @field_validator("absent", "winner", "starts", "simulated", mode="before")
    @classmethod
    def _truth(cls, text: str) -> bool:
        """Whether a cell says yes; raises `ValueError` for a word that is neither yes nor no."""
        word = text.lower()
        if word not in TRUE and word not in FALSE:
            raise ValueError("write true or yes, false or no, or leave it empty")
        return word in TRUE

    @field_validator("rank", mode="before")
    @classmethod
    def _rank(cls, text: Any) -> Any:
        """The text of a rank; 0 for what is no rank, as a column of this name may hold anything."""
        return text if re.fullmatch(r"[0-9]{1,3}", str(text)) else 0

    @field_validator("episode", "minutes", mode="before")
    @classmethod
    def _number(cls, text: Any) -> Any:
        """The text of a number; raises `ValueError` for `1.000`, which may be a thousand or one."""
        if re.fullmatch(r"\d+[.,]\d{3}", str(text)):
            raise ValueError("this may be a thousand or one: write it without the sign")
        return text

    @field_validator("minutes", mode="before")
    @classmethod
    def _minutes(cls, text: Any) -> Any:
        """The minutes of a length such as `1:15` or `01:15:00`; another number as it is.

        Raises `ValueError` for another text with a colon.
        """
        hours = re.fullmatch(r"(\d{1,2}):([0-5]\d)(:[0-5]\d)?", str(text))
        if hours:
            return 60 * int(hours[1]) + int(hours[2])
        if ":" in str(text):
            raise ValueError("write minutes such as 75 or 1:15")
        return text

    @field_validator("played", mode="before")
    @classmethod
    def _day(cls, text: Any) -> date | None:
        """A day of the calendar, or none; raises `ValueError` for anything else."""
        try:
            return date.fromisoformat(text) if text else None
        except ValueError:
            raise ValueError("a day is written as 2026-11-12") from None


def first_problem(error: ValidationError) -> str:
    """The first problem in one line: its place, the value, the reason, and how many more follow."""
    problems = error.errors(include_url=False, include_context=False)
    first = problems[0]
    where = _where(first["loc"])
    why = first["msg"].removeprefix("Value error, ").removeprefix("Input ")
    why = why[:1].lower() + why[1:]
    value = first["input"]
    shown = (
        f" is {shortened_text(repr(value))}"
        if isinstance(value, str | int | float) and where
        else ""
    )
    if first["type"] == "missing":
        where, shown, why = _where(first["loc"]), "", "is missing"
    suffix = f" (and {len(problems) - 1:,} more)" if len(problems) > 1 else ""
    return f"{where}{shown}{':' if where and why != 'is missing' else ''} {why}{suffix}".strip()


def _where(place: tuple[int | str, ...]) -> str:
    """A place in words, such as `plays 17, durationMin`; list items are counted from 1."""
    words: list[str] = []
    for part in place:
        if isinstance(part, int):
            words[-1:] = [f"{words[-1] if words else ''} {part + 1}"]
        elif part not in ("str", "int", "float"):  # one of the types that a score may have
            words.append(part)
    return ", ".join(words)
