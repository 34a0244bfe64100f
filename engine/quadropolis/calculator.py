"""The score of a city that is drawn: under its best assignment, and under its players' own."""

from __future__ import annotations

from typing import NamedTuple

from engine.kernel.score import SheetEntry
from engine.quadropolis.assignment import best
from engine.quadropolis.city import QuadropolisCity, StaffingPlan, lines
from engine.quadropolis.components import Mode
from engine.quadropolis.drawing import CityDrawing, read


class ScoredStaffing(NamedTuple):
    """An assignment of the people of a city, and the lines of the sheet under it."""

    plan: StaffingPlan
    lines: tuple[SheetEntry, ...]

    @property
    def score(self) -> int:
        """The points of all lines."""
        return sum(line.points for line in self.lines)


class CityResult(NamedTuple):
    """A drawn city with its best assignment; `own` is that of its players, None without one."""

    mode: Mode
    city: QuadropolisCity
    best: ScoredStaffing
    own: ScoredStaffing | None


def count(text: str) -> CityResult:
    """The scores of a city from its drawing; raises `RecordError` for an invalid drawing."""
    return counted(read(text))


def counted(drawn: CityDrawing) -> CityResult:
    """The scores of a city that was read."""
    mode, city, own = drawn
    plan = best(mode, city)
    return CityResult(
        mode,
        city,
        ScoredStaffing(plan, lines(mode, city, plan)),
        ScoredStaffing(own, lines(mode, city, own)) if own else None,
    )
