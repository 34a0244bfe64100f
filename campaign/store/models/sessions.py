"""Recorded games, inside a campaign and outside, and how they ended."""

from typing import ClassVar

import sqlalchemy as sa
from sqlmodel import Field, SQLModel, select

from campaign.store.columns import key, number_key, optional_text, text

OUTSIDE = 0
"""The `episode` of a session outside a campaign."""

MARKED = sa.text("simulated")
"""Plain SQL, because a query uses a partial index only if it has the same words."""
SAID = sa.text("place IS NOT NULL")


class SessionLog(SQLModel, table=True):
    """A recorded game: an episode of a campaign, or a session outside, whose `episode` is 0.

    `entry` is the number of the entry that recorded it, `played` the day that the record states,
    `number` the number of the stream. `digest` identifies the record of a session and is NULL for
    an episode. `simulated` is true if simple players played it. `place` is where it was played,
    NULL if nobody noted it.
    """

    __tablename__: ClassVar[str] = "session_log"
    __table_args__ = (
        sa.Index("ix_session_log_episode", "episode", "number"),
        sa.Index("ix_session_log_digest", "digest"),
        sa.Index(
            "ix_session_log_simulated", "stream", sqlite_where=MARKED, postgresql_where=MARKED
        ),
        sa.Index("ix_session_log_place", "place", sqlite_where=SAID, postgresql_where=SAID),
    )

    stream: str = key()
    episode: int = number_key()
    game: str = text()
    edition: str = text()
    played: str | None = optional_text()
    recorded_at: str = text()
    verdict: str = text()
    as_played: bool
    entry: int
    number: int = Field(default=0, sa_column_kwargs={"server_default": sa.text("0")})
    digest: str | None = optional_text()
    simulated: bool = Field(default=False, sa_column_kwargs={"server_default": sa.false()})
    place: str | None = optional_text()


SIMULATED = select(SessionLog.stream).where(MARKED)
"""The query for the streams of simulated games that have a result."""


class Result(SQLModel, table=True):
    """The result of a seat: its player, the score that counts, the score by replay, the rank.

    `sheet` is the score sheet by replay as JSON. It is NULL without a replay, and in rows that an
    older program stored.
    """

    __tablename__: ClassVar[str] = "result"
    __table_args__ = (
        sa.ForeignKeyConstraint(
            ["stream", "episode"], ["session_log.stream", "session_log.episode"]
        ),
    )

    stream: str = key()
    episode: int = number_key()
    seat: str = key()
    player: str | None = optional_text()
    score: int
    replayed: int | None
    rank: int
    sheet: str | None = optional_text()


OF_SESSIONS: tuple[type[SQLModel], ...] = (SessionLog, Result)
"""The projections in which a session outside a campaign has rows, parents first."""
