"""Search for a seat's best line and for the lowest bound, until both meet or time ends.

    what was played, a simple player ──> beams ─┬─ with a solver: better lines, lower bounds
    counting ───────────────────────────────────┴─ without one: a walk

A caller that stops the search keeps the last status. The solver is ortools, the extra `hindsight`.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from functools import partial
from importlib.metadata import version
from importlib.util import find_spec
from typing import NamedTuple

from campaign.extras.hindsight.clock import Clock
from campaign.extras.hindsight.pure.beam import beam
from campaign.extras.hindsight.pure.lines import common_answer_count
from campaign.extras.hindsight.walking import walk_leg, walks_from
from campaign.services.spreading.chunks import ChunkMap, serial
from engine.kernel.dealer import random_numbers
from engine.my_city.bounds.bounds import Bound, bound
from engine.my_city.bounds.question import (
    Answer,
    Line,
    Question,
    ReplayedLine,
    play_decisions,
    replay_line,
)
from engine.my_city.play.notation import BuildMove, CardPass, Quit
from engine.my_city.play.players import greedy
from engine.my_city.play.state import MyCityState

WIDTHS, WEIGHTS = (100, 200, 400), 8
"""The widths of beams, and the number of beams of the first width. The better half of the beams of
one width is searched again with the next width."""
SIMPLE = 5
"""The number of lines by the simple player that are tried."""


class SearchStatus(NamedTuple):
    """What is known of a question so far: the played line, the best line, and a bound on all lines.

    `parted` is the number of first answers that a line of the best score can share with the played
    line, as far as the search knows.
    """

    question: Question
    played: ReplayedLine
    best: ReplayedLine
    bound: Bound
    parted: int

    @property
    def proved(self) -> bool:
        """Whether no line is better than the best one."""
        return self.best.points >= self.bound.points

    def with_news(self, news: ReplayedLine | Bound) -> SearchStatus:
        """The status with another line or another bound, if that is better."""
        if isinstance(news, Bound):
            return self._replace(bound=min(self.bound, news, key=_points))
        if news.points <= self.best.points:
            return self
        common = common_answer_count(self.question, news.line, self.question.played)
        return self._replace(best=news, parted=common)

    @property
    def left(self) -> tuple[int, int]:
        """The points that were left at the table: at least, and at most."""
        played = self.played.points
        return self.best.points - played, self.bound.points - played


def solver() -> str:
    """The name and version of the solver; "annealing" without ortools."""
    return f"ortools {version('ortools')}" if has_solver() else "annealing"


def has_solver() -> bool:
    """Whether ortools is installed."""
    return find_spec("ortools") is not None


def search_steps(
    question: Question,
    clock: Clock,
    seed: int = 0,
    before: Iterable[ReplayedLine | Bound] = (),
    spread: ChunkMap = serial,
) -> Iterator[SearchStatus]:
    """Yield better and better statuses, until the best line is proved or time is up.

    `before` has the lines and bounds of an earlier search. With a `spread` over other processes,
    beams and walks use several cores.
    """
    played = replay_line(question, question.played)
    outlook = SearchStatus(question, played, played, bound(question), len(question.played))
    for earlier in (*before, *_simple(question)):
        outlook = outlook.with_news(earlier)
    yield outlook
    with closing(_steps(outlook, clock, seed, spread)) as steps:
        while not outlook.proved and (news := next(steps, None)):
            if (known := outlook.with_news(news)) != outlook:
                outlook = known
                yield outlook
    if has_solver() and outlook.left[0]:
        yield _parted(outlook, clock, seed)


class HindsightSearch(NamedTuple):
    """The arguments of a search that another process may run; see `search_steps`."""

    question: Question
    seconds: float
    seed: int
    before: tuple[ReplayedLine | Bound, ...]


def run_search(search: HindsightSearch) -> tuple[SearchStatus, float]:
    """Run a search; return what is known at its end, and the seconds that it took."""
    clock = Clock(search.seconds)
    *_, outlook = search_steps(search.question, clock, search.seed, search.before)
    return outlook, clock.gone


def _simple(question: Question) -> Iterator[ReplayedLine]:
    """Yield the played line without its last passes, and lines of a simple player."""
    line = list(question.played)
    while line and not isinstance(line[-1], BuildMove):
        line.pop()
    yield replay_line(question, tuple(line))
    for _, chance in zip(range(SIMPLE), random_numbers(0), strict=False):
        yield play_decisions(question, partial(_greedy, question.seat, chance))


def _greedy(seat: str, chance: float, state: MyCityState) -> Answer:
    """The answer of a simple player."""
    answer = greedy(state, seat, chance)
    assert isinstance(answer, BuildMove | CardPass | Quit), "a card is answered"
    return answer


class _Beam(NamedTuple):
    """The arguments of a beam search that another process may run."""

    question: Question
    width: int
    number: int
    seconds: float


def _line(search: _Beam) -> Line:
    """The line that a beam search finds."""
    out_of_time = Clock(search.seconds).out_of_time
    return beam(search.question, search.width, out_of_time, search.number).line


def _beams(question: Question, clock: Clock, spread: ChunkMap) -> Iterator[ReplayedLine]:
    """Yield lines of beam searches, which become wider and fewer."""
    numbers = list(range(WEIGHTS))
    for width in WIDTHS:
        points = dict[int, int]()
        beams = (_Beam(question, width, number, clock.left()) for number in numbers)
        for number, line in zip(numbers, spread(_line, beams), strict=True):
            replayed_line = replay_line(question, line)
            points[number] = replayed_line.points
            yield replayed_line
        numbers.sort(key=lambda number: -points[number])
        del numbers[len(numbers) // 2 :]


def _steps(
    outlook: SearchStatus, clock: Clock, seed: int, spread: ChunkMap
) -> Generator[ReplayedLine | Bound, None, None]:
    """Yield the lines of beams, then what a solver finds from them, or walks without a solver.

    Only a solver gives bounds.
    """
    question, lines = outlook.question, [outlook.best]
    for line in _beams(question, clock, spread):
        lines.append(line)
        yield line
    lines.sort(key=_points, reverse=True)
    if has_solver():
        from campaign.extras.hindsight.meeting import Meeting

        yield from Meeting(question, lines, outlook.bound, clock, seed, spread).news()
        return
    walks = walks_from(question, lines, seed)
    while not clock.out_of_time():
        yield replay_line(question, walk_leg(walks, spread, clock.left).best)


def _parted(outlook: SearchStatus, clock: Clock, seed: int) -> SearchStatus:
    """The status with the line of the best score that follows the played line the longest."""
    from campaign.extras.hindsight.parting import latest_parting

    common, line = latest_parting(outlook.question, outlook.best, outlook.parted, seed, clock.left)
    return outlook._replace(best=line, parted=common)


def _points(news: ReplayedLine | Bound) -> int:
    return news.points
