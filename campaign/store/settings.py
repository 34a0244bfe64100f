"""What a user chose, such as the campaign in use: not part of any history."""

from __future__ import annotations

from typing import ClassVar

from sqlmodel import Session, SQLModel

from campaign.store.columns import key, text
from campaign.store.journal import author_of


class Setting(SQLModel, table=True):
    """What a user chose."""

    __tablename__: ClassVar[str] = "setting"

    author: str = key()
    key: str = key()
    value: str = text()


def read(session: Session, author: str, key: str) -> str | None:
    """A setting of this user, or None."""
    setting = session.get(Setting, (author_of(author), key))
    return setting.value if setting else None


def write(session: Session, author: str, key: str, value: str) -> None:
    """Change a setting of this user."""
    session.merge(Setting(author=author_of(author), key=key, value=value))
    session.flush()
