"""The squares on which another copy has put the stickers that are owed here."""

from __future__ import annotations

from campaign.services.corrections.decisions import Decide, LaterSticker
from campaign.services.handover.sides import Sides
from engine.my_city.campaign.entries import StickerPlaced


class StickerCopier:
    """Places an owed sticker where the other copy did; leaves other decisions to `decide`."""

    def __init__(self, sides: Sides, decide: Decide) -> None:
        self._decide = decide
        self._placed = [
            entry
            for number, entry in sides.there
            if number in sides.new and isinstance(entry, StickerPlaced)
        ]
        self.evening = decide.evening

    def sticker(self, owed: LaterSticker) -> tuple[str, str] | None:
        """The kind and the square of an owed sticker."""
        taken = {placed[:3] for placed in owed.decided}
        for placed in self._placed:
            is_owed = placed.seat == owed.right.seat and placed.kind in owed.right.kinds
            if is_owed and placed.square in owed.squares and placed[:3] not in taken:
                return placed.kind, placed.square
        return self._decide.sticker(owed)
