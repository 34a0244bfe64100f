"""A move in words of the table: `Anna rolls 3 + 4 = 7`.

The part `words` of a game's kit makes them. For a game without it the text of the record is used.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, runtime_checkable

from campaign.games.kit import kit_of
from engine.kernel.game import CHANCE, Seat
from engine.kernel.phrases import Wording, joined
from engine.kernel.replay import ReplayStep


class MoveSentences(Protocol):
    """The part `words` of a game's kit."""

    def sentence(self, step: ReplayStep, names: Mapping[Seat, str], language: str) -> Wording:
        """A sentence on a move: who did what."""


@runtime_checkable
class EffectSentences(Protocol):
    """A part `words` with separate sentences for the effects of moves."""

    def step_in_words(self, step: ReplayStep) -> Wording:
        """A sentence on the effect of a move."""


def sentence(game: str, step: ReplayStep, names: Mapping[Seat, str], language: str) -> Wording:
    """A sentence on a move of a game, with the name of the player."""
    words: MoveSentences | None = kit_of(game).part("words")
    if words:
        return words.sentence(step, names, language)
    return with_name(step.move.seat, names, step.move.text)


def outcome(game: str, step: ReplayStep) -> Wording:
    """A sentence on the effect of a move; "" if the game has no separate sentences for effects."""
    words = kit_of(game).part("words")
    return words.step_in_words(step) if isinstance(words, EffectSentences) else ""


def with_name(seat: Seat, names: Mapping[Seat, str], words: Wording) -> Wording:
    """The player's name and then the words; for chance the words alone."""
    return words if seat == CHANCE else joined(" ", (names.get(seat) or seat, words))
