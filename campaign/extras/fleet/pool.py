"""Worker processes of this machine, each with a pipe of its own.

                 (function, chunk)
    this process ────────────────> worker      one chunk at a time
                 <────────────────             (True, result) or (False, error)

The pool of the standard library gives up all chunks when one of its processes ends. Here only the
chunk of the worker that ended is affected: another worker takes its place and tries it again.
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
from campaign.services.errors import ServiceError
from campaign.services.spreading.chunks import TRIES, Chunk, ChunkMap, Result, WorkerLost
from engine.kernel.phrases import phrase

AHEAD = 4
"""Chunks for each worker that may be done before an earlier one; their results are held."""
FORKSERVER, SPAWN = "forkserver", "spawn"
"""How workers are started: never as copies of this process, which may hold a database open."""
WORK = "work"
"""The hook whose modules are imported once, in the process that workers are copies of."""


class _Job(NamedTuple):
    """A chunk of work, its place in the order, and the tries so far."""

    place: int
    chunk: Any
    tries: int = 0


class _Worker:
    """A process, the end of its pipe, and the job it has."""

    def __init__(self, method: str) -> None:
        """Raises `ServiceError` if the system starts no more processes."""
        context: Any = multiprocessing.get_context(method)
        self.pipe, worker_end = context.Pipe()
        self.process = context.Process(target=_serve, args=(worker_end,), daemon=True)
        try:
            if method == FORKSERVER:  # a copy of a process that ignores Ctrl-C
                self.process.start()
            else:
                with _no_interrupts():
                    self.process.start()
        except (OSError, EOFError):  # also where the fork server cannot start one, and ends
            raise ServiceError(
                phrase("this computer lets no more processes start: --jobs 1 needs none")
            ) from None
        worker_end.close()
        self.job: _Job | None = None

    def end(self) -> None:
        """Kill the process, whatever it does."""
        self.pipe.close()
        self.process.kill()
        self.process.join()


def _serve(pipe: Connection) -> None:
    """Work at chunks until the sender is gone. Ctrl-C is left to the process that started this."""
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
    """A context with `count` worker processes, which end with the block."""
    method = _method()
    workers = [_Worker(method) for _ in range(count)]
    try:
        yield _Pool(workers, method)
    finally:
        for worker in workers:
            worker.end()


def _method() -> str:
    """How workers are started here.

    A fork server has a socket in the folder for temporary files, where a long name leaves no room.
    """
    if FORKSERVER not in multiprocessing.get_all_start_methods():
        return SPAWN
    places = (extra.hooks[WORK] for extra in extras() if WORK in extra.hooks)
    forkserver.set_forkserver_preload([place.partition(":")[0] for place in places])
    try:
        with _no_interrupts():
            forkserver.ensure_running()
    except OSError:
        return SPAWN
    return FORKSERVER


class _Pool:
    """Gives chunks to workers, and their results in the order of the chunks."""

    def __init__(self, workers: list[_Worker], method: str) -> None:
        self.workers, self._method = workers, method

    def __call__(
        self, function: Callable[[Chunk], Result], chunks: Iterable[Chunk]
    ) -> Iterator[Result]:
        jobs = (_Job(place, chunk) for place, chunk in enumerate(chunks))
        retries, results, given, wanted = deque[_Job](), dict[int, Result](), 0, 0
        jobs_remain = True
        try:
            while True:
                while wanted in results:
                    yield results.pop(wanted)
                    wanted += 1
                for place, worker in enumerate(self.workers):
                    if worker.job or not (retries or (jobs_remain and given < wanted + self._most)):
                        continue
                    job = retries.popleft() if retries else next(jobs, None)
                    if job is None:
                        jobs_remain = False
                        continue
                    given = max(given, job.place + 1)
                    self._give(place, function, job)
                busy = [worker for worker in self.workers if worker.job]
                if not busy and not retries:
                    if not jobs_remain:
                        return
                    continue
                for place, job, answer in self._answers():
                    if answer is None:
                        retries.append(self._another(place, job))
                    elif answer[0]:
                        results[job.place] = answer[1]
                    else:
                        raise answer[1]
        finally:
            for place, worker in enumerate(self.workers):
                if worker.job:  # nobody waits for its result any more
                    worker.end()
                    self.workers[place] = _Worker(self._method)

    @property
    def _most(self) -> int:
        return AHEAD * len(self.workers)

    def _give(self, place: int, function: Callable[[Any], Any], job: _Job) -> None:
        """Give a job to a worker; if the worker has ended, to a new one in its place."""
        worker = self.workers[place]
        try:
            worker.pipe.send((function, job.chunk))
        except OSError:  # the worker ended while it had no job
            worker.end()
            worker = self.workers[place] = _Worker(self._method)
            worker.pipe.send((function, job.chunk))
        worker.job = job

    def _answers(self) -> Iterator[tuple[int, _Job, tuple[bool, Any] | None]]:
        """Wait; yield the place, job and answer of each ready worker, None if the worker ended."""
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
        """Replace a worker that has ended, and return its job again; raises `WorkerLost`."""
        self.workers[place].end()
        self.workers[place] = _Worker(self._method)
        if job.tries + 1 >= TRIES:
            raise WorkerLost(job.chunk)
        return job._replace(tries=job.tries + 1)
