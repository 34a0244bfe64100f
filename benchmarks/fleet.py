"""Two workers against one, by processes and Dask: python -m benchmarks.fleet, on an idle machine.

Seconds are those of a clock, and a chunk takes about a second, as it does in the program. Only one
way has workers at a time, because even idle workers of another way would slow it down. All ways
take turns, round after round. The best round counts, because a disturbance makes a round longer.
Dask needs the extra `fleet`.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import NamedTuple, Protocol

import distributed

from benchmarks import stored
from benchmarks.games import my_city
from benchmarks.records import many
from campaign.extras.fleet import cluster, pool
from campaign.extras.simulate import games as simulate
from campaign.services.audit import sessions as audit
from campaign.services.filters import EVERY
from campaign.services.spreading import reading
from campaign.services.spreading.chunks import ChunkMap
from campaign.services.statistics import sessions as statistics
from campaign.store.snapshots import Source

CHUNKS = 8
"""The number of chunks that are measured: four for each of two workers."""
ROUNDS = 2


class Do(Protocol):
    """Works at `count` sessions or games, in chunks of `size`."""

    def __call__(self, spread: ChunkMap, count: int, size: int) -> None: ...


class Work(NamedTuple):
    """A kind of work; `size` sessions or games take about a second."""

    title: str
    do: Do
    size: int


@contextmanager
def dask(workers: int) -> Iterator[ChunkMap]:
    """A cluster of processes on this machine."""
    make: Callable[..., distributed.LocalCluster] = distributed.LocalCluster
    with (
        make(n_workers=workers, threads_per_worker=1, dashboard_address=":0") as local,
        cluster.cluster(local.scheduler_address) as spread,
    ):
        yield spread


WAYS = tuple(
    (f"{name} {count}", partial(begin, count))
    for name, begin in (("processes", pool.processes), ("dask", dask))
    for count in (1, 2)
)


def simulated(spread: ChunkMap, count: int, size: int) -> None:
    """Games of two greedy players."""
    wanted = simulate.games_to_play(
        "my-city", seats=2, seeds=range(count), episode=None, played=None
    )
    assert sum(map(len, spread(simulate.texts, wanted.parts(size)))) == count


def audited(source: Source, spread: ChunkMap, count: int, size: int) -> None:
    """The audit of stored sessions."""
    reads = reading.worker_reader(spread, source)
    parts = reads(audit.audit_part, reading.batches(range(1, count + 1), size))
    assert sum(part.sessions for part in parts) == count


def counted(source: Source, spread: ChunkMap, count: int, size: int) -> None:
    """The statistics of stored sessions."""
    reads = reading.worker_reader(spread, source)
    ranges = reading.batches(range(1, count + 1), size)
    parts = (("my-city", numbers, EVERY, False) for numbers in ranges)
    assert statistics.join_figures(reads(statistics.figures_in, parts)).sessions == count


def seconds(spread: ChunkMap, work: Work) -> float:
    """The seconds that a piece of work takes once the workers have loaded what they need."""
    work.do(spread, 4 * CHUNKS, 4)
    began = perf_counter()
    work.do(spread, CHUNKS * work.size, work.size)
    return perf_counter() - began


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "many.db"
        source = Source(str(file))
        works = (
            Work("simulate", simulated, 600),
            Work("audit", partial(audited, source), 3_000),
            Work("statistics", partial(counted, source), 3_000),
        )
        count = CHUNKS * max(work.size for work in works)
        stored.fill(file, many(my_city.records(), count)).dispose()
        best: dict[tuple[str, str], float] = {}
        for _ in range(ROUNDS):
            for name, begin in WAYS:
                with begin() as spread:
                    for work in works:
                        key = work.title, name
                        best[key] = min(best.get(key, float("inf")), seconds(spread, work))
    for work in works:
        one, two, dask_one, dask_two = (best[work.title, name] for name, _ in WAYS)
        print(
            f"{work.title}, {CHUNKS} chunks of {one / CHUNKS:.1f} s: two workers against one "
            f"{one / two:.2f} by processes, {dask_one / dask_two:.2f} by Dask; "
            f"Dask against processes {100 * (dask_two / two - 1):+.0f} %"
        )


if __name__ == "__main__":
    main()
