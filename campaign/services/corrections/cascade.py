"""What a correction would change, before it is kept.

    entries ── preview ──> CorrectionEffects ── shown, agreed ──> kept, all in one transaction

Nothing is ever removed. Every later entry is folded again; what would no longer hold is named, and
only withdrawn too where that was asked for. The entries of a correction are one step. An evening
that counts no more becomes a draft, and such a draft goes when the evening counts again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from sqlmodel import Session

from campaign.services import campaigns, changes
from campaign.services.changes import HistoryChange
from campaign.services.differences import CampaignDifference, differences
from campaign.services.entering import drafts
from campaign.services.entering.drafts import LoadedDraft
from campaign.services.values import Author, History
from campaign.services.words import time
from engine.kernel.errors import NotAllowed
from engine.kernel.phrases import Wording, article, phrase
from engine.kernel.record import parse_record
from engine.my_city.campaign import fold
from engine.my_city.campaign.corrections import WITHDRAWN_TOO, UnsoundEntry, withdrawn
from engine.my_city.campaign.entries import EntriesRestored, EntriesWithdrawn, Entry
from engine.my_city.campaign.model import Campaign, PlayedEpisode


class CorrectionEffects(NamedTuple):
    """What a correction does: its entries, the campaign after them, and all that differs."""

    before: History
    entries: tuple[Entry, ...]
    after: Campaign
    withdrawn: tuple[int, ...]
    """The entries that count no more, by number."""
    changes: tuple[CampaignDifference, ...]

    @property
    def gone(self) -> tuple[PlayedEpisode, ...]:
        """The episodes that count no more."""
        numbers = {played.number for played in self.after.played}
        return tuple(p for p in self.before.campaign.played if p.number not in numbers)

    @property
    def drafts(self) -> tuple[PlayedEpisode, ...]:
        """The episodes that become drafts: those that have moves to go on with."""
        return tuple(p for p in self.gone if p.record.moves and not p.verdict.without_rules)

    @property
    def back(self) -> tuple[PlayedEpisode, ...]:
        """The episodes that count again."""
        numbers = {played.number for played in self.before.campaign.played}
        return tuple(p for p in self.after.played if p.number not in numbers)

    @property
    def changed(self) -> tuple[PlayedEpisode, ...]:
        """The episodes that count with another record."""
        records = {played.number: played.record for played in self.before.campaign.played}
        return tuple(
            played
            for played in self.after.played
            if records.get(played.number, played.record) != played.record
        )


class KeptCorrection(NamedTuple):
    """A correction that is kept, and what it did to the drafts of its episodes."""

    history: History
    drafts: tuple[LoadedDraft, ...]
    """Drafts of the episodes that count no more."""
    changed: tuple[LoadedDraft, ...]
    """Drafts of the episodes that count again, which were changed meanwhile and stay."""


def preview(history: History, wanted: Sequence[Entry], *, and_later: bool) -> CorrectionEffects:
    """What entries that reach back would do; raises `NotAllowed` if later ones no longer hold.

    With `and_later` those are withdrawn, too.
    """
    changes.check_open(history)
    entries = campaigns.entries_of(history.entries)
    too: list[int] = []
    while True:
        added = in_one_step(history, _withdrawing(wanted, too))
        try:
            after = fold.continued(entries, history.campaign, added)
            return cascade_of(history, added, after)
        except UnsoundEntry as broken:
            touched = broken.entry
            if touched > len(entries):
                raise
            if not and_later:
                raise NotAllowed(
                    phrase(
                        "entry {number} would no longer hold: {what}. {why}",
                        number=touched,
                        what=what(history, touched),
                        why=str(broken),
                    ),
                    phrase("add --and-later to withdraw it, too, or correct it first"),
                ) from None
            too.append(touched)


def in_one_step(history: History, wanted: Sequence[Entry]) -> tuple[Entry, ...]:
    """The entries of one correction as they will be stored, all but the first with its number."""
    step = len(history.entries) + 1
    one = [entry._replace(step=step) for entry in wanted[1:]]  # type: ignore[call-arg]  # corrections have it
    return tuple(map(campaigns.as_stored, (*wanted[:1], *one)))


def cascade_of(history: History, added: tuple[Entry, ...], after: Campaign) -> CorrectionEffects:
    """A correction whose fold is known; raises `NotAllowed` where an entry has not its form."""
    for entry in added:
        campaigns.check_form(entry)
    entries = campaigns.entries_of(history.entries)
    gone = withdrawn((*entries, *added)) - withdrawn(entries)
    gone -= {n for n in gone if isinstance(entries[n - 1], EntriesWithdrawn | EntriesRestored)}
    differing = tuple(differences(history.campaign, after))
    return CorrectionEffects(history, added, after, tuple(sorted(gone)), differing)


def keep(
    session: Session,
    cascade: CorrectionEffects,
    again: Callable[[History], CorrectionEffects],
    by: Author,
) -> KeptCorrection:
    """Keep a correction as it was shown; raises `NotAllowed` where it would now be another one.

    `again` previews it on the history as it is, when somebody has written in between.
    """
    now = campaigns.current(session, cascade.before)
    if now is not cascade.before:
        shown, cascade = cascade, again(now)
        if cascade.entries != shown.entries:
            last = now.entries[-1]
            raise NotAllowed(
                phrase(
                    "{author} has added entry {number} at {time}: the correction would not be the "
                    "one that was shown",
                    author=last.author,
                    number=last.seq,
                    time=time(last.recorded_at),
                ),
                phrase("give the command again"),
            )
    history = changes.write(session, HistoryChange(now, cascade.entries, cascade.after), by)
    made = tuple(drafts.of_played(session, history, p, by) for p in cascade.drafts)
    left = [drafts.settle(session, history, played) for played in cascade.back]
    for played in cascade.changed:
        drafts.settle(session, history, played)
    return KeptCorrection(history, made, tuple(draft for some in left for draft in some))


def what(history: History, number: int) -> Wording:
    """What an entry did, in a few words."""
    entry = history.entries[number - 1]
    values = entry.payload
    match entry.kind:
        case "episode recorded":
            record = parse_record(values["record"])
            return phrase("episode {number} recorded", number=record.header.get("episode"))
        case "sticker placed":
            return phrase(
                "{seat} puts {sticker} on {square}",
                seat=values["seat"],
                sticker=article(values["kind"]),
                square=values["square"],
            )
        case "envelope opened":
            return phrase("envelope {number} opened", number=values["envelope"])
    return entry.kind


def _withdrawing(wanted: Sequence[Entry], too: Sequence[int]) -> Sequence[Entry]:
    """The entries of a correction that withdraws some more."""
    if not too:
        return wanted
    first = wanted[0]
    if isinstance(first, EntriesWithdrawn) and len(wanted) == 1:
        return (first._replace(entries=(*first.entries, *too)),)
    return (*wanted, EntriesWithdrawn(tuple(too), WITHDRAWN_TOO))
