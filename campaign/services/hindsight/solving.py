"""CP-SAT beside the program: while it solves, somebody who waits sees the time go, and can stop it.

Run in the thread that Ctrl-C interrupts, the solver would take the interrupt for itself.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from functools import partial
from threading import Event, Thread
from typing import Any, NamedTuple, TypeVar

from ortools.sat.python import cp_model

Solver = cp_model.CpSolver
Result = TypeVar("Result")
WORKERS = 2
BOUNDING = "objective_lb_search_max_lp"
"""What the solver does to bound, by its own name: it takes the objective down from the bound of the
linear relaxation. What it does by default for two workers hardly looks at that."""
OFTEN = 0.1
"""Seconds between two looks at the solver."""


class Solved(NamedTuple):
    """A solver that has stopped: whether it has a solution, and whether nothing is left to do.

    Done with a solution, that is the best there is; done without one, there is none. `bound` is
    what no solution exceeds, infinite before the solver knows anything: its own is 0 then.
    """

    solver: cp_model.CpSolver
    solution: bool
    done: bool
    bound: float


Left = Callable[[], float]
"""The seconds that are left of somebody's clock."""


def solved(
    cp: Any,
    seed: int,
    left: Left,
    workers: int = WORKERS,
    *,
    effort: float = math.inf,
    bounding: bool = False,
    hasty: bool = False,
) -> Solved:
    """The solver when it is done, or when no seconds are `left`, and how far it came.

    `left` is called now and then. An interrupt stops the solver and goes on to the caller.
    `effort` limits what it does by its own measure: about seconds of a core, but the same on every
    machine, however busy. `bounding`: all of the model goes into its linear relaxation, which is
    slower and bounds better, and the solver works on the bound and not on solutions. `hasty`: it
    begins to look at once, and does not make the model smaller first.
    """
    solver = cp_model.CpSolver()
    parameters = solver.parameters
    parameters.num_workers = workers
    parameters.random_seed = seed
    parameters.catch_sigint_signal = False
    parameters.max_deterministic_time = effort
    parameters.cp_model_presolve = not hasty
    if bounding:
        parameters.linearization_level = 2
        parameters.subsolvers.append(BOUNDING)
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
    return Solved(solver, solution, how in (cp_model.OPTIMAL, cp_model.INFEASIBLE), min(bounds))


def beside(
    tasks: Sequence[Callable[..., Result]],
    left: Left,
    enough: Callable[[Result], bool] = lambda _: False,
) -> list[Result]:
    """What some problems give that are solved beside each other, until no seconds are `left`.

    Each task is called with a `left` of its own. An interrupt stops them all, and so does one whose
    result is `enough`.
    """
    stop = Event()
    with ThreadPoolExecutor(len(tasks)) as pool:
        running = [pool.submit(task, left=partial(_unless, stop)) for task in tasks]
        try:
            while (so_far := wait(running, OFTEN)).not_done:
                if left() <= 0 or any(enough(one.result()) for one in so_far.done):
                    stop.set()
        except BaseException:
            stop.set()
            raise
    return [one.result() for one in running]


def _unless(stop: Event) -> float:
    """The seconds that are left of those that nobody counts, until it is time to stop."""
    return 0.0 if stop.is_set() else math.inf
