"""Take answers back and put them back: one's own at once, another person's after a question.

own       an answer of the seat, or what the seat has entered for all
shared    what another seat, or the laptop, has entered for all: a reveal, a throw
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from campaign.display.html.steps import player_name
from campaign.extras.phones.views import moves
from campaign.services.entering.game import Entering
from engine.kernel.game import CHANCE, Seat
from engine.kernel.log import Move
from engine.kernel.phrases import Phrase, phrase


class WithdrawnAnswer(NamedTuple):
    """The moves that a seat has taken back last, and the game before that.

    `is_shared` says whether they were entered for all, so that all seats are told.
    """

    seat: Seat
    gone: Sequence[Move]
    is_shared: bool
    before: Entering

    def concerns(self, seat: Seat | None) -> bool:
        """Whether a seat is told of it and can put it back."""
        return self.is_shared or self.seat == seat

    def in_words(self, language: str) -> Phrase:
        """A sentence that says who has taken back which moves."""
        name = player_name(self.before.head, self.seat)
        taken_back = moves.moves_in_sentence(self.before, self.gone, language)
        return phrase("{who} has taken back: {moves}", who=name, moves=taken_back)


class SharedAnswer(NamedTuple):
    """What somebody else has entered for all: in short, and as the question before an undo."""

    short: Phrase
    question: Phrase


class AnswerAuthors:
    """The seat that has made each entry for the table; other entries were made at the laptop."""

    def __init__(self) -> None:
        self._seats: dict[tuple[int, tuple[Move, ...]], Seat] = {}

    def note_author(self, entering: Entering, seat: Seat) -> None:
        """Note that a seat has entered the last line."""
        self._seats[_last(entering)] = seat

    def has_entered(self, entering: Entering, seat: Seat, answer: Sequence[Move]) -> bool:
        """Whether a seat has entered a line with these moves itself."""
        return any(
            self._seats.get((number, line.moves)) == seat and set(answer) <= {*line.moves}
            for number, line in enumerate(entering.lines, 1)
        )

    def by_another(self, entering: Entering, seat: Seat, language: str) -> SharedAnswer | None:
        """The last line, if a seat would take it back although somebody else has entered it.

        None if the seat has entered it itself, or if it is not an entry for all.
        """
        number, last = _last(entering)
        if not last or any(move.seat != CHANCE for move in last):
            return None
        giver = self._seats.get((number, last))
        if giver == seat:
            return None
        if giver is None:
            short = phrase("what the laptop entered")
        else:
            short = phrase("what {who} entered", who=player_name(entering.head, giver))
        last_moves = moves.moves_in_sentence(entering, last, language)
        question = phrase("Take back {what} for all: {moves}?", what=short, moves=last_moves)
        return SharedAnswer(short, question)


def _last(entering: Entering) -> tuple[int, tuple[Move, ...]]:
    """The number of lines, and the moves of the last line."""
    lines = entering.lines
    return len(lines), lines[-1].moves if lines else ()
