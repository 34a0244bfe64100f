"""Searches better lines and lower bounds side by side, until they meet or time ends.

    lines of beams ──> a line at the bound ──> neighbourhoods, walks ──> better and better lines
    counting ──> room for all buildings ────> the order of the cards ──> lower and lower bounds

Each of the two searches sees what the other has found, and ends where line and bound are equal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from campaign.extras.hindsight.clock import Clock, Left
from campaign.extras.hindsight.neighbourhoods import improved
from campaign.extras.hindsight.packing import in_order, with_room
from campaign.extras.hindsight.rebuilding import grown, outlines_alone_count, reaching
from campaign.extras.hindsight.solving import alongside
from campaign.extras.hindsight.walking import a_leg, walkers
from campaign.extras.hindsight.worth import asks_for_all, peaks
from campaign.services.spreading.chunks import ChunkMap
from engine.my_city.bounds.bounds import Bound
from engine.my_city.bounds.question import Question, ReplayedLine
from engine.my_city.bounds.scope import scope_of

ROOM, PEAK, ORDER, LINES, SUMMIT, BOUNDS = 0.15, 0.35, 0.4, 0.7, 0.75, 0.9
"""The parts of the time at which each ends: a first bound, the search for a token at its cap, that
for a bound below the cap, for a line that makes the bound, for a token at its cap that was soon
close to it, for the best score and the last bound; the rest is for the card in which the way
parted."""
NEAR, CLOSE = 15, 5
"""A token that a first walk leaves farther from its cap is taken not to come there; one that it
brings so close is taken to come there, and nothing goes for a bound below the cap any more."""


class Meeting:
    """What is known of a question from both sides: some lines, and bounds, the lowest one last.

    One thread looks for lines, and one beside it for bounds. Each adds to its own list, the second
    also a line to the list of the first; nothing is removed from a list.
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
        """The best line and the lowest bound, each again and again."""
        question, seed, left = self._question, self._seed, self._clock.left
        yield self._bound_by_room()
        if outlines_alone_count(question.rules):
            yield self._kept(reaching(question, self._lowest, seed, partial(left, LINES)))
        with alongside(self._learn, self._rest):
            for line in self._better():
                yield self._kept(line)
                yield self._bounds[-1]
        yield self._best
        yield self._bounds[-1]
        if self._left(BOUNDS) > 0:
            # There was no other line to look at: all that is left is for the bound.
            yield from in_order(question, self._bounds[-1], partial(left, BOUNDS), seed=seed)

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

    def _kept(self, line: ReplayedLine | None) -> ReplayedLine:
        """The best line, after another one was found or none."""
        if line and line.points > self._best.points:
            self._lines.append(line)
        return self._best

    def _bound_by_room(self) -> Bound:
        left = partial(self._clock.left, ROOM)
        best, above = self._best.points, self._bounds[-1]
        self._bounds.append(with_room(self._question, best, above, left, seed=self._seed))
        return self._bounds[-1]

    def _learn(self, left: Left) -> None:
        """Lowers the bound by the order of the cards, or finds a line that makes it."""
        for news in in_order(self._question, self._bounds[-1], left, seed=self._seed):
            if isinstance(news, Bound):
                self._bounds.append(news)
            else:
                self._kept(news)

    def _rest(self) -> float:
        """What is left for the bound: one that is long at the cap hardly comes down."""
        if self._lowest < self._cap:
            return self._clock.rest(BOUNDS)
        return 0.0 if self._is_close else self._clock.rest(ORDER)

    def _left(self, share: float, goal: int | None = None) -> float:
        """What is left for lines; nothing once one is at the bound, or the cap no goal any more."""
        over = self._lowest <= self._best.points or (goal is not None and self._lowest < self._cap)
        return 0.0 if over else self._clock.left(share)

    def _better(self) -> Iterator[ReplayedLine]:
        """Lines, until the best meets the lowest bound."""
        question, seed, left = self._question, self._seed, self._left
        goals = list[tuple[int, float]]()
        if (peak := self._peak()) is not None:
            if asks_for_all(scope_of(question), peak):
                line_at_the_cap = grown(question, peak, seed, partial(left, LINES, peak))
                if line_at_the_cap:
                    yield line_at_the_cap
            walks = walkers(question, self._lines, seed, peak)
            away = self._cap - a_leg(walks, self._spread, partial(left, PEAK, peak)).worth
            self._is_close = away <= CLOSE
            if away <= NEAR:
                goals.append((peak, SUMMIT if self._is_close else PEAK))
        for goal, until in (*goals, (None, BOUNDS)):
            lines = sorted(self._lines, key=_points, reverse=True)
            yield from improved(
                question, lines, seed, partial(left, until, goal), goal, self._spread
            )

    def _peak(self) -> int | None:
        """The line of the sheet after which to look for a token at its cap, if it may get there."""
        if self._lowest < self._cap or self._bounds[-1].unmodelled:
            return None
        return next(reversed(peaks(scope_of(self._question))), None)


def _points(line: ReplayedLine) -> int:
    return line.points
