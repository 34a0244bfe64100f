"""The workers of a Dask cluster; one that runs another program than this one is refused.

If a worker ends, Dask gives its chunk to another worker. Results are fetched as they come, so none
is lost with its worker.
"""

from __future__ import annotations

import logging
import os
import platform
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any, NamedTuple

from campaign import installation
from campaign.services.errors import ServiceError
from campaign.services.program import program
from campaign.services.spreading.chunks import Chunk, ChunkMap, Result, WorkerLost
from engine.kernel.errors import wording_of
from engine.kernel.phrases import phrase

AHEAD = 4
"""Chunks for each worker that may be done before an earlier one; their results are held."""
ANSWER = 10
"""Seconds in which a scheduler must answer."""
START = "dask worker ADDRESS --nworkers 2 --nthreads 1   starts two, with this program installed"


class OtherProgram(ServiceError):
    """A worker runs another program than this one."""


@contextmanager
def cluster(address: str) -> Iterator[ChunkMap]:
    """The workers of a scheduler at an address such as `tcp://HOST:8786`.

    Raises `ServiceError` if there is no scheduler or no worker, `OtherProgram` if a worker runs
    another program.
    """
    try:
        import distributed
    except ModuleNotFoundError:
        raise ServiceError(*installation.explain_missing_extra("a cluster", "fleet")) from None
    _silence_log()
    try:
        make: Any = distributed.Client  # its types are incomplete
        client = make(address, timeout=ANSWER, set_as_default=False)
    except (OSError, TypeError, ValueError) as error:  # TypeError: tls:// without certificates
        raise ServiceError(
            phrase(
                "no cluster answers at {address}: {error}", address=address, error=wording_of(error)
            ),
            phrase("{command}   starts one", command="dask scheduler"),
        ) from None
    with client:
        _refuse_others(client, address)
        workers = _Cluster(client)
        try:
            yield workers
        finally:
            workers.take_back()


def _silence_log() -> None:
    """Keep the log of Dask off stderr, because this program reports losses.

    Some of its parts have a level of their own.
    """
    for name in ("distributed", *logging.root.manager.loggerDict):
        if name.partition(".")[0] == "distributed":
            logging.getLogger(name).setLevel(logging.CRITICAL)


def _refuse_others(client: Any, address: str) -> None:
    """Refuse a cluster without workers, or with one that runs another program."""
    try:
        client.wait_for_workers(1, timeout=ANSWER)
    except TimeoutError:
        raise ServiceError(
            phrase("the cluster at {address} has no worker", address=address), START
        ) from None
    answers = client.run(program, on_error="return")
    if differing := [_differing(*answer) for answer in answers.items() if answer[1] != program()]:
        raise _refused(program(), differing)


def _differing(name: str, answer: object) -> str:
    """A worker and what it runs, or why it runs nothing."""
    return f"{name}: {answer}" if isinstance(answer, str) else f"{name}: {answer!r}"[:200]


def _refused(wanted: str, others: Iterable[str]) -> OtherProgram:
    return OtherProgram(
        f"workers run another program than this one, {wanted}: {'; '.join(others)}",
        "install the same release there and start them again",
    )


class _ChunkResult(NamedTuple):
    """The result of a function for a chunk; anything else from the cluster is a failure."""

    result: Any


def _work(job: tuple[str, Callable[[Any], Any], Any]) -> _ChunkResult:
    """Work at a chunk.

    Raises `OtherProgram` if this worker, which may have joined later, runs another program.
    """
    wanted, function, chunk = job
    if program() != wanted:
        raise _refused(wanted, [f"{platform.node()}, process {os.getpid()}: {program()}"])
    return _ChunkResult(function(chunk))


class _Cluster:
    """Gives chunks to the workers of a cluster, and their results in the order of the chunks."""

    def __init__(self, client: Any) -> None:
        self.client = client
        self._given = set[Any]()

    def __call__(
        self, function: Callable[[Chunk], Result], chunks: Iterable[Chunk]
    ) -> Iterator[Result]:
        import distributed

        waiting = iter(enumerate(chunks))
        places, results, wanted = dict[Any, tuple[int, Chunk]](), dict[int, Result](), 0
        make: Any = distributed.as_completed
        coming = make(loop=self.client.loop, with_results=True, raise_errors=False)
        try:
            while True:
                room = max(0, self._most - len(places) - len(results))
                for place, chunk in islice(waiting, room):
                    job = program(), function, chunk
                    future = self.client.submit(_work, job, pure=False)
                    places[future] = place, chunk
                    self._given.add(future)
                    coming.add(future)
                if not places:
                    return
                future, answer = next(coming)
                place, chunk = places.pop(future)
                self._given.discard(future)
                # A result that has come counts, whatever its status: the worker may have ended.
                if not isinstance(answer, _ChunkResult):
                    raise self._error(chunk, answer)
                results[place] = answer.result
                while wanted in results:
                    yield results.pop(wanted)
                    wanted += 1
        finally:
            self.take_back(places)

    def take_back(self, futures: Iterable[Any] | None = None) -> None:
        """Take chunks back from the workers, by default all; none is left when the client closes.

        An iterator of results that nobody has read to its end may be closed later than the client.
        """
        if given := self._given.intersection(self._given if futures is None else futures):
            self._given -= given
            self.client.cancel(list(given), force=True)

    @staticmethod
    def _error(chunk: object, answer: Any) -> Exception:
        """The error of a chunk: the one that its function raised, or the loss by the cluster."""
        if not isinstance(answer, tuple):
            return ServiceError(
                phrase("the cluster is gone: {answer}", answer=answer), phrase("start it again")
            )
        error: Exception = answer[1]
        return WorkerLost(chunk) if type(error).__name__ == "KilledWorker" else error

    @property
    def _most(self) -> int:
        return AHEAD * max(1, len(self.client.nthreads()))
