"""Campaigns and their cities, with the values that a list shows."""

from typing import ClassVar

import sqlalchemy as sa
from sqlmodel import Field, SQLModel

from campaign.store.columns import key, optional_text, text


class CampaignRow(SQLModel, table=True):
    """A campaign and its next episode; a history that is set aside has no row."""

    __tablename__: ClassVar[str] = "campaign"

    stream: str = key()
    uid: str = text()
    name: str = text(unique=True)
    pack: str = text()
    next_episode: int | None
    entries: int
    created_at: str = text()
    changed_at: str = text()
    simulated: bool = Field(default=False, sa_column_kwargs={"server_default": sa.false()})


class CityRow(SQLModel, table=True):
    """A seat's permanent board; `player` is NULL while nobody holds it.

    `marks` is the sum of its progress marks.
    """

    __tablename__: ClassVar[str] = "city"

    stream: str = key(to="campaign.stream")
    seat: str = key()
    name: str = text()
    player: str | None = optional_text()
    marks: int
    nuggets: int = Field(default=0)
