"""Take answers back and put them back: one's own at once, another person's after a question.

own       an answer of the seat, or what it has entered for all
shared    what another one, or the laptop, has entered for all: a reveal, a throw
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from campaign.display.html.steps import who
from campaign.extras.phones.views import moves
from campaign.services.entering.game import Entering
from engine.kernel.game import CHANCE, Seat
from engine.kernel.log import Move
from engine.kernel.phrases import Phrase, phrase


class Withdrawn(NamedTuple):
    """What was taken back last, by whom, and the game before that; all may know what is shared."""

    seat: Seat
    gone: Sequence[Move]
    is_shared: bool
    before: Entering

    def concerns(self, seat: Seat | None) -> bool:
        """Whether a seat is told, and can put it back."""
        return self.is_shared or self.seat == seat

    def in_words(self, language: str) -> Phrase:
        """Who has taken back what."""
        name = who(self.before.head, self.seat)
        gone = moves.listed(self.before, self.gone, language)
        return phrase("{who} has taken back: {moves}", who=name, moves=gone)


class Given(NamedTuple):
    """What somebody else has given for all: in short, and the question before it is taken back."""

    short: Phrase
    question: Phrase


class Givers:
    """Who has entered what the table is asked; of what nobody here entered it was the laptop."""

    def __init__(self) -> None:
        self._seats: dict[tuple[int, tuple[Move, ...]], Seat] = {}

    def gave(self, entering: Entering, seat: Seat) -> None:
        """A seat has entered the last line."""
        self._seats[_last(entering)] = seat

    def by_another(self, entering: Entering, seat: Seat, language: str) -> Given | None:
        """What a seat would take back that it has not given; None where it has, or nothing."""
        number, last = _last(entering)
        if not last or any(move.seat != CHANCE for move in last):
            return None
        giver = self._seats.get((number, last))
        if giver == seat:
            return None
        if giver is None:
            short = phrase("what the laptop entered")
        else:
            short = phrase("what {who} entered", who=who(entering.head, giver))
        gone = moves.listed(entering, last, language)
        question = phrase("Take back {what} for all: {moves}?", what=short, moves=gone)
        return Given(short, question)


def _last(entering: Entering) -> tuple[int, tuple[Move, ...]]:
    """The number of lines, and the moves of the last one."""
    lines = entering.lines
    return len(lines), lines[-1].moves if lines else ()
