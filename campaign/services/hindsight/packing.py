"""Bounds by packing: what no line can exceed since buildings need room, and then an order.

    counting ── a gap ──> room, in any order ──> groups that hang together ──> the cards in order

Each step asks CP-SAT for a town that is better than the best line. Its bound is valid when the
solver stops early, because it is the solver's bound of a model that allows more than the rules.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import partial

from campaign.services.hindsight.counting import FAR
from campaign.services.hindsight.packed import Packed, Step
from campaign.services.hindsight.solving import WORKERS, Left, beside, solved
from campaign.services.hindsight.worth import peaks, sums
from engine.kernel.phrases import phrase
from engine.my_city.hindsight.bounds import Bound, Part
from engine.my_city.hindsight.question import Question
from engine.my_city.hindsight.scope import Scope, scope_of

STEPS = (Step(connected=False, ordered=False), Step(True, False), Step(True, True))
"""What is asked, ever more of it; in words in `in_words`."""
ROUNDING = 1e-3
"""A score is a whole number, the solver's bound a fraction that may be a little too low."""


def ladder(
    question: Question,
    best: int,
    above: Bound,
    left: Left,
    *,
    seed: int = 0,
    steps: Sequence[Step] = STEPS,
) -> Iterator[Bound]:
    """Bounds, each lower than the one before, until one meets the best line or no time is `left`.

    They begin below one that is known; each step takes an equal part of the time.
    """
    scope = scope_of(question)
    if above.unmodelled or scope.rules.token.start >= scope.rules.token.cap:
        return
    for number, step in enumerate(steps):
        if above.points <= best or left() <= 0:
            return
        until = _part_of(left, len(steps) - number)
        points = packed(scope, best, above.points, step, until, seed)
        if points < above.points:
            part = Part(in_words(step), points - above.points)
            above = Bound(points, (*above.parts, part), above.unmodelled)
            yield above


def _part_of(left: Left, parts: int) -> Left:
    """What is left of one of so many equal parts of the time that is left."""
    seconds = left()
    rest = seconds - seconds / parts
    return lambda: left() - rest


def in_words(step: Step) -> str:
    """What a step asks of the buildings of a line."""
    if step.ordered:
        return phrase("room for the buildings, in the order of the cards")
    if step.connected:
        return phrase("room for the buildings and their groups")
    return phrase("room for the buildings")


def packed(scope: Scope, best: int, most: int, step: Step, left: Left, seed: int = 0) -> int:
    """A bound between the best line and the most known so far, by the time that none is `left`.

    Two questions, beside each other: whether the token can come to its cap, after which nothing is
    taken away from it, and how much all lines of the sheet make together where it cannot. Each is a
    plain sum, which the solver bounds far better than the two in one.
    """
    cap = scope.rules.token.cap
    asked = [(number, cap, FAR) for number in (peaks(scope) if most >= cap else ())]
    workers = 1 if asked else WORKERS
    tasks = [
        partial(_most, scope, step, *question, seed, workers)
        for question in (*asked, (-1, best + 1, most if most < cap else FAR))
    ]
    *highest, together = beside(tasks, left)
    if any(points >= cap for points in highest):
        return most
    return min(most, max(best, together))


def _most(
    scope: Scope,
    step: Step,
    number: int,
    least: int,
    known: int,
    seed: int,
    workers: int,
    left: Left,
) -> int:
    """What the token is at most after a line of the sheet, from `least` up to what is known.

    Something less than `least` where it is less.
    """
    town = Packed(scope, step)
    total = sums(town)[number]
    town.cp.add_linear_constraint(total, least, known)
    town.cp.maximize(total)
    after = solved(town.cp, seed, left, workers, bounding=True)
    if after.done and not after.solution:
        return least - 1
    return math.floor(min(FAR, after.bound + ROUNDING))
