"""The records that corrections changed: which lines, which scores, by whom, why."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import NamedTuple

from campaign.services.record_comparison import record_before
from campaign.services.values import History
from campaign.store.journal import Entry
from engine.kernel.record import parse_record
from engine.my_city.campaign.entries import EpisodeAmended, entry_of, episode_in


class ChangedRecord(NamedTuple):
    """A corrected record of an episode: `entry` is the correction, `corrected` the corrected entry.

    `removed` and `added` are the lines that differ; each of `scores` is a seat, its old and its new
    score.
    """

    episode: int
    entry: Entry
    corrected: Entry
    removed: tuple[str, ...]
    added: tuple[str, ...]
    scores: tuple[tuple[str, int, int], ...]

    @property
    def reason(self) -> str:
        """The reason that the correction states."""
        return str(self.entry.payload.get("reason", ""))


def changed_records(history: History) -> Iterator[ChangedRecord]:
    """Every record that a correction gave an episode, compared with the record before it."""
    for stored in history.entries:
        if stored.kind == "amended":
            entry = entry_of(stored.kind, stored.payload)
            assert isinstance(entry, EpisodeAmended)
            _, before = record_before(history, stored.seq)
            removed, added = _lines(before, entry.record)
            yield ChangedRecord(
                episode_in(entry.record),
                stored,
                history.entries[entry.entry - 1],
                removed,
                added,
                _scores(before, entry.record),
            )


def _lines(before: str, after: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The lines that only the first of two records has, and those that only the second has."""
    old, new = before.splitlines(), after.splitlines()
    removed, added = list[str](), list[str]()
    for tag, i, j, k, m in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag != "equal":
            removed += old[i:j]
            added += new[k:m]
    return tuple(removed), tuple(added)


def _scores(before: str, after: str) -> tuple[tuple[str, int, int], ...]:
    """The stated scores that differ between two records."""
    old, new = parse_record(before).result, parse_record(after).result
    return tuple(
        (seat, old[seat], score)
        for seat, score in new.items()
        if seat in old and old[seat] != score
    )
