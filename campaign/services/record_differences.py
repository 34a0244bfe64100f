"""The differences that other rules make in the replay of a stored record, and their words.

replay under other rules ──> OutcomeDifference ── record_difference_in_words ──> a sentence
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple, assert_never

from campaign.services.differences import DueSticker, EpisodePlacing
from campaign.services.words import many
from engine.kernel.phrases import Wording

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
            at = f" at move {move}" if move else ""
            return f"{before} -> {after}{at}{f': {why!s}' if why else ''}"
        case "result":
            return f"{seat}: {_placing_in_words(before)} -> {_placing_in_words(after)}"
        case "score":
            return f"{seat}: {before} -> {after} points"
        case "by replay":
            return f"{seat}: {before} -> {after} points by replay"
        case "marks":
            return f"{seat}: {before} -> {after} progress marks by rank"
        case "stickers":
            return f"stickers: {_stickers_in_words(before)} -> {_stickers_in_words(after)}"
        case "missing":
            return why
        case "unplayable":
            return f"could not be played: {why!s}"
    assert_never(kind)


def _placing_in_words(placing: EpisodePlacing) -> str:
    return f"{many(placing.score, 'point')!s}, rank {placing.rank}"


def _stickers_in_words(stickers: Sequence[DueSticker]) -> str:
    return ", ".join(f"{sticker.seat} {sticker.kind}" for sticker in stickers) or "none"
