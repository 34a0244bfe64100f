"""One problem for CP-SAT: the options of each card, some of them settled, and the best of them."""

from __future__ import annotations

import math
from collections.abc import Collection
from functools import partial
from typing import NamedTuple

from campaign.extras.hindsight.clock import Left
from campaign.extras.hindsight.model import Groups, Literal, Model, Options
from campaign.extras.hindsight.objective import height, points
from campaign.extras.hindsight.pure.lines import Towns, line_of, where_of
from campaign.extras.hindsight.solving import WORKERS, Solver, beside, solved
from engine.kernel.errors import IllegalMove
from engine.my_city.bounds.counts import CELLS, reading
from engine.my_city.bounds.question import Question, ReplayedLine, replayed
from engine.my_city.play import places, terms
from engine.my_city.play.ruleset import EpisodeRules

BY_OUTLINE = frozenset({*CELLS, terms.enclosed, places.buildings, places.filled})
"""What terms count that is the same for all cards of an outline, unless they ask for colours."""
NOTHING = -1_000_000
"""What a line counts that the model does not have."""
GROWTH, ROUNDS = 25.0, 2
"""What the solver does for one look at growing groups: about ten seconds of a core; how many."""


class RebuiltLine(NamedTuple):
    """What the solver made of a problem: a line as the engine plays it, and what the model counts.

    `line` is None without one; `done` says that the model has no better one.
    """

    line: ReplayedLine | None
    worth: int
    done: bool


def rebuilt(
    question: Question,
    where: Towns,
    freed: Collection[int],
    least: int,
    seed: int,
    left: Left,
    *,
    another: bool = True,
    swap: bool = False,
    line: int | None = None,
    workers: int = WORKERS,
    effort: float = math.inf,
    hasty: bool = False,
) -> RebuiltLine:
    """The best line that builds anew the freed cards, and counts so much at least.

    It is `another` one than that which is given. All that is not freed stays as it is; with `swap`
    buildings of the same outline may change places. What counts is the score, or where the token is
    after a `line` of the sheet. `effort` and `hasty` are those of `solved`.
    """
    options = _options(question, where, freed, swap=swap)
    model = Model(question, options, outlines=outlines_alone_count(question.rules))
    total = points(model) if line is None else height(model, line)
    same, cp = list[Literal](), model.cp
    cp.add(total >= least)
    for at, way in enumerate(where):
        if way:
            literal = model.laid[at][model.options[at].index(way)]
            same.append(literal)
            if at not in freed and not swap:
                cp.add(literal == 1)
    if another and same:
        cp.add_bool_or([~literal for literal in same])
    cp.maximize(total)
    solver, solution, done, _ = solved(cp, seed, left, workers, effort=effort, hasty=hasty)
    if not solution:
        return RebuiltLine(None, least, done)
    return RebuiltLine(
        played(question, built_by(model, solver)), round(solver.objective_value), done
    )


def reaching(question: Question, points: int, seed: int, left: Left) -> ReplayedLine | None:
    """A line that makes so many points, if the solver finds one among all lines in time.

    So many that hardly a town makes them: then most of what a building could do is ruled out at
    once, and the solver is quicker than with less to reach.
    """
    nowhere, cards = where_of(question, ()), range(len(question.cards))
    return rebuilt(question, nowhere, cards, points, seed, left, another=False).line


def grown(question: Question, number: int, seed: int, left: Left) -> ReplayedLine | None:
    """A line with the token at its cap after a line of the sheet, if groups grow to it in time.

    Groups that hang together in any order are many, and hard to find; those in which each building
    touches an earlier one are fewer and soon found, where there are any.
    """
    looks = [_Growth(question, number, groups) for groups in (Groups.GROWING, Groups.PARTLY)]
    for again in range(ROUNDS):
        tasks = [partial(look.looked, seed + again) for look in looks]
        found = [line for line in beside(tasks, left, enough=bool) if line]
        if found:
            return found[0]
        looks = [look for look in looks if not look.none]
        if not looks or left() <= 0:
            break
    return None


class _Growth:
    """All lines whose groups grow in one way; `none` when none of them brings the token there."""

    def __init__(self, question: Question, number: int, groups: Groups) -> None:
        nowhere, cards = where_of(question, ()), range(len(question.cards))
        options = _options(question, nowhere, cards, swap=False)
        self._model = Model(question, options, outlines=False, groups=groups)
        self._model.cp.add(height(self._model, number) >= question.rules.token.cap)
        self.none = False

    def looked(self, seed: int, left: Left) -> ReplayedLine | None:
        """One that the solver finds by this seed."""
        cp = self._model.cp
        solver, solution, done, _ = solved(cp, seed, left, 1, effort=GROWTH, hasty=True)
        self.none = done and not solution
        return played(self._model.question, built_by(self._model, solver)) if solution else None


def worth_of(question: Question, known: ReplayedLine, line: int | None = None) -> int:
    """What the model counts for a known line: it may know less than the engine."""
    where = where_of(question, known.line)
    left = partial(float, math.inf)
    return rebuilt(question, where, (), NOTHING, 0, left, another=False, line=line).worth


def outlines_alone_count(rules: EpisodeRules) -> bool:
    """Whether a score asks where outlines lie, and never which of their cards does."""
    readings = [(term, reading(term)) for term in rules.terms]
    return (
        all(of and of.base in BY_OUTLINE and not term.colours for term, of in readings)
        and all(reward.cells for reward in rules.rewards)
        and not any(find.colours for find in rules.finds)
        and not rules.shafts
    )


def _options(question: Question, where: Towns, freed: Collection[int], *, swap: bool) -> Options:
    """All ways for the freed cards where there is room, else the one way that stays.

    With `swap` each card has the places of its outline, too.
    """
    taken, masks = 0, {way.mask for way in where if way} if swap else set[int]()
    for at, way in enumerate(where):
        if way and at not in freed:
            taken |= way.mask
    return [
        [
            way
            for way in question.ways(asked.card)
            if way is where[at] or way.mask in masks or (at in freed and not way.mask & taken)
        ]
        for at, asked in enumerate(question.cards)
    ]


def built_by(model: Model, solver: Solver) -> Towns:
    """Where the solver has laid each building."""
    return [
        next((w for w, lit in zip(ways, lits, strict=True) if solver.boolean_value(lit)), None)
        for ways, lits in zip(model.options, model.laid, strict=True)
    ]


def played(question: Question, where: Towns) -> ReplayedLine | None:
    """The line by the rules; None where it is none, as the model does not know all rules."""
    try:
        return replayed(question, line_of(where))
    except IllegalMove:
        return None
