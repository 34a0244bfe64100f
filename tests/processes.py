"""Run a function or a command line in a process of its own, which may be killed.

In `make test` the processes are copies of one that has imported the program, as the import costs
more than most of these tests. In `make soak` each process is a new Python, as for a user.
"""

from __future__ import annotations

import os
import resource
import signal
import sys
from collections.abc import Callable, Mapping
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext, SpawnContext
from pathlib import Path
from time import monotonic, sleep
from types import MappingProxyType
from typing import Any, NamedTuple, TextIO

import pytest

from campaign.cli import interrupts
from campaign.cli.main import main
from tests.soak import SOAK

ROOT = Path(__file__).parent.parent

GIVE_UP, PATIENCE = 600, 20
"""The seconds after which a process is thought to hang, and a signal to wait for a key."""
IMPORTED = [
    "tests.store.works",
    "tests.everything",
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
    """Wait until another process makes a condition true."""
    deadline = monotonic() + GIVE_UP
    while not happens():
        assert monotonic() < deadline, "the process hangs"
        sleep(0.01)


def until_it_waits(pid: int) -> None:
    """Wait until a process sleeps, which means that it waits for a lock or a key."""
    _until_state(pid, "S")


def until_it_stops(pid: int) -> None:
    """Wait until a process is suspended, as by Ctrl-Z."""
    _until_state(pid, "T")


def _until_state(pid: int, letter: str) -> None:
    state = Path(f"/proc/{pid}/stat")
    if not state.exists():
        pytest.skip("there is no /proc here to see when a program waits")
    until(lambda: state.read_text().rpartition(") ")[2].startswith(letter))


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
        """Return the next message of the process; None if it has ended."""
        assert self._reader.poll(GIVE_UP), "the process hangs"
        try:
            return self._reader.recv()
        except (EOFError, OSError):  # ended, perhaps in the middle of a message
            return None

    def wait(self) -> int | None:
        """Wait for the end, and return the exit code."""
        self._process.join(GIVE_UP)
        assert self._process.exitcode is not None, "the process hangs"
        self._reader.close()
        return self._process.exitcode

    def kill(self) -> list[Any]:
        """Kill the process, and return the messages that were not received."""
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


class Streams(NamedTuple):
    """The files that a program reads and writes; None means a closed stream."""

    stdin: str | None = os.devnull
    stdout: str | None = os.devnull
    stderr: str | None = os.devnull


NOWHERE = Streams()


class Program:
    """A process of `campaign` with these words; `variables` are added to the test's environment.

    With `controlled`, Ctrl-C at the terminal among the streams interrupts the program. No file
    that the program writes gets longer than `longest` bytes.
    """

    def __init__(
        self,
        *words: str,
        streams: Streams = NOWHERE,
        controlled: bool = False,
        longest: int = resource.RLIM_INFINITY,
        **variables: str,
    ) -> None:
        parts = (words, {**os.environ, **variables}, streams, controlled, longest)
        self._process = CONTEXT.Process(target=_program, args=parts, daemon=True)
        self._process.start()
        assert self._process.pid is not None
        self.pid = self._process.pid

    def poll(self) -> int | None:
        """Return the exit code, or None while the program runs."""
        return self._process.exitcode

    def wait(self, seconds: float = GIVE_UP) -> int:
        """Wait for the end, and return the exit code."""
        self._process.join(seconds)
        assert self._process.exitcode is not None, "the program hangs"
        return self._process.exitcode

    def send_signal(self, number: int) -> None:
        os.kill(self.pid, number)

    def end_by(self, number: int) -> int:
        """Send a signal until the program ends, and return the exit code.

        A signal that comes just before Python begins to read a line waits for the next key.
        """
        for _ in range(GIVE_UP // PATIENCE):
            self.send_signal(number)
            self._process.join(PATIENCE)
            if self._process.exitcode is not None:
                break
        return self.wait(0)

    def kill(self) -> None:
        """Kill the program, if it has not ended."""
        self._process.kill()
        self.wait()


def _program(
    words: tuple[str, ...],
    environment: dict[str, str],
    streams: Streams,
    controlled: bool,
    longest: int,
) -> None:
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(ROOT)
    if controlled:
        os.setsid()
    else:
        os.setpgid(0, 0)  # what has no parent in its session cannot be suspended
    resource.setrlimit(resource.RLIMIT_FSIZE, (longest, resource.RLIM_INFINITY))
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for number in interrupts.ENDING:  # what a script runs in the background ignores some of them
        signal.signal(number, signal.SIG_DFL)
    for number, (name, path) in enumerate(streams._asdict().items()):
        stream = _opened(number, path, controlled)
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)
    sys.argv = ["campaign", *words]
    main()


def _opened(number: int, path: str | None, controlled: bool) -> TextIO | None:
    """Return a standard stream as Python opens it at its start."""
    if path is None:
        os.close(number)
        return None
    access = os.O_RDONLY if number == 0 else os.O_WRONLY | os.O_CREAT
    file = os.open(path, access | (0 if controlled else os.O_NOCTTY))
    os.dup2(file, number)
    os.close(file)
    return open(
        number,
        "r" if number == 0 else "w",
        encoding="utf-8",
        errors="backslashreplace" if number == 2 else "strict",
        buffering=1 if number == 2 or os.isatty(number) else -1,
        closefd=False,
    )


class Ended(NamedTuple):
    """The exit code of a program, and what it wrote."""

    code: int
    out: str
    err: str


def ended(
    folder: Path,
    *words: str,
    streams: Mapping[str, str | None] = MappingProxyType({}),
    longest: int = resource.RLIM_INFINITY,
) -> Ended:
    """Run a program to its end; all but `streams` are caught in files of the folder."""
    caught = {name: str(folder / name) for name in ("stdout", "stderr")}
    program = Program(*words, streams=Streams(**{**caught, **streams}), longest=longest)
    code = program.wait()
    texts = []
    for path in map(Path, caught.values()):
        texts.append(path.read_text("utf-8") if path.exists() else "")
        path.unlink(missing_ok=True)
    return Ended(code, *texts)
