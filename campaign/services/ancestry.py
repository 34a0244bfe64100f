"""The entries that a history has: its own, and those carried over from other copies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from campaign.store import stamps
from campaign.store.journal import Entry

CARRIED_OVER = "carried over"
"""The kind of the entry that begins a step of entries carried over from another copy."""


def entry_by_hash(entries: Sequence[Entry]) -> Mapping[str, int]:
    """The entry number of each hash in a history: its own hashes and those carried over."""
    return {digest: entry.seq for entry in entries for digest in _had_by(entry, entries)}


def number_by_head(entries: Sequence[Entry]) -> Mapping[str, int]:
    """The entry number of each hash at which somebody could accept a city, as `entry_by_hash`."""
    return {**entry_by_hash(entries), **{entry.hash: entry.seq for entry in entries}}


def _had_by(entry: Entry, entries: Sequence[Entry]) -> Iterator[str]:
    """The hashes that an entry brings to its history.

    The first entry of a carried step lists all hashes of the step; its other entries bring none.
    """
    if entry.kind == CARRIED_OVER:
        yield from entry.payload["hashes"]
        return
    if not was_carried(entry, entries):
        yield entry.hash


def hashes_of(entry: Entry, entries: Sequence[Entry]) -> Sequence[str]:
    """The hash of an entry; of one that was carried over, the hashes of its whole step."""
    if was_carried(entry, entries):
        entry = entries[entry.payload["step"] - 1]
        return tuple(entry.payload["hashes"])
    return (entry.hash,)


def was_carried(entry: Entry, entries: Sequence[Entry]) -> bool:
    """Whether an entry belongs to a step that was carried over from another copy."""
    step = entry.payload.get("step", 0)
    return type(step) is int and 0 < step < entry.seq and entries[step - 1].kind == CARRIED_OVER


def came_at(entry: Entry, entries: Sequence[Entry]) -> str:
    """The stamp of when an entry came here: of one that was carried over, that of its step."""
    came = entries[entry.payload["step"] - 1] if was_carried(entry, entries) else entry
    return came.recorded_at


def day_of_head(entry: Entry, entries: Sequence[Entry]) -> str:
    """The day from which on a history has the head of an entry, ISO 8601."""
    return stamps.day(came_at(entry, entries))
