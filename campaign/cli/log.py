"""`--log-json`: at the end of a command one line of JSON on stderr, for whoever runs a server.

    {"time": "2026-11-20T03:00:02.417Z", "event": "command", "command": "audit", "database": "club",
     "seconds": 1.93, "code": 3, "outcome": "something found", "error": "", "version": "0.1.0"}

It has no word that somebody typed but the name of the database, and nothing of what was answered:
no player, no campaign, no path.
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
from campaign.cli.called import called
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
    130: "interrupted",
}
"""How a command has ended, by exit code."""


def write(arguments: Sequence[str], code: int, seconds: float, error: BaseException | None) -> None:
    """Write the line of a command that has ended; `error` is what has ended it, if anything did."""
    command = called(arguments)
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
    """The name of the database on its server, or of its file; "" for that of the data folder."""
    flag, named = DB.flags[0], os.environ.get(str(DB.variable), "")
    for word, following in zip(arguments, (*arguments[1:], ""), strict=True):
        if word == flag:
            named = following
        elif word.startswith(f"{flag}="):
            named = word.removeprefix(f"{flag}=")
    return Path(unquote(urlsplit(named).path) if "://" in named else named).name
