"""The score of a drawn city: under the best assignment, and under the players' own assignment."""

from __future__ import annotations

from typing import NamedTuple

from engine.kernel.score import SheetEntry
from engine.quadropolis.assignment import best_assignment
from engine.quadropolis.city import QuadropolisCity, StaffingPlan, sheet_lines
from engine.quadropolis.components import Mode
from engine.quadropolis.drawing import CityDrawing, read_drawing


class ScoredStaffing(NamedTuple):
    """An assignment of a city's people, and the lines of its score sheet."""

    plan: StaffingPlan
    lines: tuple[SheetEntry, ...]

    @property
    def score(self) -> int:
        """The points of all lines."""
        return sum(line.points for line in self.lines)


class CityResult(NamedTuple):
    """A drawn city with its best assignment.

    `own` is the players' own assignment, None if the drawing states none.
    """

    mode: Mode
    city: QuadropolisCity
    best: ScoredStaffing
    own: ScoredStaffing | None


def score_drawing(text: str) -> CityResult:
    """The scores of a city from its drawing; raises `RecordError` for an invalid drawing."""
    return score_drawn_city(read_drawing(text))


def score_drawn_city(drawn: CityDrawing) -> CityResult:
    """The scores of a city, from the values of its drawing."""
    mode, city, own = drawn
    plan = best_assignment(mode, city)
    return CityResult(
        mode,
        city,
        ScoredStaffing(plan, sheet_lines(mode, city, plan)),
        ScoredStaffing(own, sheet_lines(mode, city, own)) if own else None,
    )
