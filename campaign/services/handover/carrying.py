"""Carrying over the entries that another copy of a history has since a fork, as one step.

    their entries since the fork that count (`sides`)
        about shared entries     a correction here, with what follows (`carrying_corrections`)
        an evening of both       one counts, the other is readable as a version
        all other entries        applied one by one (`carrying_entries`)
        records of evenings      all that are not here are kept beside, to be read as versions
    ── all of it ──> CarryOver ── shown, agreed ──> kept, in one transaction, undone by one undo

Their entries come after this copy's own. Each keeps its author and time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from sqlmodel import Session

from campaign.services import campaigns, changes, folding
from campaign.services.corrections.decisions import Decide
from campaign.services.differences import CampaignDifference, differences
from campaign.services.entering import drafts
from campaign.services.errors import not_as_shown
from campaign.services.handover.carrying_corrections import Choose, carried_corrections
from campaign.services.handover.carrying_entries import CarryOverBuilder
from campaign.services.handover.sides import (
    EntryOutcome,
    MatchedEntries,
    Sides,
    sides_of,
    versions,
)
from campaign.services.projections.campaigns import update_campaign
from campaign.services.values import Author, History
from campaign.store import journal, stamps
from engine.my_city.campaign.entries import CityAccepted, Entry, HistoryCarriedOver
from engine.my_city.campaign.model import Campaign, PlayedEpisode


class CarryOver(NamedTuple):
    """A carry-over before it is kept: the new entries here, and the campaign after them.

    `sources` are the entries there from which the new ones are made, None for decisions made here.
    """

    before: History
    theirs: History
    entries: tuple[Entry, ...]
    sources: tuple[journal.Entry | None, ...]
    after: Campaign
    outcomes: tuple[EntryOutcome, ...]
    changes: tuple[CampaignDifference, ...]
    drafts: tuple[PlayedEpisode, ...]
    """The evenings of either side that become drafts."""
    touches: bool
    """Whether something that only this copy has counts otherwise, or no more."""

    @property
    def untouched(self) -> bool:
        """Whether all entries of both sides are kept unchanged."""
        fates = {outcome.fate for outcome in self.outcomes}
        return fates <= {"carried", "same"} and not (self.drafts or self.touches)


def carry_over(
    here: History, theirs: History, shared: int, whose: str, decide: Decide, choose: Choose
) -> CarryOver:
    """Preview adding the entries that only `theirs` has after those of `here`.

    The first `shared` entries of both are the same; `whose` is the name of the copy in the history.
    Raises `NotAllowed`.
    """
    changes.check_open(here)
    sides = sides_of(here, theirs, shared)
    matched = MatchedEntries(sides)
    hashes = tuple(dict.fromkeys((*sides.missing, *_heads_seen(sides))))
    first = HistoryCarriedOver(whose[:40].strip(), shared, hashes)
    corrections = carried_corrections(sides, first, matched, decide, choose)
    cascade = corrections.cascade
    campaign = cascade.after if cascade else here.campaign._replace(entries=sides.step)
    added = cascade.entries if cascade else (first,)
    builder = CarryOverBuilder(sides, matched, decide, campaign, added, corrections.sources)
    for number, entry in sides.there:
        if number in sides.new - corrections.done and not isinstance(entry, HistoryCarriedOver):
            builder.take(number, entry)
    beside = _records_beside(sides, builder.added)
    first = first._replace(
        beside=beside, changed=tuple(sorted({*builder.changed, *corrections.changed}))
    )
    whole = (first, *builder.added[1:])
    entries = tuple(map(folding.as_stored, whole))
    for entry in entries:
        folding.check_form(entry)
    return CarryOver(
        here,
        theirs,
        entries,
        tuple(builder.sources),
        builder.now,
        tuple(sorted((*corrections.outcomes, *builder.outcomes))),
        tuple(differences(here.campaign, builder.now)),
        (*(cascade.drafts if cascade else ()), *builder.drafts),
        corrections.touches,
    )


def keep(
    session: Session, plan: CarryOver, again: Callable[[History], CarryOver], by: Author
) -> History:
    """Keep a carry-over in the caller's transaction; raises `NotAllowed` if it would differ now.

    `again` previews it on the current history, if somebody has written in between.
    """
    current = folding.current(session, plan.before)
    if current is not plan.before:
        shown, plan = plan, again(current)
        if plan.entries != shown.entries:
            raise not_as_shown()
    history = plan.before
    if plan.after.name != history.campaign.name:
        campaigns.update_choices(session, history.stream, history.campaign.name, plan.after.name)
    for entry, source in zip(plan.entries, plan.sources, strict=True):
        whose = Author(source.author, stamps.moment(source.recorded_at)) if source else by
        history = changes.append(session, history, entry, plan.after, whose)
    update_campaign(session, history)
    for played in plan.drafts:
        drafts.of_played(session, history, played, by)
    for played in plan.after.played:
        drafts.discard_recorded(session, history, played)
    return history


def _records_beside(sides: Sides, added: Sequence[Entry]) -> tuple[str, ...]:
    """The records of evenings that only theirs has; those that count there come last."""
    known = {record for record, _ in versions((*sides.ours, *added))}
    counting = (played.recorded.record for played in sides.theirs.campaign.played)
    records = [*(record for record, _ in versions(sides.others)), *counting]
    beside = dict.fromkeys(record for record in reversed(records) if record not in known)
    return tuple(reversed(beside))


def _heads_seen(sides: Sides) -> Iterator[str]:
    """Yield the heads of acceptances there at which an entry was carried over there.

    No history has the hash of such an entry, and an audit looks for the head here.
    """
    there = {entry.hash for entry in sides.theirs.entries}
    here = {entry.hash for entry in sides.here.entries}
    for number, entry in sides.there:
        if number in sides.new and isinstance(entry, CityAccepted) and entry.head in there - here:
            yield entry.head
