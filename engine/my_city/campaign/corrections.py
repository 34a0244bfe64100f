"""Which entries of a journal count, after some have withdrawn, restored or amended others.

    1 created   2 opened   3 recorded   4 placed   5 withdrawn (4)   6 amended (3)
    effective: 1, 2, 3 with the record of 6

Nothing is ever removed: a correction is an entry of its own, and can be corrected itself. The
entries of one correction are one step. An undo withdraws the whole step, and what its entries had
withdrawn counts again.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from engine.kernel.errors import NotAllowed, wording_of
from engine.kernel.phrases import phrase
from engine.my_city.campaign.entries import (
    CampaignCreated,
    EntriesRestored,
    EntriesWithdrawn,
    Entry,
    EpisodeAmended,
    EpisodeRecorded,
    PackApplied,
    PlayerJoined,
    PlayerLeft,
    StickerPlaced,
)

if TYPE_CHECKING:
    from engine.my_city.campaign.model import Campaign

Numbered = tuple[int, Entry]
"""An entry with its number in the journal, from 1."""
NAMING = (
    EntriesWithdrawn,
    EntriesRestored,
    EpisodeAmended,
    StickerPlaced,
    PlayerJoined,
    PlayerLeft,
)
"""The kinds of entries that can name earlier ones."""
DEEPEST = 200
"""The most corrections of which each takes back the one before; an evening of undo has three."""
WITHDRAWN_TOO = "no longer holds after the correction"
WITHDRAWALS_TOO = (WITHDRAWN_TOO, "does not stand after the correction")
"""The reasons of a withdrawal that belongs to the entry before it, in journals without steps."""
_MOVED = re.compile(r"on (.+?) instead of ")
"""How the reason of a withdrawal begins to which the sticker after it belongs, in such journals."""


class UnsoundEntry(NotAllowed):
    """An entry that does not follow from the entries before it, as these count now.

    `before` is the campaign before this entry.
    """

    def __init__(self, number: int, kind: str, error: Exception, before: Campaign) -> None:
        words = phrase(
            "entry {number} ({kind}): {why}",
            number=number,
            kind=phrase(kind),
            why=wording_of(error),
        )
        super().__init__(words, getattr(error, "remedy", ""))
        self.entry, self.before = number, before


def reaches_back(entry: Entry) -> bool:
    """Whether an entry changes what earlier ones mean, so that all must be folded anew."""
    match entry:
        case PackApplied():
            return bool(entry.again)
        case StickerPlaced() | PlayerJoined() | PlayerLeft():
            return bool(entry.before)
    return isinstance(entry, EntriesWithdrawn | EntriesRestored | EpisodeAmended)


def effective_entries(entries: Sequence[Entry]) -> tuple[Numbered, ...]:
    """The entries that count, in order, each in the version that counts; raises `NotAllowed`."""
    withdrawn_numbers = withdrawn_entries(entries)
    records = {
        entry.entry: amended(entry)
        for number, entry in enumerate(entries, 1)
        if isinstance(entry, EpisodeAmended) and number not in withdrawn_numbers
    }
    counting = [
        (number, records.get(number, entry))
        for number, entry in enumerate(entries, 1)
        if number not in withdrawn_numbers
        and not isinstance(entry, EntriesWithdrawn | EntriesRestored | EpisodeAmended)
    ]
    return tuple(sorted(counting, key=lambda numbered: place_of(*numbered)))


def place_of(number: int, entry: Entry) -> float:
    """The place at which an entry counts: its number, or 0.5 before the entry that it names."""
    if isinstance(entry, StickerPlaced | PlayerJoined | PlayerLeft) and entry.before:
        return entry.before - 0.5
    return number


def amended(entry: EpisodeAmended) -> EpisodeRecorded:
    """The entry that counts in place of the amended entry."""
    return EpisodeRecorded(entry.record, entry.edition, entry.pack, entry.as_played, entry.layout)


def undoable_entries(entries: Sequence[Entry]) -> tuple[int, ...]:
    """The numbers of the entries that an undo can withdraw, amendments among them."""
    withdrawn_numbers = withdrawn_entries(entries)
    return tuple(
        number
        for number, entry in enumerate(entries, 1)
        if number not in withdrawn_numbers
        and not isinstance(entry, CampaignCreated | EntriesWithdrawn | EntriesRestored)
    )


def withdrawn_entries(entries: Sequence[Entry]) -> frozenset[int]:
    """The numbers of the entries that do not count; raises `NotAllowed` for a wrong correction."""
    withdrawals = [0] * (len(entries) + 1)
    for number, entry in enumerate(entries, 1):
        if isinstance(entry, NAMING):
            _check_named(entries, number, withdrawals)
            _count(entries, number, withdrawals)
    return frozenset(number for number, count in enumerate(withdrawals) if count)


def turned_entries(entries: Sequence[Entry]) -> tuple[frozenset[int], ...]:
    """For each entry, the numbers of the earlier ones that count again through it, or no more.

    A corrected record counts as long as the record that it corrects is not withdrawn.
    """
    withdrawals = [0] * (len(entries) + 1)
    amendments: dict[int, list[int]] = {}
    turned: list[frozenset[int]] = []
    for number, entry in enumerate(entries, 1):
        if isinstance(entry, EpisodeAmended):
            amendments.setdefault(entry.entry, []).append(number)
        named = _count(entries, number, withdrawals) if isinstance(entry, NAMING) else frozenset()
        with_records = {
            n for record in named for n in amendments.get(record, ()) if not withdrawals[n]
        }
        turned.append(
            frozenset(with_records)
            | {
                n
                for n in named
                if not isinstance(earlier := entries[n - 1], EpisodeAmended)
                or earlier.entry in named
                or not withdrawals[earlier.entry]
            }
        )
    return tuple(turned)


def withdrawn_since(entries: Sequence[Entry]) -> Mapping[int, int]:
    """The number of the entry since which each entry that does not count is withdrawn."""
    since: dict[int, int] = {}
    for number, turned in enumerate(turned_entries(entries), 1):
        for n in turned:
            if since.pop(n, None) is None:
                since[n] = number
    return since


def amended_entries(entries: Sequence[Entry]) -> Mapping[int, int]:
    """The number of the entry whose record each amendment replaced, by the amendment's number."""
    withdrawals = [0] * (len(entries) + 1)
    amendments: dict[int, list[int]] = {}
    replaced: dict[int, int] = {}
    for number, entry in enumerate(entries, 1):
        if isinstance(entry, EpisodeAmended):
            earlier = amendments.setdefault(entry.entry, [])
            replaced[number] = next((n for n in earlier[::-1] if not withdrawals[n]), entry.entry)
            earlier.append(number)
        if isinstance(entry, NAMING):
            _count(entries, number, withdrawals)
    return replaced


