"""The score sheets, under the players' own or the best assignment; ranks and the tie-break."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.phrases import OptionalPhrase, phrase
from engine.kernel.score import SeatScore, ranks
from engine.quadropolis.assignment import best_assignment
from engine.quadropolis.city import Score, StaffingPlan, always_active, score_of, sheet_lines
from engine.quadropolis.state import OVER, QuadropolisState


def score(state: QuadropolisState) -> tuple[SeatScore, ...]:
    """The sheets, in seat order; before the end, as if the game ended now."""
    mode = state.rules.mode
    plans = [plan_of(state, i) for i in range(len(state.seats))]
    pairs = list(zip(state.cities, plans, strict=True))
    sheets = [sheet_lines(mode, city, plan) for city, plan in pairs]
    scores = [
        score_of(mode, city, plan, sheet) for (city, plan), sheet in zip(pairs, sheets, strict=True)
    ]
    places = ranks([(-s.points, -s.placed, s.empty) for s in scores])
    return tuple(
        SeatScore(seat, sheets[i], scores[i].points, places[i], _tie(state.seats, scores, i))
        for i, seat in enumerate(state.seats)
    )


def plan_of(state: QuadropolisState, seat: int) -> StaffingPlan:
    """The assignment that counts for a seat: its own when that is complete, else the best one."""
    city, mode = state.cities[seat], state.rules.mode
    if len(state.staffed) > seat + 1 or (state.phase == OVER and state.staffed):
        active, customers = always_active(city), [0] * mode.squares
        for square, count in state.staffed[seat]:
            active |= 1 << square
            customers[square] = count
        return StaffingPlan(active, tuple(customers))
    return best_assignment(mode, city)


def points_of(state: QuadropolisState, seat: int, plan: StaffingPlan) -> int:
    """The points of a seat's city under an assignment."""
    return sum(line.points for line in sheet_lines(state.rules.mode, state.cities[seat], plan))


def _tie(seats: Sequence[str], scores: Sequence[Score], i: int) -> OptionalPhrase:
    """Why a seat ranks before or equal to another seat with its points; "" if there is none."""
    own_score = scores[i]
    for seat, opponent_score in zip(seats, scores, strict=True):
        if seat == seats[i] or opponent_score.points != own_score.points:
            continue
        if own_score.placed > opponent_score.placed:
            return phrase(
                "before {seat}: {mine} inhabitants in buildings against {other}",
                seat=seat,
                mine=own_score.placed,
                other=opponent_score.placed,
            )
        if own_score.placed == opponent_score.placed and own_score.empty < opponent_score.empty:
            return phrase(
                "before {seat}: {mine} empty squares against {other}",
                seat=seat,
                mine=own_score.empty,
                other=opponent_score.empty,
            )
        if (own_score.placed, own_score.empty) == (opponent_score.placed, opponent_score.empty):
            return phrase("shared with {seat}: equal in inhabitants and empty squares", seat=seat)
    return ""
