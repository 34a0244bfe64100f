"""The score of a city that is drawn: under its best assignment, and under its players' own."""

from __future__ import annotations

from typing import NamedTuple

from engine.kernel.score import Line
from engine.quadropolis.assignment import best
from engine.quadropolis.city import City, Plan, lines
from engine.quadropolis.components import Mode
from engine.quadropolis.drawing import Drawn, read


class Staffing(NamedTuple):
    """An assignment of the people of a city, and the lines of the sheet under it."""

    plan: Plan
    lines: tuple[Line, ...]

    @property
    def score(self) -> int:
        """The points of all lines."""
        return sum(line.points for line in self.lines)


class Counted(NamedTuple):
    """A drawn city with its best assignment; `own` is that of its players, None without one."""

    mode: Mode
    city: City
    best: Staffing
    own: Staffing | None


def count(text: str) -> Counted:
    """The scores of a city from its drawing; raises `RecordError` for an invalid drawing."""
    return counted(read(text))


def counted(drawn: Drawn) -> Counted:
    """The scores of a city that was read."""
    mode, city, own = drawn
    plan = best(mode, city)
    return Counted(
        mode,
        city,
        Staffing(plan, lines(mode, city, plan)),
        Staffing(own, lines(mode, city, own)) if own else None,
    )
