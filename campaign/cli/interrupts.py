"""Let Ctrl-C end the process at once, or raise `KeyboardInterrupt`; save if a window is closed."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

INTERRUPTED = 130


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
def saving_at_hangup(save: Callable[[], object]) -> Iterator[None]:
    """A context in which `save` is called before a closed window ends the process.

    Its input and output may fail before its signal comes, or without one, as behind `nohup`.
    """

    def save_silently() -> None:
        with suppress(OSError):  # the terminal, on which nothing can be said any more
            save()

    def save_and_end(*_: object) -> None:
        save_silently()
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
        signal.raise_signal(signal.SIGHUP)

    hangup = getattr(signal, "SIGHUP", None)  # Windows has none
    ends = hangup is not None and signal.getsignal(hangup) is signal.SIG_DFL
    if ends:
        signal.signal(signal.SIGHUP, save_and_end)
    try:
        yield
    except OSError:
        save_silently()
        raise
    finally:
        if ends:
            signal.signal(signal.SIGHUP, signal.SIG_DFL)
