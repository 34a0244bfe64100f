"""Worker processes of this machine, each with a pipe of its own.

                 (function, chunk)
    this process ────────────────> worker      one chunk at a time
                 <────────────────             (True, result) or (False, error)

The pool of the standard library gives up all chunks when one of its processes ends. Here a worker
that ends costs the chunk that it had: another one takes its place and works at that chunk again.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import forkserver
from multiprocessing.connection import Connection, wait
from typing import Any, NamedTuple

from campaign.extras.extra import extras
from campaign.services.spreading.chunks import TRIES, Chunk, ChunkMap, Result, WorkerLost

AHEAD = 4
"""Chunks a worker that may be done before an earlier one is: their results are held."""
FORKSERVER = "forkserver"
METHOD = FORKSERVER if FORKSERVER in multiprocessing.get_all_start_methods() else "spawn"
"""How a worker begins: never as a copy of this process, which may hold a database open."""
WORK = "work"
"""The hook whose modules are imported once for all workers that are copies of one process."""


class _Job(NamedTuple):
    """A chunk that is to be worked at, its place in the order, and the tries so far."""

    place: int
    chunk: Any
    tries: int = 0


class _Worker:
    """A process, the end of its pipe, and the job it has."""

    def __init__(self) -> None:
        context: Any = multiprocessing.get_context(METHOD)
        self.pipe, other = context.Pipe()
        self.process = context.Process(target=_serve, args=(other,), daemon=True)
        if METHOD == FORKSERVER:  # a copy of a process that ignores Ctrl-C
            self.process.start()
        else:
            with _no_interrupts():
                self.process.start()
        other.close()
        self.job: _Job | None = None

    def end(self) -> None:
        """End the process, whatever it does."""
        self.pipe.close()
        self.process.kill()
        self.process.join()


def _serve(pipe: Connection) -> None:
    """Work at what comes until nobody is left who sends it. Ctrl-C is for who started this."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, OSError):
        while True:
            function, chunk = pipe.recv()
            try:
                answer = True, function(chunk)
            except Exception as error:
                answer = False, error
            pipe.send(answer)


@contextmanager
def _no_interrupts() -> Iterator[None]:
    """A context in which Ctrl-C is ignored; a process that begins in it ignores Ctrl-C for good."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def processes(count: int) -> Iterator[ChunkMap]:
    """So many worker processes, which end with the block."""
    if METHOD == FORKSERVER:
        with _no_interrupts():
            places = (extra.hooks[WORK] for extra in extras() if WORK in extra.hooks)
            forkserver.set_forkserver_preload([place.partition(":")[0] for place in places])
            forkserver.ensure_running()
    workers = [_Worker() for _ in range(count)]
    try:
        yield _Pool(workers)
    finally:
        for worker in workers:
            worker.end()


class _Pool:
    """Gives chunks to workers, and their results in the order of the chunks."""

    def __init__(self, workers: list[_Worker]) -> None:
        self.workers = workers

    def __call__(
        self, function: Callable[[Chunk], Result], chunks: Iterable[Chunk]
    ) -> Iterator[Result]:
        jobs = (_Job(place, chunk) for place, chunk in enumerate(chunks))
        again, results, given, wanted = deque[_Job](), dict[int, Result](), 0, 0
        more = True
        try:
            while True:
                while wanted in results:
                    yield results.pop(wanted)
                    wanted += 1
                for place, worker in enumerate(self.workers):
                    if worker.job or not (again or (more and given < wanted + self._most)):
                        continue
                    job = again.popleft() if again else next(jobs, None)
                    if job is None:
                        more = False
                        continue
                    given = max(given, job.place + 1)
                    self._give(place, function, job)
                busy = [worker for worker in self.workers if worker.job]
                if not busy and not again:
                    if not more:
                        return
                    continue
                for place, job, answer in self._answers():
                    if answer is None:
                        again.append(self._another(place, job))
                    elif answer[0]:
                        results[job.place] = answer[1]
                    else:
                        raise answer[1]
        finally:
            for place, worker in enumerate(self.workers):
                if worker.job:  # nobody waits for it any more
                    worker.end()
                    self.workers[place] = _Worker()

    @property
    def _most(self) -> int:
        return AHEAD * len(self.workers)

    def _give(self, place: int, function: Callable[[Any], Any], job: _Job) -> None:
        """Give a job to a worker, or to the one that takes its place."""
        worker = self.workers[place]
        try:
            worker.pipe.send((function, job.chunk))
        except OSError:  # it ended while it had nothing to do
            worker.end()
            worker = self.workers[place] = _Worker()
            worker.pipe.send((function, job.chunk))
        worker.job = job

    def _answers(self) -> Iterator[tuple[int, _Job, tuple[bool, Any] | None]]:
        """Wait; by worker the job and what came of it, None where the worker has ended."""
        busy = {w.pipe: (place, w) for place, w in enumerate(self.workers) if w.job}
        for pipe in wait(list(busy)):
            place, worker = busy[pipe]
            job, worker.job = worker.job, None
            assert job is not None, "it is busy"
            try:
                yield place, job, worker.pipe.recv()
            except (EOFError, OSError):
                yield place, job, None

    def _another(self, place: int, job: _Job) -> _Job:
        """Put another worker in the place of one that has ended; raises `WorkerLost`."""
        self.workers[place].end()
        self.workers[place] = _Worker()
        if job.tries + 1 >= TRIES:
            raise WorkerLost(job.chunk)
        return job._replace(tries=job.tries + 1)
