"""The two sides of a fork: the entries of each, and the entries of theirs that are new here.

An entry is identified by its number on its own side. Its content is independent of its place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from campaign.services import campaigns
from campaign.services.ancestry import CARRIED_OVER, entry_by_hash
from campaign.services.values import History
from campaign.store import journal, payloads
from engine.kernel.phrases import Wording
from engine.my_city.campaign.corrections import effective_entries, withdrawn_entries
from engine.my_city.campaign.entries import (
    EntriesRestored,
    EntriesWithdrawn,
    Entry,
    EpisodeAmended,
    EpisodeRecorded,
    HistoryCarriedOver,
    PlayerJoined,
    PlayerLeft,
    StickerPlaced,
    episode_in,
    payload_of,
)
from engine.my_city.campaign.model import PlayedEpisode

Fate = Literal["carried", "same", "changed", "replaces", "version", "draft", "left out"]
"""What becomes of an entry of theirs, in this order: it is added unchanged; it is here already; it
gets another record; it replaces the one here; it is a version of the evening here; it becomes a
draft; it is left out, readable in the history set aside."""
DATED = (StickerPlaced, PlayerJoined, PlayerLeft)
"""The kinds of entries that may count from before an earlier entry."""
CORRECTIONS = (EntriesWithdrawn, EntriesRestored, EpisodeAmended)
"""The kinds of entries that name others by their numbers, so that these differ here and there."""


class EntryOutcome(NamedTuple):
    """What becomes of an entry of the other history, with its number there, and the reason."""

    entry: int
    fate: Fate
    why: Wording = ""


class Sides(NamedTuple):
    """Two histories with the same first `shared` entries; `ours` and `others` are all entries.

    `missing` are the hashes of `theirs` that are not here, `new` the numbers of the entries there
    that bring these hashes.
    """

    here: History
    theirs: History
    shared: int
    ours: tuple[Entry, ...]
    others: tuple[Entry, ...]
    missing: tuple[str, ...]
    new: frozenset[int]
    counting: Mapping[int, Entry]
    """The entries that count here, by number."""
    there: Sequence[tuple[int, Entry]]
    """The entries that count there, with their numbers, in the order in which they count."""

    @property
    def step(self) -> int:
        """The number of the first entry that is added here."""
        return len(self.here.entries) + 1

    def number_here(self, number: int, made: Sequence[Entry] = ()) -> int:
        """The number here of entry `number` there, if it counts here; 0 for none.

        `made` are the entries that follow here already. A correction that was carried over has its
        author and time from there, but the numbers of the entries here.
        """
        withdrawn = withdrawn_entries((*self.ours, *made))
        if number <= self.shared:
            return 0 if number in withdrawn else number
        entry, stamp = self.others[number - 1], _stamp(self.theirs, number)
        alike = [
            n
            for n in range(self.shared + 1, len(self.ours) + 1)
            if n not in withdrawn
            and (_stamp(self.here, n) == stamp or not isinstance(entry, CORRECTIONS))
            and self._is_alike(entry, self.counting.get(n, self.ours[n - 1]))
        ]
        return min(alike, key=lambda n: _stamp(self.here, n) != stamp, default=0)

    def _is_alike(self, there: Entry, here: Entry) -> bool:
        """Whether an entry there and an entry here say the same, each with its own numbers."""
        match there, here:
            case EpisodeRecorded(), EpisodeRecorded():
                is_same = episode_in(there.record) == episode_in(here.record)
                return is_same and here.record in records(self.others)
            case EpisodeAmended(), EpisodeAmended():
                return there.record == here.record
            case EntriesWithdrawn(numbers), EntriesWithdrawn(ours):
                shared = {n for n in ours if n <= self.shared}
                return there.reason == here.reason and shared <= set(numbers)
            case EntriesRestored(), EntriesRestored():
                return True
        return not isinstance(there, CORRECTIONS) and content(there) == content(here)

    def source_of(self, played: PlayedEpisode) -> int:
        """The number of the entry there with the record of an evening that counts."""
        withdrawn = withdrawn_entries(self.others)
        amended = (
            number
            for number, entry in enumerate(self.others, 1)
            if isinstance(entry, EpisodeAmended)
            and entry.entry == played.entry
            and number not in withdrawn
        )
        return max(amended, default=played.entry)

    def beside(self) -> Iterator[str]:
        """The records that their earlier carry-overs kept beside the records that count."""
        for number in sorted(self.new):
            if isinstance(entry := self.others[number - 1], HistoryCarriedOver):
                yield from entry.beside


class MatchedEntries:
    """The entries here since the fork; each can match one of theirs with the same content."""

    def __init__(self, sides: Sides) -> None:
        self._left = Counter(
            content(entry) for number, entry in sides.counting.items() if number > sides.shared
        )

    def has(self, entry: Entry) -> bool:
        """Whether an unmatched entry here has the same content; if so, it is now matched."""
        wanted = content(entry)
        self._left[wanted] -= 1
        return self._left[wanted] >= 0


def sides_of(here: History, theirs: History, shared: int) -> Sides:
    """The two sides of a fork after the first `shared` entries."""
    ours, others = campaigns.entries_of(here.entries), campaigns.entries_of(theirs.entries)
    hashes_here = entry_by_hash(here.entries)
    missing = {
        digest: number
        for digest, number in entry_by_hash(theirs.entries).items()
        if digest not in hashes_here
    }
    return Sides(
        here,
        theirs,
        shared,
        ours,
        others,
        tuple(missing),
        _with_steps(theirs.entries, set(missing.values())),
        dict(effective_entries(ours)),
        effective_entries(others),
    )


def _stamp(history: History, number: int) -> tuple[str, str]:
    """The author and the time of an entry, which it keeps where it is carried over."""
    entry = history.entries[number - 1]
    return entry.author, entry.recorded_at


def _with_steps(entries: Sequence[journal.Entry], numbers: set[int]) -> frozenset[int]:
    """The numbers of some entries, and of all entries in the carried-over steps they begin."""
    steps = {n for n in numbers if entries[n - 1].kind == CARRIED_OVER}
    return frozenset(numbers | {e.seq for e in entries if e.payload.get("step") in steps})


def records(entries: Iterable[Entry]) -> Iterator[str]:
    """Every record in a history, whether it counts or not."""
    for entry in entries:
        if isinstance(entry, EpisodeRecorded | EpisodeAmended):
            yield entry.record
        elif isinstance(entry, HistoryCarriedOver):
            yield from entry.beside


def content(entry: Entry) -> tuple[str, str]:
    """The kind and the values of an entry, without its step and its place."""
    kind, values = payload_of(entry)
    kept_values = {key: value for key, value in values.items() if key not in ("step", "before")}
    return kind, payloads.canonical_json(kept_values)
