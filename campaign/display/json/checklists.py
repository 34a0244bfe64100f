"""Checklists for the real boards as a JSON document."""

from __future__ import annotations

from collections.abc import Sequence

from campaign.display.json.parts import Document, document
from campaign.services.checklists import Checklist
from campaign.services.values import History


def checklists(history: History, checklists: Sequence[Checklist]) -> Document:
    """What the real boards must show, and when they were last checked."""
    return document("checklists", boards=[_board(history, board) for board in checklists])


def _board(history: History, checklist: Checklist) -> Document:
    last = history.campaign.checked.get(checklist.seat)
    checked = last and {
        "at": history.recorded_at(last.entry),
        "by": last.by,
        "differs": last.differs or None,
    }
    return {**checklist._asdict(), "checked": checked}
