"""What another copy of a history has since a fork, replayed after what is here: one step.

    their entries since the fork, those that count
        about what both share    a correction here, with what follows from it (`corrections.later`)
        an evening of both       one counts, the other is readable as a version
        all else                 applied one by one; an evening is replayed on the boards as they
                                 are now: kept, decided about (`Decide`), or a draft
    ── all of it ──> CarryOver ── shown, agreed ──> kept, in one transaction, undone by one undo

Each entry keeps the author and the time that it has there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal, NamedTuple

from sqlmodel import Session

from campaign.services import campaigns, changes
from campaign.services.ancestry import CARRIED_OVER, had
from campaign.services.corrections.cascade import Cascade
from campaign.services.corrections.later import Decide, Evening, Owed, rebased
from campaign.services.differences import CampaignDifference, differences
from campaign.services.entering import drafts
from campaign.services.projections.campaigns import update_campaign
from campaign.services.values import By, History
from campaign.store import journal, payloads, stamps
from engine.kernel.errors import EngineError, Refused, wording_of
from engine.kernel.phrases import Wording, phrase
from engine.kernel.record import format_record
from engine.kernel.replay import Kind
from engine.my_city.campaign import fold
from engine.my_city.campaign.corrections import effective, withdrawn
from engine.my_city.campaign.entries import (
    Amended,
    CarriedOver,
    Entry,
    EpisodeRecorded,
    PlayerJoined,
    PlayerLeft,
    Restored,
    StickerPlaced,
    Withdrawn,
    episode_in,
    payload_of,
)
from engine.my_city.campaign.episodes import Judged, check_stated, judge_record, judge_with
from engine.my_city.campaign.model import Campaign, Played
from engine.my_city.campaign.outcome import scores_differ
from engine.my_city.campaign.stickers import targets

Fate = Literal["carried", "same", "changed", "replaces", "version", "draft", "left out"]
"""What becomes of an entry: as it is; there already; another record; instead of the one here; a
version of the evening that is here; a draft; not here, but readable in the history set aside."""
Choose = Callable[[Played, Played], bool]
"""Whether their record of an evening that both have counts: ours and theirs are given."""
TRIES = 3
"""How often another record of an evening is tried before it becomes a draft."""
_DATED = (StickerPlaced, PlayerJoined, PlayerLeft)


class Outcome(NamedTuple):
    """What becomes of an entry of the other history, by its number there, and why."""

    entry: int
    fate: Fate
    why: Wording = ""


class CarryOver(NamedTuple):
    """What a history becomes with what another copy has: its new entries, and the campaign then.

    `sources` are the entries there that the new ones are made of, None for what was decided here.
    """

    before: History
    theirs: History
    entries: tuple[Entry, ...]
    sources: tuple[journal.Entry | None, ...]
    after: Campaign
    outcomes: tuple[Outcome, ...]
    changes: tuple[CampaignDifference, ...]
    drafts: tuple[Played, ...]
    """The evenings of either side that become drafts."""

    @property
    def untouched(self) -> bool:
        """Whether the two sides do not touch each other: all is kept as it is."""
        fates = {outcome.fate for outcome in self.outcomes}
        return fates <= {"carried", "same"} and not self.drafts


def carry_over(
    here: History, theirs: History, shared: int, whose: str, decide: Decide, choose: Choose
) -> CarryOver:
    """What `theirs` has besides, after what is `here`; raises `Refused`.

    The first `shared` entries are the same; `whose` is the copy, for the history.
    """
    changes.check_open(here)
    return _Carrying(here, theirs, shared, whose, decide, choose).done()


def keep(
    session: Session, plan: CarryOver, again: Callable[[History], CarryOver], by: By
) -> History:
    """Keep it as it was shown, in the caller's transaction; raises `Refused` if it changed.

    `again` makes it on the history as it is, when somebody has written in between.
    """
    now = campaigns.current(session, plan.before)
    if now is not plan.before:
        shown, plan = plan, again(now)
        if plan.entries != shown.entries:
            raise Refused(
                phrase(
                    "somebody has written here meanwhile: what was shown does not hold any more"
                ),
                phrase("give the command again"),
            )
    history = plan.before
    if plan.after.name != history.campaign.name:
        campaigns.rename(session, history.stream, history.campaign.name, plan.after.name)
    for entry, source in zip(plan.entries, plan.sources, strict=True):
        whose = By(source.author, stamps.moment(source.recorded_at)) if source else by
        history = changes.append(session, history, entry, plan.after, whose)
    update_campaign(session, history)
    for played in plan.drafts:
        drafts.of_played(session, history, played, by)
    for played in plan.after.played:
        drafts.settle(session, history, played)
    return history


class _Carrying:
    """The work on one carry-over: the campaign as it is by now, and the entries so far."""

    def __init__(
        self,
        here: History,
        theirs: History,
        shared: int,
        whose: str,
        decide: Decide,
        choose: Choose,
    ) -> None:
        self.here, self.theirs, self.shared = here, theirs, shared
        self.decide, self.choose = decide, choose
        self.ours = campaigns.entries_of(here.entries)
        self.others = campaigns.entries_of(theirs.entries)
        self.our_versions = set(_records(self.ours))
        self.their_versions = set(_records(self.others))
        missing = {
            digest: number
            for digest, number in had(theirs.entries).items()
            if digest not in had(here.entries)
        }
        self.new = _with_steps(theirs.entries, set(missing.values()))
        self.step = len(here.entries) + 1
        self.beside: list[str] = []
        for number in sorted(self.new):
            if isinstance(entry := self.others[number - 1], CarriedOver):
                self.beside += entry.beside
        self.first = CarriedOver(whose[:40].strip(), shared, tuple(missing))
        self.why = f"{self.first.whose}'s copy carried over"
        self.counting = dict(effective(self.ours))
        self.there = effective(self.others)
        self.known = Counter(
            _content(entry) for number, entry in self.counting.items() if number > shared
        )
        self.judge = judge_with((*here.campaign.played, *theirs.campaign.played))
        self.now = here.campaign._replace(entries=self.step)
        self.added: list[Entry] = [self.first]
        self.sources: list[journal.Entry | None] = [None]
        self.outcomes: list[Outcome] = []
        self.drafts: list[Played] = []
        self.done_with: set[int] = set()
        self.cascade: Cascade | None = None

    def done(self) -> CarryOver:
        """All of it, in the order in which it counts there."""
        self._correct()
        for number, entry in self.there:
            if number in self.new - self.done_with and not isinstance(entry, CarriedOver):
                self._take(number, entry)
        beside = tuple(dict.fromkeys(self.beside))
        whole = (self.first._replace(beside=beside), *self.added[1:])
        entries = tuple(map(campaigns.as_stored, whole))
        for entry in entries:
            campaigns.check_form(entry)
        return CarryOver(
            self.here,
            self.theirs,
            entries,
            tuple(self.sources),
            self.now,
            tuple(sorted(self.outcomes)),
            tuple(differences(self.here.campaign, self.now)),
            (*(self.cascade.drafts if self.cascade else ()), *self.drafts),
        )

    # What is about entries that are here already: corrections, before all else.

    def _correct(self) -> None:
        """Correct here what they have corrected, as far as it holds."""
        wanted: list[Entry] = [self.first]
        numbers: list[int] = []
        for number, correction in (*self._undone(), *self._evenings(), *self._dated()):
            try:
                self.cascade = rebased(
                    self.here, (*wanted, correction), self.why, _TheirStickers(self)
                )
            except EngineError as error:
                if isinstance(correction, Amended):
                    self.beside.append(correction.record)
                self.outcomes.append(Outcome(number, "left out", wording_of(error)))
                continue
            wanted.append(correction)
            numbers.append(number)
            fate: Fate = "replaces" if isinstance(correction, Amended) else "carried"
            self.outcomes.append(Outcome(number, fate))
        if self.cascade:
            self.now, self.added = self.cascade.after, list(self.cascade.entries)
            self.sources += (self.theirs.entries[number - 1] for number in numbers)
            self.sources += [None] * (len(self.added) - len(self.sources))

    def _undone(self) -> Iterator[tuple[int, Entry]]:
        """What they took back, or brought back, of what is here."""
        gone = withdrawn(self.others)
        recorded = {played.number for played in self.theirs.campaign.played}
        for number in sorted(self.new - gone):
            entry = self.others[number - 1]
            if isinstance(entry, Withdrawn):
                self.done_with.add(number)
                named = (n for n in entry.entries if n not in self.new)
                again = (
                    n
                    for n in named
                    if not isinstance(one := self.others[n - 1], EpisodeRecorded)
                    or episode_in(one.record) not in recorded
                )
                numbers = tuple(sorted(filter(None, map(self._number_here, again))))
                if numbers:
                    yield number, Withdrawn(numbers, entry.reason)
            elif isinstance(entry, Restored):
                self.done_with.add(number)
                back = entry.entry
                if back <= self.shared and back not in withdrawn(self.ours):
                    yield number, Restored(back)

    def _evenings(self) -> Iterator[tuple[int, Amended]]:
        """Their records of evenings that are recorded here, where they are to count."""
        ours = {played.number: played for played in self.here.campaign.played}
        for played in self.theirs.campaign.played:
            source = self._source(played)
            mine = ours.get(played.number)
            new = source in self.new
            if mine is None:
                if new and played.entry not in self.new:
                    why = phrase("episode {number} is taken back here", number=played.number)
                    self.beside.append(played.recorded.record)
                    self.outcomes.append(Outcome(source, "left out", why))
                continue
            self.done_with.update((played.entry, source))
            text, other = mine.recorded.record, played.recorded.record
            if text == other:
                if new:
                    self.outcomes.append(Outcome(source, "same"))
                continue
            if other in self.our_versions or not new:
                continue
            if text in self.their_versions or self.choose(mine, played):
                recorded = played.recorded
                yield (
                    source,
                    Amended(
                        mine.entry,
                        other,
                        recorded.edition,
                        recorded.pack,
                        self.why,
                        recorded.as_played,
                        recorded.layout,
                    ),
                )
            else:
                self.beside.append(other)
                self.outcomes.append(Outcome(source, "version"))

    def _source(self, played: Played) -> int:
        """The entry there that holds the record of an evening as it counts."""
        gone = withdrawn(self.others)
        amended = (
            number
            for number, entry in enumerate(self.others, 1)
            if isinstance(entry, Amended) and entry.entry == played.entry and number not in gone
        )
        return max(amended, default=played.entry)

    def _dated(self) -> Iterator[tuple[int, Entry]]:
        """Their entries that count before an entry that is here."""
        for number, entry in self.there:
            if not isinstance(entry, _DATED) or number not in self.new:
                continue
            if not entry.before or entry.before in self.new:
                continue
            self.done_with.add(number)
            if self._is_here(entry):
                self.outcomes.append(Outcome(number, "same"))
            elif before := self._number_here(entry.before):
                yield number, entry._replace(before=before, step=0)
            else:
                self.outcomes.append(Outcome(number, "left out"))

    def _number_here(self, number: int) -> int:
        """The entry here that is one of theirs, and counts; 0 without one."""
        if number <= self.shared:
            return number if number in self.counting else 0
        content = _content(self.others[number - 1])
        return next((n for n, entry in self.counting.items() if _content(entry) == content), 0)

    # All else, after what is here.

    def _is_here(self, entry: Entry) -> bool:
        """Whether this history has the same entry since the fork; each stands for one."""
        content = _content(entry)
        self.known[content] -= 1
        return self.known[content] >= 0

    def _take(self, number: int, entry: Entry) -> None:
        """Take an entry after all that came so far, or say why not."""
        if self._is_here(entry):
            self.outcomes.append(Outcome(number, "same"))
            return
        entry = _in_step(entry, self.step)
        if isinstance(entry, EpisodeRecorded):
            self.outcomes.append(self._take_evening(number, entry))
            return
        try:
            self._append(fold.apply(self.now, entry), entry, self.theirs.entries[number - 1])
        except EngineError as error:
            self.outcomes.append(Outcome(number, "left out", wording_of(error)))
        else:
            self.outcomes.append(Outcome(number, "carried"))

    def _append(self, after: Campaign, entry: Entry, source: journal.Entry | None) -> None:
        self.now = after
        self.added.append(entry)
        self.sources.append(source)

    def _take_evening(self, number: int, entry: EpisodeRecorded) -> Outcome:
        """Replay an evening on the boards as they are now; what does not hold becomes a draft."""
        played = next(p for p in self.theirs.campaign.played if p.entry == number)
        source = self.theirs.entries[self._source(played) - 1]
        why: Wording = phrase("an earlier one is a draft")
        tries = 0 if any(p.number < played.number for p in self.drafts) else TRIES
        while tries:
            try:
                judged = self._judged(entry, played)
                self._append(fold.apply(self.now, judged), entry, source)
            except EngineError as error:
                why = wording_of(error)
            else:
                return Outcome(number, "carried" if tries == TRIES else "changed")
            if owed := self._owed(played.number):
                if not (named := self.decide.sticker(owed)):
                    break
                placed = StickerPlaced(owed.right.seat, *named, step=self.step)
                self._append(fold.apply(self.now, placed), placed, None)
                continue
            again = self.decide.evening(self._evening(entry, played, why))
            if again is None:
                break
            entry = entry._replace(
                record=format_record(again.record), as_played=again.as_played, layout=""
            )
            tries -= 1
        self.beside.append(played.recorded.record)
        if played.record.moves and not played.verdict.without_rules:
            self.drafts.append(played)
        return Outcome(number, "draft", why)

    def _judged(self, entry: EpisodeRecorded, played: Played) -> Judged:
        """The verdict of an evening; raises `Refused` where it does not stand as it stood."""
        known = played.recorded
        if (entry.record, entry.as_played) != (known.record, known.as_played):
            judged = self.judge(self.now, entry)
            check_stated(judged)
            return judged
        judged = self.judge(self.now, known)._replace(entry=entry)
        proved = played.as_played and played.verdict.kind in (Kind.VERIFIED, Kind.POSSIBLE)
        if proved and judged.verdict.kind is Kind.DIFFERS:
            raise scores_differ(judged.verdict)
        return judged

    def _owed(self, episode: int) -> Owed | None:
        """The first sticker that is owed before an episode."""
        placed = tuple(entry for entry in self.added if isinstance(entry, StickerPlaced))
        for right in self.now.owed:
            if right.before <= episode:
                return Owed(episode, right, targets(self.now, right), self.now, placed)
        return None

    def _evening(self, entry: EpisodeRecorded, played: Played, why: Wording) -> Evening:
        """An evening that does not hold, with what its replay says where there is one."""
        try:
            verdict = judge_record(self.now, entry, played.record).verdict
        except EngineError:
            verdict = None
        return Evening(played, self.now, played.record, verdict, str(why))


class _TheirStickers:
    """Decides as somebody does, but puts a sticker that is owed where they have put it."""

    def __init__(self, carrying: _Carrying) -> None:
        self._decide = carrying.decide
        self._placed = [
            entry
            for number, entry in carrying.there
            if number in carrying.new and isinstance(entry, StickerPlaced)
        ]
        self.evening = carrying.decide.evening

    def sticker(self, owed: Owed) -> tuple[str, str] | None:
        """The kind and the square of a sticker."""
        taken = {placed[:3] for placed in owed.decided}
        for placed in self._placed:
            is_it = placed.seat == owed.right.seat and placed.kind in owed.right.kinds
            if is_it and placed.square in owed.squares and placed[:3] not in taken:
                return placed.kind, placed.square
        return self._decide.sticker(owed)


def _with_steps(entries: Sequence[journal.Entry], numbers: set[int]) -> set[int]:
    """Some entries, with those of the steps that they begin where they were carried over."""
    steps = {n for n in numbers if entries[n - 1].kind == CARRIED_OVER}
    return numbers | {e.seq for e in entries if e.payload.get("step") in steps}


def _records(entries: Sequence[Entry]) -> Iterator[str]:
    """Every record that a history has ever had, whether it counts or not."""
    for entry in entries:
        if isinstance(entry, EpisodeRecorded | Amended):
            yield entry.record
        elif isinstance(entry, CarriedOver):
            yield from entry.beside


def _in_step(entry: Entry, step: int) -> Entry:
    """An entry at its own place, of a step."""
    values: dict[str, Any] = {"step": step}
    if isinstance(entry, _DATED):
        values["before"] = 0
    return entry._replace(**values)


def _content(entry: Entry) -> tuple[str, str]:
    """What an entry says, wherever it stands."""
    kind, values = payload_of(entry)
    said = {key: value for key, value in values.items() if key not in ("step", "before")}
    return kind, payloads.canonical(said)
