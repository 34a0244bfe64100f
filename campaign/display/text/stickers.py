"""An owed sticker in words."""

from __future__ import annotations

from engine.kernel.phrases import Phrase, Wording, phrase
from engine.my_city.campaign.model import StickerRight
from engine.my_city.play.land import SQUARE

PLACE_ALL = phrase("One after the other: {command}", command="campaign sticker place")
"""The command that places all owed stickers."""


def sticker_in_words(right: StickerRight) -> Phrase:
    """`a tree sticker`, `a plain sticker on forest`: the sticker, and the ground for it."""
    if right.place == "BUILDING" or right.target == SQUARE:
        return phrase("a {kind} sticker", kind=right.what)
    return phrase("a {kind} sticker on {target}", kind=right.what, target=right.where)


def kind_in_words(right: StickerRight) -> Wording:
    """`plain on forest`; for a small square or a building only the kind."""
    if right.place == "BUILDING" or right.target == SQUARE:
        return right.what
    return phrase("{stickers} on {where}", stickers=right.what, where=right.where)
