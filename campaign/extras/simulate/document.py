"""What a simulation has made, as a JSON document."""

from __future__ import annotations

from pydantic import Field

from campaign.display.json.parts import Document


class SimulationDocument(Document, kind="simulated"):
    """How many games were played, and whether the database has them."""

    count: int
    kept: bool = Field(description="true with `--keep`")
