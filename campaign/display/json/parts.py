"""What several JSON documents contain: their frame, cities, stickers, episodes, score sheets.

A change that could break a reader raises SCHEMA.
"""

from __future__ import annotations

from typing import Any

from engine.kernel.score import Sheet
from engine.my_city.campaign.model import Campaign, City, Played, Right
from engine.my_city.campaign.stickers import targets

SCHEMA = 1
Document = dict[str, Any]


def document(kind: str, **values: Any) -> Document:
    """A document of this kind."""
    return {"schema": SCHEMA, "kind": kind, **values}


def city(city: City) -> Document:
    """A city as it stands."""
    return {
        "seat": city.seat,
        "name": city.name or None,
        "player": city.player or None,
        "marks": city.progress,
        "stickers": list(city.board),
    }


def owed(campaign: Campaign, right: Right) -> Document:
    """A sticker that is owed, with the squares it may go on."""
    return {
        "seat": right.seat,
        "kind": right.kind,
        "reason": right.reason,
        "before_episode": right.before,
        "squares": list(targets(campaign, right)),
    }


def played(played: Played) -> Document:
    """A recorded episode."""
    return {
        "episode": played.number,
        "played": played.record.played.isoformat() if played.record.played else None,
        "verdict": str(played.verdict.kind),
        "as_played": played.as_played,
        "sheets": [sheet(one) for one in played.sheets],
    }


def sheet(sheet: Sheet) -> Document:
    """The score sheet of a seat."""
    return {
        "seat": sheet.seat,
        "score": sheet.total,
        "rank": sheet.rank,
        "tie": sheet.tie or None,
        "lines": [line._asdict() for line in sheet.lines],
        "figures": dict(sheet.figures),
    }
