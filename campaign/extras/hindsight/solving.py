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
    """A search of the solver, by its own name, and the level of its linear relaxation."""

    search: str
    linear: int


RELAXING = Method("objective_lb_search_max_lp", 2)
"""Lowers a bound on the objective by the linear relaxation, and looks for no solutions.

This is quick where areas and counts decide.
"""
LEARNING = Method("no_lp", 0)
"""Tries and learns from conflicts, without relaxation: quick where order matters."""


class SolverResult(NamedTuple):
    """A solver that has stopped: whether it has a solution, and whether it is done.

    If it is done, its solution is the best one; without a solution, none exists. No solution
    exceeds `bound`, which is infinite while the solver knows nothing: the solver's own is 0 then.
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
    """Run the solver until it is done or no seconds are `left`; return it and how far it came.

    `left` is called now and then. An interrupt stops the solver and goes on to the caller. `effort`
    limits its work by its own measure: about seconds of a core, but the same on every machine,
    however busy. `method` replaces the default search. With `hasty` it begins at once, and does not
    make the model smaller first.
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
    status, bounds = list[Any](), [math.inf]
    solver.best_bound_callback = bounds.append
    beside = Thread(target=lambda: status.append(solver.solve(cp)), daemon=True)
    beside.start()
    try:
        while beside.is_alive():
            beside.join(OFTEN)
            if left() <= 0:
                solver.stop_search()
    except BaseException:
        solver.stop_search()
        beside.join()
        raise
    (how,) = status
    solution = how in (cp_model.OPTIMAL, cp_model.FEASIBLE)
    if how == cp_model.OPTIMAL:
        bounds.append(solver.objective_value)
    return SolverResult(
        solver, solution, how in (cp_model.OPTIMAL, cp_model.INFEASIBLE), min(bounds)
    )


@contextmanager
def running_alongside(task: Callable[[Left], None], left: Left) -> Iterator[None]:
    """A context that runs a task in a thread, and lets it stop when the block ends.

    The task is called with a `left` of its own, which is 0 after the block.
    """
    stop = Event()
    with ThreadPoolExecutor(1) as pool:
        doing = pool.submit(task, lambda: 0.0 if stop.is_set() else left())
        try:
            yield
        finally:
            stop.set()
    doing.result()


def run_together(
    tasks: Sequence[Callable[..., Result]],
    left: Left,
    enough: Callable[[Result], bool] = lambda _: False,
) -> list[Result]:
    """The results of tasks that run at the same time, until no seconds are `left`.

    Each task is called with a `left` of its own. An interrupt stops all tasks, and so does a result
    that is `enough`.
    """
    stop = Event()
    with ThreadPoolExecutor(len(tasks)) as pool:
        running = [pool.submit(task, left=partial(_unless, stop)) for task in tasks]
        try:
            while (so_far := wait(running, OFTEN)).not_done:
                if left() <= 0 or any(enough(future.result()) for future in so_far.done):
                    stop.set()
        except BaseException:
            stop.set()
            raise
    return [future.result() for future in running]


def _unless(stop: Event) -> float:
    """The seconds left for a task: infinite, and 0 once it has to stop."""
    return 0.0 if stop.is_set() else math.inf
