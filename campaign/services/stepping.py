"""Stepping through the moves of a replay, forwards and back, for all seats or one.

Pure. All states are kept, so that a step back is as quick as a step forwards.
"""

from __future__ import annotations

from typing import NamedTuple

from campaign.services.errors import UnknownName
from engine.kernel.errors import shortened_text
from engine.kernel.game import CHANCE, Seat
from engine.kernel.phrases import phrase
from engine.kernel.replay import ReplayStep
from engine.kernel.texts import number_in


class ReplayPosition(NamedTuple):
    """The moves of a replay and the index of the shown one; the end comes after the last move.

    With a `seat` the stepping stops only at moves of this seat and of chance.
    """

    steps: tuple[ReplayStep, ...]
    seats: tuple[Seat, ...]
    at: int = 0
    seat: Seat | None = None

    @property
    def shown(self) -> ReplayStep | None:
        """The move that is shown; None at the end."""
        return self.steps[self.at] if self.at < len(self.steps) else None

    def stops(self, index: int) -> bool:
        """Whether the stepping stops at a move; it always stops at the end."""
        if self.seat is None or index == len(self.steps):
            return True
        return self.steps[index].move.seat in (self.seat, CHANCE)


def moved(stepping: ReplayPosition, by: int) -> ReplayPosition:
    """Step one move forwards (1) or back (-1); nothing changes if there is no such move."""
    at = stepping.at + by
    while 0 <= at <= len(stepping.steps):
        if stepping.stops(at):
            return stepping._replace(at=at)
        at += by
    return stepping


def drawn(stepping: ReplayPosition, by: int) -> ReplayPosition:
    """Jump to the next draw, such as a card (1), or to the previous one (-1).

    Without a next draw it jumps to the end, without a previous one to the first move.
    """
    at = stepping.at + by
    while 0 <= at < len(stepping.steps):
        if stepping.steps[at].move.seat == CHANCE:
            return stepping._replace(at=at)
        at += by
    return first(stepping) if by < 0 else last(stepping)


def first(stepping: ReplayPosition) -> ReplayPosition:
    """Jump to the first move."""
    start = stepping._replace(at=0)
    return start if start.stops(0) else moved(start, 1)


def last(stepping: ReplayPosition) -> ReplayPosition:
    """Jump to the end."""
    return stepping._replace(at=len(stepping.steps))


def next_seat(stepping: ReplayPosition) -> ReplayPosition:
    """Stop for the next seat, or for all seats after the last one, near the shown move."""
    order = (None, *stepping.seats)
    seat = order[(order.index(stepping.seat) + 1) % len(order)]
    changed = stepping._replace(seat=seat)
    return changed if changed.stops(changed.at) else moved(changed, 1)


def jumped(stepping: ReplayPosition, words: str) -> ReplayPosition:
    """Jump to a move by number, or to the next card of this name; raises `UnknownName`.

    The stepping stops for all seats again if it would not stop at the move.
    """
    steps = stepping.steps
    if words.isdecimal():
        for i, step in enumerate(steps):
            if step.number == number_in(words):
                return stepping._replace(at=i, seat=stepping.seat if stepping.stops(i) else None)
        raise UnknownName(
            phrase(
                "there is no move {number}: the moves are {first} to {last}",
                number=shortened_text(words),
                first=steps[0].number,
                last=steps[-1].number,
            )
        )
    after = range(stepping.at + 1, len(steps))
    for i in (*after, *range(min(stepping.at + 1, len(steps)))):
        move = steps[i].move
        if move.seat == CHANCE and words.lower() in move.text.lower().split():
            return stepping._replace(at=i)
    raise UnknownName(
        phrase("{card} did not come: type a card that did, or the number of a move", card=words)
    )
