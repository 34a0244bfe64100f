"""`campaign` as a process: from its first import on, Ctrl-C ends it at once and quietly.

While Python imports, an interrupt could come out of an import as an error of another kind, or be
lost in a callback. So it is no exception there, it is the end.
"""

from __future__ import annotations

from typing import NoReturn

from campaign.cli import interrupts


def main() -> NoReturn:
    """The program, with nothing imported before Ctrl-C is prepared for."""
    interrupts.end_at_once()
    from campaign.cli.main import main as program  # noqa: PLC0415  what may be interrupted

    program()
