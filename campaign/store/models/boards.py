"""The permanent things on the boards of a campaign, and the entries that brought them."""

from typing import ClassVar

from sqlmodel import SQLModel

from campaign.store.columns import city_constraints, key, number_key, text


class TenureRow(SQLModel, table=True):
    """The time for which a player holds a city: from one entry to another, NULL while it lasts."""

    __tablename__: ClassVar[str] = "tenure"
    __table_args__ = city_constraints()

    stream: str = key()
    seat: str = key()
    since: int = number_key()
    player: str = text()
    until: int | None


class StickerRow(SQLModel, table=True):
    """A sticker on a board, the entry that put it there, and why."""

    __tablename__: ClassVar[str] = "sticker"
    __table_args__ = city_constraints()

    stream: str = key()
    entry: int = number_key()
    seat: str = key()
    kind: str = key()
    square: str = key()
    reason: str = text()


class ProgressMarkRow(SQLModel, table=True):
    """The progress marks that an episode brought a city for one reason."""

    __tablename__: ClassVar[str] = "progress_mark"
    __table_args__ = city_constraints()

    stream: str = key()
    seat: str = key()
    episode: int = number_key()
    reason: str = key()
    amount: int


class ShaftRow(SQLModel, table=True):
    """The depth of a board's shaft of one colour."""

    __tablename__: ClassVar[str] = "shaft"
    __table_args__ = city_constraints()

    stream: str = key()
    seat: str = key()
    colour: str = key()
    depth: int


class EnvelopeRow(SQLModel, table=True):
    """An envelope; `opened` is the entry that opened it, NULL while it is sealed."""

    __tablename__: ClassVar[str] = "envelope"

    stream: str = key(to="campaign.stream")
    number: int = number_key()
    opened: int | None