def _count(entries: Sequence[Entry], number: int, withdrawals: list[int]) -> frozenset[int]:
    """Count a new entry: what it withdraws no longer counts; what that had withdrawn counts again.

    `withdrawals` has for each number how many of the entries that count withdraw the entry with
    this number. Return the numbers of the entries that count no more, or again.
    """
    changes, turned = [(number, 1, 0)], set[int]()
    while changes:
        named_by, change, depth = changes.pop()
        if depth > DEEPEST:
            raise NotAllowed(
                phrase(
                    "entry {number} takes back one that takes back another, more than {most} deep",
                    number=number,
                    most=DEEPEST,
                )
            )
        for named in _withdraws(entries[named_by - 1]):
            withdrawals[named] += change
            if withdrawals[named] == (1 if change > 0 else 0):
                changes.append((named, -change, depth + 1))
                turned ^= {named}
    return frozenset(turned)


def _withdraws(entry: Entry) -> frozenset[int]:
    """The numbers of the entries that do not count as long as this one does."""
    match entry:
        case EntriesWithdrawn(numbers):
            return frozenset(numbers)
        case EntriesRestored(withdrawal):
            return frozenset((withdrawal,))
    return frozenset()


def _check_named(entries: Sequence[Entry], number: int, withdrawals: Sequence[int]) -> None:
    """Raise `NotAllowed` if an entry names another entry that it cannot correct."""
    match entries[number - 1]:
        case StickerPlaced(before=before):
            if before and not 1 < before < number:
                raise NotAllowed(
                    phrase("no sticker can be placed before entry {number}", number=before)
                )
        case PlayerJoined(before=before) | PlayerLeft(before=before):
            if before and not 1 < before < number:
                raise NotAllowed(
                    phrase("nobody can come or go before entry {number}", number=before)
                )
        case EntriesWithdrawn(numbers):
            for n in numbers:
                if not 1 < n < number:
                    raise NotAllowed(phrase("entry {number} cannot be withdrawn", number=n))
                if withdrawals[n]:
                    raise NotAllowed(phrase("entry {number} is withdrawn already", number=n))
        case EntriesRestored(n):
            withdrawal = entries[n - 1] if 0 < n < number else None
            if not isinstance(withdrawal, EntriesWithdrawn) or withdrawals[n]:
                raise NotAllowed(phrase("entry {number} is no withdrawal that counts", number=n))
        case EpisodeAmended(n):
            recorded = entries[n - 1] if 0 < n < number else None
            if not isinstance(recorded, EpisodeRecorded) or withdrawals[n]:
                raise NotAllowed(phrase("entry {number} holds no record that counts", number=n))


