"""The evenings after a correction, each replayed on the corrected boards, in order.

    amendment ── fold ──> the first later entry that no longer holds
        a sticker                   comes off
        an episode, sticker owed    Decide.sticker    a square, or the episode becomes a draft
        an episode otherwise        Decide.evening    another record, or it becomes a draft
    ── fold again, until everything holds ──> CorrectionEffects

No evening is lost: one that is not kept becomes a draft, or if it has scores alone is taken back,
and the whole is one step. Entries that hold stay where they are, and stickers that replace others
are placed before their episode.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Literal, NamedTuple, Protocol

from campaign.services import campaigns, changes
from campaign.services.corrections.cascade import (
    CorrectionEffects,
    effects_of,
    entry_summary,
    in_one_step,
)
from campaign.services.values import History
from engine.kernel.errors import EngineError, NotAllowed
from engine.kernel.phrases import Wording, article, joined, phrase
from engine.kernel.record import Record, format_record, parse_record
from engine.kernel.replay import Verdict, VerdictKind
from engine.my_city.campaign import fold
from engine.my_city.campaign.corrections import (
    WITHDRAWN_TOO,
    UnsoundEntry,
    effective_entries,
    place_of,
)
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
    """A later evening that does not hold unchanged on the corrected boards."""

    played: PlayedEpisode
    """The episode as it counted before the correction."""
    before: Campaign
    """The corrected campaign at the beginning of the evening."""
    record: Record
    """The record that was tried last; at first the record that counted before."""
    verdict: Verdict | None
    refusal: str
    """The reason why it does not hold."""
    again: bool = False
    """Whether it was decided about before in this correction, and still does not hold."""

    @property
    def number(self) -> int:
        """The number of the episode."""
        return self.played.number

    @property
    def moves_hold(self) -> bool:
        """Whether its moves are legal, even with other scores than stated."""
        kinds = (VerdictKind.DIFFERS, VerdictKind.VERIFIED, VerdictKind.POSSIBLE)
        return self.verdict is not None and self.verdict.kind in kinds

    @property
    def words(self) -> Wording:
        """The illegal move with the reason, or else the changed scores, or else the refusal."""
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
    """A sticker that is owed before a later evening, and the squares on which it may be placed."""

    number: int
    right: StickerRight
    squares: tuple[str, ...]
    before: Campaign
    decided: tuple[StickerPlaced, ...]
    """The stickers that this correction has placed already."""


class EveningForm(NamedTuple):
    """The form in which a later evening is kept: its record, and whether it is kept as played."""

    record: Record
    as_played: bool = False


Named = tuple[str, str, str]
"""A sticker for which the user named a square: seat, kind, square."""


def _is_for(right: StickerRight, named: Named) -> bool:
    """Whether a named sticker has the seat and one of the kinds of an owed one."""
    return named[0] == right.seat and named[1] in right.kinds


class Decide(Protocol):
    """Decides about evenings that do not hold; None makes the evening a draft."""

    def evening(self, evening: LaterEvening) -> EveningForm | None:
        """The form in which the evening is kept; None for a draft."""

    def sticker(self, owed: LaterSticker) -> tuple[str, str] | None:
        """The kind and the square of the sticker; None makes the evening a draft."""


KEEP, AS_PLAYED, DRAFT = "keep", "as-played", "draft"
Fate = Literal["kept", "kept with scores", "kept as played", "draft", "taken back"]
"""What becomes of a later evening; "with scores" means the scores that its moves give now. One of
scores alone, which no draft can hold, is taken back."""


class FixedDecisions:
    """Decides by one word for all evenings, and by named squares for their stickers.

    `word` "keep" keeps evenings with the scores that their moves give, "as-played" with the noted
    scores; "draft" makes drafts of them. An evening whose moves do not hold becomes a draft.
    `stickers` are (seat, kind, square): two of one seat and kind are two stickers, in this order.
    `decided` has the reason and the fate of each evening, by its number; `agreed` says whether the
    user chose the word. `missing` is the first sticker for which no square is named.
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
        self.missing: LaterSticker | None = None

    def settle(self) -> None:
        """Take no more answers from a user: the correction was shown, and is being kept."""

    def evening(self, evening: LaterEvening) -> EveningForm | None:
        """Decide by the word about an evening whose moves hold; any other becomes a draft."""
        word = self.word if evening.moves_hold and not evening.again else DRAFT
        return self.decide(evening, word)

    def sticker(self, owed: LaterSticker) -> tuple[str, str] | None:
        """The named kind and square for an owed sticker; `place` notes if they are missing."""
        named = self.named(owed)
        self.missing = None if named else owed
        return self.place(owed, named)

    def named(self, owed: LaterSticker) -> tuple[str, str] | None:
        """The named kind and square for an owed sticker that no other sticker has used yet.

        Raises `NotAllowed` if the sticker cannot go on any of the named squares.
        """
        remaining = [sticker for sticker in self.stickers if _is_for(owed.right, sticker)]
        for placed in owed.decided:
            if placed[:3] in remaining:
                remaining.remove(placed[:3])
        fitting = next((sticker[1:] for sticker in remaining if sticker[2] in owed.squares), None)
        if remaining and fitting is None:
            seat, kind, square = remaining[0]
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
        """The named stickers that a correction does not place."""
        remaining = list(self.stickers)
        for entry in cascade.entries:
            if isinstance(entry, StickerPlaced) and entry[:3] in remaining:
                remaining.remove(entry[:3])
        return tuple(remaining)

    def decide(self, evening: LaterEvening, word: str) -> EveningForm | None:
        """The form in which a word keeps an evening; the decision is noted in `decided`."""
        becomes: Fate = "draft"
        form = None
        if word == KEEP and evening.verdict:
            scores = {sheet.seat: sheet.total for sheet in evening.verdict.sheets}
            becomes = "kept with scores"
            inked = INKED in evening.record.header
            form = EveningForm(evening.record._replace(result=scores), as_played=inked)
        elif word == AS_PLAYED:
            becomes, form = "kept as played", EveningForm(evening.record, as_played=True)
        self.decided[evening.number] = evening.words, becomes
        return form

    def place(self, owed: LaterSticker, named: tuple[str, str] | None) -> tuple[str, str] | None:
        """Return `named`; None is noted as the reason why the evening becomes a draft."""
        if named is None:
            sticker = article(owed.right.kind)
            words = phrase(
                "{seat} owes its board {sticker} first", seat=owed.right.seat, sticker=sticker
            )
            self.decided[owed.number] = words, "draft"
        return named


