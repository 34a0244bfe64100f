"""Drafts of sessions that are being entered: one row each, rewritten with every line.

A draft is no part of any history.
"""

from __future__ import annotations

from typing import Any, ClassVar, cast

import sqlalchemy as sa
from sqlmodel import Session, SQLModel, col, func, select

from campaign.store import settings
from campaign.store.columns import number_key, text
from campaign.store.journal import author_of
from engine.kernel.texts import number_in

LARGEST = 2**63 - 1
"""The largest number that a database takes."""
_LAST_NUMBER = "draft", "last number"
"""The author and key of the setting with the number of the draft that was begun last."""


class StoredDraft(SQLModel, table=True):
    """A draft as a row; `number` and `saved` are 0 for a draft that was never saved.

    `stream` is the stream of the campaign; outside a campaign it is "" and `episode` is 0.
    `content` is the text with the lines, and `saved` the number of times that the draft was saved.
    `author`, `place` and `program` are who enters the session, the computer, and the version of
    the program.
    """

    __tablename__: ClassVar[str] = "draft"

    number: int = number_key(default=0)
    saved: int = 0
    stream: str = text()
    game: str = text()
    episode: int
    author: str = text()
    place: str = text()
    program: str = text()
    changed_at: str = text()
    content: str = text()

    def with_values(self, **values: Any) -> StoredDraft:
        """A copy of the draft with other values, not saved yet."""
        return StoredDraft(**{**self.model_dump(), **values})


class DraftChanged(Exception):
    """The draft was changed or discarded elsewhere since it was last saved here."""


def save(session: Session, draft: StoredDraft, before: str = "") -> StoredDraft:
    """Write a draft, and return the stored one; raises `DraftChanged` if it changed elsewhere.

    `before` is the content as it was read: where a copy of the database was put back, others
    may have saved another content as often.

    A draft that was moved meanwhile stays in the stream to which it was moved.
    """
    saved_draft = draft.with_values(
        author=author_of(draft.author),
        saved=draft.saved + 1,
        number=draft.number or _new_number(session),
    )
    if not draft.saved:
        session.execute(sa.insert(StoredDraft).values(saved_draft.model_dump()))
        return saved_draft
    result = session.execute(
        sa.update(StoredDraft)
        .where(
            col(StoredDraft.number) == draft.number,
            col(StoredDraft.saved) == draft.saved,
            col(StoredDraft.content) == before,
        )
        .values(saved_draft.model_dump(exclude={"stream"}))
    )
    if cast("sa.CursorResult[Any]", result).rowcount != 1:
        raise DraftChanged(f"draft {draft.number} was changed or discarded elsewhere")
    return saved_draft


def all_drafts(session: Session) -> tuple[StoredDraft, ...]:
    """All drafts, by number."""
    return tuple(session.exec(select(StoredDraft).order_by(col(StoredDraft.number))))


def read(session: Session, number: int) -> StoredDraft | None:
    """The draft with a number, or None."""
    return session.get(StoredDraft, number) if number <= LARGEST else None


def discard(session: Session, number: int, saved: int | None = None) -> None:
    """Delete the draft with a number, if there is one, and if it was saved no more than `saved`."""
    conditions = [col(StoredDraft.number) == number]
    if saved is not None:
        conditions.append(col(StoredDraft.saved) <= saved)
    session.execute(sa.delete(StoredDraft).where(*conditions))


def _new_number(session: Session) -> int:
    """A number that no draft has had: one that was discarded may still be open elsewhere."""
    last_number = session.exec(select(func.max(StoredDraft.number))).one() or 0
    given = settings.read(session, *_LAST_NUMBER) or ""
    last_number = max(last_number, number_in(given))
    settings.write(session, *_LAST_NUMBER, str(last_number + 1))
    return last_number + 1


def move(session: Session, stream: str, to: str) -> None:
    """Move the drafts of a campaign from `stream` to the stream in which the campaign goes on."""
    session.execute(
        sa.update(StoredDraft).where(col(StoredDraft.stream) == stream).values(stream=to)
    )
