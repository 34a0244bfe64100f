"""What of a journal counts, after the entries that withdraw, restore and amend others.

    1 created   2 opened   3 recorded   4 placed   5 withdrawn (4)   6 amended (3)
    effective: 1, 2, 3 with the record of 6

Nothing is ever removed: a correction is an entry of its own, and can be corrected itself.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.errors import Refused
from engine.my_city.campaign.entries import (
    Amended,
    Created,
    Entry,
    EpisodeRecorded,
    PackApplied,
    Restored,
    Withdrawn,
)

Numbered = tuple[int, Entry]
"""An entry with its number in the journal, from 1."""


class Unsound(Refused):
    """An entry that does not follow from those before it, as they count now."""

    def __init__(self, number: int, kind: str, error: Exception) -> None:
        super().__init__(f"entry {number} ({kind}): {error}", getattr(error, "remedy", ""))
        self.entry = number


def reaches_back(entry: Entry) -> bool:
    """Whether an entry changes what earlier ones mean, so that all must be folded anew."""
    if isinstance(entry, PackApplied):
        return bool(entry.again)
    return isinstance(entry, Withdrawn | Restored | Amended)


def effective(entries: Sequence[Entry]) -> tuple[Numbered, ...]:
    """The entries that count, each in the version that counts; raises `Refused`."""
    gone = withdrawn(entries)
    records = {
        entry.entry: amended(entry)
        for number, entry in enumerate(entries, 1)
        if isinstance(entry, Amended) and number not in gone
    }
    return tuple(
        (number, records.get(number, entry))
        for number, entry in enumerate(entries, 1)
        if number not in gone and not isinstance(entry, Withdrawn | Restored | Amended)
    )


def amended(entry: Amended) -> EpisodeRecorded:
    """The entry that counts in the place of the one that is amended."""
    return EpisodeRecorded(entry.record, entry.edition, entry.pack, entry.as_played, entry.layout)


def standing(entries: Sequence[Entry]) -> tuple[int, ...]:
    """The numbers of the entries that can be withdrawn, amendments among them."""
    gone = withdrawn(entries)
    return tuple(
        number
        for number, entry in enumerate(entries, 1)
        if number not in gone and not isinstance(entry, Created | Withdrawn | Restored)
    )


def withdrawn(entries: Sequence[Entry]) -> frozenset[int]:
    """The numbers of the entries that do not count; raises `Refused` for what cannot be."""
    gone: set[int] = set()
    for number, entry in enumerate(entries, 1):
        match entry:
            case Withdrawn(numbers):
                for n in numbers:
                    if not 1 < n < number or isinstance(entries[n - 1], Withdrawn | Restored):
                        raise Refused(f"entry {n} cannot be withdrawn")
                    if n in gone:
                        raise Refused(f"entry {n} is withdrawn already")
                gone |= set(numbers)
            case Restored(n):
                back = entries[n - 1] if 0 < n < number else None
                if not isinstance(back, Withdrawn) or not set(back.entries) <= gone:
                    raise Refused(f"entry {n} is no withdrawal that counts")
                gone -= set(back.entries)
            case Amended(n):
                changed = entries[n - 1] if 0 < n < number else None
                if not isinstance(changed, EpisodeRecorded) or n in gone:
                    raise Refused(f"entry {n} holds no record that counts")
    return frozenset(gone)


def versions(entries: Sequence[Entry], number: int) -> tuple[Numbered, ...]:
    """The records that an entry has had, each with the entry that brought it, oldest first."""
    return tuple(
        (at, entry)
        for at, entry in enumerate(entries, 1)
        if at == number or (isinstance(entry, Amended) and entry.entry == number)
    )
