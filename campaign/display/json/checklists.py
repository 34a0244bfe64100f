"""Checklists for the real boards as a JSON document."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import Field

from campaign.display.json.parts import Document, Items, OrNull, Part, Time
from campaign.services.checked_boards import changed_since_check
from campaign.services.checklists import Checklist
from campaign.services.values import History


class BoardCheckPart(Part):
    """When a board was last compared with its checklist."""

    at: Time
    by: str
    differs: OrNull[str]
    changed_since: bool = Field(description="the record of the board has changed since")


class BoardToCheck(Part):
    """What a real board must show."""

    seat: str
    player: str
    marks: int
    stickers: Items[str] = Field(description="by square")
    marked: Items[str] = Field(description="marks on buildings")
    others: Items[str]
    checked: BoardCheckPart | None


class ChecklistsDocument(Document, kind="checklists"):
    """What the real boards must show."""

    boards: Items[BoardToCheck]


def checklists(history: History, checklists: Sequence[Checklist]) -> ChecklistsDocument:
    """The document of what real boards must show, and of their last checks."""
    changed = changed_since_check(history)
    return ChecklistsDocument.from_value(
        boards=[_board(history, board, changed=board.seat in changed) for board in checklists]
    )


def _board(history: History, checklist: Checklist, *, changed: bool) -> BoardToCheck:
    last = history.campaign.checked.get(checklist.seat)
    check = last and BoardCheckPart.from_value(
        last, at=history.recorded_at(last.entry), changed_since=changed
    )
    return BoardToCheck.from_value(checklist, checked=check)
