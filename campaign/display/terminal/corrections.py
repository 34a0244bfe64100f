"""Corrections: what they would change, and the versions of a record."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import unified_diff

from rich.console import RenderableType
from rich.text import Text

from campaign.display.terminal import parts
from campaign.display.text.history import entry_in_words
from campaign.services.corrections import Cascade, Version
from campaign.services.values import History
from campaign.services.words import many


def cascade(history: History, cascade: Cascade) -> RenderableType:
    """What counts no more, and everything that follows differently."""
    rows: list[RenderableType] = []
    if cascade.withdrawn:
        rows.append(Text("No longer counts (it stays readable in the history):", style="bold"))
        rows += [
            parts.item(f"entry {number}: {entry_in_words(history, number)}")
            for number in cascade.withdrawn
        ]
    rows.append(Text("What follows:", style="bold"))
    rows += map(parts.item, cascade.changes or ("nothing else changes",))
    return parts.lines(*rows)


def versions(number: int, versions: Sequence[Version]) -> RenderableType:
    """The versions that the record of an episode has had, and what changed between them."""
    rows: list[RenderableType] = [
        Text(f"Episode {number}: {many(len(versions), 'version')}", style="bold")
    ]
    for i, version in enumerate(versions):
        why = f": {version.reason}" if version.reason else ""
        counts = ", the one that counts" if version.counts else ""
        rows.append(parts.line(f"Version {i + 1}, entry {version.entry}{why}{counts}"))
        if i:
            old, new = versions[i - 1].record.splitlines(), version.record.splitlines()
            rows += map(parts.item, list(unified_diff(old, new, lineterm="", n=0))[2:])
    return parts.lines(*rows)
