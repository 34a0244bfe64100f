"""The entries that a history has: its own, and those carried over from other copies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from campaign.store.journal import Entry

CARRIED_OVER = "carried over"
"""The kind of the entry that begins a step of what another copy has."""


def had(entries: Sequence[Entry]) -> Mapping[str, int]:
    """For each hash the number of the entry that has it: as its own hash, or as carried over."""
    return {digest: entry.seq for entry in entries for digest in _had_by(entry, entries)}


def _had_by(entry: Entry, entries: Sequence[Entry]) -> Iterator[str]:
    """The hashes that an entry brings: none where its step was carried over, and says so itself."""
    if entry.kind == CARRIED_OVER:
        yield from entry.payload["hashes"]
        return
    if not was_carried(entry, entries):
        yield entry.hash


def was_carried(entry: Entry, entries: Sequence[Entry]) -> bool:
    """Whether an entry of a history came with the others of a step from another copy."""
    step = entry.payload.get("step", 0)
    return type(step) is int and 0 < step < entry.seq and entries[step - 1].kind == CARRIED_OVER
