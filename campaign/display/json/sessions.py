"""Sessions outside a campaign as JSON documents."""

from __future__ import annotations

from collections.abc import Iterable

from campaign.display.json import parts
from campaign.display.json.parts import Document, document
from campaign.services.values import Outside
from campaign.store.listing import Listed


def session_list(rows: Iterable[Listed]) -> Document:
    """All sessions outside a campaign."""
    return document(
        "sessions",
        sessions=[
            {
                "id": row.number,
                "game": row.game,
                "played": row.played or None,
                "recorded_at": row.recorded_at,
                "verdict": row.verdict,
                "as_played": row.as_played,
                "results": [
                    {"seat": seat, "score": score, "rank": rank} for seat, score, rank in row.scores
                ],
                "names": dict(row.names),
            }
            for row in rows
        ],
    )


def session(outside: Outside) -> Document:
    """One session outside a campaign."""
    return document(
        "session",
        id=outside.number,
        game=outside.record.game,
        recorded_at=outside.recorded_at,
        author=outside.author,
        verdict=str(outside.verdict.kind),
        as_played=outside.as_played,
        stated=dict(outside.record.result),
        sheets=[parts.sheet(sheet) for sheet in outside.verdict.sheets],
        placeholders=list(outside.verdict.placeholders),
        record=outside.text,
    )
