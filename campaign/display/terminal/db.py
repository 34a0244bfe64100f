"""Copies of the database: what one would take away."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType

from campaign.display.terminal import parts
from campaign.store.restore import Lost


def lost(found: Sequence[Lost]) -> RenderableType:
    """What is in the database and not in a copy."""
    if not found:
        return parts.line("The copy has every entry that is here: nothing would be lost.")
    rows = [parts.item(f"{each.stream}: {parts.many(each.entries, 'entry')}") for each in found]
    return parts.lines(parts.line("Here and not in the copy:"), *rows)