class EveningFate(NamedTuple):
    """What becomes of a later evening, and the reason in words."""

    number: int
    words: Wording
    becomes: Fate


def outcomes(cascade: CorrectionEffects, decide: FixedDecisions) -> tuple[EveningFate, ...]:
    """The fate of each evening after the first corrected entry."""
    first = next(_corrected(cascade))
    taken_back: dict[int, Fate] = dict.fromkeys(
        (played.number for played in cascade.withdrawn_episodes), "taken back"
    )
    fates = taken_back | dict.fromkeys((played.number for played in cascade.drafts), "draft")

    def fate(number: int) -> EveningFate:
        follows = phrase("an earlier evening does not hold")
        usual = (follows, fates[number]) if number in fates else (phrase("holds"), "kept")
        why, becomes = decide.decided.get(number, usual)
        return EveningFate(number, why, fates.get(number, becomes))

    return tuple(fate(p.number) for p in cascade.before.campaign.played if p.entry > first)


def _corrected(cascade: CorrectionEffects) -> Iterator[int]:
    """The numbers of the entries after which a correction changes the campaign, in its order."""
    for entry in cascade.entries:
        match entry:
            case EpisodeAmended(number) | StickerPlaced(before=number):
                yield number
            case PackApplied(again=again):
                yield min(p.entry for p in cascade.before.campaign.played if p.number in again) - 1


