"""The failed checks of an audit as facts, and the episode to which an entry belongs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any, NamedTuple

from campaign.services import folding
from campaign.services.statement import AuditFact
from campaign.services.values import AuditCheck
from campaign.store.journal import Entry
from engine.my_city.campaign import entries as campaign_entries
from engine.my_city.campaign.corrections import turned_entries
from engine.my_city.campaign.entries import (
    EpisodeAmended,
    EpisodeRecorded,
    PackApplied,
    episode_in,
)


class EntryProblem(NamedTuple):
    """A problem of one entry, in words."""

    entry: int
    words: str


def failed_check_facts(
    checks: Iterable[AuditCheck], entries: Sequence[Entry] = ()
) -> tuple[AuditFact, ...]:
    """A fact for each failed check, with the episodes to which its entries belong."""
    evenings = episodes_of_entries(entries)
    return tuple(
        AuditFact(
            "failed",
            episodes=tuple(
                sorted({evenings[n - 1] for n in check.entries if 0 < n <= len(evenings)} - {0})
            ),
            entries=check.entries,
            names=(check.name,),
            amount=len(check.problems),
            note="" if check.entries else check.problems[0],
        )
        for check in checks
        if not check.ok
    )


def episodes_of_entries(entries: Sequence[Entry]) -> tuple[int, ...]:
    """The episode of each entry: its own, the episode of an entry that it corrects, or the last.

    Entries before the first episode have 0. Entries may be damaged.
    """
    evenings: list[int] = []
    last = 0
    for entry in entries:
        payload: dict[str, Any] = entry.payload
        episode = last
        if entry.kind == "episode recorded":
            episode = last = episode_in(str(payload.get("record", ""))) or last
        else:
            named = payload.get("entry") or payload.get("entries") or payload.get("before")
            earlier = named[-1] if isinstance(named, list) and named else named
            if isinstance(earlier, int) and 0 < earlier <= len(evenings):
                episode = evenings[earlier - 1]
        evenings.append(episode)
    return tuple(evenings)


def episodes_changed_by_entries(entries: Sequence[Entry]) -> tuple[frozenset[int], ...]:
    """The episodes that each entry records, corrects, takes back, restores or judges again.

    Raises `NotAllowed` for damaged entries.
    """
    read = folding.entries_of(entries)
    own = tuple(map(_own_episodes, read))
    return tuple(
        frozenset(chain(episodes, *(own[n - 1] for n in turned)))
        for episodes, turned in zip(own, turned_entries(read), strict=True)
    )


def _own_episodes(entry: campaign_entries.Entry) -> Sequence[int]:
    """The episodes that an entry by itself records, corrects or judges again."""
    match entry:
        case EpisodeRecorded(record) | EpisodeAmended(record=record):
            return (episode_in(record),)
        case PackApplied(again=again):
            return again
    return ()
