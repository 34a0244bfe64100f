"""The tables: one journal, and the projections that are derived from it.

    entry          append-only, hash-chained: the truth
    campaign, player, city, tenure, session_log, result, sticker, progress_mark, envelope, pack
                   derived; `campaign db rebuild` makes them anew, `campaign audit` compares
    origin         of a history that came from elsewhere, or is set aside: how its chain names it
    draft          what is being entered and not yet a record; not part of any history
    setting        what a user chose, such as the campaign in use; not part of any history

Alembic makes them (`migrations/`); these classes are held equal to it by a test. Keys
are natural, so that the same journal gives the same rows.
"""

from __future__ import annotations

from typing import Any, ClassVar

import sqlalchemy as sa
from sqlmodel import Field, SQLModel

SQLModel.metadata.naming_convention = {
    "ix": "ix_%(column_0_N_label)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}


def _key(*, to: str | None = None) -> Any:
    """A text column of the primary key, pointing to a table's stream where it has one."""
    return Field(primary_key=True, sa_type=sa.Text, foreign_key=to)


def _text(*, unique: bool = False) -> Any:
    return Field(sa_type=sa.Text, unique=unique)


class Entry(SQLModel, table=True):
    """One entry of a stream's journal; never updated, never deleted."""

    __tablename__: ClassVar[str] = "entry"
    __table_args__ = (
        sa.CheckConstraint("seq > 0", name="seq_from_one"),
        {"sqlite_strict": True},
    )

    stream: str = _key()
    seq: int = Field(primary_key=True)
    kind: str = _text()
    payload: str = _text()
    author: str = _text()
    recorded_at: str = _text()
    previous_hash: str = _text()
    hash: str = _text()


class Campaign(SQLModel, table=True):
    """A campaign and where it stands."""

    __tablename__: ClassVar[str] = "campaign"

    stream: str = _key()
    uid: str = _text()
    name: str = _text(unique=True)
    pack: str = _text()
    created_at: str = _text()
    next_episode: int | None
    entries: int


class Player(SQLModel, table=True):
    """Somebody who plays or has played in a campaign."""

    __tablename__: ClassVar[str] = "player"

    stream: str = _key(to="campaign.stream")
    name: str = _key()


class City(SQLModel, table=True):
    """A seat's permanent board."""

    __tablename__: ClassVar[str] = "city"

    stream: str = _key(to="campaign.stream")
    seat: str = _key()
    name: str = _text()
    player: str = _text()
    marks: int
    nuggets: int
    shafts: str = _text()


class Tenure(SQLModel, table=True):
    """The time a player holds a city, in entries."""

    __tablename__: ClassVar[str] = "tenure"

    stream: str = _key(to="campaign.stream")
    seat: str = _key()
    since: int = Field(primary_key=True)
    player: str = _text()
    until: int


class SessionLog(SQLModel, table=True):
    """A recorded game: `number` is the episode in a campaign, 0 for a session outside."""

    __tablename__: ClassVar[str] = "session_log"

    stream: str = _key()
    number: int = Field(primary_key=True)
    game: str = _text()
    edition: str = _text()
    pack: str = _text()
    played: str = _text()
    recorded_at: str = _text()
    verdict: str = _text()
    as_played: int
    entry: int
    record: str = _text()


class Result(SQLModel, table=True):
    """What a seat scored, as it counts, and what was stated."""

    __tablename__: ClassVar[str] = "result"
    __table_args__ = (
        sa.ForeignKeyConstraint(["stream", "number"], ["session_log.stream", "session_log.number"]),
    )

    stream: str = _key()
    number: int = Field(primary_key=True)
    seat: str = _key()
    score: int
    replayed: int | None
    rank: int


class Sticker(SQLModel, table=True):
    """A sticker on a board."""

    __tablename__: ClassVar[str] = "sticker"

    stream: str = _key(to="campaign.stream")
    entry: int = Field(primary_key=True)
    seat: str = _key()
    kind: str = _key()
    square: str = _key()
    reason: str = _text()


class ProgressMark(SQLModel, table=True):
    """Progress marks that an episode brought a city."""

    __tablename__: ClassVar[str] = "progress_mark"

    stream: str = _key(to="campaign.stream")
    seat: str = _key()
    episode: int = Field(primary_key=True)
    reason: str = _key()
    amount: int


class Envelope(SQLModel, table=True):
    """An envelope; `opened` is its entry, 0 while it is sealed."""

    __tablename__: ClassVar[str] = "envelope"

    stream: str = _key(to="campaign.stream")
    number: int = Field(primary_key=True)
    digest: str = _text()
    opened: int


class Pack(SQLModel, table=True):
    """The parts of the pack that a campaign was begun with, by digest."""

    __tablename__: ClassVar[str] = "pack"

    stream: str = _key(to="campaign.stream")
    part: str = _key()
    name: str = _text()
    digest: str = _text()


class Origin(SQLModel, table=True):
    """A stream whose chain was begun under another name, or that is only kept to be read.

    `aside` says why it is not followed, "" when it is.
    """

    __tablename__: ClassVar[str] = "origin"

    stream: str = _key()
    sealed_as: str = _text()
    aside: str = _text()


class Draft(SQLModel, table=True):
    """What somebody enters at the table, line by line; `saved` counts how often it was."""

    __tablename__: ClassVar[str] = "draft"

    number: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    saved: int
    stream: str = _text()
    game: str = _text()
    episode: int
    author: str = _text()
    place: str = _text()
    program: str = _text()
    changed_at: str = _text()
    told: str = _text()


class Setting(SQLModel, table=True):
    """What a user chose."""

    __tablename__: ClassVar[str] = "setting"

    author: str = _key()
    key: str = _key()
    value: str = _text()


METADATA: sa.MetaData = SQLModel.metadata
"""What Alembic compares its migrations with."""

PROJECTIONS: tuple[type[SQLModel], ...] = (
    Campaign,
    Player,
    City,
    Tenure,
    SessionLog,
    Result,
    Sticker,
    ProgressMark,
    Envelope,
    Pack,
)
"""The derived tables, parents first."""
