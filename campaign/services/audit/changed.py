"""The records that corrections changed: which lines, which scores, by whom, why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from campaign.services import folding
from campaign.services.record_comparison import compared_spans
from campaign.services.statement import ScoreChange
from campaign.services.values import History
from campaign.store.journal import Entry
from engine.kernel.errors import EngineError
from engine.kernel.record import parse_record
from engine.my_city.campaign.corrections import amended_entries
from engine.my_city.campaign.entries import (
    EpisodeAmended,
    HistoryCarriedOver,
    entry_of,
    episode_in,
)


class ChangedRecord(NamedTuple):
    """A corrected record of an episode: `entry` is the correction, `corrected` the corrected entry.

    `before` and `after` are the texts of the record.
    """

    episode: int
    entry: Entry
    corrected: Entry
    before: str
    after: str
    scores: tuple[ScoreChange, ...]

    @property
    def reason(self) -> str:
        """The reason that the correction states."""
        return str(self.entry.payload.get("reason", ""))

    def differing_lines(self) -> tuple[Sequence[str], Sequence[str]]:
        """The lines that only the record before has, and those that only the record after has."""
        old, new = self.before.splitlines(), self.after.splitlines()
        removed, added = list[str](), list[str]()
        for tag, i, j, k, m in compared_spans(old, new):
            if tag != "equal":
                removed += old[i:j]
                added += new[k:m]
        return removed, added


def changed_records(history: History) -> Iterator[ChangedRecord]:
    """Every record that a correction gave an episode, compared with the record before it.

    A carry-over is a correction of an evening that it carried over in another form.
    """
    replaced = amended_entries(folding.entries_of(history.entries))
    for stored in history.entries:
        if stored.kind not in ("amended", "carried over"):
            continue
        match entry_of(stored.kind, stored.payload):
            case EpisodeAmended(number, record):
                before = history.entries[replaced[stored.seq] - 1].payload["record"]
                yield _changed(stored, history.entries[number - 1], before, record)
            case HistoryCarriedOver() as carry_over:
                carried = {
                    episode_in(entry.payload["record"]): entry
                    for entry in history.entries[stored.seq :]
                    if entry.kind == "episode recorded" and entry.payload.get("step") == stored.seq
                }
                for number, theirs in kept_otherwise(carry_over).items():
                    if number in carried:
                        text = carried[number].payload["record"]
                        yield _changed(stored, carried[number], theirs, text)


def kept_otherwise(carry_over: HistoryCarriedOver) -> Mapping[int, str]:
    """The records there of the episodes that a carry-over has kept in another form."""
    theirs = {episode_in(record): record for record in carry_over.beside}
    return {number: theirs[number] for number in carry_over.changed if number in theirs}


def _changed(correction: Entry, corrected: Entry, before: str, after: str) -> ChangedRecord:
    """A change of a record from the text `before` to the text `after`."""
    return ChangedRecord(
        episode_in(after), correction, corrected, before, after, _scores(before, after)
    )


def _scores(before: str, after: str) -> tuple[ScoreChange, ...]:
    """The stated scores that differ between two records; none if one cannot be read."""
    try:
        old, new = parse_record(before).result, parse_record(after).result
    except EngineError:  # a record that does not count may be of any form
        return ()
    return tuple(
        ScoreChange(seat, old.get(seat), new.get(seat))
        for seat in dict.fromkeys((*new, *old))
        if old.get(seat) != new.get(seat)
    )
