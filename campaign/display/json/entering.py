"""The drafts as JSON documents (docs/json.md)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from campaign.display.json.pack_documents import document
from campaign.services.entering.drafts import Draft


def drafts_document(drafts: Sequence[Draft]) -> dict[str, Any]:
    """All drafts."""
    return document("drafts", drafts=[_draft(draft) for draft in drafts])


def draft_document(draft: Draft, differs: str) -> dict[str, Any]:
    """One draft with its lines."""
    lines = [
        {"typed": line.typed, "moves": [str(move) for move in line.moves]} for line in draft.lines
    ]
    return document("draft", **_draft(draft), typed=lines, differs=differs or None)


def _draft(draft: Draft) -> dict[str, Any]:
    stored = draft.stored
    return {
        "number": stored.number,
        "game": stored.game,
        "stream": stored.stream or None,
        "episode": stored.episode or None,
        "author": stored.author,
        "place": stored.place,
        "program": stored.program,
        "changed_at": stored.changed_at,
        "lines": len(draft.lines),
        "damaged": draft.damaged or None,
    }
