"""A sticker that is owed, in a few words."""

from __future__ import annotations

from campaign.services.words import article
from engine.my_city.campaign.model import Right
from engine.my_city.pack.build import SQUARE


def sticker_in_words(right: Right) -> str:
    """`a tree sticker`, `a plain sticker on forest`."""
    return f"{article(right.kind)} sticker{target_in_words(right)}"


def target_in_words(right: Right) -> str:
    """` on forest`; nothing for a small square or a building."""
    plain = right.target == SQUARE or right.place == "BUILDING"
    return "" if plain else f" on {right.target}"
