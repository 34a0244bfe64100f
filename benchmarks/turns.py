"""Replays and audits that take turns, each in a process of its own.

Such a process reads simulated games from a file and replays them, as a program that audits does, so
its memory holds nothing else. One process for all would also measure the fragmented memory that
simulated players and other games leave behind.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks import campaigns, games, records, stored, yardstick
from benchmarks.measure import Run, here
from campaign.store.database import open_database

HERE = Path(__file__).parent.parent


def of_chess(texts: list[str]) -> Run:
    """A run that replays chess games by the yardstick."""
    return partial(yardstick.replay, texts)


def of_records(texts: list[str]) -> Run:
    """A run that replays records of games outside campaigns."""
    return partial(records.replay, texts, games.forgetting())


def of_campaigns(histories: list[campaigns.Stored]) -> Run:
    """A run that replays the evenings of campaigns, on the boards that each campaign knows."""
    return partial(
        campaigns.replay_evenings,
        [evening for history in histories for evening in campaigns.read(history)],
    )


def of_database(paths: list[str]) -> Run:
    """A run that audits all sessions of a database."""
    return partial(stored.audit_all, open_database(Path(*paths)))


KINDS = {work.__name__: work for work in (of_chess, of_records, of_campaigns, of_database)}


class Turns:
    """A process that replays, in a tree of this project; each turn is one slice of CPU time."""

    def __init__(self, file: Path, tree: Path = HERE, seed: int = 0) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-m", "benchmarks.turns", file.resolve()],
            cwd=tree,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
            env={**os.environ, "PYTHONPATH": str(tree), "PYTHONHASHSEED": str(seed)},
        )
        if self._line() != "ready":
            raise RuntimeError(f"{tree}: the process has not come up")

    def seconds(self) -> float:
        """The CPU seconds of one run, from a slice of several."""
        assert self.process.stdin is not None
        self.process.stdin.write("go\n")
        return float(self._line())

    def close(self) -> None:
        """End the process."""
        self.process.communicate()

    def _line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()


def write(file: Path, kind: Callable[[Any], Run], work: Sequence[Any]) -> Path:
    """Write what a process replays into a file, and return the file."""
    file.write_text(json.dumps([kind.__name__, work]), encoding="utf-8")
    return file


def main(file: str) -> None:
    """Print the CPU seconds of a run, slice by slice, for each line that is read."""
    name, work = json.loads(Path(file).read_text(encoding="utf-8"))
    turn = here(KINDS[name](work))
    print("ready", flush=True)
    for _ in sys.stdin:
        print(turn(), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
