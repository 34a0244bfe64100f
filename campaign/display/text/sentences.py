"""A move as it is said at the table: `Anna rolls 3 + 4 = 7`.

The words of a game are a part of its kit; a game without them has the words of its record.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, runtime_checkable

from campaign.games.kit import kit_of
from engine.kernel.game import CHANCE, Seat
from engine.kernel.phrases import Wording, joined
from engine.kernel.replay import ReplayStep


class MoveSentences(Protocol):
    """What the module of a game has."""

    def sentence(self, step: ReplayStep, names: Mapping[Seat, str], language: str) -> Wording:
        """Who did what."""


@runtime_checkable
class EffectSentences(Protocol):
    """A module of words that says apart what came of a move."""

    def step_in_words(self, step: ReplayStep) -> Wording:
        """What came of a move."""


def sentence(game: str, step: ReplayStep, names: Mapping[Seat, str], language: str) -> Wording:
    """A move in a few words, with who made it."""
    words: MoveSentences | None = kit_of(game).part("words")
    if words:
        return words.sentence(step, names, language)
    return by(step.move.seat, names, step.move.text)


def outcome(game: str, step: ReplayStep) -> Wording:
    """What came of a move, where a game says that apart."""
    words = kit_of(game).part("words")
    return words.step_in_words(step) if isinstance(words, EffectSentences) else ""


def by(seat: Seat, names: Mapping[Seat, str], words: Wording) -> Wording:
    """What somebody did, after the name; what comes by chance, without one."""
    return words if seat == CHANCE else joined(" ", (names.get(seat) or seat, words))
