"""What a replay of a record gives, as a JSON document: for episodes and sessions alike."""

from __future__ import annotations

from campaign.display.json import parts
from campaign.display.json.parts import Document, document
from engine.kernel.record import Record
from engine.kernel.replay import Verdict


def replay(record: Record, verdict: Verdict) -> Document:
    """What a replay gives."""
    return document(
        "replay",
        game=record.game,
        moves=[str(move) for move in record.moves or ()],
        verdict=str(verdict.kind),
        by_hand=verdict.by_hand,
        reason=verdict.reason,
        sheets=[parts.sheet(sheet) for sheet in verdict.sheets],
        placeholders=list(verdict.placeholders),
    )
