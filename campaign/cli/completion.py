"""What the shell completes: seats, sticker kinds, episode and envelope numbers, cells.

Runs at every press of the tab key: it imports nothing heavy, opens no database, and
never raises.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.my_city.pack.model import Pack


def seats(incomplete: str) -> list[str]:
    """The seats of My City."""
    from engine.my_city import SEATS

    return [seat for seat in SEATS if seat.startswith(incomplete)]


def seat_and_player(incomplete: str) -> list[str]:
    """A seat and the sign after which the player's name comes."""
    return [f"{seat}=" for seat in seats(incomplete)]


def sticker_kinds(incomplete: str) -> list[str]:
    """The kinds of stickers that everybody knows: no word of an envelope that may be closed."""
    pack = _pack()
    kinds = {content.id for content in pack.contents if content.id not in pack.arrivals}
    return [kind for kind in sorted(kinds) if kind.startswith(incomplete)]


def episodes(incomplete: str) -> list[str]:
    """The numbers of the episodes."""
    return [str(n) for n in sorted(_pack().episodes) if str(n).startswith(incomplete)]


def envelopes(incomplete: str) -> list[str]:
    """The numbers of the envelopes."""
    return [str(e.number) for e in _pack().envelopes if str(e.number).startswith(incomplete)]


def games(incomplete: str) -> list[str]:
    """The games that can be simulated."""
    from engine.catalogue import GAMES

    return [name for name in GAMES if name.startswith(incomplete)]


def _pack() -> Pack:
    from engine.my_city.pack.load import load

    return load("stand_in")
