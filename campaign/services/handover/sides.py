"""The two sides of a fork: the entries of each, and the entries of theirs that are new here.

An entry is identified by its number on its own side. Its content is independent of its place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from campaign.services import folding
from campaign.services.ancestry import CARRIED_OVER, entry_by_hash, hashes_of, was_carried
from campaign.services.values import History
from campaign.store import journal, payloads
from engine.kernel.details import NOTHING, Details
from engine.kernel.errors import RecordError
from engine.kernel.phrases import Wording
from engine.kernel.record import format_record, parse_record
from engine.my_city.campaign.corrections import effective_entries, withdrawn_entries
from engine.my_city.campaign.entries import (
    EntriesRestored,
    EntriesWithdrawn,
    Entry,
    EpisodeAmended,
    EpisodeNoted,
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

    `missing` are the hashes of `theirs` that are not here. `new` are the numbers of the entries
    there that bring these hashes, and of those that were taken back there whenever they came here,
    and count there now.
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

    def number_here(self, number: int, withdrawn: frozenset[int] = frozenset()) -> int:
        """The number here of entry `number` there, if it is not `withdrawn` here; 0 for none.

        A correction that was carried over has its author and time from there, but the numbers of
        the entries here.
        """
        if number <= self.shared:
            return 0 if number in withdrawn else number
        entry, stamp = self.others[number - 1], _stamp(self.theirs, number)
        alike = [
            n
            for n in range(self.shared + 1, len(self.ours) + 1)
            if n not in withdrawn
            and (_stamp(self.here, n) == stamp or not isinstance(entry, CORRECTIONS))
            and (
                self._is_alike(entry, here := self.counting.get(n, self.ours[n - 1]))
                or (_stamp(self.here, n) == stamp and _are_of_one_evening(entry, here))
            )
        ]
        return max(alike, key=lambda n: (_stamp(self.here, n) == stamp, n), default=0)

    def _is_alike(self, there: Entry, here: Entry) -> bool:
        """Whether an entry there and an entry here say the same, each with its own numbers."""
        match there, here:
            case EpisodeRecorded(), EpisodeRecorded():
                is_same = episode_in(there.record) == episode_in(here.record)
                return is_same and version(here) in versions(self.others)
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
        return _source(self.others, played)

    def came_from_there(self, played: PlayedEpisode) -> bool:
        """Whether the record of an evening here is shared by both, or was carried over."""
        entries, number = self.here.entries, _source(self.ours, played)
        return number <= self.shared or was_carried(entries[number - 1], entries)


class MatchedEntries:
    """The entries here since the fork that the other copy does not have.

    Each can match one of theirs with the same content.
    """

    def __init__(self, sides: Sides) -> None:
        self._sides = sides
        self._left = Counter(
            _placed(entry, getattr(entry, "before", 0))
            for number, entry in sides.counting.items()
            if number > sides.shared
        )
        self._left -= Counter(
            self._placed_here(entry)
            for number, entry in enumerate(sides.others, 1)
            if number > sides.shared and number not in sides.new
        )

    def has(self, entry: Entry) -> bool:
        """Whether an unmatched entry here has the same content; if so, it is now matched."""
        wanted = self._placed_here(entry)
        self._left[wanted] -= 1
        return self._left[wanted] >= 0

    def drop(self, numbers: Iterable[int]) -> None:
        """Match no more entries here that count no more."""
        for number in numbers:
            entry = self._sides.counting[number]
            self._left[_placed(entry, getattr(entry, "before", 0))] -= 1

    def _placed_here(self, entry: Entry) -> tuple[Any, ...]:
        """The content of their entry, with the place here of a takeover."""
        before = getattr(entry, "before", 0)
        return _placed(entry, self._sides.number_here(before) if before else 0)


def _placed(entry: Entry, before: int) -> tuple[Any, ...]:
    """The content of an entry; of who joins or leaves, also the evening from which it counts."""
    return (*content(entry), before if isinstance(entry, PlayerJoined | PlayerLeft) else 0)


def sides_of(here: History, theirs: History, shared: int) -> Sides:
    """The two sides of a fork after the first `shared` entries."""
    ours, others = folding.entries_of(here.entries), folding.entries_of(theirs.entries)
    hashes_here = hashes_met(here.entries, theirs.entries)
    numbers_there = entry_by_hash(theirs.entries)
    missing = {
        digest: number for digest, number in numbers_there.items() if digest not in hashes_here
    }
    back = _brought_back(ours, others, numbers_there)
    return Sides(
        here,
        theirs,
        shared,
        ours,
        others,
        tuple(missing),
        _with_steps(theirs.entries, {*missing.values(), *back}),
        dict(effective_entries(ours)),
        effective_entries(others),
    )


def hashes_met(entries: Sequence[journal.Entry], others: Sequence[journal.Entry]) -> frozenset[str]:
    """The hashes that a history has, met by another one: its own, and those it has carried over.

    A carry-over may say more than it did. It has carried over nothing if the record of an evening
    that it names, and that counts in the other history, cannot be read in this one.
    """
    own = (
        entry.hash
        for entry in entries
        if entry.kind != CARRIED_OVER and not was_carried(entry, entries)
    )
    steps = [frozenset(e.payload["hashes"]) for e in entries if e.kind == CARRIED_OVER]
    unread = frozenset(_unread(entries, others) if steps else ())
    return frozenset(own).union(*(step for step in steps if step.isdisjoint(unread)))


def _unread(entries: Sequence[journal.Entry], others: Sequence[journal.Entry]) -> Iterator[str]:
    """Yield the hashes there of the evenings that count there and cannot be read here.

    Who played an evening may be said in another way here, and it may have any form that it has or
    had there, such as the one that was carried over.
    """
    there = folding.entries_of(others)
    readable = {text for text, _ in versions(folding.entries_of(entries))}
    missing = {
        episode_in(entry.record)
        for _, entry in effective_entries(there)
        if isinstance(entry, EpisodeRecorded) and entry.record not in readable
    }
    if not missing:
        return
    known = {_evening(text) for text in readable if episode_in(text) in missing}
    forms = {text for text, _ in versions(there) if episode_in(text) in missing}
    missing -= {episode_in(text) for text in forms if _evening(text) in known}
    for entry, stored in zip(there, others, strict=True):
        if (
            isinstance(entry, EpisodeRecorded | EpisodeAmended)
            and episode_in(entry.record) in missing
        ):
            yield from hashes_of(stored, others)


def _evening(text: str) -> str:
    """A record with only its episode, its moves and its scores; one of no known form as it is."""
    try:
        record = parse_record(text)
    except RecordError:
        return text
    header = {"episode": episode_in(text)}
    return format_record(record._replace(header=header, played=None, names={}))


def _brought_back(
    ours: Sequence[Entry], others: Sequence[Entry], numbers_there: Mapping[str, int]
) -> frozenset[int]:
    """The entries there that count now, and were taken back there whenever they came here.

    A carry-over brings the hashes of such entries, so that they are not met again, but not what
    they say.
    """
    seen: set[int] = set()
    carried: set[int] = set()
    for entry in ours:
        if isinstance(entry, HistoryCarriedOver):
            met = {numbers_there[digest] for digest in entry.hashes if digest in numbers_there}
            seen |= met
            last = max(met, default=0)
            carried.update({*range(1, last + 1)} - withdrawn_entries(others[:last]))
    idle = seen - carried
    return frozenset(idle - withdrawn_entries(others)) if idle else frozenset()


def _source(entries: Sequence[Entry], played: PlayedEpisode) -> int:
    """The number of the entry with the record of an evening that counts."""
    withdrawn = withdrawn_entries(entries)
    amended = (
        number
        for number, entry in enumerate(entries, 1)
        if isinstance(entry, EpisodeAmended)
        and entry.entry == played.entry
        and number not in withdrawn
    )
    return max(amended, default=played.entry)


def note_changes(entries: Iterable[tuple[int, Entry]]) -> dict[int, dict[str, Any]]:
    """The fields that each note on an evening changes, with their new values, by entry number."""
    changes: dict[int, dict[str, Any]] = {}
    noted: dict[int, Details] = {}
    for number, entry in entries:
        if isinstance(entry, EpisodeNoted):
            before = noted.get(entry.episode, NOTHING)
            after = Details(entry.place, entry.minutes, entry.note)
            changes[number] = {
                field: value
                for field, value in after._asdict().items()
                if value != getattr(before, field)
            }
            noted[entry.episode] = after
    return changes


def _are_of_one_evening(one: Entry, other: Entry) -> bool:
    """Whether both are notes on one evening: one that is carried over keeps what only we noted."""
    return (
        isinstance(one, EpisodeNoted)
        and isinstance(other, EpisodeNoted)
        and one.episode == other.episode
    )


def _stamp(history: History, number: int) -> tuple[str, str]:
    """The author and the time of an entry, which it keeps where it is carried over."""
    entry = history.entries[number - 1]
    return entry.author, entry.recorded_at


def _with_steps(entries: Sequence[journal.Entry], numbers: set[int]) -> frozenset[int]:
    """The numbers of some entries, and of all entries in the carried-over steps they begin."""
    steps = {n for n in numbers if entries[n - 1].kind == CARRIED_OVER}
    return frozenset(numbers | {e.seq for e in entries if e.payload.get("step") in steps})


Version = tuple[str, bool]
"""The record of an evening, and whether it is kept as played."""


def version(entry: EpisodeRecorded | EpisodeAmended) -> Version:
    """The version of an evening that an entry holds."""
    return entry.record, entry.as_played


def versions(entries: Iterable[Entry]) -> Iterator[Version]:
    """Every version of an evening in a history, whether it counts or not."""
    for entry in entries:
        if isinstance(entry, EpisodeRecorded | EpisodeAmended):
            yield version(entry)
        elif isinstance(entry, HistoryCarriedOver):
            yield from ((record, kept) for record in entry.beside for kept in (False, True))


def content(entry: Entry) -> tuple[str, str]:
    """The kind and the values of an entry, without those that depend on its place."""
    kind, values = payload_of(entry)
    of_its_place = ("step", "before", "other_board", "unless_after")
    kept_values = {key: value for key, value in values.items() if key not in of_its_place}
    return kind, payloads.canonical_json(kept_values)
