"""Compare a history from elsewhere with the history of the same campaign that is here.

    same first entries      identical, behind or ahead, as one is the beginning of the other
    a fork                  ahead or carried, where one has all that the other has; else diverged

What a history has is a set: the hashes of its entries, and those of the entries that it has carried
over from other copies. So copies that were reconciled once are recognized in any order.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from itertools import takewhile
from typing import NamedTuple

from campaign.services.ancestry import had
from campaign.services.differences import CampaignDifference, differences
from campaign.services.values import History
from campaign.store.journal import Entry
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
        """Whether there is something to take in."""
        return self not in (Relation.IDENTICAL, Relation.AHEAD)


class HistoryComparison(NamedTuple):
    """A comparison of a history from elsewhere with the history here.

    `shared` entries at the beginning are the same; `changes` are what differs in the campaign.
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
        """Whether there is something to take in."""
        return self.how.adds

    @property
    def forked(self) -> bool:
        """Whether each has an entry after the last one that both share."""
        here = len(self.here.entries) if self.here else 0
        return self.shared < min(here, len(self.theirs.entries))


def compare(here: History | None, theirs: History) -> HistoryComparison:
    """Compare a history from elsewhere with the history here, or with none."""
    if here is None:
        return HistoryComparison(Relation.NEW, None, theirs, 0, ())
    how, shared = standing(here.entries, theirs.entries)
    changes = () if how is Relation.IDENTICAL else differences(here.campaign, theirs.campaign)
    return HistoryComparison(how, here, theirs, shared, tuple(changes))


def standing(here: Sequence[Entry], theirs: Sequence[Entry]) -> tuple[Relation, int]:
    """How the entries of two histories stand, and how many of the first are the same.

    Of two that have the same in another order, all copies go on with the one whose head is less.
    """
    pairs = zip(here, theirs, strict=False)
    shared = sum(1 for _ in takewhile(lambda pair: pair[0].hash == pair[1].hash, pairs))
    if shared == len(theirs):
        return (Relation.IDENTICAL if shared == len(here) else Relation.AHEAD), shared
    if shared == len(here):
        return Relation.BEHIND, shared
    ours, others = had(here).keys(), had(theirs).keys()
    if ours == others:
        return (Relation.CARRIED if theirs[-1].hash < here[-1].hash else Relation.AHEAD), shared
    if others <= ours:
        return Relation.AHEAD, shared
    return (Relation.CARRIED if ours <= others else Relation.DIVERGED), shared


class EveningEntries(NamedTuple):
    """Entries of a history that belong together: an episode and what came after it, by number.

    `played` is None for what came before the first episode.
    """

    numbers: tuple[int, ...]
    played: PlayedEpisode | None


def evenings_since(history: History, shared: int) -> tuple[EveningEntries, ...]:
    """What came to a history after an entry, evening by evening."""
    played = {one.entry: one for one in history.campaign.played}
    evenings: list[EveningEntries] = []
    for number in range(shared + 1, len(history.entries) + 1):
        if number in played or not evenings:
            evenings.append(EveningEntries((number,), played.get(number)))
        else:
            evenings[-1] = evenings[-1]._replace(numbers=(*evenings[-1].numbers, number))
    return tuple(evenings)
