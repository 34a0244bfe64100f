"""Walks from town to town of one question, stage by stage, and the best line that they have found.

    lines ── a walk from each ──> the better half of them ── a walk from each ──> ... one line
      ^                                                                                │
      └─────────────────────────────── by other seeds ─────────────────────────────────┘

A walk soon stays among similar towns, so many short walks from different lines find more than a
long one. The best lines of the better walks are worth another walk.
"""

from __future__ import annotations

from collections.abc import Sequence

from campaign.extras.hindsight.pure.annealing import AnnealingResult, Stage
from engine.kernel.dealer import random_numbers
from engine.my_city.bounds.question import Line, Question, replay_line

LEG = 2
"""The number of stages without a better line after which a walk ends."""
SEEDS = 1 << 30


class Walks:
    """The walks of a question; `latest` is the best line of the walk that ended last."""

    def __init__(
        self, question: Question, lines: Sequence[Line], seed: int, until: int | None = None
    ) -> None:
        """Begin walks from legal lines, at least one, the best first."""
        self._question, self._until, self._chance = question, until, random_numbers(seed)
        self._lines = list(dict.fromkeys(lines))
        self._next, self._ended = list[Line](), list[AnnealingResult]()
        self.best = self.latest = self._lines[0]
        self.worth = self.worth_of(self.best)
        self._now = self._begin()

    def worth_of(self, line: Line) -> int:
        """What a legal line is worth: its score, or the token after line `until` of the sheet."""
        sheet = replay_line(self._question, line).sheet
        if self._until is None:
            return sheet.total
        return sum([line.points for line in sheet.lines[: self._until + 1]])

    def stage(self) -> Stage:
        """The next stage of the present walk, with a seed of its own."""
        begin, seed = self._now.end, int(next(self._chance) * SEEDS)
        return Stage(self._question, begin, self._until, seed)

    def take_result(self, walked: AnnealingResult) -> None:
        """Take the result of a stage: go on from it, or begin a new walk at the next line."""
        if walked.worth > self.worth:
            self.best, self.worth = walked.best, walked.worth
        if walked.worth > self._now.worth:
            self._now, self._alike = walked, 0
            return
        self._now, self._alike = self._now._replace(end=walked.end), self._alike + 1
        if self._alike >= LEG:
            self.latest = self._now.best
            self._ended.append(self._now)
            self._now = self._begin()

    def _begin(self) -> AnnealingResult:
        """A walk that begins at the next line of the round, or at the first of another round."""
        if not self._next:
            self._next, self._ended = self._better_half() or list(self._lines), []
        line, self._alike = self._next.pop(0), 0
        return AnnealingResult(line, line, self.worth_of(line))

    def _better_half(self) -> list[Line]:
        """The best lines of the better half of a round, best first; empty once it is one line."""
        self._ended.sort(key=lambda walk: -walk.worth)
        half = list(dict.fromkeys(walk.best for walk in self._ended[: len(self._ended) // 2]))
        return half if len(half) > 1 else []
