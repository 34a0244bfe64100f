"""`campaign` as a process: from its first import on, Ctrl-C ends it at once and quietly.

During an import an interrupt could turn into an error of another kind, or be lost in a callback. So
until the imports are done, Ctrl-C raises no exception but ends the process.
"""

from __future__ import annotations

from typing import NoReturn

from campaign.cli import interrupts


def main() -> NoReturn:
    """Run the program; import it only after Ctrl-C is prepared for."""
    interrupts.end_at_once()
    from campaign.cli.main import main as program  # noqa: PLC0415  what may be interrupted

    program()
