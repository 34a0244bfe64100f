"""Runs CP-SAT in a thread, so that the user sees the time pass and can stop it.

In the thread that Ctrl-C interrupts, the solver would take the interrupt for itself.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from functools import partial
from threading import Event, Thread
from typing import Any, NamedTuple, TypeVar

from ortools.sat.python import cp_model

from campaign.extras.hindsight.clock import Left

Solver = cp_model.CpSolver
Result = TypeVar("Result")
WORKERS = 2

OFTEN = 0.1
"""Seconds between two looks at the solver."""


class Method(NamedTuple):
    """The solver's name of a search, and the level of its linear relaxation."""

    search: str
    linear: int


RELAXING = Method("objective_lb_search_max_lp", 2)
"""A search that only lowers the bound on the objective, by linear relaxation.

It is quick if areas and counts decide the score.
"""
LEARNING = Method("no_lp", 0)
"""A search that learns from conflicts, without relaxation: quick if the order matters."""


class SolverResult(NamedTuple):
    """A solver that has stopped: whether it has a solution, and whether it is done.

    If it is done, its solution is the best one; if it has none, no solution exists. No solution
    exceeds `bound`. Until the solver knows a bound, `bound` is infinite; the solver itself says 0.
    """

    solver: cp_model.CpSolver
    solution: bool
    done: bool
    bound: float


def run_solver(
    cp: Any,
    seed: int,
    left: Left,
    workers: int = WORKERS,
    *,
    effort: float = math.inf,
    method: Method | None = None,
    hasty: bool = False,
) -> SolverResult:
    """Run the solver until it is done or no seconds are `left`; return what it has found.

    `left` is called every `OFTEN` seconds. An interrupt stops the solver and is raised again.
    `effort` limits the work in the solver's own unit: about a second of a core, but the same on
    every machine, however busy. `method` replaces the default search. With `hasty` the search
    begins at once, without making the model smaller first.
    """
    solver = cp_model.CpSolver()
    parameters = solver.parameters
    parameters.num_workers = workers
    parameters.random_seed = seed
    parameters.catch_sigint_signal = False
    parameters.max_deterministic_time = effort
    parameters.cp_model_presolve = not hasty
    if method:
        parameters.linearization_level = method.linear
        parameters.subsolvers.append(method.search)
    statuses, bounds = list[Any](), [math.inf]
    solver.best_bound_callback = bounds.append
    thread = Thread(target=lambda: statuses.append(solver.solve(cp)), daemon=True)
    thread.start()
    try:
        while thread.is_alive():
            thread.join(OFTEN)
            if left() <= 0:
                solver.stop_search()
    except BaseException:
        while thread.is_alive():  # a solver that has not begun yet ignores the request
            solver.stop_search()
            thread.join(OFTEN)
        raise
    (status,) = statuses
    solution = status in (cp_model.OPTIMAL, cp_model.FEASIBLE)
    if status == cp_model.OPTIMAL:
        bounds.append(solver.objective_value)
    return SolverResult(
        solver, solution, status in (cp_model.OPTIMAL, cp_model.INFEASIBLE), min(bounds)
    )


@contextmanager
def running_alongside(task: Callable[[Left], None], left: Left) -> Iterator[None]:
    """A context that runs a task in a thread, and waits for its end after the block.

    The task is called with a `left` of its own, which returns 0 as soon as the block has ended.
    """
    stop = Event()
    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(task, lambda: 0.0 if stop.is_set() else left())
        try:
            yield
        finally:
            stop.set()
    future.result()


def run_together(
    tasks: Sequence[Callable[..., Result]],
    left: Left,
    enough: Callable[[Result], bool] = lambda _: False,
) -> list[Result]:
    """Run tasks at the same time until no seconds are `left`, and return their results.

    Each task is called with a `left` of its own, which returns 0 when the task has to stop. An
    interrupt stops all tasks, and so does a result for which `enough` returns True.
    """
    stop = Event()
    with ThreadPoolExecutor(len(tasks)) as pool:
        running = [pool.submit(task, left=partial(_seconds_left, stop)) for task in tasks]
        try:
            while (so_far := wait(running, OFTEN)).not_done:
                if left() <= 0 or any(enough(future.result()) for future in so_far.done):
                    stop.set()
        except BaseException:
            stop.set()
            raise
    return [future.result() for future in running]


def _seconds_left(stop: Event) -> float:
    """The seconds left for a task: 0 if it has to stop, infinite before that."""
    return 0.0 if stop.is_set() else math.inf
