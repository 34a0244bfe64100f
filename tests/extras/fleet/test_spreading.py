"""Chunks are worked at in order, whoever works at them, and whatever happens to the workers."""

from __future__ import annotations

import logging
from collections.abc import Generator, Iterator
from functools import partial
from pathlib import Path
from typing import Any, cast

import pytest

from campaign.extras.fleet import cluster, pool
from campaign.services import program
from campaign.services.errors import ServiceError
from campaign.services.spreading.chunks import WorkerLost
from tests.extras.fleet.clusters import cluster_of
from tests.extras.fleet.spread_work import (
    doubled,
    doubled_unless_five,
    killed_once,
    kills,
    process_beside_another,
)
from tests.soak import CI

Begin = Any
"""Begins the workers."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A cluster of two processes on this machine."""
    with cluster_of(2) as local:
        yield local


@pytest.fixture(params=["processes", "cluster"])
def begin(request: pytest.FixtureRequest) -> Begin:
    if request.param == "processes":
        return partial(pool.processes, 2)
    return partial(cluster.cluster, request.getfixturevalue("address"))


def test_results_come_in_the_order_of_their_chunks(begin: Begin) -> None:
    with begin() as spread:
        assert [0, 2, 4, 6, 8] * 10 == list(spread(doubled, [0, 1, 2, 3, 4] * 10))
        assert [] == list(spread(doubled, []))


def test_several_processes_work(begin: Begin, tmp_path: Path) -> None:
    with begin() as spread:
        assert 2 == len(set(spread(process_beside_another, [str(tmp_path)] * 8)))


def test_a_folder_of_temporary_files_may_have_a_long_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """It leaves a fork server no room for the address of its socket."""

    def refuse() -> None:
        raise OSError("AF_UNIX path too long")

    monkeypatch.setattr("multiprocessing.forkserver.ensure_running", refuse)
    with pool.processes(2) as spread:
        assert [0, 2, 4] == list(spread(doubled, range(3)))


@pytest.mark.parametrize("error", [BlockingIOError("no more processes"), EOFError()])
def test_where_no_more_processes_start_it_is_said(
    monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    """As under a limit of the account; the second is what a fork server leaves that has ended."""

    def refuse(*_: object) -> None:
        raise error

    monkeypatch.setattr("multiprocessing.process.BaseProcess.start", refuse)
    with pytest.raises(ServiceError, match="lets no more processes start"):
        pool.processes(2).__enter__()


def test_what_a_chunk_raises_is_raised_here_and_the_workers_go_on(begin: Begin) -> None:
    with begin() as spread:
        results = spread(doubled_unless_five, range(9))
        with pytest.raises(ValueError, match="five is refused"):
            list(results)
        assert [2, 4] == list(spread(doubled, [1, 2]))


def test_workers_with_another_program_are_refused_by_name(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program, "__version__", "0.0.9")
    program.program.cache_clear()
    with pytest.raises(cluster.OtherProgram, match=r"this one, 0\.0\.9 .*: tcp://127.*: 0\.1\.0 "):
        cluster.cluster(address).__enter__()
    program.program.cache_clear()


@pytest.mark.parametrize("scheme", ["tcp", "tls"])
def test_where_no_cluster_answers_the_address_is_named(
    monkeypatch: pytest.MonkeyPatch, scheme: str
) -> None:
    """Without certificates Dask refuses the scheme tls with a `TypeError`."""
    monkeypatch.setattr(cluster, "ANSWER", 0.2)
    with pytest.raises(ServiceError, match=f"no cluster answers at {scheme}://127"):
        cluster.cluster(f"{scheme}://127.0.0.1:9").__enter__()


def test_a_worker_that_is_killed_costs_its_chunk_once_more(
    begin: Begin, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    kind = "cluster" if "cluster" in request.node.name else "processes"
    log = tmp_path / "log"
    with begin() as spread:
        results = list(spread(killed_once, [(number, str(log)) for number in range(12)]))
    assert [2 * number for number in range(12)] == results
    worked_at = sorted(map(int, log.read_text().split()))
    assert worked_at.count(3) == 2
    # A cluster also loses what that worker had finished and nobody had fetched yet.
    assert len(worked_at) == 13 or (kind == "cluster" and len(worked_at) < 13 + cluster.AHEAD)


def test_a_result_that_has_come_stays_though_its_worker_ends(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    distributed: Any = pytest.importorskip("distributed")

    class Lost(distributed.as_completed):  # type: ignore[misc]
        """Each result comes just before the worker that had it ends."""

        def __next__(self) -> Any:
            future, answer = super().__next__()
            future._state.lose()
            return future, answer

    monkeypatch.setattr(distributed, "as_completed", Lost)
    with cluster.cluster(address) as spread:
        assert [0, 2, 4] == list(spread(doubled, range(3)))


@pytest.mark.parametrize("read", [2, 3])
def test_results_that_nobody_reads_to_the_end_are_taken_back(address: str, read: int) -> None:
    """Their iterator was closed after the client, which wrote a traceback."""
    with cluster.cluster(address) as spread:
        results = iter(spread(doubled, range(3)))
        assert [0, 2, 4][:read] == [next(results) for _ in range(read)]
    cast(Generator[int], results).close()


def test_dask_says_nothing_beside_the_error(address: str) -> None:
    """Where a scheduler is gone, it wrote a traceback into its log."""
    with cluster.cluster(address):
        names = [name for name in logging.root.manager.loggerDict if "distributed" in name]
        assert "distributed.client" in names
        assert [n for n in names if logging.getLogger(n).isEnabledFor(logging.ERROR)] == []


def test_a_chunk_that_ends_every_worker_is_named(
    begin: Begin, request: pytest.FixtureRequest
) -> None:
    if "cluster" in request.node.name and not CI:
        pytest.skip("CAMPAIGN_CI=1, as in .ci/run, starts the four workers that a cluster tries")
    with begin() as spread, pytest.raises(WorkerLost, match="workers ended while they worked at 7"):
        list(spread(kills, [7]))
