"""Choices that completion and pages offer; they are the same for every user.

They need no database, and tell nothing of an envelope that may be closed.
"""

from __future__ import annotations

from campaign.services.games import names
from engine.my_city import SEATS
from engine.my_city.pack.load import NEWEST, load
from engine.my_city.pack.model import Pack


def seats() -> tuple[str, ...]:
    """The seats of My City."""
    return SEATS


def sticker_kinds() -> list[str]:
    """The kinds of stickers that no envelope brings, sorted by name."""
    pack = _pack()
    return sorted({content.id for content in pack.contents if content.id not in pack.arrivals})


def episodes() -> list[int]:
    """The numbers of the episodes."""
    return sorted(_pack().episodes)


def envelopes() -> list[int]:
    """The numbers of the envelopes."""
    return [envelope.number for envelope in _pack().envelopes]


def games() -> tuple[str, ...]:
    """The names of the games."""
    return names()


def _pack() -> Pack:
    return load(NEWEST)
