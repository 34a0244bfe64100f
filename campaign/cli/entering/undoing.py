"""The steps done at a prompt (a line, a fix, who plays), for `u` to take back the last one.

The list lasts as long as the dialog. Lines from before or from elsewhere are taken back one by one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from campaign.services.entering import game, mending
from engine.kernel.errors import NotAllowed
from engine.kernel.phrases import Wording, joined, phrase, plural

if TYPE_CHECKING:
    from datetime import date

    from campaign.services.entering.game import Entering


class UndoStep(NamedTuple):
    """A step and the entry before it.

    `typed` is the line of the step; for any other step `back` says what is as before.
    """

    before: Entering
    back: Wording
    typed: str


class UndoResult(NamedTuple):
    """The entry after steps were taken back, and the words to say about it."""

    entering: Entering
    words: Wording


class UndoSteps:
    """The steps that were done at a prompt, in order."""

    def __init__(self) -> None:
        self._done = list[UndoStep]()

    def add(self, before: Entering, back: Wording, typed: str) -> None:
        """Add a step: the entry before it, the words for taking it back, and the typed line."""
        self._done.append(UndoStep(before, back, typed))

    def forget(self) -> None:
        """Forget all steps: an entry from elsewhere has replaced this one."""
        self._done.clear()

    def drop(self, count: int) -> None:
        """Remove the last `count` steps after they were taken back."""
        del self._done[max(0, len(self._done) - count) :]

    def set_day(self, day: date) -> None:
        """Set the day in all earlier entries, so that taking back does not change it."""
        self._done = [step._replace(before=with_day(step.before, day)) for step in self._done]

    def take_back(self, entering: Entering, count: int) -> UndoResult:
        """Return the entry without its last `count` steps; raises `NotAllowed`."""
        last_steps = self._done[max(0, len(self._done) - count) :]
        longer = last_steps[0].before if last_steps else entering
        possible = len(last_steps) + len(longer.lines)
        if last_steps and count > possible:
            raise NotAllowed(
                plural(
                    "{count} step can be taken back, not {wanted}",
                    "{count} steps can be taken back, not {wanted}",
                    possible,
                    wanted=count,
                )
            )
        shorter = _lines_back(longer, count - len(last_steps))
        removed = [line.typed for line in longer.lines[len(shorter.lines) :]]
        removed += [step.typed for step in last_steps if step.typed]
        words = [step.back for step in last_steps if step.back]
        if removed:
            words.append(phrase("Taken back: {lines}", lines=", ".join(removed)))
        return UndoResult(shorter, joined("; ", words))


def with_day(entering: Entering, day: date) -> Entering:
    """Return the entry with another day on which it was played."""
    return entering._replace(head=entering.head._replace(played=day))


def _lines_back(entering: Entering, count: int) -> Entering:
    """Return the entry without its last `count` lines; raises `NotAllowed`.

    If other lines wait to be entered again, the removed lines wait with them.
    """
    if not entering.rest or count > len(entering.lines):
        return game.taken_back(entering, count)
    for _ in range(count):
        entering = mending.put_back(entering)
    return entering
