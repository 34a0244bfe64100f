"""The search for a seat's best line, and for what no line can exceed, until both meet or time ends.

    what was played, a simple player, beams ──> neighbourhoods ──> better and better lines
    counting ──> packing                                       ──> lower and lower bounds

Whoever stops it keeps the last outlook. Without ortools, the extra `hindsight`, there are beams
alone, each twice as wide as the one before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from importlib.metadata import version
from importlib.util import find_spec
from time import monotonic
from typing import NamedTuple

from engine.kernel.dealer import chances
from engine.my_city.hindsight.beam import beam
from engine.my_city.hindsight.bounds import Bound, bound
from engine.my_city.hindsight.question import Answer, Question, Replayed, followed, replayed
from engine.my_city.play.notation import Build, Pass, Quit
from engine.my_city.play.players import greedy
from engine.my_city.play.state import State

SECONDS = 60.0
WIDTH = 200
"""Of the first beam; with the solver there is no other."""
SIMPLE = 5
"""How many lines of the simple player are looked at."""


class Outlook(NamedTuple):
    """What is known of a question so far: what was played, the best line, what none can exceed."""

    question: Question
    played: Replayed
    best: Replayed
    bound: Bound

    @property
    def proved(self) -> bool:
        """Whether no line is better than the best one."""
        return self.best.points >= self.bound.points

    @property
    def left(self) -> tuple[int, int]:
        """The points that were left at the table: at least, and at most."""
        played = self.played.points
        return self.best.points - played, self.bound.points - played


class Clock:
    """How much of some seconds is left; `look` is called with those that are gone."""

    def __init__(self, seconds: float, look: Callable[[float], object] = lambda _: None) -> None:
        self._seconds, self._look, self._began = seconds, look, monotonic()

    def left(self) -> float:
        """The seconds that are left."""
        gone = monotonic() - self._began
        self._look(min(gone, self._seconds))
        return self._seconds - gone

    def out_of_time(self) -> bool:
        """Whether nothing is left."""
        return self.left() <= 0


def solver() -> str:
    """What searches: its name and version; without ortools beams alone."""
    return f"ortools {version('ortools')}" if has_solver() else "beam"


def has_solver() -> bool:
    """Whether ortools is installed."""
    return find_spec("ortools") is not None


def looked_back(question: Question, clock: Clock, seed: int = 0) -> Iterator[Outlook]:
    """What is known, better each time, until it is proved or time is over."""
    played = replayed(question, question.played)
    outlook = Outlook(
        question, played, max(_simple(question, played), key=_points), bound(question)
    )
    yield outlook
    steps = _solving(outlook, clock, seed) if has_solver() else _widening(outlook, clock)
    while not outlook.proved and (step := next(steps, None)):
        outlook = step
        yield outlook


def _simple(question: Question, played: Replayed) -> Iterator[Replayed]:
    """What was played, also without its last passes, and what a simple player makes of it."""
    yield played
    line = list(question.played)
    while line and not isinstance(line[-1], Build):
        line.pop()
    yield replayed(question, tuple(line))
    for _, chance in zip(range(SIMPLE), chances(0), strict=False):
        yield followed(question, partial(_greedy, question.seat, chance))


def _greedy(seat: str, chance: float, state: State) -> Answer:
    """What a simple player answers."""
    answer = greedy(state, seat, chance)
    assert isinstance(answer, Build | Pass | Quit), "a card is answered"
    return answer


def _widening(outlook: Outlook, clock: Clock) -> Iterator[Outlook]:
    """Better lines by wider and wider beams."""
    width = WIDTH
    while not clock.out_of_time():
        line = beam(outlook.question, width, clock.out_of_time)
        if line.points > outlook.best.points:
            outlook = outlook._replace(best=line)
            yield outlook
        width *= 2


def _solving(outlook: Outlook, clock: Clock, seed: int) -> Iterator[Outlook]:
    """Better lines and lower bounds by turns: one beam, then the solver."""
    from campaign.services.hindsight.neighbourhoods import improved

    question = outlook.question
    line = beam(question, WIDTH, clock.out_of_time)
    if line.points > outlook.best.points:
        outlook = outlook._replace(best=line)
        yield outlook
    for line in improved(question, outlook.best, seed, clock.left):
        outlook = outlook._replace(best=line)
        yield outlook


def _points(line: Replayed) -> int:
    return line.points
