"""Corrections: what they would change, and the versions of a record."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import unified_diff

from rich.console import RenderableType
from rich.text import Text

from campaign.display.terminal import parts
from campaign.display.terminal.history import event
from campaign.services.corrections import Cascade, Version
from campaign.services.values import History


def cascade(history: History, found: Cascade) -> RenderableType:
    """What counts no more, and everything that follows differently."""
    rows: list[RenderableType] = []
    if found.withdrawn:
        rows.append(Text("No longer counts (it stays readable in the history):", style="bold"))
        rows += [parts.item(f"entry {seq}: {event(history, seq)}") for seq in found.withdrawn]
    rows.append(Text("What follows:", style="bold"))
    rows += [parts.item(words) for words in found.changes]
    if not found.changes:
        rows.append(parts.item("nothing else changes"))
    return parts.lines(*rows)


def versions(number: int, found: Sequence[Version]) -> RenderableType:
    """The versions that the record of an episode has had, and what changed between them."""
    rows: list[RenderableType] = [
        Text(f"Episode {number}: {parts.many(len(found), 'version')}", style="bold")
    ]
    for i, version in enumerate(found, 1):
        why = f": {version.reason}" if version.reason else ""
        counts = ", the one that counts" if version.counts else ""
        rows.append(parts.line(f"Version {i}, entry {version.entry}{why}{counts}"))
        if i > 1:
            lines = unified_diff(
                found[i - 2].record.splitlines(), version.record.splitlines(), lineterm="", n=0
            )
            rows += [parts.item(line) for line in list(lines)[2:]]
    return parts.lines(*rows)
