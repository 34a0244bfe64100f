"""The things done at a prompt (a line, a fix, who plays), so that `u` takes back the last one.

The list lasts as long as the dialog. What another process has entered is taken back line by line.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from campaign.services.entering import game, mending
from engine.kernel.phrases import Wording, joined, phrase

if TYPE_CHECKING:
    from datetime import date

    from campaign.services.entering.game import Entering


class UndoStep(NamedTuple):
    """One thing that was done, and the entry before it.

    `typed` is the line that was taken; for anything else `back` says what is so again.
    """

    before: Entering
    back: Wording
    typed: str


class Back(NamedTuple):
    """The entry without what was done last, and what is said of that."""

    entering: Entering
    words: Wording


class Deeds:
    """What was done at a prompt, in its order."""

    def __init__(self) -> None:
        self._done = list[UndoStep]()

    def add(self, before: Entering, back: Wording, typed: str) -> None:
        """Add something that was done to an entry."""
        self._done.append(UndoStep(before, back, typed))

    def forget(self) -> None:
        """Forget everything: what was entered elsewhere has replaced it."""
        self._done.clear()

    def drop(self, count: int) -> None:
        """Remove the last deeds after they were taken back."""
        del self._done[max(0, len(self._done) - count) :]

    def played_on(self, day: date) -> None:
        """Set the day in all earlier entries, so that taking back does not change it."""
        self._done = [it._replace(before=played_on(it.before, day)) for it in self._done]

    def back(self, entering: Entering, count: int) -> Back:
        """The entry without the last things that were done; raises `NotAllowed`."""
        done = self._done[max(0, len(self._done) - count) :]
        longer = done[0].before if done else entering
        shorter = _lines_back(longer, count - len(done))
        gone = [line.typed for line in longer.lines[len(shorter.lines) :]]
        gone += [it.typed for it in done if it.typed]
        words = [it.back for it in done if it.back]
        if gone:
            words.append(phrase("Taken back: {lines}", lines=", ".join(gone)))
        return Back(shorter, joined("; ", words))


def played_on(entering: Entering, day: date) -> Entering:
    """The entry, played on another day."""
    return entering._replace(head=entering.head._replace(played=day))


def _lines_back(entering: Entering, count: int) -> Entering:
    """The entry without its last lines, which wait if other lines wait; raises `NotAllowed`."""
    if not entering.rest or count > len(entering.lines):
        return game.taken_back(entering, count)
    for _ in range(count):
        entering = mending.put_back(entering)
    return entering
