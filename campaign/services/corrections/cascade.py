"""The effects of a correction, before it is kept.

    entries ── preview ──> CorrectionEffects ── shown, agreed ──> kept, all in one transaction

No entry is ever removed. Every later entry is folded again; one that would no longer hold is named,
and withdrawn too only if the user asked for that. The entries of a correction are one step. An
evening that counts no more becomes a draft; the draft is discarded when the evening counts again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from sqlmodel import Session

from campaign.services import changes, folding
from campaign.services.changes import HistoryChange
from campaign.services.differences import CampaignDifference, differences
from campaign.services.entering import drafts
from campaign.services.entering.drafts import LoadedDraft
from campaign.services.values import Author, History
from campaign.services.words import time
from engine.kernel.errors import NotAllowed, wording_of
from engine.kernel.phrases import Phrase, article, phrase
from engine.my_city.campaign import fold
from engine.my_city.campaign.corrections import WITHDRAWN_TOO, UnsoundEntry, withdrawn_entries
from engine.my_city.campaign.entries import (
    EntriesRestored,
    EntriesWithdrawn,
    Entry,
    EnvelopeOpened,
    EpisodeAmended,
    EpisodeNoted,
    EpisodeRecorded,
    PackApplied,
    PlayerJoined,
    PlayerLeft,
    PlayerRenamed,
    StickerPlaced,
    entry_of,
    episode_in,
    payload_of,
)
from engine.my_city.campaign.leftovers import no_longer_proved
from engine.my_city.campaign.model import Campaign, PlayedEpisode
from engine.my_city.campaign.outcome import scores_differ
from engine.my_city.pack.model import Pack


class CorrectionEffects(NamedTuple):
    """The effects of a correction: its entries, the campaign after them, and the differences."""

    before: History
    entries: tuple[Entry, ...]
    after: Campaign
    withdrawn: tuple[int, ...]
    """The entries that count no more, by number."""
    changes: tuple[CampaignDifference, ...]

    @property
    def new_pack(self) -> Pack | None:
        """The pack that the correction makes; None if the pack stays as it is."""
        pack = self.after.pack
        return None if pack == self.before.campaign.pack else pack

    def is_same(self, shown: CorrectionEffects) -> bool:
        """Whether the correction does what one does that was shown, perhaps on an earlier history.

        A record that somebody corrected since would go unseen if both say the same of the scores.
        """
        return (
            self.entries == shown.entries
            and self.changes == shown.changes
            and self.new_pack == shown.new_pack
            and self._replaced == shown._replaced
        )

    @property
    def _replaced(self) -> tuple[Entry, ...]:
        """The records in whose place the correction puts others."""
        amended = {entry.entry for entry in self.entries if isinstance(entry, EpisodeAmended)}
        return tuple(p.recorded for p in self.before.campaign.played if p.entry in amended)

    @property
    def withdrawn_episodes(self) -> tuple[PlayedEpisode, ...]:
        """The episodes that count no more."""
        numbers = {played.number for played in self.after.played}
        return tuple(p for p in self.before.campaign.played if p.number not in numbers)

    @property
    def drafts(self) -> tuple[PlayedEpisode, ...]:
        """The episodes that count no more and become drafts, because they have moves."""
        return tuple(
            p for p in self.withdrawn_episodes if p.record.moves and not p.verdict.without_rules
        )

    @property
    def withdrawn_overlays(self) -> Mapping[int, str]:
        """The corrections of the pack that go with episodes, by number of the entry."""
        entries = folding.entries_of(self.before.entries)
        numbered = ((number, entries[number - 1]) for number in self.withdrawn)
        applied = {n: entry.overlay for n, entry in numbered if isinstance(entry, PackApplied)}
        return applied if self.withdrawn_episodes else {}

    @property
    def restored_episodes(self) -> tuple[PlayedEpisode, ...]:
        """The episodes that count again."""
        numbers = {played.number for played in self.before.campaign.played}
        return tuple(p for p in self.after.played if p.number not in numbers)

    @property
    def changed_episodes(self) -> tuple[PlayedEpisode, ...]:
        """The episodes that count with another record."""
        records = {played.number: played.record for played in self.before.campaign.played}
        return tuple(
            played
            for played in self.after.played
            if records.get(played.number, played.record) != played.record
        )


class KeptCorrection(NamedTuple):
    """A kept correction: what it did to the history, and the drafts that it made or left.

    Its `effects` are those on the history at that moment, which others may have lengthened.
    """

    effects: CorrectionEffects
    history: History
    drafts: tuple[LoadedDraft, ...]
    """The new drafts of the episodes that count no more."""
    changed: tuple[LoadedDraft, ...]
    """The drafts of episodes that count again; they stay because they were changed meanwhile."""


def preview(history: History, wanted: Sequence[Entry], *, and_later: bool) -> CorrectionEffects:
    """The effects of correcting entries; raises `NotAllowed` if later entries would no longer hold.

    With `and_later` these later entries are withdrawn, too.
    """
    changes.check_open(history)
    entries = folding.entries_of(history.entries)
    also_withdrawn: list[int] = []
    while True:
        added = in_one_step(history, _withdrawing(wanted, also_withdrawn))
        try:
            after = fold.campaign_after(entries, history.campaign, added)
            if isinstance(wanted[0], EntriesRestored):
                _check_proved((*entries, *added), after)
            return effects_of(history, added, after)
        except UnsoundEntry as broken:
            touched = broken.entry
            if touched > len(entries):
                raise
            if not and_later:
                raise NotAllowed(
                    phrase(
                        "entry {number} would no longer hold: {what}. {why}",
                        number=touched,
                        what=entry_summary(history, touched),
                        why=wording_of(broken),
                    ),
                    phrase("add --and-later to withdraw it, too, or correct it first"),
                ) from None
            also_withdrawn.append(touched)


def _check_proved(entries: Sequence[Entry], after: Campaign) -> None:
    """Raise `UnsoundEntry` for an evening kept as played that is proved only without the redo."""
    for played in no_longer_proved(entries, after):
        error = scores_differ(played.verdict)
        raise UnsoundEntry(played.entry, payload_of(played.recorded)[0], error, after)


def in_one_step(history: History, wanted: Sequence[Entry]) -> tuple[Entry, ...]:
    """The entries of one correction as stored; `step` of the others is the number of the first."""
    step = len(history.entries) + 1
    later = [entry._replace(step=step) for entry in wanted[1:]]  # type: ignore[call-arg]  # corrections have it
    return tuple(map(folding.as_stored, (*wanted[:1], *later)))


def effects_of(history: History, added: tuple[Entry, ...], after: Campaign) -> CorrectionEffects:
    """The effects of a correction that was folded; raises `NotAllowed` for a malformed entry."""
    for entry in added:
        folding.check_form(entry)
    entries = folding.entries_of(history.entries)
    withdrawn = withdrawn_entries((*entries, *added)) - withdrawn_entries(entries)
    withdrawn -= {
        n for n in withdrawn if isinstance(entries[n - 1], EntriesWithdrawn | EntriesRestored)
    }
    differing = tuple(differences(history.campaign, after))
    return CorrectionEffects(history, added, after, tuple(sorted(withdrawn)), differing)


def keep(
    session: Session,
    cascade: CorrectionEffects,
    again: Callable[[History], CorrectionEffects],
    by: Author,
) -> KeptCorrection:
    """Keep a correction as it was shown; raises `NotAllowed` if it would be another one now.

    `again` previews the correction on the current history, if somebody has written in between.
    """
    current = folding.current(session, cascade.before)
    if current is not cascade.before:
        shown, cascade = cascade, again(current)
        if not cascade.is_same(shown):
            last = current.entries[-1]
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
    history = changes.write(session, HistoryChange(current, cascade.entries, cascade.after), by)
    new_drafts = tuple(drafts.of_played(session, history, p, by) for p in cascade.drafts)
    kept_drafts = [
        drafts.discard_recorded(session, history, played) for played in cascade.restored_episodes
    ]
    for played in cascade.changed_episodes:
        drafts.discard_recorded(session, history, played)
    return KeptCorrection(
        cascade,
        history,
        new_drafts,
        tuple(draft for episode_drafts in kept_drafts for draft in episode_drafts),
    )


def entry_summary(history: History, number: int) -> Phrase:
    """A few words for what an entry did."""
    stored = history.entries[number - 1]
    match entry_of(stored.kind, stored.payload):
        case EpisodeRecorded(record):
            return phrase("episode {number} recorded", number=episode_in(record))
        case EpisodeAmended(record=record):
            return phrase("the correction of episode {number}", number=episode_in(record))
        case EpisodeNoted(episode):
            return phrase("what was noted of episode {number}", number=episode)
        case StickerPlaced(seat, kind, square):
            sticker = article(kind)
            return phrase(
                "{seat} puts {sticker} on {square}", seat=seat, sticker=sticker, square=square
            )
        case EnvelopeOpened(envelope):
            return phrase("envelope {number} opened", number=envelope)
        case PlayerJoined(seat, player):
            return phrase("{player} takes over {seat}", player=player, seat=seat)
        case PlayerLeft(seat):
            return phrase("the player of {seat} leaves", seat=seat)
        case PlayerRenamed(player, name):
            return phrase("{player} is called {name} from now on", player=player, name=name)
        case PackApplied(_, reason):
            return phrase("the pack is corrected: {reason}", reason=reason)
        case EntriesWithdrawn():
            return phrase("an undo")
        case EntriesRestored():
            return phrase("a redo")
    return phrase("{command} says what it did", command="campaign history")


def _withdrawing(wanted: Sequence[Entry], also_withdrawn: Sequence[int]) -> Sequence[Entry]:
    """The entries of a correction that also withdraws the entries with these numbers."""
    if not also_withdrawn:
        return wanted
    first = wanted[0]
    if isinstance(first, EntriesWithdrawn) and len(wanted) == 1:
        return (first._replace(entries=(*first.entries, *also_withdrawn)),)
    return (*wanted, EntriesWithdrawn(tuple(also_withdrawn), WITHDRAWN_TOO))
