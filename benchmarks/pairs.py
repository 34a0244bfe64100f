"""Two trees of this project against each other: python -m benchmarks.pairs OTHER [--bench NAME].

Two processes replay the same records in turn, in slices of CPU time, so that a busy machine is busy
for both. The output says what OTHER costs compared with this tree: the median over all pairs, the
range of that median, and the median of each pair of processes.
"""

from __future__ import annotations

import argparse
import math
import tempfile
from pathlib import Path
from statistics import median

from benchmarks import campaigns, games, records, turns
from benchmarks.turns import HERE, Turns


def written(name: str, file: Path) -> Path:
    """Write what is replayed into a file: whole campaigns, or the bench with these first words."""
    if name == "campaigns":
        histories = [campaigns.stored_of(entries) for entries, _ in campaigns.campaigns()]
        return turns.write(file, turns.of_campaigns, histories)
    bench = next(bench for bench in games.benches() if bench.title.lower().startswith(name))
    return turns.write(file, turns.of_records, records.texts_of(bench.records()))


def compare(one: Path, other: Path, name: str, rounds: int, processes: int) -> str:
    """What the tree `other` costs compared with the tree `one`, in words."""
    ratios: list[float] = []
    medians: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        file = written(name, Path(folder) / "work.json")
        for seed in range(processes):
            trees = Turns(file, one, seed), Turns(file, other, seed)
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


def _pair(one: Turns, other: Turns, *, swapped: bool) -> float:
    if swapped:
        cost = other.seconds()
        return cost / one.seconds()
    base = one.seconds()
    return other.seconds() / base


def main() -> None:
    """Read the arguments, compare, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("other", type=Path, help="the other tree")
    parser.add_argument("--bench", default="campaigns", help="campaigns, machi koro, dilluvia ...")
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--processes", type=int, default=3)
    parser.add_argument("--tree", type=Path, default=HERE, help="instead of this tree")
    options = parser.parse_args()
    trees = options.tree.resolve(), options.other.resolve()
    print(compare(*trees, options.bench, options.rounds, options.processes), flush=True)


if __name__ == "__main__":
    main()
