"""Making the corrections of another copy here, before its other entries are carried over.

An entry that the other copy took back is taken back here. If both copies have a record of an
evening and theirs is to count, it replaces the record here. If an entry of theirs counts before an
entry that is here, it is placed before that entry. Later entries follow as after any correction
(`corrections.later`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from campaign.services.ancestry import was_carried
from campaign.services.corrections.cascade import CorrectionEffects
from campaign.services.corrections.decisions import Decide
from campaign.services.corrections.later import StickerGoes, preview_with_later
from campaign.services.handover.carrying_holders import (
    brought_for,
    is_so_here,
    later_here,
    newcomer,
)
from campaign.services.handover.carrying_names import NamesHere, with_their_players
from campaign.services.handover.carrying_stickers import StickerCopier
from campaign.services.handover.sides import (
    DATED,
    EntryOutcome,
    Fate,
    MatchedEntries,
    Sides,
    version,
    versions,
)
from campaign.services.reasons import CARRIED_OVER, TOOK_OVER
from campaign.store import journal
from engine.kernel.errors import EngineError, NotAllowed, wording_of
from engine.kernel.phrases import phrase
from engine.kernel.record import format_record
from engine.my_city.campaign.corrections import withdrawn_entries
from engine.my_city.campaign.entries import (
    EntriesRestored,
    EntriesWithdrawn,
    Entry,
    EpisodeAmended,
    EpisodeRecorded,
    HistoryCarriedOver,
    PackApplied,
    PlayerJoined,
    StickerPlaced,
    episode_in,
)
from engine.my_city.campaign.model import Campaign, PlayedEpisode

Choose = Callable[[PlayedEpisode, PlayedEpisode], bool]
"""Takes our record and their record of one evening; returns whether theirs counts."""


class CarriedCorrections(NamedTuple):
    """The changes that their corrections make in the history here.

    `cascade` is None if no correction of theirs is made here. `sources` has, for each entry that
    is added here, the entry there from which it is made, or None. `done` are the numbers of entries
    there that need no further treatment. `touches` says whether something that only this copy has
    counts otherwise, or no more. `changed` are the episodes whose records there have other players
    here.
    """

    cascade: CorrectionEffects | None
    sources: tuple[journal.Entry | None, ...]
    outcomes: tuple[EntryOutcome, ...]
    done: frozenset[int]
    touches: bool
    changed: frozenset[int]


def carried_corrections(
    sides: Sides, first: HistoryCarriedOver, same: MatchedEntries, decide: Decide, choose: Choose
) -> CarriedCorrections:
    """Make the corrections of theirs that hold here; `first` is the first entry of the step."""
    corrections = _Corrections(sides, same, choose, first)
    found = [
        *((one,) for one in (*corrections.undone(), *corrections.packs())),
        *corrections.dated(),
        *((one,) for one in corrections.evenings()),
    ]
    stickers = StickerCopier(sides, decide)

    lost: list[Sequence[tuple[int, Entry]]] = []

    def preview(*corrected: Sequence[tuple[int, Entry]]) -> CorrectionEffects:
        while True:
            kept = [one for one in corrected if one not in lost]
            wanted = [(one, entry) for one in kept for _, entry in one]
            step = (first, *(entry for _, entry in wanted))
            try:
                return preview_with_later(sides.here, step, corrections.why, stickers)
            except StickerGoes as error:
                lost.append(wanted[error.at - 1][0])
                corrections.leave_out(lost[-1], error)

    together = found
    cascade: CorrectionEffects | None = None
    try:
        cascade = preview(*found) if found else None
    except EngineError:  # at least one cannot be made: each that holds after those before it
        together = []
        for correction in found:
            if correction in lost:
                continue
            try:
                cascade = preview(*together, correction)
            except EngineError as error:
                corrections.leave_out(correction, error)
            else:
                together.append(correction)
    together = [correction for correction in together if correction not in lost]
    made = [one for correction in together for one in correction]
    for number, entry in dict(made).items():
        fate: Fate = "replaces" if isinstance(entry, EpisodeAmended) else "carried"
        corrections.outcomes.append(EntryOutcome(number, fate))
    sources = (None, *(sides.theirs.entries[number - 1] for number, _ in made))
    count = len(cascade.entries) if cascade else 1
    records = {played.recorded.record for played in sides.theirs.campaign.played}
    return CarriedCorrections(
        cascade,
        (*sources, *([None] * (count - len(sources)))),
        tuple(corrections.outcomes),
        frozenset(corrections.done),
        count > len(sources) or corrections.touch_ours(made, cascade),
        frozenset(
            episode_in(entry.record)
            for _, entry in made
            if isinstance(entry, EpisodeAmended) and entry.record not in records
        ),
    )


class _Corrections:
    """Finds the corrections of the other copy to make here, and notes the outcomes of the rest.

    `made` are the entries of the step so far.
    """

    def __init__(
        self, sides: Sides, same: MatchedEntries, choose: Choose, first: HistoryCarriedOver
    ) -> None:
        self.sides, self.same, self.choose = sides, same, choose
        self.names = NamesHere(sides, sides.here.campaign)
        self.why = CARRIED_OVER.format(player=first.whose)
        self.made: list[Entry] = [first]
        self.outcomes: list[EntryOutcome] = []
        self.done: set[int] = set()

    def leave_out(self, correction: Sequence[tuple[int, Entry]], error: EngineError) -> None:
        """Note a correction that cannot be made here, with all of its entries."""
        for number in dict(correction):
            self.outcomes.append(EntryOutcome(number, "left out", wording_of(error)))

    def touch_ours(
        self, made: Sequence[tuple[int, Entry]], cascade: CorrectionEffects | None
    ) -> bool:
        """Whether some corrections take back or change an evening as only this copy has it."""
        taken_back = {
            number
            for _, entry in made
            if isinstance(entry, EntriesWithdrawn)
            for number in entry.entries
        }
        changed = {change.episode for change in cascade.changes} if cascade else set()
        shared, entries = self.sides.shared, self.sides.here.entries
        if any(n > shared and not was_carried(entries[n - 1], entries) for n in taken_back):
            return True
        return any(
            played.entry in taken_back or played.number in changed
            for played in self.sides.here.campaign.played
            if not self.sides.came_from_there(played)
        )

    def undone(self) -> Iterator[tuple[int, Entry]]:
        """Their withdrawals and restorations of entries that are here, by the numbers here."""
        sides = self.sides
        withdrawn = withdrawn_entries(sides.others)
        recorded = {played.number for played in sides.theirs.campaign.played}
        for number in sorted(sides.new - withdrawn):
            entry = sides.others[number - 1]
            if isinstance(entry, EntriesWithdrawn):
                self.done.add(number)
                shared_numbers = (n for n in entry.entries if n not in sides.new)
                to_withdraw = (
                    n
                    for n in shared_numbers
                    if not isinstance(taken_back := sides.others[n - 1], EpisodeRecorded)
                    or episode_in(taken_back.record) not in recorded
                )
                known = set(filter(None, map(self._here, to_withdraw)))
                if numbers := tuple(sorted(known | brought_for(sides, known))):
                    self.made.append(EntriesWithdrawn(numbers, entry.reason))
                    yield number, self.made[-1]
            elif isinstance(entry, EntriesRestored):
                self.done.add(number)
                if entry.entry not in sides.new and (withdrawal := self._here(entry.entry)):
                    self.made.append(EntriesRestored(withdrawal))
                    yield number, self.made[-1]

    def packs(self) -> Iterator[tuple[int, Entry]]:
        """Their corrections of the pack, if one of them judges earlier evenings again."""
        packs = [
            (number, entry)
            for number, entry in self.sides.there
            if number in self.sides.new and isinstance(entry, PackApplied)
        ]
        recorded = {played.number for played in self.sides.here.campaign.played}
        for number, entry in packs if any(entry.again for _, entry in packs) else ():
            self.done.add(number)
            if self.same.has(entry):
                self.outcomes.append(EntryOutcome(number, "same"))
            else:
                again = tuple(episode for episode in entry.again if episode in recorded)
                yield number, entry._replace(again=again, step=0)

    def _here(self, number: int) -> int:
        """The number here of their entry, if it counts here now; 0 for none."""
        withdrawn = withdrawn_entries((*self.sides.ours, *self.made))
        return self.sides.number_here(number, withdrawn)

    def evenings(self) -> Iterator[tuple[int, EpisodeAmended]]:
        """Their records of the evenings that both sides recorded, if theirs is to count."""
        sides = self.sides
        our_versions, their_versions = set(versions(sides.ours)), set(versions(sides.others))
        ours = {played.number: played for played in sides.here.campaign.played}
        for played in sides.theirs.campaign.played:
            source = sides.source_of(played)
            our_episode = ours.get(played.number)
            new = source in sides.new
            if our_episode is None:
                if new and played.entry not in sides.new:
                    why = phrase("episode {number} is taken back here", number=played.number)
                    self.outcomes.append(EntryOutcome(source, "left out", why))
                continue
            self.done.update((played.entry, source))
            recorded = played.recorded
            our_version, their_version = version(our_episode.recorded), version(recorded)
            if our_version == their_version:
                if new:
                    self.outcomes.append(EntryOutcome(source, "same"))
                continue
            they_had_ours = our_version in their_versions
            changed_back = they_had_ours and sides.came_from_there(our_episode)
            if not new or (their_version in our_versions and not changed_back):
                continue
            if they_had_ours or self.choose(our_episode, played):
                try:
                    record = self._record(our_episode, played)
                except NotAllowed as error:
                    self.outcomes.append(EntryOutcome(source, "left out", wording_of(error)))
                    continue
                is_theirs = record == recorded.record
                yield (
                    source,
                    EpisodeAmended(
                        our_episode.entry,
                        record,
                        recorded.edition,
                        recorded.pack,
                        (they_had_ours and self._reason(played.number)) or self.why,
                        recorded.as_played,
                        recorded.layout if is_theirs else "",
                    ),
                )
            else:
                self.outcomes.append(EntryOutcome(source, "version"))

    def _reason(self, number: int) -> str:
        """The reason of their correction of an evening; "" if they corrected it more than once."""
        entries = (self.sides.others[at - 1] for at in self.sides.new)
        reasons = [
            entry.reason
            for entry in entries
            if isinstance(entry, EpisodeAmended) and episode_in(entry.record) == number
        ]
        return reasons[0] if len(reasons) == 1 else ""

    def _record(self, ours: PlayedEpisode, theirs: PlayedEpisode) -> str:
        """Their record of an evening; of one that each side recorded, with their players.

        Raises `NotAllowed` if no name tells them apart here.
        """
        if ours.entry > self.sides.shared:
            holders = {one.seat: one.holder for one in ours.participants}
            self.names.check_evening(theirs)
            record, named = with_their_players(theirs, holders, self.names)
            if named:
                return format_record(record)
        return theirs.recorded.record

    def dated(self) -> Iterator[Sequence[tuple[int, Entry]]]:
        """Their entries that count from before an entry that is here, each takeover together.

        Who takes a city over so, and did it later here, has done it once.
        """
        sides, here, names = self.sides, self.sides.here.campaign, self.names
        takeover: list[tuple[int, Entry]] = []
        holders: dict[str, str] = {}
        for number, entry in sides.there:
            if not isinstance(entry, DATED) or number not in sides.new or not entry.before:
                continue
            before = self._here(entry.before) or sides.number_here(entry.before)
            if entry.before in sides.new and (isinstance(entry, StickerPlaced) or not before):
                continue
            self.done.add(number)
            dated = entry._replace(before=before, step=0)
            if self.same.has(entry):
                self.outcomes.append(EntryOutcome(number, "same"))
            elif not before:
                self.outcomes.append(EntryOutcome(number, "left out"))
            elif isinstance(entry, StickerPlaced):
                yield ((number, dated),)
            elif not takeover and is_so_here(
                sides, names, number, entry, _held(here.held_at(before), holders)
            ):
                self.outcomes.append(EntryOutcome(number, "same"))
            else:
                player = holders[entry.seat] = newcomer(sides, names, number)
                if player and not takeover and (later := self._later(entry.seat, player, before)):
                    takeover.append((number, later))
                takeover.append((number, dated))
                if isinstance(entry, PlayerJoined) or not player:
                    yield tuple(takeover)
                    takeover.clear()

    def _later(self, seat: str, player: str, before: int) -> EntriesWithdrawn | None:
        """The withdrawal of ours by which a player took a city over later; None for nothing."""
        evening = self.sides.ours[before - 1]
        withdrawn = withdrawn_entries((*self.sides.ours, *self.made))
        later = tuple(n for n in later_here(self.sides, seat, player, before) if n not in withdrawn)
        if not later or not isinstance(evening, EpisodeRecorded):
            return None
        number = episode_in(evening.record)
        entry = EntriesWithdrawn(later, TOOK_OVER.format(player=player, seat=seat, number=number))
        self.made.append(entry)
        self.same.drop(later)
        return entry


def _held(campaign: Campaign, holders: Mapping[str, str]) -> Campaign:
    """The campaign with other holders of some cities."""
    cities = (city._replace(player=holders.get(city.seat, city.player)) for city in campaign.cities)
    return campaign._replace(cities=tuple(cities))
