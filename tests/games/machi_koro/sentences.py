"""What Machi Koro says by data of its own, for translators."""

from __future__ import annotations

from collections.abc import Iterator

from engine.machi_koro.components import CARDS, LANDMARKS, Earn

NAMED = {row.english: {"zh_Hant": row.chinese, "it": row.english} for row in (*CARDS, *LANDMARKS)}
"""Cards and landmarks as publishers print them."""


def sentences() -> Iterator[str]:
    """The words of its tables."""
    yield from (card.colour for card in CARDS)
    yield from (card.effect.per for card in CARDS if isinstance(card.effect, Earn))
    yield from ("coins", "spent", "cards")
