"""The search for a seat's best line, and for what no line can exceed, until both meet or time ends.

    what was played, a simple player, beams ──> neighbourhoods, a walk ──> better and better lines
    counting ──> packing                                               ──> lower and lower bounds

Whoever stops it keeps the last outlook. Without ortools, the extra `hindsight`, there are beams and
a walk alone.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing
from functools import partial
from importlib.metadata import version
from importlib.util import find_spec
from typing import NamedTuple

from campaign.services.hindsight.clock import Clock
from campaign.services.hindsight.walking import a_leg
from campaign.services.spreading.chunks import Spread, serial
from engine.kernel.dealer import chances
from engine.my_city.hindsight.annealing import Walks
from engine.my_city.hindsight.beam import beam
from engine.my_city.hindsight.bounds import Bound, bound
from engine.my_city.hindsight.lines import in_common
from engine.my_city.hindsight.question import Answer, Line, Question, Replayed, followed, replayed
from engine.my_city.hindsight.scope import scope_of
from engine.my_city.play.notation import Build, Pass, Quit
from engine.my_city.play.players import greedy
from engine.my_city.play.state import State

WIDTHS, WEIGHTS = (100, 200, 400), 8
"""Of beams, and how many there are of the first: the better half of them goes on with the next."""
ROOM, PEAK, ORDER, LINES, BOUNDS = 0.15, 0.35, 0.4, 0.7, 0.9
"""The parts of the time at which each ends: a first bound, the search for a token at its cap, that
for a bound below the cap, for a line that makes the bound, for the best score and the last bound;
the rest is for the card in which the way parted."""
NEAR = 15
"""A token that a first walk leaves farther from its cap is taken not to come there."""
SIMPLE = 5
"""How many lines of the simple player are looked at."""


class Outlook(NamedTuple):
    """What is known of a question so far: what was played, the best line, what none can exceed.

    `parted` is how many answers a line of the best score can have in common with what was played,
    as far as is known.
    """

    question: Question
    played: Replayed
    best: Replayed
    bound: Bound
    parted: int

    @property
    def proved(self) -> bool:
        """Whether no line is better than the best one."""
        return self.best.points >= self.bound.points

    def knowing(self, news: Replayed | Bound) -> Outlook:
        """The outlook with another line or another bound, where that is better."""
        if isinstance(news, Bound):
            return self._replace(bound=min(self.bound, news, key=_points))
        if news.points <= self.best.points:
            return self
        common = in_common(self.question, news.line, self.question.played)
        return self._replace(best=news, parted=common)

    @property
    def left(self) -> tuple[int, int]:
        """The points that were left at the table: at least, and at most."""
        played = self.played.points
        return self.best.points - played, self.bound.points - played


def solver() -> str:
    """What searches: its name and version; without ortools our own walk."""
    return f"ortools {version('ortools')}" if has_solver() else "annealing"


def has_solver() -> bool:
    """Whether ortools is installed."""
    return find_spec("ortools") is not None


def looked_back(
    question: Question,
    clock: Clock,
    seed: int = 0,
    before: Iterable[Replayed | Bound] = (),
    spread: Spread = serial,
) -> Iterator[Outlook]:
    """What is known, better each time, until it is proved or time is over.

    `before` is what a search before this one has found; with the `spread` of other
    processes beams and walks have cores of their own.
    """
    played = replayed(question, question.played)
    outlook = Outlook(question, played, played, bound(question), len(question.played))
    for earlier in (*before, *_simple(question)):
        outlook = outlook.knowing(earlier)
    yield outlook
    steps = (_solving if has_solver() else _walking)(outlook, clock, seed, spread)
    with closing(steps):
        while not outlook.proved and (news := next(steps, None)):
            if (known := outlook.knowing(news)) != outlook:
                outlook = known
                yield outlook
    if has_solver() and outlook.left[0]:
        yield _parted(outlook, clock, seed)


class Search(NamedTuple):
    """A question that may be searched elsewhere, and what `looked_back` is given with it."""

    question: Question
    seconds: float
    seed: int
    before: tuple[Replayed | Bound, ...]


def searched(search: Search) -> tuple[Outlook, float]:
    """What is known at the end of a search, and the seconds that it took."""
    clock = Clock(search.seconds)
    *_, outlook = looked_back(search.question, clock, search.seed, search.before)
    return outlook, clock.gone


def _simple(question: Question) -> Iterator[Replayed]:
    """What was played without its last passes, and what a simple player makes of it."""
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


class _Beam(NamedTuple):
    """A beam that may be looked at elsewhere."""

    question: Question
    width: int
    number: int
    seconds: float


def _line(of: _Beam) -> Line:
    """The line that a beam finds."""
    return beam(of.question, of.width, Clock(of.seconds).out_of_time, of.number).line


def _beams(question: Question, clock: Clock, spread: Spread) -> Iterator[Replayed]:
    """Lines by beams, ever wider and fewer."""
    numbers = list(range(WEIGHTS))
    for width in WIDTHS:
        points = dict[int, int]()
        beams = (_Beam(question, width, number, clock.left()) for number in numbers)
        for number, line in zip(numbers, spread(_line, beams), strict=True):
            found = replayed(question, line)
            points[number] = found.points
            yield found
        numbers.sort(key=lambda number: -points[number])
        del numbers[len(numbers) // 2 :]


def _walking(
    outlook: Outlook, clock: Clock, seed: int, spread: Spread
) -> Generator[Replayed, None, None]:
    """Lines without a solver: beams, then walks from what they have found."""
    lines = [outlook.best]
    for line in _beams(outlook.question, clock, spread):
        lines.append(line)
        yield line
    lines.sort(key=_points, reverse=True)
    walks = Walks(outlook.question, [line.line for line in lines], seed)
    while not clock.out_of_time():
        a_leg(walks, spread, clock.left)
        yield replayed(outlook.question, walks.best)


def _solving(
    outlook: Outlook, clock: Clock, seed: int, spread: Spread
) -> Generator[Replayed | Bound, None, None]:
    """Lines and bounds: beams, a first bound, then better lines and lower bounds beside each other.

    A bound that is at the cap for long hardly comes down: then the cores are for the lines alone.
    """
    from campaign.services.hindsight.packing import in_order, with_room
    from campaign.services.hindsight.rebuilding import outlines_alone_count, reaching
    from campaign.services.hindsight.solving import alongside

    question, lines, cap = outlook.question, [outlook.best], outlook.question.rules.token.cap
    for line in _beams(question, clock, spread):
        lines.append(line)
        yield line
    lines.sort(key=_points, reverse=True)
    room = partial(clock.left, ROOM)
    bounds = [with_room(question, lines[0].points, outlook.bound, room, seed=seed)]
    yield bounds[0]
    if outlines_alone_count(question.rules):
        line_at_the_bound = reaching(question, bounds[0].points, seed, partial(clock.left, LINES))
        if line_at_the_bound:
            lines.insert(0, line_at_the_bound)
            yield line_at_the_bound

    def rest() -> float:
        return clock.rest(ORDER if bounds[-1].points >= cap else BOUNDS)

    with alongside(partial(in_order, question, bounds[0], seed=seed), rest, bounds):
        for line in _better(question, lines, bounds, clock, seed, spread):
            if line.points > lines[0].points:
                lines.insert(0, line)
            yield line
            yield bounds[-1]
    yield bounds[-1]
    if clock.left(BOUNDS) > 0:
        # There was no other line to look at: all that is left is for the bound.
        yield from in_order(question, bounds[-1], partial(clock.left, BOUNDS), seed=seed)


def _better(
    question: Question,
    lines: Sequence[Replayed],
    bounds: Sequence[Bound],
    clock: Clock,
    seed: int,
    spread: Spread,
) -> Iterator[Replayed]:
    """Lines, until the first meets the last of the bounds; both may be others meanwhile."""
    from campaign.services.hindsight.neighbourhoods import improved
    from campaign.services.hindsight.rebuilding import grown
    from campaign.services.hindsight.worth import asks_for_all

    cap = question.rules.token.cap

    def left(share: float, goal: int | None = None) -> float:
        """What is left; nothing once the goal is met, or the cap is out of reach as a goal."""
        lowest = bounds[-1].points
        over = lowest <= lines[0].points or (goal is not None and lowest < cap)
        return 0.0 if over else clock.left(share)

    goals = list[tuple[int, float]]()
    if (peak := _peak(question, bounds[-1])) is not None:
        if asks_for_all(scope_of(question), peak):
            line_at_the_cap = grown(question, peak, seed, partial(left, LINES, peak))
            if line_at_the_cap:
                yield line_at_the_cap
        walks = Walks(question, [line.line for line in lines], seed, peak)
        a_leg(walks, spread, partial(left, PEAK, peak))
        if walks.worth >= cap - NEAR:
            goals.append((peak, PEAK))
    for goal, until in (*goals, (None, BOUNDS)):
        yield from improved(question, lines, seed, partial(left, until, goal), goal, spread)


def _peak(question: Question, above: Bound) -> int | None:
    """The line of the sheet after which to look for a token at its cap, where it may get there."""
    from campaign.services.hindsight.worth import peaks

    if above.points < question.rules.token.cap or above.unmodelled:
        return None
    return next(reversed(peaks(scope_of(question))), None)


def _parted(outlook: Outlook, clock: Clock, seed: int) -> Outlook:
    """The outlook with the best line that parts latest from what was played."""
    from campaign.services.hindsight.parting import parted

    common, line = parted(outlook.question, outlook.best, outlook.parted, seed, clock.left)
    return outlook._replace(best=line, parted=common)


def _points(of: Replayed | Bound) -> int:
    return of.points
