"""Restore the terminal before a signal ends a program that reads keys.

prompt_toolkit and Textual restore the terminal when an exception leaves them.
"""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from campaign.cli import interrupts


@contextmanager
def restoring_terminal() -> Iterator[None]:
    """A context for what reads keys: a signal that would end the process raises `SystemExit`.

    In an event loop it is raised between two callbacks, as one that is left in its middle may not
    restore everything. If a context around this one handles the signal, it is raised again.
    """
    received: list[int] = []

    def leave(number: int, _: object) -> None:
        if received:
            return
        received.append(number)
        end = partial(sys.exit, 128 + number)
        try:
            asyncio.get_running_loop().call_soon_threadsafe(end)
        except RuntimeError:  # no loop is running
            end()

    try:
        with interrupts.handling_ends(leave):
            yield
    finally:
        for number in received:
            if signal.getsignal(number) is not signal.SIG_DFL:
                signal.raise_signal(number)
            sys.exit(128 + number)
