"""Histories that change hands: what a bundle is beside what is here, and receipts."""

from __future__ import annotations

from rich.console import RenderableType
from rich.text import Text

from campaign.display.terminal import parts
from campaign.services.handover.histories import Compared, Handed, How
from campaign.services.handover.receipts import Receipt

SHOWN = 20
"""Differences that are listed; the rest is counted."""

WORDS = {
    How.NEW: "This campaign is not here yet.",
    How.IDENTICAL: "It is the history that is here, entry by entry.",
    How.BEHIND: "What is here is its beginning; it goes on with {more}.",
    How.AHEAD: "It is the beginning of what is here: there is nothing to take.",
    How.DIVERGED: "The two part after entry {shared}: here {here} more, there {there} more.",
}


def compared(handed: Handed, found: Compared) -> RenderableType:
    """What a bundle carries, beside the history that is here."""
    here = len(found.here.entries) if found.here else 0
    there = len(handed.entries)
    said = WORDS[found.how].format(
        more=parts.many(there - found.shared, "entry"),
        shared=found.shared,
        here=here - found.shared,
        there=there - found.shared,
    )
    at = parts.day(str(handed.bundle.manifest.get("at", "0000-01-01")))
    rows: list[RenderableType] = [
        Text(handed.name, style="bold"),
        parts.line(f"Packed {at} by {handed.giver}, key {handed.bundle.by.fingerprint}"),
        parts.line(f"{parts.many(there, 'entry')}, head {handed.head}"),
        parts.line(said, style="" if found.how is not How.DIVERGED else "bold yellow"),
    ]
    if found.here and found.how is How.DIVERGED:
        rows.append(parts.line(f"Here: head {found.here.head}. There: head {handed.head}."))
    if found.changes:
        rows.append(Text("What is different there:", style="bold"))
        rows += [parts.item(words) for words in found.changes[:SHOWN]]
        if len(found.changes) > SHOWN:
            rows.append(parts.item(f"and {len(found.changes) - SHOWN} more"))
    return parts.lines(*rows)


def receipt(found: Receipt) -> RenderableType:
    """What was accepted, and what follows for the history that is here."""
    day = parts.day(found.entry.recorded_at)
    head = found.history.entries[found.shared - 1]
    rows: list[RenderableType] = [
        parts.line(
            f"{found.player} accepted {found.seat} of {found.history.campaign.name} on {day}, "
            f"key {found.fingerprint}."
        ),
        parts.line(f"What was accepted is this history up to entry {head.seq}."),
    ]
    if found.here:
        rows.append(parts.line("The acceptance is in the history."))
    elif found.fits:
        rows.append(parts.line("It is the next entry: --take adds it here as well."))
    else:
        more = len(found.history.entries) - found.shared
        rows.append(parts.line(f"Since then {parts.many(more, 'entry')} came here."))
    return parts.lines(*rows)
