"""A move as it is said at the table: `Anna rolls 3 + 4 = 7`.

The module of a game has `sentence`; a game without one has the words of its record.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Protocol, cast

from engine.kernel.game import CHANCE, Seat
from engine.kernel.phrases import joined
from engine.kernel.replay import Step


class Words(Protocol):
    """What the module of a game has."""

    def sentence(self, step: Step, names: Mapping[Seat, str], language: str) -> str:
        """Who did what."""


MODULES: Mapping[str, str] = {
    "my-city": "campaign.games.my_city.words",
    "machi-koro": "campaign.games.machi_koro.words",
    "dilluvia": "campaign.games.dilluvia.words",
    "quadropolis": "campaign.games.quadropolis.words",
}
"""By the name of the game the module of its words."""


def sentence(game: str, step: Step, names: Mapping[Seat, str], language: str) -> str:
    """A move in a few words, with who made it."""
    if game in MODULES:
        return cast(Words, import_module(MODULES[game])).sentence(step, names, language)
    return by(step.move.seat, names, step.move.text)


def by(seat: Seat, names: Mapping[Seat, str], words: str) -> str:
    """What somebody did, after the name; what comes by chance, without one."""
    return words if seat == CHANCE else joined(" ", (names.get(seat) or seat, words))
