"""What better assignments would have given in a session of Quadropolis."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.kernel.game import Seat
from engine.quadropolis.assignment import best
from engine.quadropolis.city import StaffingPlan
from engine.quadropolis.scoring import plan_of, points_of
from engine.quadropolis.state import QuadropolisState


class BetterStaffing(NamedTuple):
    """A better assignment than the one of a seat: so many points more."""

    seat: Seat
    more: int
    plan: StaffingPlan


def better(state: QuadropolisState) -> Iterator[BetterStaffing]:
    """The best assignment of every seat that had another one; nothing where none is stated."""
    if not state.staffed:
        return
    for i, (seat, city) in enumerate(zip(state.seats, state.cities, strict=True)):
        plan = best(state.rules.mode, city)
        more = points_of(state, i, plan) - points_of(state, i, plan_of(state, i))
        if more > 0:
            yield BetterStaffing(seat, more, plan)
