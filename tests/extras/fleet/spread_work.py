"""What workers are given to do in the tests of spreading: a module, so that they can import it."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from time import monotonic, sleep

GIVE_UP = 60
"""Seconds after which no other process is expected."""


def doubled(number: int) -> int:
    return 2 * number


def doubled_unless_five(number: int) -> int:
    if number == 5:
        raise ValueError("five is refused")
    return 2 * number


def killed_once(chunk: tuple[int, str]) -> int:
    """The first worker that gets chunk 3 is killed there; each call leaves a line in the file."""
    number, file = chunk
    log = Path(file)
    with log.open("a") as lines:
        lines.write(f"{number}\n")
    if number == 3 and log.read_text().splitlines().count("3") == 1:
        os.kill(os.getpid(), signal.SIGKILL)
    return 2 * number


def kills(_number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return 0


def process_beside_another(folder: str) -> int:
    """The id of this process, once another one, too, works at a chunk."""
    processes = Path(folder)
    (processes / str(os.getpid())).touch()
    end = monotonic() + GIVE_UP
    while len(list(processes.iterdir())) < 2 and monotonic() < end:
        sleep(0.01)
    return os.getpid()
