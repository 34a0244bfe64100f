"""Players and their time at a city, as a JSON document."""

from __future__ import annotations

from collections.abc import Sequence

from campaign.display.json.parts import Document, document
from campaign.services.players import Held


def player_list(rows: Sequence[Held]) -> Document:
    """Players and their time at a city."""
    return document(
        "players", players=[{**row._asdict(), "until": row.until or None} for row in rows]
    )
