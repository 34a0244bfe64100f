"""Search at once for better lines and for lower upper bounds, until they meet or time ends.

    lines of beams ──> a line at the bound ──> neighbourhoods, walks ──> better and better lines
    counting ──> room for all buildings ────> the order of the cards ──> lower and lower bounds

Each of the two searches sees what the other has found, and ends when line and bound are equal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from campaign.extras.hindsight.clock import Clock, Left
from campaign.extras.hindsight.neighbourhoods import improved_lines
from campaign.extras.hindsight.packing import bound_by_room, bounds_by_order
from campaign.extras.hindsight.rebuilding import (
    find_line_by_growth,
    find_line_of_points,
    outlines_alone_count,
)
from campaign.extras.hindsight.solving import running_alongside
from campaign.extras.hindsight.walking import walk_leg, walks_from
from campaign.extras.hindsight.worth import asks_for_all, peaks
from campaign.services.spreading.chunks import ChunkMap
from engine.my_city.bounds.bounds import Bound
from engine.my_city.bounds.question import Question, ReplayedLine
from engine.my_city.bounds.scope import scope_of

ROOM, PEAK, ORDER, LINES, SUMMIT, BOUNDS = 0.15, 0.35, 0.4, 0.7, 0.75, 0.9
"""When each step ends, as a part of the time.

`ROOM`: the first bound. `PEAK`: the search for a token at its cap. `ORDER`: the search for a bound
below the cap. `LINES`: the search for a line that reaches the bound. `SUMMIT`: the search for a
token at its cap, if a first walk came close to it. `BOUNDS`: the search for the best score and the
last bound. In the remaining time, the search looks for the card at which the best line parts from
the played one.
"""
NEAR, CLOSE = 15, 5
"""Points between a token and its cap after a first walk. If there are more than `NEAR`, the search
gives up the cap. If there are at most `CLOSE`, it gives up a bound below the cap."""


class Meeting:
    """The lines and bounds that are known of a question, the lowest bound last.

    One thread looks for lines, and another one for bounds. Each adds to its own list. The thread of
    bounds may also add a line. Nothing is removed from a list.
    """

    def __init__(
        self,
        question: Question,
        lines: Sequence[ReplayedLine],
        above: Bound,
        clock: Clock,
        seed: int,
        spread: ChunkMap,
    ) -> None:
        self._question, self._clock, self._seed, self._spread = question, clock, seed, spread
        self._lines, self._bounds = [*lines], [above]
        self._is_close = False

    def news(self) -> Iterator[ReplayedLine | Bound]:
        """Yield the best line and the lowest bound after each step, whether or not they are new."""
        question, seed, left = self._question, self._seed, self._clock.left
        yield self._bound_by_room()
        if outlines_alone_count(question.rules):
            yield self._best_with(
                find_line_of_points(question, self._lowest, seed, partial(left, LINES))
            )
        with running_alongside(self._lower_bound, self._seconds_for_bound):
            for line in self._better_lines():
                yield self._best_with(line)
                yield self._bounds[-1]
        yield self._best
        yield self._bounds[-1]
        if self._seconds_for_lines(BOUNDS) > 0:
            # The search for lines has ended early, so the remaining time is for the bound.
            yield from bounds_by_order(question, self._bounds[-1], partial(left, BOUNDS), seed=seed)

    @property
    def _best(self) -> ReplayedLine:
        return max(self._lines, key=_points)

    @property
    def _lowest(self) -> int:
        """The points of the lowest bound."""
        return self._bounds[-1].points

    @property
    def _cap(self) -> int:
        return self._question.rules.token.cap

    def _best_with(self, line: ReplayedLine | None) -> ReplayedLine:
        """Add a line if it is better than all others, and return the best line."""
        if line and line.points > self._best.points:
            self._lines.append(line)
        return self._best

    def _bound_by_room(self) -> Bound:
        left = partial(self._clock.left, ROOM)
        best, above = self._best.points, self._bounds[-1]
        self._bounds.append(bound_by_room(self._question, best, above, left, seed=self._seed))
        return self._bounds[-1]

    def _lower_bound(self, left: Left) -> None:
        """Lower the bound by the order of the cards, or find a line that makes it."""
        for news in bounds_by_order(self._question, self._bounds[-1], left, seed=self._seed):
            if isinstance(news, Bound):
                self._bounds.append(news)
            else:
                self._best_with(news)

    def _seconds_for_bound(self) -> float:
        """The seconds left for the bound; few while it is at the cap, where it hardly falls."""
        if self._lowest < self._cap:
            return self._clock.seconds_left(BOUNDS)
        return 0.0 if self._is_close else self._clock.seconds_left(ORDER)

    def _seconds_for_lines(self, share: float, goal: int | None = None) -> float:
        """The seconds left for lines; 0 once a line meets the bound, or the cap is out of reach."""
        over = self._lowest <= self._best.points or (goal is not None and self._lowest < self._cap)
        return 0.0 if over else self._clock.left(share)

    def _better_lines(self) -> Iterator[ReplayedLine]:
        """Yield lines until the best one meets the lowest bound."""
        question, seed, left = self._question, self._seed, self._seconds_for_lines
        goals = list[tuple[int, float]]()
        if (peak := self._peak()) is not None:
            if asks_for_all(scope_of(question), peak):
                line_at_the_cap = find_line_by_growth(
                    question, peak, seed, partial(left, LINES, peak)
                )
                if line_at_the_cap:
                    yield line_at_the_cap
            walks = walks_from(question, self._lines, seed, peak)
            distance = self._cap - walk_leg(walks, self._spread, partial(left, PEAK, peak)).worth
            self._is_close = distance <= CLOSE
            if distance <= NEAR:
                goals.append((peak, SUMMIT if self._is_close else PEAK))
        for goal, until in (*goals, (None, BOUNDS)):
            lines = sorted(self._lines, key=_points, reverse=True)
            yield from improved_lines(
                question, lines, seed, partial(left, until, goal), goal, self._spread
            )

    def _peak(self) -> int | None:
        """The line of the sheet after which the token may be at its cap; None if it never is."""
        if self._lowest < self._cap or self._bounds[-1].unmodelled:
            return None
        return next(reversed(peaks(scope_of(self._question))), None)


def _points(line: ReplayedLine) -> int:
    return line.points
