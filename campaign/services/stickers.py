"""Stickers that are owed: where they may go, and their way onto a board."""

from __future__ import annotations

from campaign.services import changes
from campaign.services.changes import Change
from campaign.services.values import History
from engine.my_city.campaign.entries import StickerPlaced
from engine.my_city.campaign.model import Right
from engine.my_city.campaign.stickers import targets


def squares(history: History, right: Right) -> tuple[str, ...]:
    """The squares, or the buildings, on which a sticker may go now."""
    return targets(history.campaign, right)


def place(history: History, seat: str, kind: str, square: str) -> Change:
    """A sticker on a board, for good; raises `Refused`."""
    return changes.preview(history, StickerPlaced(seat, kind, square))
