"""Copies of the database: what putting one in its place would lose."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType

from campaign.display.terminal import parts
from campaign.services.words import many
from campaign.store.restore import Lost


def lost(lost: Sequence[Lost]) -> RenderableType:
    """What is in the database and not in a copy."""
    if not lost:
        return parts.line("The copy has every entry that is here: nothing would be lost.")
    rows = [parts.item(f"{stream.stream}: {many(stream.entries, 'entry')}") for stream in lost]
    return parts.lines(parts.line("Here and not in the copy:"), *rows)
