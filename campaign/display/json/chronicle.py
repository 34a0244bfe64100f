"""The document of a chronicle that was written."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from campaign.display.json.parts import Document


class Chronicle(Document):
    """A page that was written."""

    kind: Literal["chronicle"] = "chronicle"
    output: str = Field(description="the file")
    proof: bool = Field(description="whether the signed history is in it")
    characters: int = Field(description="how long it is")
