"""What JSON documents have in common: their frame, and score sheets.

A change that could break a reader raises SCHEMA.
"""

from __future__ import annotations

from typing import Any

from engine.kernel.score import Sheet

SCHEMA = 1
Document = dict[str, Any]


def document(kind: str, **values: Any) -> Document:
    """A document of this kind."""
    return {"schema": SCHEMA, "kind": kind, **values}


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
