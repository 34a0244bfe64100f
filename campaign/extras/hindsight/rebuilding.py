"""Let CP-SAT choose the best option of each card, while some cards stay as they are."""

from __future__ import annotations

import math
from collections.abc import Collection
from functools import partial
from typing import NamedTuple

from campaign.extras.hindsight.clock import Left
from campaign.extras.hindsight.model import Groups, Literal, Model, Options
from campaign.extras.hindsight.objective import points, token_after
from campaign.extras.hindsight.pure.lines import TownPlacements, line_of, placements_of_line
from campaign.extras.hindsight.solving import WORKERS, Solver, run_solver, run_together
from engine.kernel.errors import IllegalMove
from engine.my_city.bounds.counts import CELLS, term_count_of
from engine.my_city.bounds.question import Question, ReplayedLine, replay_line
from engine.my_city.play import places, terms
from engine.my_city.play.ruleset import EpisodeRules

BY_OUTLINE = frozenset({*CELLS, terms.enclosed, places.buildings, places.filled})
"""The counts of terms that are the same for all cards of an outline, unless a term has colours."""
NOTHING = -1_000_000
"""A lower limit that every line meets."""
GROWTH, ROUNDS = 25.0, 2
"""`GROWTH`: the solver's work for one search of growing groups, about ten seconds of a core.
`ROUNDS`: the number of such searches for each kind of groups."""


class RebuiltLine(NamedTuple):
    """The answer of the solver: a line as the engine plays it, and its worth in the model.

    `line` is None if no line was found; `done` says whether no better line exists in the model.
    """

    line: ReplayedLine | None
    worth: int
    done: bool


def rebuild(
    question: Question,
    where: TownPlacements,
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
    """The best line that builds the freed cards anew, and is worth `least` or more.

    With `another` it must differ from the given town `where`. Cards that are not freed stay as they
    are; with `swap` buildings of the same outline may change places. The worth is the score, or the
    token after a `line` of the sheet. `effort` and `hasty` are those of `run_solver`. Without
    seconds `left` no model is built: that of a large board takes longer than a short search.
    """
    if left() <= 0:
        return RebuiltLine(None, least, done=False)
    options = _options(question, where, freed, swap=swap)
    model = Model(question, options, outlines=outlines_alone_count(question.rules))
    total = points(model) if line is None else token_after(model, line)
    unchanged, cp = list[Literal](), model.cp
    cp.add(total >= least)
    for at, way in enumerate(where):
        if way:
            literal = model.laid[at][model.options[at].index(way)]
            unchanged.append(literal)
            if at not in freed and not swap:
                cp.add(literal == 1)
    if another and unchanged:
        cp.add_bool_or([~literal for literal in unchanged])
    cp.maximize(total)
    solver, solution, done, _ = run_solver(cp, seed, left, workers, effort=effort, hasty=hasty)
    if not solution:
        return RebuiltLine(None, least, done)
    return RebuiltLine(
        replay_town(question, placements_in_solution(model, solver)),
        round(solver.objective_value),
        done,
    )


def find_line_of_points(
    question: Question, points: int, seed: int, left: Left
) -> ReplayedLine | None:
    """A line that makes `points`; None if the solver finds none in time.

    The points should be so many that hardly any town makes them. Then most options are ruled out at
    once, and the solver is quicker than with a lower goal.
    """
    nowhere, cards = placements_of_line(question, ()), range(len(question.cards))
    return rebuild(question, nowhere, cards, points, seed, left, another=False).line


def find_line_by_growth(
    question: Question, number: int, seed: int, left: Left
) -> ReplayedLine | None:
    """A line with the token at its cap after line `number` of the sheet; None if none is found.

    Only growing groups are tried, in which each building touches an earlier one. There are fewer of
    them than of groups that connect in any order, so the solver is quick.
    """
    if left() <= 0:
        return None
    searches = [_Growth(question, number, groups) for groups in (Groups.GROWING, Groups.PARTLY)]
    for attempt in range(ROUNDS):
        tasks = [partial(search.find_line, seed + attempt) for search in searches]
        lines = [line for line in run_together(tasks, left, enough=bool) if line]
        if lines:
            return lines[0]
        searches = [search for search in searches if not search.has_no_line]
        if not searches or left() <= 0:
            break
    return None


class _Growth:
    """A search for lines whose groups grow in one way; `has_no_line` is True if none exists."""

    def __init__(self, question: Question, number: int, groups: Groups) -> None:
        nowhere, cards = placements_of_line(question, ()), range(len(question.cards))
        options = _options(question, nowhere, cards, swap=False)
        self._model = Model(question, options, outlines=False, groups=groups)
        self._model.cp.add(token_after(self._model, number) >= question.rules.token.cap)
        self.has_no_line = False

    def find_line(self, seed: int, left: Left) -> ReplayedLine | None:
        """A line that the solver finds with this seed; None if it finds none."""
        cp = self._model.cp
        solver, solution, done, _ = run_solver(cp, seed, left, 1, effort=GROWTH, hasty=True)
        self.has_no_line = done and not solution
        return (
            replay_town(self._model.question, placements_in_solution(self._model, solver))
            if solution
            else None
        )


def worth_of(question: Question, known: ReplayedLine, line: int | None = None) -> int:
    """The worth of a known line in the model, which may know fewer terms than the engine."""
    where = placements_of_line(question, known.line)
    left = partial(float, math.inf)
    return rebuild(question, where, (), NOTHING, 0, left, another=False, line=line).worth


def outlines_alone_count(rules: EpisodeRules) -> bool:
    """Whether a score depends on where outlines lie, and never on which of their cards do."""
    readings = [(term, term_count_of(term)) for term in rules.terms]
    return (
        all(of and of.base in BY_OUTLINE and not term.colours for term, of in readings)
        and all(reward.cells for reward in rules.rewards)
        and not any(find.colours for find in rules.finds)
        and not rules.shafts
    )


def _options(
    question: Question, where: TownPlacements, freed: Collection[int], *, swap: bool
) -> Options:
    """The options of each card: all ways that have room if it is freed, else the way that it lies.

    With `swap` each card also has the places of its outline that another card holds.
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


def placements_in_solution(model: Model, solver: Solver) -> TownPlacements:
    """The place of each building in the solver's solution."""
    return [
        next((w for w, lit in zip(ways, lits, strict=True) if solver.boolean_value(lit)), None)
        for ways, lits in zip(model.options, model.laid, strict=True)
    ]


def replay_town(question: Question, where: TownPlacements) -> ReplayedLine | None:
    """The line of a town, played by the rules; None if it breaks a rule that the model lacks."""
    try:
        return replay_line(question, line_of(where))
    except IllegalMove:
        return None
