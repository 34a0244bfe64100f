"""A written chronicle as a JSON document."""

from __future__ import annotations

from pydantic import Field

from campaign.display.json.parts import Document


class ChronicleDocument(Document, kind="chronicle"):
    """A page that was written."""

    output: str = Field(description="the file")
    proof: bool = Field(description="whether the signed history is in it")
    characters: int = Field(description="how long it is")
