"""`--log-json`: write one line of JSON on stderr at the end of a command, for a server's log.

    {"time": "2026-11-20T03:00:02.417Z", "event": "command", "command": "audit", "database": "club",
     "seconds": 1.93, "code": 3, "outcome": "something found", "error": "", "version": "0.1.0"}

Besides the command, the line holds only the database's name of the words that were typed. It holds
nothing of the output: no player, no campaign, no path.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import unquote, urlsplit

from campaign import __version__
from campaign.cli.called import find_command
from campaign.cli.interrupts import ENDING, INTERRUPTED
from campaign.cli.options import DB

OUTCOMES = {
    0: "done",
    1: "not done",
    2: "wrong usage",
    3: "something found",
    4: "no such thing",
    5: "the database cannot be used",
    6: "forbidden",
    7: "a file cannot be used",
    8: "not done without its flag",
    INTERRUPTED: "interrupted",
    **{128 + number: "ended by a signal" for number in ENDING},
}
"""The outcome of a command by its exit code."""


def write(arguments: Sequence[str], code: int, seconds: float, error: BaseException | None) -> None:
    """Write the line of a command that has ended; `error` is the error that ended it, if any."""
    command = find_command(arguments)
    line = {
        "time": datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        "event": "command",
        "command": command.words if command else "",
        "database": _database(arguments),
        "seconds": round(seconds, 3),
        "code": code,
        "outcome": OUTCOMES.get(code, ""),
        "error": type(error).__name__ if error else "",
        "version": __version__,
    }
    with suppress(OSError):  # nobody can be told
        sys.stderr.write(json.dumps(line) + "\n")


def _database(arguments: Sequence[str]) -> str:
    """Return the name of the database on its server, or of its file; "" if none is named."""
    flag, named = DB.flags[0], os.environ.get(str(DB.variable), "")
    for word, following in zip(arguments, (*arguments[1:], ""), strict=True):
        if word == flag:
            named = following
        elif word.startswith(f"{flag}="):
            named = word.removeprefix(f"{flag}=")
    if "://" not in named:
        return Path(named).name
    with suppress(ValueError):  # a mistyped address
        return Path(unquote(urlsplit(named).path)).name
    return ""
