"""Settings, such as the campaign that a user has in use: they are not part of any history."""

from __future__ import annotations

import os
from pathlib import Path
from urllib.parse import unquote_to_bytes

import sqlalchemy as sa
from sqlmodel import Session

from campaign.store.columns import METADATA, text_column
from campaign.store.journal import author_of

SETTING = sa.Table(
    "setting",
    METADATA,
    text_column("author", primary_key=True),
    text_column("key", primary_key=True),
    text_column("value"),
)
"""Not a model: every command reads it, and a mapped class takes long to make."""

FOLDER = "folder to sync"
"""The key of the folder to sync a campaign with; the author of this setting is the uid."""


def read(session: Session, author: str, key: str) -> str | None:
    """A setting of this user, or None."""
    query = sa.select(SETTING.c.value).where(*_same(author, key))
    return session.execute(query).scalar_one_or_none()


def read_by_prefix(session: Session, author: str, start: str) -> dict[str, str]:
    """The settings of this user whose keys begin with `start`, by the rest of the key."""
    query = sa.select(SETTING.c.key, SETTING.c.value).where(
        SETTING.c.author == author_of(author), SETTING.c.key.startswith(start, autoescape=True)
    )
    rows = session.execute(query.order_by(SETTING.c.key))
    return {row.key.removeprefix(start): row.value for row in rows}


def write(session: Session, author: str, key: str, value: str) -> None:
    """Set a setting of this user."""
    if read(session, author, key) is None:
        row = {"author": author_of(author), "key": key, "value": value}
        session.execute(sa.insert(SETTING).values(row))
    else:
        session.execute(sa.update(SETTING).where(*_same(author, key)).values(value=value))


def replace(session: Session, key: str, old: str, new: str) -> None:
    """Change a setting from `old` to `new` for all users who have `old`."""
    conditions = SETTING.c.key == key, SETTING.c.value == old
    session.execute(sa.update(SETTING).where(*conditions).values(value=new))


def drop(session: Session, key: str, value: str) -> None:
    """Remove a setting of this value for all users who have it."""
    session.execute(sa.delete(SETTING).where(SETTING.c.key == key, SETTING.c.value == value))


def text_of_path(path: Path) -> str:
    """A whole path as the value of a setting: one whose name is no UTF-8 becomes an address."""
    text = str(path)
    return text if text.encode(errors="replace").decode() == text else path.as_uri()


def path_of_text(text: str) -> Path:
    """The path that `text_of_path` has turned into a text."""
    address = text.removeprefix(_ADDRESS)
    return Path(text if address == text else os.fsdecode(unquote_to_bytes(address)))


_ADDRESS = "file://"


def _same(author: str, key: str) -> tuple[sa.ColumnElement[bool], ...]:
    return SETTING.c.author == author_of(author), SETTING.c.key == key
