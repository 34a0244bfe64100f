"""The evenings after a correction, each replayed on the corrected boards, in order.

    amendment ── fold ──> the first later entry that no longer holds
        a sticker                   comes off
        an episode, sticker owed    Decide.sticker    a square, or the episode becomes a draft
        an episode otherwise        Decide.evening    another record, or it becomes a draft
    ── fold again, until everything holds ──> CorrectionEffects

Nobody's evening is thrown away: what is not kept is a draft, and the whole is one step. Entries
that hold stay where they are, and stickers that replace others are placed before their episode.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Literal, NamedTuple, Protocol

from campaign.services import campaigns, changes
from campaign.services.corrections.cascade import CorrectionEffects, cascade_of, in_one_step, what
from campaign.services.values import History
from engine.kernel.errors import EngineError, NotAllowed
from engine.kernel.phrases import Wording, article, joined, phrase
from engine.kernel.record import Record, format_record, parse_record
from engine.kernel.replay import Verdict, VerdictKind
from engine.my_city.campaign import fold
from engine.my_city.campaign.corrections import WITHDRAWN_TOO, UnsoundEntry, effective, place_of
from engine.my_city.campaign.entries import (
    EntriesWithdrawn,
    EpisodeAmended,
    EpisodeRecorded,
    PackApplied,
    StickerPlaced,
)
from engine.my_city.campaign.entries import Entry as CampaignEntry
from engine.my_city.campaign.episodes import (
    EpisodeJudgement,
    Judge,
    check_stated,
    judge_record,
    judge_with,
)
from engine.my_city.campaign.ink import INKED
from engine.my_city.campaign.model import Campaign, PlayedEpisode, StickerRight
from engine.my_city.campaign.outcome import scores_differ
from engine.my_city.campaign.stickers import targets


class LaterEvening(NamedTuple):
    """A later evening that does not hold as it is, on the corrected boards."""

    played: PlayedEpisode
    """As it counted before."""
    before: Campaign
    """The corrected campaign at its beginning."""
    record: Record
    """The record that was tried last; at first the record that counted."""
    verdict: Verdict | None
    refusal: str
    """Why it does not hold."""

    @property
    def number(self) -> int:
        """The number of the episode."""
        return self.played.number

    @property
    def moves_hold(self) -> bool:
        """Whether its moves hold, if with other scores."""
        kinds = (VerdictKind.DIFFERS, VerdictKind.VERIFIED, VerdictKind.POSSIBLE)
        return self.verdict is not None and self.verdict.kind in kinds

    @property
    def words(self) -> Wording:
        """What is different, or which move does not hold and why."""
        verdict = self.verdict
        if verdict is None or not (verdict.move or self.moves_hold):
            return self.refusal
        if verdict.move:
            return phrase(
                'move {number}, "{words}": {reason}',
                number=verdict.move,
                words=verdict.words,
                reason=verdict.reason,
            )
        scores = []
        for sheet in verdict.sheets:
            old = self.played.sheet(sheet.seat)
            if old and (old.total, old.rank) != (sheet.total, sheet.rank):
                changed: list[Wording] = []
                if old.total != sheet.total:
                    changed.append(f"{old.total} -> {sheet.total}")
                if old.rank != sheet.rank:
                    changed.append(phrase("rank {old} -> {new}", old=old.rank, new=sheet.rank))
                scores.append(joined(" ", (sheet.seat, joined(", ", changed))))
        return joined("; ", scores) if scores else self.refusal


class LaterSticker(NamedTuple):
    """A sticker that is owed before a later evening, and the squares that it may go on."""

    number: int
    right: StickerRight
    squares: tuple[str, ...]
    before: Campaign
    decided: tuple[StickerPlaced, ...]
    """The stickers of this correction that have their squares already."""


class EveningForm(NamedTuple):
    """What a later evening is kept as."""

    record: Record
    as_played: bool = False


Named = tuple[str, str, str]
"""A sticker for which somebody named a square: seat, kind, square."""


def _is_for(right: StickerRight, named: Named) -> bool:
    """Whether a square was named for a sticker of this seat, and of one of its kinds."""
    return named[0] == right.seat and named[1] in right.kinds


class Decide(Protocol):
    """Decides what becomes of evenings that do not hold; None makes a draft of the evening."""

    def evening(self, evening: LaterEvening) -> EveningForm | None:
        """What the evening is kept as."""

    def sticker(self, owed: LaterSticker) -> tuple[str, str] | None:
        """The kind and the square of the sticker."""


KEEP, AS_PLAYED, DRAFT = "keep", "as-played", "draft"
Fate = Literal["kept", "kept with scores", "kept as played", "draft"]
"""What becomes of a later evening; "with scores" means the scores that its moves give now."""


class FixedDecisions:
    """Decides by one word for all evenings, and by named squares for their stickers.

    `stickers` are (seat, kind, square): two of one seat and kind are two stickers, in this order.
    "keep": with the scores that follow. "as-played": with the scores as noted. "draft": as a draft,
    which becomes of everything whose moves do not hold. `decided` has by an evening's number why,
    in words, and what becomes of it; `agreed` says whether anybody chose the word.
    """

    def __init__(
        self,
        word: str,
        stickers: Sequence[Named] = (),
        *,
        agreed: bool = True,
    ) -> None:
        self.word, self.stickers, self.agreed = word, stickers, agreed
        self.decided: dict[int, tuple[Wording, Fate]] = {}

    def evening(self, evening: LaterEvening) -> EveningForm | None:
        """Keep an evening whose moves hold, if the word says so."""
        word = self.word if evening.moves_hold and evening.number not in self.decided else DRAFT
        return self.decide(evening, word)

    def sticker(self, owed: LaterSticker) -> tuple[str, str] | None:
        """The kind and the square that were named for it."""
        return self.place(owed, self.named(owed))

    def named(self, owed: LaterSticker) -> tuple[str, str] | None:
        """The named kind and square for an owed sticker that no other sticker has used yet.

        Raises `NotAllowed` where it cannot go on any of the squares.
        """
        left = [one for one in self.stickers if _is_for(owed.right, one)]
        for placed in owed.decided:
            if placed[:3] in left:
                left.remove(placed[:3])
        fitting = next((one[1:] for one in left if one[2] in owed.squares), None)
        if left and fitting is None:
            seat, kind, square = left[0]
            raise NotAllowed(
                phrase(
                    "--sticker '{seat} {kind} {square}': it cannot go there before episode "
                    "{number}",
                    seat=seat,
                    kind=kind,
                    square=square,
                    number=owed.number,
                ),
                phrase("it may go on: {places}", places=" ".join(owed.squares)),
            )
        return fitting

    def unused(self, cascade: CorrectionEffects) -> tuple[Named, ...]:
        """The named stickers that no sticker of a correction has used."""
        left = list(self.stickers)
        for entry in cascade.entries:
            if isinstance(entry, StickerPlaced) and entry[:3] in left:
                left.remove(entry[:3])
        return tuple(left)

    def decide(self, evening: LaterEvening, word: str) -> EveningForm | None:
        """What an evening is kept as, by a word."""
        becomes: Fate = "draft"
        again = None
        if word == KEEP and evening.verdict:
            scores = {sheet.seat: sheet.total for sheet in evening.verdict.sheets}
            becomes = "kept with scores"
            inked = INKED in evening.record.header
            again = EveningForm(evening.record._replace(result=scores), as_played=inked)
        elif word == AS_PLAYED:
            becomes, again = "kept as played", EveningForm(evening.record, as_played=True)
        self.decided[evening.number] = evening.words, becomes
        return again

    def place(self, owed: LaterSticker, named: tuple[str, str] | None) -> tuple[str, str] | None:
        """Note kind and square of a sticker, or that it has none."""
        if named is None:
            sticker = article(owed.right.kind)
            words = phrase(
                "{seat} owes its board {sticker} first", seat=owed.right.seat, sticker=sticker
            )
            self.decided[owed.number] = words, "draft"
        return named


class EveningFate(NamedTuple):
    """What becomes of a later evening, and why, in words."""

    number: int
    words: Wording
    becomes: Fate


def outcomes(cascade: CorrectionEffects, decide: FixedDecisions) -> tuple[EveningFate, ...]:
    """What becomes of each evening after the first entry that is corrected."""
    first = next(_corrected(cascade))
    gone = {played.number for played in cascade.gone}
    return tuple(
        EveningFate(played.number, *decide.decided[played.number])
        if played.number in decide.decided
        else EveningFate(played.number, phrase("an earlier one is a draft"), "draft")
        if played.number in gone
        else EveningFate(played.number, phrase("holds"), "kept")
        for played in cascade.before.campaign.played
        if played.entry > first
    )


def _corrected(cascade: CorrectionEffects) -> Iterator[int]:
    """The entries after which a correction leaves nothing as it was, in its order."""
    for entry in cascade.entries:
        match entry:
            case EpisodeAmended(number) | StickerPlaced(before=number):
                yield number
            case PackApplied(again=again):
                yield min(p.entry for p in cascade.before.campaign.played if p.number in again) - 1


def rebased(
    history: History,
    wanted: Sequence[CampaignEntry],
    why: str,
    decide: Decide,
    read: Mapping[EpisodeRecorded, Record] = MappingProxyType({}),
) -> CorrectionEffects:
    """A correction and what becomes of all that came after it; `why` is the reason for the rest.

    Raises `NotAllowed` for a later entry that is no evening and would no longer hold, and what
    `fold` raises for the correction itself.
    """
    changes.check_open(history)
    entries = campaigns.entries_of(history.entries)
    meant = {entry.entry for entry in wanted if isinstance(entry, EpisodeAmended)}
    gone: list[int] = []
    more: list[CampaignEntry] = []
    drafts = False
    known = judge_with(history.campaign.played, read)
    while True:
        withdrawal = [EntriesWithdrawn(tuple(gone), WITHDRAWN_TOO)] if gone else []
        added = in_one_step(history, (*wanted, *withdrawal, *more))
        try:
            judge = _proved_again(history.campaign, added, known)
            after = fold.continued(entries, history.campaign, added, judge)
            return cascade_of(history, added, after)
        except UnsoundEntry as broken:
            number, before = broken.entry, broken.before
            if number > len(entries) or number in meant:
                raise
            entry = dict(effective((*entries, *added)))[number]
            reason = str(broken.__cause__)
        match entry:
            case EpisodeRecorded() if not drafts:
                placed = tuple(e for e in more if isinstance(e, StickerPlaced))
                owed = _owed(history, number, before, placed)
                if owed:
                    if named := decide.sticker(owed):
                        more.append(StickerPlaced(owed.right.seat, *named, before=number))
                        continue
                elif again := decide.evening(_evening(history, number, entry, before, reason)):
                    more = [
                        e for e in more if not (isinstance(e, EpisodeAmended) and e.entry == number)
                    ]
                    more.append(_amended(number, entry, again, why))
                    continue
                drafts = True
                more = [e for e in more if not _is_about(e, number)]
                gone += _placed_after(number, (*entries, *added), gone)
            case StickerPlaced():
                pass
            case _ if not drafts:
                raise NotAllowed(
                    phrase(
                        "entry {number} would no longer hold: {what}. {why}",
                        number=number,
                        what=what(history, number),
                        why=reason,
                    ),
                    phrase(
                        "{command}, or correct it first", command=f"campaign undo --to {number - 1}"
                    ),
                )
        gone.append(number)


def _proved_again(campaign: Campaign, added: Sequence[CampaignEntry], judge: Judge) -> Judge:
    """Judge as before, but hold what is recorded anew to its rules, as a new record is.

    Refuse also an evening that was proved and whose scores now differ.

    What is inked on its boards lets it be kept as it was played, not with scores that no longer
    follow: unless the correction itself says so.
    """
    amended = {entry.entry for entry in added if isinstance(entry, EpisodeAmended)}
    proved = {
        played.entry
        for played in campaign.played
        if played.as_played and played.verdict.kind in (VerdictKind.VERIFIED, VerdictKind.POSSIBLE)
    } - amended

    def judged(now: Campaign, entry: EpisodeRecorded) -> EpisodeJudgement:
        result = judge(now, entry)
        if now.entries in amended:
            check_stated(result)
        if now.entries in proved and result.verdict.kind is VerdictKind.DIFFERS:
            raise scores_differ(result.verdict)
        return result

    return judged


def _owed(
    history: History, number: int, before: Campaign, decided: tuple[StickerPlaced, ...]
) -> LaterSticker | None:
    """The first sticker that is owed before an episode."""
    episode = _played(history, number).number
    for right in before.owed:
        if right.before <= episode:
            return LaterSticker(episode, right, targets(before, right), before, decided)
    return None


def _evening(
    history: History, number: int, entry: EpisodeRecorded, before: Campaign, reason: str
) -> LaterEvening:
    """An evening that does not hold, and what its replay says where it can be replayed."""
    played = _played(history, number)
    record = played.record
    if entry.record != played.recorded.record:
        record = parse_record(entry.record)
    try:
        verdict = judge_record(before, entry, record).verdict
    except EngineError:
        verdict = None
    return LaterEvening(played, before, record, verdict, reason)


def _played(history: History, number: int) -> PlayedEpisode:
    """The episode that an entry holds."""
    return next(played for played in history.campaign.played if played.entry == number)


def _amended(number: int, entry: EpisodeRecorded, again: EveningForm, why: str) -> EpisodeAmended:
    """Another record for a later evening."""
    text, edition = format_record(again.record), again.record.edition
    return EpisodeAmended(number, text, edition, entry.pack, why, again.as_played)


def _placed_after(
    number: int, entries: Sequence[CampaignEntry], gone: Sequence[int]
) -> Iterator[int]:
    """The stickers that were placed after an evening: none of them pays what was owed before it."""
    for at, entry in effective(entries):
        if isinstance(entry, StickerPlaced) and place_of(at, entry) > number and at not in gone:
            yield at


def _is_about(entry: CampaignEntry, number: int) -> bool:
    """Whether an entry of a correction serves an evening that becomes a draft."""
    return (isinstance(entry, EpisodeAmended) and entry.entry == number) or (
        isinstance(entry, StickerPlaced) and entry.before == number
    )
