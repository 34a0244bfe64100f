"""Timing: several things in turn, round after round, so that a noisy machine is noisy for all."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from statistics import median
from time import process_time
from typing import NamedTuple

SLICE = 0.1
"""Seconds of CPU that each thing gets in its turn, so that it runs with warm caches."""


class Figure(NamedTuple):
    """Seconds a unit: the best round and the middle one."""

    best: float
    middle: float


Run = Callable[[], object]
Turn = Callable[[], float]
"""Runs something several times; returns the CPU seconds of one run."""


def here(run: Run) -> Turn:
    """The turns of a run in this process; runs it first, so that its caches are warm."""
    run()
    times = max(1, round(SLICE / _seconds(run, 1)))
    return lambda: _seconds(run, times)


def in_turn(things: Mapping[str, tuple[Turn, int]], rounds: int) -> dict[str, Figure]:
    """The CPU seconds of each thing for a unit; a thing is its turn, and the units of one run."""
    spent: dict[str, list[float]] = {name: [] for name in things}
    for _ in range(rounds):
        for name, (turn, units) in things.items():
            spent[name].append(turn() / units)
    return {name: Figure(min(times), median(times)) for name, times in spent.items()}


def _seconds(run: Run, times: int) -> float:
    began = process_time()
    for _ in range(times):
        run()
    return (process_time() - began) / times


def cpu(arguments: list[str]) -> float:
    """CPU seconds of a whole process, user and system, as the kernel counts them at its end."""
    silent = [(os.POSIX_SPAWN_OPEN, stream, os.devnull, os.O_WRONLY, 0) for stream in (1, 2)]
    child = os.posix_spawn(arguments[0], arguments, os.environ, file_actions=silent)
    _, status, usage = os.wait4(child, 0)
    if status:
        raise RuntimeError(
            f"{' '.join(arguments)}: exit status {os.waitstatus_to_exitcode(status)}"
        )
    return usage.ru_utime + usage.ru_stime


def peak_memory(code: str) -> int:
    """The peak memory in MB of a new Python that runs the code, as Linux states it.

    It is not `ru_maxrss`, in which a new process inherits the peak of the one that started it.
    """
    ask = "\nprint(open('/proc/self/status').read().split('VmHWM:')[1].split()[0])"
    process = subprocess.run(
        [sys.executable, "-c", code + ask], check=True, capture_output=True, text=True
    )
    return int(process.stdout.split()[-1]) // 1024
