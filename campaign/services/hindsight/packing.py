"""Bounds by packing: what no line can exceed since buildings need room, and then an order.

    counting ── a gap ──> room, in any order ──> groups that hang together ──> the cards in order

Each step asks CP-SAT for a town that is better than the best line. Its bound is valid when the
solver stops early, because it is the solver's bound of a model that allows more than the rules.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator

from campaign.services.hindsight.packed import Packed, Step
from campaign.services.hindsight.solving import solved
from campaign.services.hindsight.worth import score
from engine.kernel.phrases import phrase
from engine.my_city.hindsight.bounds import Bound, Part, bound_in
from engine.my_city.hindsight.question import Question
from engine.my_city.hindsight.scope import Scope, scope_of

STEPS = (Step(connected=False, ordered=False), Step(True, False), Step(True, True))
"""What is asked, ever more of it; in words in `in_words`."""
ROUNDING = 1e-3
"""A score is a whole number, the solver's bound a fraction that may be a little too low."""


def nothing() -> None:
    """Nobody waits for the solver."""


def ladder(
    question: Question,
    best: int,
    deadline: float,
    *,
    seed: int = 0,
    waiting: Callable[[], object] = nothing,
) -> Iterator[Bound]:
    """Bounds, each lower than the one before, until one meets the best line or time is over.

    `deadline` is a time of `time.monotonic`; each step takes an equal part of what is left. The
    first bound is that by counting. `waiting` is called now and then while the solver works.
    """
    scope = scope_of(question)
    above = bound_in(scope)
    yield above
    if above.unmodelled or scope.rules.token.start >= scope.rules.token.cap:
        return
    for number, step in enumerate(STEPS):
        left = deadline - time.monotonic()
        if above.points <= best or left <= 0:
            return
        points = packed(
            scope, best, above.points, step, left / (len(STEPS) - number), seed, waiting
        )
        if points < above.points:
            part = Part(in_words(step), points - above.points)
            above = Bound(points, (*above.parts, part), above.unmodelled)
            yield above


def in_words(step: Step) -> str:
    """What a step asks of the buildings of a line."""
    if step.ordered:
        return phrase("room for the buildings, in the order of the cards")
    if step.connected:
        return phrase("room for the buildings and their groups")
    return phrase("room for the buildings")


def packed(
    scope: Scope,
    best: int,
    most: int,
    step: Step,
    seconds: float,
    seed: int = 0,
    waiting: Callable[[], object] = nothing,
) -> int:
    """A bound between the best line and the most known so far, after so many seconds at most."""
    town = Packed(scope, step)
    total = score(town)
    town.cp.add_linear_constraint(total, best + 1, most)
    town.cp.maximize(total)
    after = solved(town.cp, seconds, seed, waiting, bounding=True)
    if after.done and not after.solution:
        return best
    return math.floor(min(most, after.bound + ROUNDING))
