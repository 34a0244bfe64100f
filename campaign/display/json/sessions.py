"""Sessions outside a campaign as JSON documents."""

from __future__ import annotations

from collections.abc import Iterable

from campaign.display.json import parts
from campaign.display.json.parts import Document, document
from campaign.services.sessions import Listed
from campaign.services.values import Outside


def session_list(rows: Iterable[Listed], head: str) -> Document:
    """All sessions outside a campaign, and the head of the database."""
    return document("sessions", sessions=[_row(row) for row in rows], head=head or None)


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


def _row(row: Listed) -> Document:
    """A session of the list: its results by rank, its players' names by seat."""
    by_seat = sorted(row.results, key=lambda result: result.seat)
    return {
        "id": row.number,
        "game": row.log.game,
        "played": row.log.played,
        "recorded_at": row.log.recorded_at,
        "verdict": row.log.verdict,
        "as_played": row.log.as_played,
        "results": [
            {"seat": result.seat, "score": result.score, "rank": result.rank}
            for result in row.results
        ],
        "names": {result.seat: result.player for result in by_seat if result.player},
    }
