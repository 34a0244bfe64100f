"""A function in a process of its own, which sends messages and may be killed.

In `make test` the processes are copies of one that has imported the program: the import costs
more than most of these tests. In `make soak` each is a new Python, as it is for a user.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext, SpawnContext
from time import monotonic, sleep
from typing import Any

from tests.soak import SOAK

GIVE_UP = 600
"""Seconds after which a process that does nothing is taken to hang."""
IMPORTED = [
    "tests.store.works",
    "campaign.store.upgrade",
    "psycopg",
    "sqlalchemy.dialects.postgresql",
]

Send = Callable[[Any], None]


def _context() -> ForkServerContext | SpawnContext:
    if SOAK:
        return get_context("spawn")
    context = get_context("forkserver")
    context.set_forkserver_preload(IMPORTED)
    return context


CONTEXT = _context()


def until(happens: Callable[[], bool]) -> None:
    """Wait for what another process does."""
    last = monotonic() + GIVE_UP
    while not happens():
        assert monotonic() < last, "the process hangs"
        sleep(0.01)


class Worker:
    """A process that runs `work(send, *arguments)`."""

    def __init__(self, work: Callable[..., None], *arguments: object) -> None:
        self._reader, writer = CONTEXT.Pipe(duplex=False)
        environment = dict(os.environ)
        parts = (work, environment, writer, *arguments)
        self._process = CONTEXT.Process(target=_run, args=parts, daemon=True)
        self._process.start()
        writer.close()

    def receive(self) -> Any:
        """The next message of the process; None when it has ended."""
        assert self._reader.poll(GIVE_UP), "the process hangs"
        try:
            return self._reader.recv()
        except (EOFError, OSError):  # ended, perhaps in the middle of a message
            return None

    def wait(self) -> int | None:
        """Wait for the end; the exit code."""
        self._process.join(GIVE_UP)
        assert self._process.exitcode is not None, "the process hangs"
        self._reader.close()
        return self._process.exitcode

    def kill(self) -> list[Any]:
        """Kill the process; the messages that were not received."""
        self._process.kill()
        rest = list(iter(self.receive, None))
        assert self.wait() in (0, -signal.SIGKILL)
        return rest


def _run(
    work: Callable[..., None], environment: dict[str, str], writer: Connection, *arguments: object
) -> None:
    os.environ.clear()
    os.environ.update(environment)
    work(writer.send, *arguments)