def preview_with_later(
    history: History,
    wanted: Sequence[CampaignEntry],
    why: str,
    decide: Decide,
    read: Mapping[EpisodeRecorded, Record] = MappingProxyType({}),
) -> CorrectionEffects:
    """The effects of a correction with all later evenings replayed and decided about.

    `why` is the reason in the amendments of later evenings, `read` has records that were read
    already. Raises `NotAllowed` for a later entry that would no longer hold and is neither evening
    nor sticker, and the errors of the fold for the correction itself.
    """
    changes.check_open(history)
    entries = campaigns.entries_of(history.entries)
    corrected = {entry.entry for entry in wanted if isinstance(entry, EpisodeAmended)}
    withdrawn = _left_by(wanted, entries)
    additions: list[CampaignEntry] = []
    drafts = False
    known_judge = judge_with(history.campaign.played, read)
    while True:
        withdrawal = [EntriesWithdrawn(tuple(withdrawn), WITHDRAWN_TOO)] if withdrawn else []
        added = in_one_step(history, (*wanted, *withdrawal, *additions))
        try:
            judge = _proved_again(history.campaign, added, known_judge)
            after = fold.campaign_after(entries, history.campaign, added, judge)
            return effects_of(history, added, after)
        except UnsoundEntry as broken:
            number, before = broken.entry, broken.before
            if number > len(entries) or number in corrected:
                raise
            entry = dict(effective_entries((*entries, *added)))[number]
            reason = str(broken.__cause__)
        match entry:
            case EpisodeRecorded() if not drafts:
                placed = tuple(e for e in additions if isinstance(e, StickerPlaced))
                owed = _owed(history, number, before, placed)
                if owed:
                    if target := decide.sticker(owed):
                        additions.append(StickerPlaced(owed.right.seat, *target, before=number))
                        continue
                elif new_form := decide.evening(
                    _evening(history, number, entry, before, reason)._replace(
                        again=any(
                            isinstance(e, EpisodeAmended) and e.entry == number for e in additions
                        )
                    )
                ):
                    additions = [
                        e
                        for e in additions
                        if not (isinstance(e, EpisodeAmended) and e.entry == number)
                    ]
                    additions.append(_amended(number, entry, new_form, why))
                    continue
                drafts = True
                additions = [e for e in additions if not _is_about(e, number)]
                withdrawn += _placed_after(number, (*entries, *added), withdrawn)
            case StickerPlaced():
                pass
            case _ if not drafts:
                raise NotAllowed(
                    phrase(
                        "entry {number} would no longer hold: {what}. {why}",
                        number=number,
                        what=entry_summary(history, number),
                        why=reason,
                    ),
                    phrase(
                        "{command}, or correct it first", command=f"campaign undo --to {number - 1}"
                    ),
                )
        withdrawn.append(number)


def _proved_again(campaign: Campaign, added: Sequence[CampaignEntry], judge: Judge) -> Judge:
    """A judge that also refuses amended records which would be refused as new records.

    It also refuses an evening that was proved and kept as played if its scores now differ: only an
    amendment may keep scores that do not follow.
    """
    amended = {entry.entry for entry in added if isinstance(entry, EpisodeAmended)}
    proved = {
        played.entry
        for played in campaign.played
        if played.recorded.as_played
        and played.verdict.kind in (VerdictKind.VERIFIED, VerdictKind.POSSIBLE)
    } - amended

    def judged(before: Campaign, entry: EpisodeRecorded) -> EpisodeJudgement:
        result = judge(before, entry)
        if before.entries in amended:
            check_stated(result)
        if before.entries in proved and result.verdict.kind is VerdictKind.DIFFERS:
            raise scores_differ(result.verdict)
        return result

    return judged


def _owed(
    history: History, number: int, before: Campaign, decided: tuple[StickerPlaced, ...]
) -> LaterSticker | None:
    """The first sticker that is owed before the episode of an entry; None if none is owed."""
    episode = _played(history, number).number
    for right in before.owed:
        if right.before <= episode:
            return LaterSticker(episode, right, targets(before, right), before, decided)
    return None


def _evening(
    history: History, number: int, entry: EpisodeRecorded, before: Campaign, reason: str
) -> LaterEvening:
    """An evening that does not hold, with its verdict if it can be replayed."""
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
    """The episode that an entry recorded."""
    return next(played for played in history.campaign.played if played.entry == number)


def _amended(number: int, entry: EpisodeRecorded, form: EveningForm, why: str) -> EpisodeAmended:
    """The amendment that gives a later evening its new form."""
    text, edition = format_record(form.record), form.record.edition
    return EpisodeAmended(number, text, edition, entry.pack, why, form.as_played)


def _left_by(wanted: Sequence[CampaignEntry], entries: Sequence[CampaignEntry]) -> list[int]:
    """The stickers here that were placed after evenings which a correction withdraws."""
    counting = dict(effective_entries(entries))
    gone = [n for entry in wanted if isinstance(entry, EntriesWithdrawn) for n in entry.entries]
    evenings = [number for number in gone if isinstance(counting.get(number), EpisodeRecorded)]
    return list(_placed_after(min(evenings), entries, gone)) if evenings else []


def _placed_after(
    number: int, entries: Sequence[CampaignEntry], withdrawn: Sequence[int]
) -> Iterator[int]:
    """The entries of stickers placed after an evening, which pay nothing owed before it."""
    for at, entry in effective_entries(entries):
        if (
            isinstance(entry, StickerPlaced)
            and place_of(at, entry) > number
            and at not in withdrawn
        ):
            yield at


def _is_about(entry: CampaignEntry, number: int) -> bool:
    """Whether an entry of a correction amends this evening or places a sticker before it."""
    return (isinstance(entry, EpisodeAmended) and entry.entry == number) or (
        isinstance(entry, StickerPlaced) and entry.before == number
    )
