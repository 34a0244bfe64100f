"""The differences that other rules make in the replay of a stored record, and their words.

replay under other rules ──> OutcomeDifference ── record_difference_in_words ──> a sentence
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple, assert_never

from campaign.services.differences import DueSticker, EpisodePlacing
from campaign.services.words import many
from engine.kernel.phrases import Wording, joined, phrase

RecordDifferenceKind = Literal[
    "verdict", "result", "score", "by replay", "marks", "stickers", "missing", "unplayable"
]


class OutcomeDifference(NamedTuple):
    """One difference in the outcome of a record; `seat` is "" if it is of no seat.

    What `before` and `after` are depends on the kind:
        verdict        kinds of verdicts; `move` is the illegal move or 0, `why` the reason
        result         an `EpisodePlacing` each, of an episode
        score          points; None before if none are stored
        by replay      points by replay, of an episode that is kept as played
        marks          progress marks by rank
        stickers       a `DueSticker` for each that the episode gives
        missing        None: the other rules have no such episode
        unplayable     None: the other rules cannot play the record for the reason `why`
    """

    kind: RecordDifferenceKind
    before: Any = None
    after: Any = None
    seat: str = ""
    move: int = 0
    why: Wording = ""


def record_difference_in_words(difference: OutcomeDifference) -> Wording:
    """A difference in words: `verified -> illegal at move 3: ...`."""
    kind, before, after, seat, move, why = difference
    match kind:
        case "verdict":
            new: Wording = phrase(after)
            if move:
                new = phrase("{verdict} at move {number}", verdict=new, number=move)
            verdicts = phrase("{old} -> {new}", old=phrase(before), new=new)
            return joined(": ", filter(None, (verdicts, why)))
        case "result":
            old, new = _placing_in_words(before), _placing_in_words(after)
            return phrase("{seat}: {old} -> {new}", seat=seat, old=old, new=new)
        case "score":
            return phrase("{seat}: {old} -> {new} points", seat=seat, old=before, new=after)
        case "by replay":
            return phrase(
                "{seat}: {old} -> {new} points by replay", seat=seat, old=before, new=after
            )
        case "marks":
            return phrase(
                "{seat}: {old} -> {new} progress marks by rank", seat=seat, old=before, new=after
            )
        case "stickers":
            old, new = _stickers_in_words(before), _stickers_in_words(after)
            return phrase("stickers: {old} -> {new}", old=old, new=new)
        case "missing":
            return why
        case "unplayable":
            return phrase("could not be played: {why}", why=why)
    assert_never(kind)


def _placing_in_words(placing: EpisodePlacing) -> Wording:
    rank = phrase("rank {rank}", rank=placing.rank)
    return joined(", ", (many(placing.score, "point"), rank))


def _stickers_in_words(stickers: Sequence[DueSticker]) -> Wording:
    each = [joined(" ", (sticker.seat, phrase(sticker.kind))) for sticker in stickers]
    return joined(", ", each) if each else phrase("none")
