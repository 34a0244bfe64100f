"""CP-SAT beside the program: while it solves, somebody who waits sees the time go, and can stop it.

Run in the thread that Ctrl-C interrupts, the solver would take the interrupt for itself.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from threading import Thread
from typing import Any, NamedTuple

from ortools.sat.python import cp_model

WORKERS = 2
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


def solved(
    cp: Any,
    seconds: float,
    seed: int,
    waiting: Callable[[], object],
    workers: int = WORKERS,
    *,
    effort: float = math.inf,
    bounding: bool = False,
) -> Solved:
    """The solver after so many seconds at most, and how far it came.

    `waiting` is called now and then. An interrupt stops the solver and goes on to the caller.
    `effort` limits what it does by its own measure: about seconds of a core, but the same on every
    machine, however busy. `bounding`: all of the model goes into its linear relaxation, which is
    slower and bounds better.
    """
    solver = cp_model.CpSolver()
    parameters = solver.parameters
    parameters.max_time_in_seconds = seconds
    parameters.num_workers = workers
    parameters.random_seed = seed
    parameters.catch_sigint_signal = False
    parameters.max_deterministic_time = effort
    if bounding:
        parameters.linearization_level = 2
    status, bounds = list[Any](), [math.inf]
    solver.best_bound_callback = bounds.append
    beside = Thread(target=lambda: status.append(solver.solve(cp)), daemon=True)
    beside.start()
    try:
        while beside.is_alive():
            beside.join(OFTEN)
            waiting()
    except BaseException:
        solver.stop_search()
        beside.join()
        raise
    (how,) = status
    solution = how in (cp_model.OPTIMAL, cp_model.FEASIBLE)
    if how == cp_model.OPTIMAL:
        bounds.append(solver.objective_value)
    return Solved(solver, solution, how in (cp_model.OPTIMAL, cp_model.INFEASIBLE), min(bounds))
