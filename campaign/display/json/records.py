"""The replay of a record as a JSON document, for episodes and sessions."""

from __future__ import annotations

from pydantic import Field

from campaign.display.json import parts
from campaign.display.json.parts import Document, Items
from engine.kernel import replay as kernel
from engine.kernel.record import Record


class ReplayDocument(Document, kind="replay"):
    """The result of replaying a record now."""

    game: str
    moves: Items[str] = Field(description="as in the record")
    verdict: parts.Verdict
    by_hand: int = Field(description="how many lines the table gave that no rule proves")
    reason: str = Field(description="why it is not verified, else empty")
    sheets: Items[parts.SheetPart] = Field(description="scores by replay")
    placeholders: Items[str] = Field(description="the made-up values that it relied on")


def replay(record: Record, verdict: kernel.Verdict) -> ReplayDocument:
    """The document of a replay."""
    return ReplayDocument.from_value(
        verdict,
        game=record.game,
        moves=map(str, record.moves or ()),
        verdict=verdict.kind,
        sheets=map(parts.sheet, verdict.sheets),
    )
