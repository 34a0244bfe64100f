"""Let Ctrl-C end the process at once, or raise `KeyboardInterrupt`.

If another signal ends the process, save before.
"""

from __future__ import annotations

import io
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType

INTERRUPTED = 130
Handler = Callable[[int, FrameType | None], object] | int | None
"""What `signal.getsignal` returns."""
ENDING = [
    getattr(signal, name) for name in ("SIGHUP", "SIGQUIT", "SIGTERM") if hasattr(signal, name)
]  # Windows has SIGTERM alone
"""The signals of a closed window, of Ctrl-\\ and of a computer that shuts down.

A computer that shuts down often sends SIGTERM and SIGHUP at once.
"""


def end_at_once() -> None:
    """Let Ctrl-C end the process; if it is ignored, as behind `nohup`, it stays ignored."""
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, lambda *_: os._exit(INTERRUPTED))


def raise_interrupts() -> None:
    """Let Ctrl-C raise `KeyboardInterrupt`, so that a command can undo what it has begun."""
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@contextmanager
def ignoring_interrupts() -> Iterator[None]:
    """A context in which Ctrl-C is left to the program that has the terminal, such as an editor.

    A program that is started in it does not ignore Ctrl-C: it inherits no handler of Python.
    """
    handler_before = signal.signal(signal.SIGINT, lambda *_: None)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler_before)


@contextmanager
def saving_at_end(save: Callable[[], object]) -> Iterator[None]:
    """A context in which `save` is called before a closed window or a shutdown ends the process.

    The input and output of a window may fail before its signal comes, or without one, as behind
    `nohup`.
    """

    def save_silently() -> None:
        with suppress(OSError):  # the terminal, on which nothing can be said any more
            save()

    def save_and_end(number: int, _: object) -> None:
        for other in handlers_before:
            signal.signal(other, signal.SIG_IGN)
        with unbuffered_stderr():
            save_silently()
        signal.signal(number, handlers_before[number])
        signal.raise_signal(number)

    with handling_ends(save_and_end) as handlers_before:
        try:
            yield
        except OSError:
            save_silently()
            raise


@contextmanager
def unbuffered_stderr() -> Iterator[None]:
    """A context in which stderr is written at once, for messages of a signal's handler.

    The signal may come while a message is being written: its buffer refuses another one then.
    """
    before = sys.stderr
    try:
        raw = io.FileIO(before.fileno(), "w", closefd=False)
    except (AttributeError, OSError, ValueError):  # no file, as in a test, or closed
        yield
        return
    encoding, errors = before.encoding, before.errors
    sys.stderr = io.TextIOWrapper(raw, encoding, errors, write_through=True)
    try:
        yield
    finally:
        sys.stderr = before


@contextmanager
def handling_ends(handle: Callable[[int, object], None]) -> Iterator[dict[int, Handler]]:
    """A context in which `handle` gets the ending signals; yields the handlers before it.

    A signal that is ignored, as behind `nohup`, stays ignored.
    """
    handlers_before = {
        number: handler
        for number in ENDING
        if (handler := signal.getsignal(number)) is not signal.SIG_IGN
    }
    for number in handlers_before:
        signal.signal(number, handle)
    try:
        yield handlers_before
    finally:
        for number, handler in handlers_before.items():
            signal.signal(number, handler)
