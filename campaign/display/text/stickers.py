"""Stickers and progress marks in words: owed ones, and what they were given for."""

from __future__ import annotations

from engine.kernel.phrases import Phrase, Wording, phrase
from engine.my_city.campaign.model import Mark, Sticker, StickerRight
from engine.my_city.campaign.reasons import reason_in_words
from engine.my_city.play.land import SQUARE

PLACE_ALL = phrase("One after the other: {command}", command="campaign sticker place")
"""The command that places all owed stickers."""


def sticker_in_words(right: StickerRight) -> Phrase:
    """`a tree sticker`, `a plain sticker on forest`: the sticker, and the ground for it."""
    if right.place_argument == "BUILDING" or right.target == SQUARE:
        return phrase("a {kind} sticker", kind=right.kinds_in_words)
    return phrase(
        "a {kind} sticker on {target}", kind=right.kinds_in_words, target=right.targets_in_words
    )


def kind_in_words(right: StickerRight) -> Wording:
    """`plain on forest`; only the kind if the sticker goes on a small square or a building."""
    if right.place_argument == "BUILDING" or right.target == SQUARE:
        return right.kinds_in_words
    return phrase(
        "{stickers} on {where}", stickers=right.kinds_in_words, where=right.targets_in_words
    )


def placed_in_words(sticker: Sticker) -> Phrase:
    """`tree G1 (first in episode 1)`: a sticker on its board, and why it is there."""
    return phrase(
        "{kind} {square} ({reason})",
        kind=phrase(sticker.kind),
        square=sticker.square,
        reason=reason_in_words(sticker.reason),
    )


def mark_in_words(mark: Mark) -> Phrase:
    """`+2 first in episode 1`: the marks that an episode brought, and why."""
    return phrase("{marks:+} {reason}", marks=mark.amount, reason=reason_in_words(mark.reason))
