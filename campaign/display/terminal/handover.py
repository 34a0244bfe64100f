"""Histories that change hands: a bundle compared with what is here, and receipts."""

from __future__ import annotations

from rich.console import RenderableType
from rich.text import Text

from campaign.display.terminal import parts
from campaign.services.handover.histories import Compared, How
from campaign.services.handover.packing import Handed
from campaign.services.handover.receipts import Receipt
from campaign.services.words import day, many

SHOWN = 20
"""Differences that are listed; the rest is counted."""

WORDS = {
    How.NEW: "This campaign is not here yet.",
    How.IDENTICAL: "It is the history that is here, entry by entry.",
    How.BEHIND: "What is here is its beginning; it continues with {more}.",
    How.AHEAD: "It is the beginning of what is here: there is nothing to add.",
    How.DIVERGED: "They diverge after entry {shared}; since then {here} here, {there} there.",
}


def bundle(handed: Handed, compared: Compared, key: str) -> RenderableType:
    """What a bundle carries, compared with the history that is here; `key` in a sentence."""
    shared, diverged = compared.shared, compared.how is How.DIVERGED
    here = len(compared.here.entries) if compared.here else 0
    there = len(handed.entries)
    result = WORDS[compared.how].format(
        more=many(there - shared, "entry"),
        shared=shared,
        here=many(here - shared, "entry"),
        there=many(there - shared, "entry"),
    )
    packed = day(handed.manifest.at)
    rows: list[RenderableType] = [
        Text(handed.name, style="bold"),
        parts.line(f"Packed {packed} by {handed.giver}"),
        parts.line(f"Key {handed.fingerprint}"),
        parts.line(key),
        parts.line(f"{many(there, 'entry')}, head {handed.head}"),
        parts.line(result, style="bold yellow" if diverged else ""),
    ]
    if compared.here and diverged:
        rows.append(parts.line(f"Here: head {compared.here.head}. There: head {handed.head}."))
    if compared.changes:
        rows.append(Text("What is different there:", style="bold"))
        rows += map(parts.item, compared.changes[:SHOWN])
        if len(compared.changes) > SHOWN:
            rows.append(parts.item(f"and {len(compared.changes) - SHOWN} more"))
    return parts.lines(*rows)


def letter(handed: Handed) -> RenderableType:
    """The letter in a bundle, indented: none of its lines can be taken for one of the program's."""
    heading = Text("The letter in it:", style="bold")
    return parts.lines(heading, parts.item(Text(handed.letter.rstrip())))


def receipt(receipt: Receipt, key: str) -> RenderableType:
    """What was accepted, and what follows for the history that is here."""
    entries = receipt.history.entries
    accepted = (
        f"{receipt.player} accepted {receipt.seat} of {receipt.history.campaign.name} "
        f"on {day(receipt.entry.recorded_at)}."
    )
    if receipt.here:
        follows = "The acceptance is in the history."
    elif receipt.fits:
        follows = "It is the next entry: --take adds it here as well."
    else:
        follows = f"Since then {many(len(entries) - receipt.shared, 'entry')} came here."
    last = entries[receipt.shared - 1]
    return parts.lines(
        parts.line(accepted),
        parts.line(f"Key {receipt.fingerprint}"),
        parts.line(key),
        parts.line(f"What was accepted is this history up to entry {last.seq}."),
        parts.line(follows),
    )
