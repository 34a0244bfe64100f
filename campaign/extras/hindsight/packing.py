"""Bounds by packing: no line exceeds them, because buildings need room and come in an order.

    counting ── a gap ──> room, in any order ──> the cards in order, and groups that hang together

Each step asks CP-SAT for a town: the step for room, for one that makes more than the best line; the
step for order, for one that makes as much as the bound. The model demands less than the rules do.
So if there is no such town, there is no such line. A bound of a solver that was stopped early is
valid, too. A town that the solver finds may be a line as good as the bound: then the search is
over.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from campaign.extras.hindsight.clock import Left
from campaign.extras.hindsight.counting import FAR, Sum
from campaign.extras.hindsight.packed import PackedTowns, TownOperation
from campaign.extras.hindsight.rebuilding import built_by, replay_town
from campaign.extras.hindsight.solving import LEARNING, RELAXING, WORKERS, run_solver, run_together
from campaign.extras.hindsight.worth import peaks, sums
from engine.kernel.phrases import Phrase, phrase
from engine.my_city.bounds.bounds import Bound, BoundPart
from engine.my_city.bounds.question import Question, ReplayedLine
from engine.my_city.bounds.scope import Scope, scope_of

ROUNDING = 1e-3
"""A score is a whole number, the solver's bound a fraction that may be a little too low."""


def bound_by_room(
    question: Question, best: int, above: Bound, left: Left, *, seed: int = 0
) -> Bound:
    """The bound `above`, or a lower one, because buildings need room.

    The search ends when the bound meets the best line, or no time is `left`.
    """
    scope = scope_of(question)
    if not _is_modelled(scope, above) or above.points <= best or left() <= 0:
        return above
    points = packed(scope, best, above.points, left, seed)
    return _lowered(above, points, TownOperation.ROOM) if points < above.points else above


def bounds_by_order(
    question: Question, above: Bound, left: Left, *, seed: int = 0
) -> Iterator[Bound | ReplayedLine]:
    """Yield bounds below `above`, because buildings come in an order; at last perhaps a line.

    Each bound is a point lower than the one before, until a town may make it or no time is `left`.
    The engine plays that town, which mostly makes the points of the bound.
    """
    scope = scope_of(question)
    if not _is_modelled(scope, above):
        return
    town = PackedTowns(scope, TownOperation.ORDER)
    tokens = sums(town)
    while True:
        answers = _asked(town, tokens, above.points, left, seed)
        yield from (answer.line for answer in answers if answer.line)
        if not all(answer.none for answer in answers):
            return
        above = _lowered(above, above.points - 1, TownOperation.ORDER)
        yield above


def in_words(step: TownOperation) -> Phrase:
    """What a step demands of the buildings of a line, in words."""
    if step is TownOperation.ORDER:
        return phrase("room for the buildings, in the order of the cards")
    return phrase("room for the buildings")


def packed(scope: Scope, best: int, most: int, left: Left, seed: int = 0) -> int:
    """A bound by room, from `best` to `most`, as low as the solver gets it until no time is `left`.

    Two questions are asked at the same time: can the token come to its cap, where nothing is taken
    away from it any more? How much do all lines of the sheet make together if it cannot? Each is a
    plain sum, which the solver bounds far better than both in one.
    """
    cap = scope.rules.token.cap
    asked = [(number, cap, FAR) for number in (peaks(scope) if most >= cap else ())]
    workers = 1 if asked else WORKERS
    tasks = [
        partial(_most, scope, *question, seed, workers)
        for question in (*asked, (-1, best + 1, most if most < cap else FAR))
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
    town = PackedTowns(scope, TownOperation.ROOM)
    total = sums(town)[number]
    town.cp.add_linear_constraint(total, least, known)
    town.cp.maximize(total)
    after = run_solver(town.cp, seed, left, workers, method=RELAXING)
    if after.done and not after.solution:
        return least - 1
    return math.floor(min(FAR, after.bound + ROUNDING))


class _Answer(NamedTuple):
    """Whether no such town exists, and the line of a town that was found."""

    none: bool
    line: ReplayedLine | None


def _asked(
    town: PackedTowns, tokens: Sequence[Sum], points: int, left: Left, seed: int
) -> list[_Answer]:
    """Whether some town makes `points`, as far as the solver knows when no time is `left`.

    For points at the cap, also whether a town has its token there before a line that subtracts.
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
    question, laid = town.scope.question, zip(town.scope.cards, built_by(town, solver), strict=True)
    where = {card.out: way for card, way in laid}
    return _Answer(
        none=False, line=replay_town(question, [where.get(c.out) for c in question.cards])
    )


def _is_modelled(scope: Scope, above: Bound) -> bool:
    return not above.unmodelled and scope.rules.token.start < scope.rules.token.cap


def _lowered(above: Bound, points: int, step: TownOperation) -> Bound:
    """Lower a bound by a step; an earlier part of the same step is joined with the new one."""
    parts, label, less = list(above.parts), in_words(step), points - above.points
    if parts[-1].label == label:
        less += parts.pop().points
    return Bound(points, (*parts, BoundPart(label, less)), above.unmodelled)