def step_of(entries: Sequence[Entry], number: int) -> tuple[int, ...]:
    """The numbers of all entries of the step to which an entry belongs, in order."""
    first = _first_of_step(entries, number)
    last = number
    while last < len(entries) and (
        _step(entries[last]) == first or _first_of_step(entries, last + 1) == first
    ):
        last += 1
    return tuple(range(first, last + 1))


def _first_of_step(entries: Sequence[Entry], position: int) -> int:
    """The number of the first entry of the step to which an entry belongs.

    A step has no gap: an entry behind others that name another step or none, as only a forged one
    is, belongs to no step.
    """
    step = _step(entries[position - 1])
    between = entries[step : position - 1]
    if 0 < step < position and all(_step(entry) == step for entry in between):
        return step
    return _first_in_old_journal(entries, position)


def _step(entry: Entry) -> int:
    """The number that an entry states as the first one of its step; 0 for none."""
    step: int = getattr(entry, "step", 0)
    return step


def _first_in_old_journal(entries: Sequence[Entry], position: int) -> int:
    """The number of the first entry of a correction whose entries have no `step`.

    Earlier releases wrote such entries. Only their reasons say which of them belong together;
    nothing else is read from the words of a reason.
    """
    before = entries[position - 2] if position > 1 else None
    match entries[position - 1], before:
        case EntriesWithdrawn(_, reason), _ if reason in WITHDRAWALS_TOO and before is not None:
            return _first_of_step(entries, position - 1)
        case StickerPlaced(_, _, square), EntriesWithdrawn(_, reason):
            moved = _MOVED.match(reason)
            return position - (moved is not None and moved[1] == square)
    return position


def says_a_step(reason: str) -> bool:
    """Whether a reason says, in a journal without steps, that a withdrawal is part of a step."""
    return reason in WITHDRAWALS_TOO or _MOVED.match(reason) is not None


def last_undo(entries: Sequence[Entry]) -> tuple[int, ...]:
    """The entries of the last undo that counts, all of them withdrawals; empty without an undo.

    A step with any other entry is no undo: a redo restores, and a correction also adds entries.
    """
    withdrawn_numbers = withdrawn_entries(entries)
    for number in range(len(entries), 0, -1):
        if number not in withdrawn_numbers and isinstance(entries[number - 1], EntriesWithdrawn):
            step = step_of(entries, number)
            if all(isinstance(entries[n - 1], EntriesWithdrawn) for n in step):
                return step
    return ()


def last_redo(entries: Sequence[Entry]) -> tuple[int, ...]:
    """The entries of a redo with which the journal ends; empty if it ends with something else."""
    step = step_of(entries, len(entries))
    has_restored = any(isinstance(entries[n - 1], EntriesRestored) for n in step)
    corrections = (EntriesRestored, EntriesWithdrawn)
    is_redo = has_restored and all(isinstance(entries[n - 1], corrections) for n in step)
    return step if is_redo else ()


def taking_back_redo(entries: Sequence[Entry], redo: Sequence[int]) -> tuple[int, ...]:
    """The entries to withdraw so that a redo is taken back: what it brought back, and withdrew."""
    numbers: set[int] = set()
    for number in redo:
        match entries[number - 1]:
            case EntriesRestored(withdrawal):
                numbers |= _withdraws(entries[withdrawal - 1])
            case EntriesWithdrawn():
                numbers.add(number)
    return tuple(sorted(numbers - withdrawn_entries(entries)))
