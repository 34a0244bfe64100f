"""Assignments that are better than those stated in a session of Quadropolis."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.kernel.game import Seat
from engine.quadropolis.assignment import best_assignment
from engine.quadropolis.city import StaffingPlan
from engine.quadropolis.scoring import plan_of, points_of
from engine.quadropolis.state import QuadropolisState


class BetterStaffing(NamedTuple):
    """An assignment that would have given a seat `more` points than its own."""

    seat: Seat
    more: int
    plan: StaffingPlan


def better_staffings(state: QuadropolisState) -> Iterator[BetterStaffing]:
    """Yield the best assignment of each seat whose stated one has fewer points.

    Yield nothing if the session states no assignments.
    """
    if not state.staffed:
        return
    for i, (seat, city) in enumerate(zip(state.seats, state.cities, strict=True)):
        plan = best_assignment(state.rules.mode, city)
        gain = points_of(state, i, plan) - points_of(state, i, plan_of(state, i))
        if gain > 0:
            yield BetterStaffing(seat, gain, plan)
