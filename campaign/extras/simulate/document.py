"""What a simulation has made, as a JSON document."""

from __future__ import annotations

from typing import Literal

from campaign.display.json.parts import Document


class Simulated(Document):
    """How many games were stored or written."""

    kind: Literal["simulated"] = "simulated"
    count: int
