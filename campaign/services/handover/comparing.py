"""Comparing a history from elsewhere with the history of the same campaign here.

    no fork     one is the beginning of the other: identical, behind or ahead
    a fork      one has all entries of the other: ahead or carried; else diverged

After a fork, histories are compared as sets of hashes. The set of a history has the hashes of its
entries and of the entries that it carried over from other copies. So copies that were reconciled
are recognized in any order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from enum import StrEnum
from itertools import takewhile
from typing import NamedTuple

from campaign.services.differences import CampaignDifference, differences, pack_difference
from campaign.services.folding import entries_of
from campaign.services.handover.sides import content, hashes_met, note_changes
from campaign.services.values import History
from campaign.store import journal
from engine.my_city.campaign.corrections import effective_entries
from engine.my_city.campaign.entries import (
    Entry,
    EpisodeNoted,
    EpisodeRecorded,
    HistoryCarriedOver,
    PackApplied,
)
from engine.my_city.campaign.model import PlayedEpisode


class Relation(StrEnum):
    """How a history from elsewhere relates to the history here."""

    NEW = "new"
    IDENTICAL = "identical"
    BEHIND = "behind"
    AHEAD = "ahead"
    CARRIED = "carried"
    DIVERGED = "diverged"

    @property
    def adds(self) -> bool:
        """Whether the other history has something to take in."""
        return self not in (Relation.IDENTICAL, Relation.AHEAD)


class HistoryComparison(NamedTuple):
    """A comparison of a history from elsewhere with the history here.

    The first `shared` entries are the same; `changes` are the differences between the campaigns.
    `behind`: the history here is shorter. `ahead`: the other one has nothing new. `carried`: the
    other one has all that is here, in another order.
    """

    how: Relation
    here: History | None
    theirs: History
    shared: int
    changes: tuple[CampaignDifference, ...]

    @property
    def adds(self) -> bool:
        """Whether the other history has something to take in."""
        return self.how.adds

    @property
    def counting_here_alone(self) -> tuple[int, ...]:
        """The numbers of entries since the fork that count here and not there, but no evenings.

        An entry there is the same if it says the same; an evening has its own differences.
        """
        return _alone(self.here, self.theirs, self.shared) if self.here else ()

    @property
    def counts_there_alone(self) -> bool:
        """Whether something of the other history counts there since the fork, and not here."""
        if self.here is None:
            return True
        evenings = (change.after for change in self.changes if change.kind == "episodes")
        return any(evenings) or bool(_alone(self.theirs, self.here, self.shared))

    @property
    def forked(self) -> bool:
        """Whether both histories go on after the last shared entry."""
        here = len(self.here.entries) if self.here else 0
        return self.shared < min(here, len(self.theirs.entries))


def _counting(history: History) -> Iterator[tuple[int, tuple[str, str]]]:
    """Yield what each entry says that counts, with its number; nothing of evenings.

    Of a note on an evening that is each thing that it says anew.
    """
    numbered = effective_entries(entries_of(history.entries))
    noted = note_changes(numbered)
    for number, entry in numbered:
        if isinstance(entry, EpisodeNoted):
            for field, value in noted[number].items():
                yield number, (f"{field} of episode {entry.episode}", str(value))
        elif not isinstance(entry, EpisodeRecorded | HistoryCarriedOver):
            yield number, _said(entry)


def _alone(history: History, other: History, shared: int) -> tuple[int, ...]:
    """The numbers of entries after the shared ones that count in one history alone."""
    there = Counter(said for _, said in _counting(other))
    alone: dict[int, None] = {}
    for number, said in _counting(history):
        there[said] -= 1
        if there[said] < 0 and number > shared:
            alone[number] = None
    return tuple(alone)


def _said(entry: Entry) -> tuple[str, str]:
    """What an entry says, wherever it stands; a correction of the pack without its evenings."""
    if isinstance(entry, PackApplied):
        entry = entry._replace(again=(), apart=())
    return content(entry)


def compare(here: History | None, theirs: History) -> HistoryComparison:
    """Compare a history from elsewhere with the history here, or with none."""
    if here is None:
        return HistoryComparison(Relation.NEW, None, theirs, 0, ())
    how, shared = relation_of(here.entries, theirs.entries)
    if how is Relation.IDENTICAL:
        return HistoryComparison(how, here, theirs, shared, ())
    both = here.campaign, theirs.campaign
    changes = (*pack_difference(*both), *differences(*both))
    return HistoryComparison(how, here, theirs, shared, changes)


def relation_of(
    here: Sequence[journal.Entry], theirs: Sequence[journal.Entry]
) -> tuple[Relation, int]:
    """The relation of the entries of two histories, and how many first entries are the same.

    If two histories have the same entries in different orders, all copies continue the history
    with the smaller head.
    """
    pairs = zip(here, theirs, strict=False)
    shared = sum(1 for _ in takewhile(lambda pair: pair[0].hash == pair[1].hash, pairs))
    if shared == len(theirs):
        return (Relation.IDENTICAL if shared == len(here) else Relation.AHEAD), shared
    if shared == len(here):
        return Relation.BEHIND, shared
    ours, others = hashes_met(here, theirs), hashes_met(theirs, here)
    if ours == others:
        return (Relation.CARRIED if theirs[-1].hash < here[-1].hash else Relation.AHEAD), shared
    if others <= ours:
        return Relation.AHEAD, shared
    return (Relation.CARRIED if ours <= others else Relation.DIVERGED), shared


class EveningEntries(NamedTuple):
    """The numbers of an episode's entry and of the entries after it, up to the next episode.

    `played` is None for entries before the first episode.
    """

    numbers: tuple[int, ...]
    played: PlayedEpisode | None


def evenings_since(history: History, shared: int) -> tuple[EveningEntries, ...]:
    """The entries of a history after the first `shared` ones, evening by evening."""
    played = {episode.entry: episode for episode in history.campaign.played}
    evenings: list[EveningEntries] = []
    for number in range(shared + 1, len(history.entries) + 1):
        if number in played or not evenings:
            evenings.append(EveningEntries((number,), played.get(number)))
        else:
            evenings[-1] = evenings[-1]._replace(numbers=(*evenings[-1].numbers, number))
    return tuple(evenings)
