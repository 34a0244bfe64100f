"""What a user chose, such as the campaign in use: not part of any history."""

from __future__ import annotations

from sqlmodel import Session

from campaign.store.journal import author_of
from campaign.store.models import Setting


def read(session: Session, author: str, key: str) -> str | None:
    """A setting of this user, or None."""
    found = session.get(Setting, (author_of(author), key))
    return found.value if found else None


def write(session: Session, author: str, key: str, value: str) -> None:
    """Change a setting of this user."""
    session.merge(Setting(author=author_of(author), key=key, value=value))
    session.flush()
