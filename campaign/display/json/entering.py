"""Drafts as JSON documents."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import Field

from campaign.display.json.parts import Document, Items, OrNull, Part, Time
from campaign.services.entering import drafts as service
from campaign.services.entering.game import DraftLine


class ListedDraft(Part):
    """A session that is being entered and not recorded yet."""

    number: int
    game: str
    stream: OrNull[str]
    episode: OrNull[int]
    author: str
    place: str = Field(description="the machine")
    program: str = Field(description="its version")
    changed_at: Time
    lines: int
    damaged: OrNull[str]


class DraftsDocument(Document, kind="drafts"):
    """All sessions that are being entered and not recorded yet."""

    drafts: Items[ListedDraft]


class TypedLine(Part):
    """A line that was typed, and the moves it stands for."""

    typed: str
    moves: Items[str]


class DraftDocument(ListedDraft, Document, kind="draft"):
    """One draft with its lines."""

    typed: Items[TypedLine]
    waiting: Items[TypedLine] = Field(description="later lines that are to be entered again")
    differs: OrNull[str] = Field(
        description="if its episode has been recorded, how that record differs"
    )


def draft_list(drafts: Sequence[service.LoadedDraft]) -> DraftsDocument:
    """The document of all drafts."""
    return DraftsDocument.from_value(
        drafts=[ListedDraft.from_value(draft.stored, **_beside(draft)) for draft in drafts]
    )


def draft(draft: service.LoadedDraft, differs: str) -> DraftDocument:
    """The document of one draft with its lines."""
    return DraftDocument.from_value(
        draft.stored,
        **_beside(draft),
        typed=_typed(draft.lines),
        waiting=_typed(draft.rest),
        differs=differs,
    )


def _typed(lines: Sequence[DraftLine]) -> list[TypedLine]:
    return [TypedLine.from_value(line, moves=map(str, line.moves)) for line in lines]


def _beside(draft: service.LoadedDraft) -> dict[str, object]:
    """The fields of a draft that are not in its row."""
    return {"lines": len(draft.lines), "damaged": draft.damaged}
