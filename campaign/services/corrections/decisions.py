"""What is decided about the evenings after a correction, and about their stickers.

Decide.evening    LaterEvening ──> the form in which it is kept; None makes it a draft
Decide.sticker    LaterSticker ──> its kind and square; None makes its evening a draft
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple, Protocol

from campaign.services.corrections.cascade import (
    CorrectionEffects,
)
from engine.kernel.errors import NotAllowed
from engine.kernel.phrases import Wording, article, joined, phrase
from engine.kernel.record import Record
from engine.kernel.replay import Verdict, VerdictKind
from engine.my_city.campaign.entries import (
    Entry,
    EpisodeAmended,
    PackApplied,
    StickerPlaced,
)
from engine.my_city.campaign.ink import INKED
from engine.my_city.campaign.model import Campaign, PlayedEpisode, StickerRight


class LaterEvening(NamedTuple):
    """A later evening that does not hold unchanged on the corrected boards."""

    played: PlayedEpisode
    """The episode as it counted before the correction."""
    before: Campaign
    """The corrected campaign at the beginning of the evening."""
    record: Record
    """The record that was tried last; at first the record that counted before."""
    verdict: Verdict | None
    refusal: Wording
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

    def check_used(self, entries: Iterable[Entry]) -> None:
        """Check that the entries of a step place every named sticker; raises `NotAllowed`."""
        remaining = list(self.stickers)
        for entry in entries:
            if isinstance(entry, StickerPlaced) and entry[:3] in remaining:
                remaining.remove(entry[:3])
        for seat, kind, square in remaining:
            raise NotAllowed(
                phrase(
                    "--sticker '{seat} {kind} {square}': no such sticker is owed before a later "
                    "evening",
                    seat=seat,
                    kind=kind,
                    square=square,
                )
            )

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
