"""`campaign` as a process: from its first import on, Ctrl-C ends it at once and quietly.

During an import an interrupt could turn into another error, or be lost in a callback. So until the
imports are done, Ctrl-C ends the process and raises no exception.
"""

from __future__ import annotations

from typing import NoReturn

from campaign.cli import interrupts


def main() -> NoReturn:
    """Let Ctrl-C end the process, then import the program and run it."""
    interrupts.end_at_once()
    from campaign.cli.main import main as program  # noqa: PLC0415  what may be interrupted

    program()
