"""A bound by packing is never under what a line can make, and meets the best one where it can."""

from __future__ import annotations

import math
from functools import partial
from threading import Event

import pytest
from ortools.sat.python.cp_model import CpModel, CpSolver

from campaign.extras.hindsight import solving
from campaign.extras.hindsight.packed import PackedTowns, PackingStep
from campaign.extras.hindsight.packing import bound_by_room, bound_of_packing, bounds_by_order
from campaign.extras.hindsight.solving import LEARNING, RELAXING, run_solver
from campaign.extras.hindsight.worth import sums
from engine.my_city.bounds.bounds import Bound, bound, bound_in
from engine.my_city.bounds.question import ReplayedLine
from engine.my_city.bounds.scope import scope_of
from tests.engine.my_city.board import on_small
from tests.engine.my_city.bounds.small import lines, question_in
from tests.engine.my_city.bounds.test_question import asked
from tests.extras.hindsight.pure.test_beam import dealt
from tests.extras.hindsight.test_neighbourhoods import LONG, small
from tests.packs.generated import pack_of
from tests.soak import count

SEEDS = range(count(2, 2000))
APART = range(376, 377)
"""Two sites of a colour lie apart, and a group of it takes points away."""
FEWEST = range(5066, 5067)
"""Whoever has fewest buildings on a place gets points, and a place may come to be."""
ENTRANCES = range(5258, 5259)
"""A building stands beside the entrance of a shaft, on a cell that could turn into another."""
AT_ONCE = 0.0
"""No seconds: the solver has hardly begun."""
LOWEST = -9000


@pytest.fixture(autouse=True)
def _look_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "OFTEN", 0.005)


@pytest.mark.parametrize(
    "some", [*(SEEDS[i : i + 100] for i in range(0, len(SEEDS), 100)), APART, FEWEST, ENTRANCES]
)
def test_no_line_on_a_small_board_is_above_a_bound_by_packing(some: range) -> None:
    """Also where the solver is stopped before it is done."""
    for seed in some:
        pack = pack_of(seed, largest=5)
        for number in pack.episodes:
            question = question_in(pack, number, seed)
            if question is None:
                continue
            scope = scope_of(question)
            most = bound_in(scope)
            if most.unmodelled:  # then nobody packs
                continue
            best = max(sheet.total for _, sheet in lines(question))
            for left in (AT_ONCE, LONG):
                points = bound_of_packing(scope, LOWEST, most.points, partial(float, left))
                assert best <= points <= most.points, (seed, number, left)
                for news in bounds_by_order(question, most, partial(float, left)):
                    lowest, highest = (
                        (best, most.points) if isinstance(news, Bound) else (LOWEST, best)
                    )
                    assert lowest <= news.points <= highest, (seed, number, left)


def test_steps_go_down_until_the_best_line_is_met() -> None:
    """In the first generated episode in which there is much to go down, and packing can."""
    for seed in range(200):
        pack = pack_of(seed, largest=5)
        for number in pack.episodes:
            if not (question := question_in(pack, number, seed)):
                continue
            best = max(sheet.total for _, sheet in lines(question))
            above = bound(question)
            room = bound_by_room(question, best, above, lambda: LONG)
            news = [*bounds_by_order(question, room, lambda: LONG)]
            bounds = [above, room, *(step for step in news if isinstance(step, Bound))]
            points = [bound.points for bound in bounds]
            if len(bounds) < 5 or points[-1] > best:
                continue
            line = news[-1]
            assert sorted(points, reverse=True) == points
            assert all(sum(part.points for part in bound.parts) == bound.points for bound in bounds)
            assert isinstance(line, ReplayedLine)
            assert points[-1] == best == line.points
            return
    raise AssertionError("no episode of a generated pack has so many steps")


def test_without_time_there_is_no_bound_but_that_by_counting() -> None:
    question, above = small(), bound(small())
    assert above == bound_by_room(question, LOWEST, above, lambda: 0.0)
    assert not any(
        isinstance(news, Bound) for news in bounds_by_order(question, above, lambda: 0.0)
    )


def test_a_token_at_its_cap_pays_for_no_line_that_comes_after() -> None:
    """48, four for the trees, and the six empty cells cost nothing; as a plain sum it is 48."""
    row = (
        '[[rule]]\nname = "token"\ndoes = "token"\nstart = 48\ncap = 50\ncap_marks = 1\n'
        'source = "owner"\n'
    )
    state = on_small("T T . . . . . .", "W E E E E E E E", {"1": "##"}, row)
    question = asked(state, "*: reveal Y1\neagle: quit\nbear: pass")
    assert 50 == max(sheet.total for _, sheet in lines(question))
    assert 50 == bound_of_packing(scope_of(question), LOWEST, 50, partial(float, LONG))
    (line,) = bounds_by_order(question, bound(question), partial(float, LONG))
    assert (type(line), line.points) == (ReplayedLine, 50)


@pytest.mark.parametrize("workers", [1, 2])
def test_the_solver_works_on_the_bound_with_one_worker_or_two(workers: int) -> None:
    """What it does by default for two of them leaves 56 here, after three times the effort, too."""
    town = PackedTowns(scope_of(dealt(7)), PackingStep.ROOM)
    total = sums(town)[-1]
    town.cp.maximize(total)
    after = run_solver(town.cp, 0, lambda: math.inf, workers, effort=2, method=RELAXING)
    assert after.bound <= 50


def test_who_learns_from_conflicts_sees_what_order_forbids() -> None:
    """No town of episode 9, on a board half of which is flooded, makes 37."""
    town = PackedTowns(scope_of(dealt(9)), PackingStep.ORDER)
    town.cp.add(sums(town)[-1] >= 37)
    after = run_solver(town.cp, 0, lambda: math.inf, 1, effort=4, method=LEARNING)
    assert (after.done, after.solution) == (True, False)


def test_an_interrupt_stops_a_solver_that_begins_after_it(monkeypatch: pytest.MonkeyPatch) -> None:
    requests, stopped = list[CpSolver](), Event()

    def stop_search(solver: CpSolver) -> None:
        requests.append(solver)
        if len(requests) > 1:  # the first request comes before the solver has begun
            stopped.set()

    def interrupted() -> float:
        raise KeyboardInterrupt

    monkeypatch.setattr(CpSolver, "stop_search", stop_search)
    monkeypatch.setattr(CpSolver, "solve", lambda *_: stopped.wait(10))
    with pytest.raises(KeyboardInterrupt):
        run_solver(CpModel(), 0, interrupted)
    assert stopped.is_set()
