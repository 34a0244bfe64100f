"""What the shell completes: seats, sticker kinds, episode and envelope numbers, games.

Runs at every press of the tab key: it opens no database and never raises.
"""

from __future__ import annotations

from collections.abc import Iterable

from campaign.services import choices


def seats(incomplete: str) -> list[str]:
    """The seats of My City."""
    return _beginning(incomplete, choices.seats())


def seat_and_player(incomplete: str) -> list[str]:
    """A seat and the sign after which the player's name comes."""
    return [f"{seat}=" for seat in seats(incomplete)]


def sticker_kinds(incomplete: str) -> list[str]:
    """The kinds of stickers."""
    return _beginning(incomplete, choices.sticker_kinds())


def episodes(incomplete: str) -> list[str]:
    """The numbers of the episodes."""
    return _beginning(incomplete, map(str, choices.episodes()))


def envelopes(incomplete: str) -> list[str]:
    """The numbers of the envelopes."""
    return _beginning(incomplete, map(str, choices.envelopes()))


def games(incomplete: str) -> list[str]:
    """The games that can be simulated."""
    return _beginning(incomplete, choices.games())


def _beginning(incomplete: str, words: Iterable[str]) -> list[str]:
    return [word for word in words if word.startswith(incomplete)]
