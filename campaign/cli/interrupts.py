"""Let Ctrl-C end the process at once, or raise `KeyboardInterrupt` inside a command."""

from __future__ import annotations

import os
import signal

INTERRUPTED = 130


def end_at_once() -> None:
    """Let Ctrl-C end the process; if it is ignored, as behind `nohup`, it stays ignored."""
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, lambda *_: os._exit(INTERRUPTED))


def raise_interrupts() -> None:
    """Let Ctrl-C raise `KeyboardInterrupt`, so that a command can undo what it has begun."""
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
