"""Applying the entries of another copy that are no corrections one by one, after our entries.

An evening is replayed on the boards at that point: it is kept, decided about (`Decide`), or made a
draft. Other entries are applied unchanged, or left out with the reason.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from campaign.services.checked_boards import boards_at, recorded_board
from campaign.services.corrections.decisions import Decide, LaterEvening, LaterSticker
from campaign.services.handover.carrying_holders import is_so_here
from campaign.services.handover.carrying_names import NamesHere, with_their_players
from campaign.services.handover.sides import (
    DATED,
    EntryOutcome,
    Fate,
    MatchedEntries,
    Sides,
    note_changes,
    version,
)
from campaign.store import journal, stamps
from engine.kernel.errors import EngineError, wording_of
from engine.kernel.phrases import Wording, joined, phrase
from engine.kernel.record import Record, format_record
from engine.kernel.replay import VerdictKind
from engine.my_city.campaign import fold
from engine.my_city.campaign.corrections import place_of
from engine.my_city.campaign.entries import (
    BoardChecked,
    Entry,
    EpisodeNoted,
    EpisodeRecorded,
    PlayerJoined,
    PlayerLeft,
    PlayerRenamed,
    StickerPlaced,
)
from engine.my_city.campaign.episodes import (
    EpisodeJudgement,
    check_stated,
    judge_record,
    judge_with,
)
from engine.my_city.campaign.model import Campaign, PlayedEpisode
from engine.my_city.campaign.outcome import scores_differ
from engine.my_city.campaign.stickers import targets

TRIES = 3
"""The number of records of an evening that are tried before it becomes a draft."""


class CarryOverBuilder:
    """The entries of a carry-over so far, and the campaign after them; `take` adds an entry.

    `sources` are the entries there from which the new ones are made, None for decisions made here;
    `changed` are the episodes that were kept in another form, `drafts` the evenings that become
    drafts.
    """

    def __init__(
        self,
        sides: Sides,
        same: MatchedEntries,
        decide: Decide,
        now: Campaign,
        added: Sequence[Entry],
        sources: Sequence[journal.Entry | None],
    ) -> None:
        self._sides, self._same, self._decide = sides, same, decide
        self._judge = judge_with((*sides.here.campaign.played, *sides.theirs.campaign.played))
        self._names = NamesHere(sides, now)
        self._noted = note_changes(sides.there)
        self.now = now
        self.added, self.sources = list(added), list(sources)
        self.outcomes: list[EntryOutcome] = []
        self.changed: list[int] = []
        self.drafts: list[PlayedEpisode] = []

    def take(self, number: int, entry: Entry) -> None:
        """Take an entry after the entries taken so far, or note why it is left out."""
        player = ""
        if isinstance(entry, PlayerJoined):
            player = self._names.join(place_of(number, entry), entry.player)
        # Who compares a board again, on another day, has not done it once.
        is_same = not isinstance(entry, BoardChecked) and self._same.has(entry)
        if is_same or (
            isinstance(entry, PlayerJoined | PlayerLeft)
            and is_so_here(self._sides, self._names, number, entry, self.now)
        ):
            self.outcomes.append(EntryOutcome(number, "same"))
            return
        entry = _in_step(entry, self._sides.step)
        if isinstance(entry, EpisodeRecorded):
            self.outcomes.append(self._take_evening(number, entry))
            return
        source = self._sides.theirs.entries[number - 1]
        try:
            if isinstance(entry, PlayerJoined):
                entry = entry._replace(player=player)
            if isinstance(entry, PlayerRenamed):
                self._names.check(number, entry)
            if isinstance(entry, BoardChecked):
                entry = self._on_this_board(number, entry)
            if isinstance(entry, EpisodeNoted):
                now = self.now.episode(entry.episode).details
                details = now._replace(**self._noted[number])
                if details == now:
                    self.outcomes.append(EntryOutcome(number, "same"))
                    return
                entry = EpisodeNoted(entry.episode, *details, entry.step)
            self._append(fold.apply(self.now, entry), entry, source)
        except EngineError as error:
            self.outcomes.append(EntryOutcome(number, "left out", wording_of(error)))
        else:
            self.outcomes.append(EntryOutcome(number, "carried"))
            if isinstance(entry, PlayerRenamed):
                self._names.follow(entry)

    def _on_this_board(self, number: int, entry: BoardChecked) -> BoardChecked:
        """A check of theirs: whether their record showed another board, and ours was later."""
        sides = self._sides
        there = boards_at(sides.theirs, number).get(entry.seat)
        other_board = there != recorded_board(self.now.city(entry.seat))
        last, ours = self.now.checked.get(entry.seat), len(sides.here.entries)
        # Of two of theirs the later one comes last, unless they had carried it over.
        is_among = bool(last and (last.entry <= ours or entry.unless_after))
        is_earlier = bool(
            last
            and is_among
            and last.entry > sides.shared
            and self._time_of(last.entry) > stamps.utc(sides.theirs.recorded_at(number))
        )
        return entry._replace(
            by=self._names.then(number, entry.by),
            other_board=entry.other_board or other_board,
            unless_after=sides.shared if is_earlier else 0,
        )

    def _time_of(self, number: int) -> str:
        """When an entry was recorded, here or in the other copy; "" for one that is made now."""
        ours = len(self._sides.here.entries)
        if number <= ours:
            return stamps.utc(self._sides.here.recorded_at(number))
        source = self.sources[number - ours - 1]
        return stamps.utc(source.recorded_at) if source else ""

    def _append(self, after: Campaign, entry: Entry, source: journal.Entry | None) -> None:
        self.now = after
        self.added.append(entry)
        self.sources.append(source)

    def _take_evening(self, number: int, entry: EpisodeRecorded) -> EntryOutcome:
        """Replay an evening on the current boards; its moves become a draft if they do not hold."""
        theirs = self._sides.theirs
        played = next(p for p in theirs.campaign.played if p.entry == number)
        source = theirs.entries[self._sides.source_of(played) - 1]
        holders = {city.seat: city.player for city in self.now.cities}
        record, named = with_their_players(played, holders, self._names)
        if named:
            entry = entry._replace(record=format_record(record), layout="")
        if played.number in theirs.campaign.again:  # by a correction that is here before it
            entry = entry._replace(pack=self.now.pack.digest_of(played.number))
        why: Wording = phrase("an earlier evening is a draft")
        tries = 0 if any(p.number < played.number for p in self.drafts) else TRIES
        while tries:
            try:
                judged = self._judged(entry, played)
                self._append(fold.apply(self.now, judged), entry, source)
            except EngineError as error:
                why = wording_of(error)
            else:
                if entry.record != played.recorded.record:
                    self.changed.append(played.number)
                fate: Fate = "carried" if tries == TRIES else "changed"
                return EntryOutcome(number, fate, _in_words(named))
            if owed := self._owed(played.number):
                if not (target := self._decide.sticker(owed)):
                    break
                placed = StickerPlaced(owed.right.seat, *target, step=self._sides.step)
                self._append(fold.apply(self.now, placed), placed, None)
                continue
            evening = self._evening(entry, played, record, why)._replace(again=tries < TRIES)
            new_form = self._decide.evening(evening)
            if new_form is None:
                break
            entry = entry._replace(
                record=format_record(new_form.record), as_played=new_form.as_played, layout=""
            )
            tries -= 1
        if not played.record.moves or played.verdict.without_rules:
            return EntryOutcome(number, "left out", why)
        self.drafts.append(played)
        return EntryOutcome(number, "draft", why)

    def _judged(self, entry: EpisodeRecorded, played: PlayedEpisode) -> EpisodeJudgement:
        """The judgement of an evening; raises `NotAllowed` if it does not hold as before."""
        recorded = played.recorded
        if (*version(entry), entry.pack) != (*version(recorded), recorded.pack):
            judged = self._judge(self.now, entry)
            check_stated(judged)
            return judged
        judged = self._judge(self.now, recorded)._replace(entry=entry)
        proved = played.as_played and played.verdict.kind in (
            VerdictKind.VERIFIED,
            VerdictKind.POSSIBLE,
        )
        if proved and judged.verdict.kind is VerdictKind.DIFFERS:
            raise scores_differ(judged.verdict)
        return judged

    def _owed(self, episode: int) -> LaterSticker | None:
        """The first sticker that is owed before an episode; None if none is owed."""
        placed = tuple(entry for entry in self.added if isinstance(entry, StickerPlaced))
        for right in self.now.owed:
            if right.before <= episode:
                return LaterSticker(episode, right, targets(self.now, right), self.now, placed)
        return None

    def _evening(
        self, entry: EpisodeRecorded, played: PlayedEpisode, record: Record, why: Wording
    ) -> LaterEvening:
        """An evening that does not hold, with its verdict if it can be replayed."""
        try:
            verdict = judge_record(self.now, entry, record).verdict
        except EngineError:
            verdict = None
        return LaterEvening(played, self.now, record, verdict, why)


def _in_words(named: Mapping[str, str]) -> Wording:
    """The players whom a record names anew, in words."""
    return joined(
        ", ",
        [
            joined(": ", (seat, phrase("{player} as a substitute", player=name)))
            for seat, name in named.items()
        ],
    )


def _in_step(entry: Entry, step: int) -> Entry:
    """The entry as a part of a step; it counts from its own place on."""
    values: dict[str, Any] = {"step": step}
    if isinstance(entry, DATED):
        values["before"] = 0
    return entry._replace(**values)
