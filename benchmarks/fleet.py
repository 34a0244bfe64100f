"""Two workers against one, by processes and Dask: python -m benchmarks.fleet, on an idle machine.

Wall seconds of chunks of about a second, because that is what several workers are for. One way
works at a time: workers of another one, even idle, would take some of the machine. All ways take
turns, round after round, and the best of the rounds counts: whatever disturbs makes one longer.
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
"""So many chunks are measured: four for each of two workers."""
ROUNDS = 2


class Do(Protocol):
    """Works at so many sessions or games, so many a chunk."""

    def __call__(self, spread: ChunkMap, count: int, size: int) -> None: ...


class Work(NamedTuple):
    """What is measured: so many sessions or games are about a second of work."""

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
    parts = reads(audit.audit_part, reading.parts(range(1, count + 1), size))
    assert sum(part.sessions for part in parts) == count


def counted(source: Source, spread: ChunkMap, count: int, size: int) -> None:
    """The statistics of stored sessions."""
    reads = reading.worker_reader(spread, source)
    parts = (("my-city", some, EVERY, False) for some in reading.parts(range(1, count + 1), size))
    assert statistics.join_figures(reads(statistics.figures_in, parts)).sessions == count


def seconds(spread: ChunkMap, work: Work) -> float:
    """What a piece of work takes, once the workers have loaded what they need for it."""
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
