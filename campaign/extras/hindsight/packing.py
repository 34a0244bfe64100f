"""Bounds by packing: no line exceeds them, because buildings need room and come in an order.

    counting ── a gap ──> room, in any order ──> the cards in order, and groups that hang together

Each step asks CP-SAT for a town. The step for room asks for a town that makes more points than the
best line, the step for order for a town that makes as many as the bound. The model demands less
than the rules do. So if there is no such town, there is no such line. The bound of a solver that
was stopped early is valid, too. If a town that the solver finds is a line as good as the bound, the
search is over.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from campaign.extras.hindsight.clock import Left
from campaign.extras.hindsight.counting import FAR, Sum
from campaign.extras.hindsight.packed import PackedTowns, PackingStep
from campaign.extras.hindsight.rebuilding import placements_in_solution, replay_town
from campaign.extras.hindsight.solving import LEARNING, RELAXING, WORKERS, run_solver, run_together
from campaign.extras.hindsight.worth import peaks, sums
from engine.kernel.phrases import Phrase, phrase
from engine.my_city.bounds.bounds import Bound, BoundPart
from engine.my_city.bounds.question import Question, ReplayedLine
from engine.my_city.bounds.scope import Scope, scope_of

ROUNDING = 1e-3
"""Added to the solver's bound, a fraction that may be a little too low, before rounding down."""


def bound_by_room(
    question: Question, best: int, above: Bound, left: Left, *, seed: int = 0
) -> Bound:
    """The bound `above`, or a lower one, because buildings need room.

    The search ends when the bound meets the best line, or no time is `left`.
    """
    scope = scope_of(question)
    if not _is_modelled(scope, above) or above.points <= best or left() <= 0:
        return above
    points = bound_of_packing(scope, best, above.points, left, seed)
    return _lowered(above, points, PackingStep.ROOM) if points < above.points else above


def bounds_by_order(
    question: Question, above: Bound, left: Left, *, seed: int = 0
) -> Iterator[Bound | ReplayedLine]:
    """Yield bounds below `above`, because buildings come in an order; at the end perhaps a line.

    Each bound is one point lower than the one before. They end if a town makes the points of the
    last bound in the model, or if no time is `left`. The engine plays this town, which mostly makes
    the same points by the rules.
    """
    scope = scope_of(question)
    if not _is_modelled(scope, above):
        return
    town = PackedTowns(scope, PackingStep.ORDER)
    tokens = sums(town)
    while True:
        answers = _answers(town, tokens, above.points, left, seed)
        yield from (answer.line for answer in answers if answer.line)
        if not all(answer.none for answer in answers):
            return
        above = _lowered(above, above.points - 1, PackingStep.ORDER)
        yield above


def in_words(step: PackingStep) -> Phrase:
    """What a step demands of the buildings of a line, in words."""
    if step is PackingStep.ORDER:
        return phrase("room for the buildings, in the order of the cards")
    return phrase("room for the buildings")


def bound_of_packing(scope: Scope, best: int, most: int, left: Left, seed: int = 0) -> int:
    """A bound by room, from `best` to `most`, as low as the solver gets it until no time is `left`.

    Two questions are asked at the same time: can the token come to its cap, where nothing is taken
    away from it any more? If it cannot, how many points do all lines of the sheet make together?
    Each question is about a plain sum, for which the solver finds far better bounds than for both.
    """
    cap = scope.rules.token.cap
    at_cap = [(number, cap, FAR) for number in (peaks(scope) if most >= cap else ())]
    workers = 1 if at_cap else WORKERS
    tasks = [
        partial(_most, scope, *question, seed, workers)
        for question in (*at_cap, (-1, best + 1, most if most < cap else FAR))
    ]
    *highest, together = run_together(tasks, left)
    if any(points >= cap for points in highest):
        return most
    return min(most, max(best, together))


def _most(
    scope: Scope, number: int, least: int, known: int, seed: int, workers: int, left: Left
) -> int:
    """The most that the token can be after a line of the sheet, from `least` to `known`.

    Returns a number below `least` if it cannot reach `least`.
    """
    town = PackedTowns(scope, PackingStep.ROOM)
    total = sums(town)[number]
    town.cp.add_linear_constraint(total, least, known)
    town.cp.maximize(total)
    result = run_solver(town.cp, seed, left, workers, method=RELAXING)
    if result.done and not result.solution:
        return least - 1
    return math.floor(min(FAR, result.bound + ROUNDING))


class _Answer(NamedTuple):
    """Whether no such town exists, and the line of a town that was found."""

    none: bool
    line: ReplayedLine | None


def _answers(
    town: PackedTowns, tokens: Sequence[Sum], points: int, left: Left, seed: int
) -> list[_Answer]:
    """Whether some town makes `points`, as far as the solver knows when no time is `left`.

    If the points are at the cap, also whether a token is at its cap before a line that subtracts.
    """
    numbers = [-1, *(peaks(town.scope) if points >= town.rules.token.cap else ())]
    tasks = [partial(_answer, town, tokens[number], points, seed) for number in numbers]
    return run_together(tasks, left, enough=lambda answer: not answer.none)


def _answer(town: PackedTowns, token: Sum, points: int, seed: int, left: Left) -> _Answer:
    cp = town.cp.clone()
    cp.add_linear_constraint(token, points, FAR)
    solver, solution, done, _ = run_solver(cp, seed, left, workers=1, method=LEARNING)
    if not solution:
        return _Answer(done, None)
    question, laid = (
        town.scope.question,
        zip(town.scope.cards, placements_in_solution(town, solver), strict=True),
    )
    where = {card.out: way for card, way in laid}
    return _Answer(
        none=False, line=replay_town(question, [where.get(c.out) for c in question.cards])
    )


def _is_modelled(scope: Scope, above: Bound) -> bool:
    return not above.unmodelled and scope.rules.token.start < scope.rules.token.cap


def _lowered(above: Bound, points: int, step: PackingStep) -> Bound:
    """Lower a bound by a step; an earlier part of the same step is joined with the new one."""
    parts, label, less = list(above.parts), in_words(step), points - above.points
    if parts[-1].label == label:
        less += parts.pop().points
    return Bound(points, (*parts, BoundPart(label, less)), above.unmodelled)
