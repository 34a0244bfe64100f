"""Moves in words: in those that a game has for its pages, or else in those for screens."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol, runtime_checkable

from campaign.display.text.sentences import sentence, with_name
from campaign.games.kit import kit_of
from campaign.services.entering.game import Entering
from engine.kernel.game import Seat
from engine.kernel.log import Move
from engine.kernel.phrases import OptionalPhrase, Wording, joined
from engine.kernel.record import Record
from engine.kernel.replay import ReplayStep

LISTED = 6
"""The most moves that a sentence lists."""


@runtime_checkable
class MoveTexts(Protocol):
    """A part `phone` of a kit that puts moves into words as the pages of the game show them."""

    def seat_and_words(
        self, step: ReplayStep, names: Mapping[Seat, str], language: str
    ) -> tuple[Seat, Wording]:
        """The seat that made a move, `*` for chance, and the move in words."""


def in_words(head: Record, step: ReplayStep, language: str) -> Wording:
    """A move as a sentence: who did what."""
    part = kit_of(head.game).part("phone")
    if isinstance(part, MoveTexts):
        seat, words = part.seat_and_words(step, head.names, language)
        return with_name(seat, head.names, words)
    return sentence(head.game, step, head.names, language)


def moves_in_sentence(entering: Entering, moves: Sequence[Move], language: str) -> OptionalPhrase:
    """Some moves of a game as one sentence, with the players."""
    steps = _steps(entering, moves)
    words = [in_words(entering.head, step, language) for step in steps[:LISTED]]
    return joined(", ", [*words, "..."] if len(steps) > LISTED else words)


def without_names(entering: Entering, moves: Sequence[Move], language: str) -> OptionalPhrase:
    """Some moves of a game as one sentence, without the players."""
    part = kit_of(entering.head.game).part("phone")
    if not isinstance(part, MoveTexts):
        return joined(", ", [move.text for move in moves])
    names = entering.head.names
    done = [part.seat_and_words(step, names, language)[1] for step in _steps(entering, moves)]
    return joined(", ", done)


def _steps(entering: Entering, moves: Iterable[Move]) -> Sequence[ReplayStep]:
    """The last steps of a game in which these moves were made, in their order."""
    missing, steps = list(moves), []
    for step in reversed(entering.steps):
        if missing and step.move in missing:
            missing.remove(step.move)
            steps.append(step)
    return steps[::-1]
