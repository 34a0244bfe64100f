"""Restore the terminal before a signal ends a program that reads keys.

prompt_toolkit and Textual restore the terminal when an exception leaves them. What they do at
Ctrl-Z is done here for a program that was stopped without it, as by `kill -STOP`.
"""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

from campaign.cli import interrupts

if TYPE_CHECKING:
    from prompt_toolkit import Application


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


def draw_again_when_continued(app: Application[Any]) -> None:
    """Let an application whose loop runs draw again when its process was stopped, and goes on."""
    if hasattr(signal, "SIGCONT"):
        asyncio.get_running_loop().add_signal_handler(signal.SIGCONT, _go_on, app)


def _go_on(app: Application[Any]) -> None:
    """Read single keys again, and draw; do nothing where the application has seen the stop."""
    import termios  # noqa: PLC0415  Windows has none

    reads_lines = termios.tcgetattr(app.input.fileno())[3] & termios.ICANON
    if reads_lines and app.is_running and not app.is_done:
        app.input.raw_mode().__enter__()  # the context of the whole run restores the terminal
        app.renderer.reset()
        app.invalidate()
