"""The document of a chronicle that was written."""

from __future__ import annotations

from campaign.display.json.parts import Document, document


def chronicle(output: str, proof: bool, characters: int) -> Document:
    """Where a page is, whether it holds its proof, and how long it is."""
    return document("chronicle", output=output, proof=proof, characters=characters)
