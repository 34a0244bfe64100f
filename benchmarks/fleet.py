"""Two workers against one, by processes and Dask: python -m benchmarks.fleet, on an idle machine.

Wall seconds, because that is what several workers are for; all ways in turn, round after round.
Dask needs the extra `fleet`.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter

import distributed

from benchmarks import games, stored
from campaign.services import simulate
from campaign.services.audit import sessions as audit
from campaign.services.spreading import cluster, pool, reading
from campaign.services.spreading.chunks import Spread
from campaign.services.statistics import sessions as statistics
from campaign.store.snapshots import Source

COUNT = 3_000
"""Sessions, and simulated games."""
CHUNK = 250
"""About a second of work."""
ROUNDS = 5


@contextmanager
def dask(workers: int) -> Iterator[Spread]:
    """A cluster of processes on this machine."""
    make: Callable[..., distributed.LocalCluster] = distributed.LocalCluster
    with (
        make(n_workers=workers, threads_per_worker=1, dashboard_address=":0") as local,
        cluster.cluster(local.scheduler_address) as spread,
    ):
        yield spread


def simulated(spread: Spread) -> None:
    """Games of two greedy players."""
    wanted = simulate.wanted("my-city", seats=2, seeds=range(COUNT), episode=None, played=None)
    assert sum(map(len, spread(simulate.texts, wanted.parts(CHUNK)))) == COUNT


def audited(source: Source, spread: Spread) -> None:
    """The audit of stored sessions."""
    parts = reading.parts(range(1, COUNT + 1), CHUNK)
    reads = reading.elsewhere(spread, source)
    assert sum(part.sessions for part in reads(audit.audit_part, parts)) == COUNT


def counted(source: Source, spread: Spread) -> None:
    """What statistics need of stored sessions."""
    parts = (("my-city", some) for some in reading.parts(range(1, COUNT + 1), CHUNK))
    reads = reading.elsewhere(spread, source)
    assert sum(len(part.sound) for part in reads(statistics.figures_in, parts)) == COUNT


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        file = Path(folder) / "many.db"
        stored.fill(file, games.many(games.my_city_records(), COUNT)).dispose()
        ways = {
            f"{name} {count}": stack.enter_context(begin(count))
            for name, begin in (("processes", pool.processes), ("dask", dask))
            for count in (1, 2)
        }
        source = Source(str(file))
        works: dict[str, Callable[[Spread], None]] = {
            "simulate": simulated,
            "audit": partial(audited, source),
            "statistics": partial(counted, source),
        }
        for title, work in works.items():
            seconds: dict[str, list[float]] = {name: [] for name in ways}
            for turn in range(ROUNDS + 1):
                for name, spread in ways.items():
                    began = perf_counter()
                    work(spread)
                    if turn:  # the first one warms up
                        seconds[name].append(perf_counter() - began)
            middle = {name: median(values) for name, values in seconds.items()}
            by_processes = middle["processes 1"] / middle["processes 2"]
            by_dask = middle["dask 1"] / middle["dask 2"]
            more = 100 * (middle["dask 2"] / middle["processes 2"] - 1)
            print(
                f"{title}: two workers against one {by_processes:.2f} by processes, "
                f"{by_dask:.2f} by Dask; Dask against processes {more:+.0f} %",
                flush=True,
            )


if __name__ == "__main__":
    main()
