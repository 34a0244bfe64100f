"""Copies of the database: what putting one in its place would lose."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType

from campaign.display.terminal import parts
from campaign.services.words import many
from campaign.store import revision
from campaign.store.continuity import Contents
from campaign.store.restore import Lost


def status(place: str, contents: Contents) -> RenderableType:
    """What a database holds, and its head."""
    counts = (
        many(contents.campaigns, "campaign"),
        many(contents.sessions, "session"),
        many(contents.entries, "entry"),
    )
    return parts.lines(
        parts.line(place),
        parts.line(f"Schema {revision.HEAD}: {', '.join(map(str, counts))}"),
        parts.head_of_database(contents.head),
    )


def lost(lost: Sequence[Lost]) -> RenderableType:
    """What is in the database and not in a copy."""
    if not lost:
        return parts.line("The copy has every entry that is here: nothing would be lost.")
    rows = [parts.item(f"{stream.stream}: {many(stream.entries, 'entry')!s}") for stream in lost]
    return parts.lines(parts.line("Here and not in the copy:"), *rows)
