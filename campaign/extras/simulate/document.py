"""What a simulation has made, as a JSON document."""

from __future__ import annotations

from campaign.display.json.parts import Document, document


def simulated(count: int) -> Document:
    """How many sessions were played and kept."""
    return document("simulated", count=count)
