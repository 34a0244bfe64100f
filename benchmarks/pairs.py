"""Two trees of this project against each other: python -m benchmarks.pairs OTHER [--bench NAME].

Two processes replay the same records in turn, in slices of CPU time, first the one and then the
other; so a busy machine is busy for both. Printed is what OTHER costs against this tree: the
median over all pairs, the range of that median, and the median of each pair of processes.
"""

from __future__ import annotations

import argparse
import math
import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from time import process_time

from benchmarks import games

SLICE = 0.12
"""Seconds of CPU in one slice."""
HERE = Path(__file__).parent.parent


def work(name: str) -> Callable[[], None]:
    """What a process replays: the evenings of whole campaigns, or a bench by its first words."""
    if name == "campaigns":
        evenings = [evening for _, some in games.campaigns() for evening in some]
        return partial(games.replay_evenings, evenings)
    bench = next(bench for bench in games.BENCHES if bench.title.lower().startswith(name))
    return partial(games.replay, games.texts_of(bench.records()))


def serve(name: str) -> None:
    """Print the CPU seconds of a run, slice by slice, for each line that is read."""
    run = work(name)
    run()
    began = process_time()
    run()
    times = max(1, round(SLICE / (process_time() - began)))
    print("ready", flush=True)
    for _ in sys.stdin:
        began = process_time()
        for _ in range(times):
            run()
        print((process_time() - began) / times, flush=True)


class Tree:
    """A process that replays in one tree."""

    def __init__(self, path: Path, name: str, seed: int) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-P", __file__, "--serve", name],
            cwd=path,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
            env={**os.environ, "PYTHONPATH": str(path), "PYTHONHASHSEED": str(seed)},
        )
        if self.line() != "ready":
            raise RuntimeError(f"{path}: the process has not come up")

    def line(self) -> str:
        """The next line that it prints."""
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def seconds(self) -> float:
        """The CPU seconds of one run, from a slice of several."""
        assert self.process.stdin is not None
        self.process.stdin.write("go\n")
        return float(self.line())

    def close(self) -> None:
        """End the process."""
        self.process.communicate()


def compare(one: Path, other: Path, name: str, rounds: int, processes: int) -> str:
    """What the other tree costs against the one."""
    ratios: list[float] = []
    medians: list[float] = []
    for seed in range(processes):
        trees = Tree(one, name, seed), Tree(other, name, seed)
        pairs = [_pair(*trees, swapped=bool(number % 2)) for number in range(rounds)]
        medians.append(median(pairs))
        ratios += pairs
        for tree in trees:
            tree.close()
    ratios.sort()
    off = int(len(ratios) / 2 - 0.98 * math.sqrt(len(ratios)))
    low, high = ratios[off], ratios[-1 - off]
    by_process = " ".join(f"{100 * (value - 1):+.1f}" for value in medians)
    return (
        f"{name}: {100 * (median(ratios) - 1):+.1f} % "
        f"({100 * (low - 1):+.1f} to {100 * (high - 1):+.1f}), by process {by_process}"
    )


def _pair(one: Tree, other: Tree, *, swapped: bool) -> float:
    if swapped:
        cost = other.seconds()
        return cost / one.seconds()
    base = one.seconds()
    return other.seconds() / base


def main() -> None:
    """Read the arguments, compare, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("other", type=Path, nargs="?", help="the other tree")
    parser.add_argument("--bench", default="campaigns", help="campaigns, machi koro, dilluvia ...")
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--processes", type=int, default=3)
    parser.add_argument("--tree", type=Path, default=HERE, help="instead of this tree")
    parser.add_argument("--serve", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve:
        serve(given.serve)
    elif given.other is None:
        parser.error("which other tree?")
    else:
        trees = given.tree.resolve(), given.other.resolve()
        print(compare(*trees, given.bench, given.rounds, given.processes), flush=True)


if __name__ == "__main__":
    main()
