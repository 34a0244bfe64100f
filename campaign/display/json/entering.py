"""Drafts as JSON documents."""

from __future__ import annotations

from collections.abc import Sequence

from campaign.display.json.parts import Document, document
from campaign.services.entering.drafts import Draft


def draft_list(drafts: Sequence[Draft]) -> Document:
    """All drafts."""
    return document("drafts", drafts=[_draft(draft) for draft in drafts])


def draft(draft: Draft, differs: str) -> Document:
    """One draft with its lines."""
    lines = [
        {"typed": line.typed, "moves": [str(move) for move in line.moves]} for line in draft.lines
    ]
    return document("draft", **_draft(draft), typed=lines, differs=differs or None)


def _draft(draft: Draft) -> Document:
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
