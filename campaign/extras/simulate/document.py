"""What a simulation has made, as a JSON document."""

from __future__ import annotations

from campaign.display.json.parts import Document


class Simulated(Document, kind="simulated"):
    """How many games were stored or written."""

    count: int
