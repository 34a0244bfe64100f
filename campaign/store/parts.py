"""Files that are being written, under another name until they are whole: `NAME.PROCESS.part`.

A process that was killed leaves its own; the next one that writes there removes it.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

_PART = re.compile(r"\.(\d{1,10})\.part(-journal|-wal|-shm)?", re.ASCII)
"""How the name of an unfinished file ends: with the process that makes it."""


def part_of(target: Path) -> Path:
    """Where this process writes a file before it is whole."""
    return target.with_name(f"{target.name}.{os.getpid()}.part")


def remove_dead(folder: Path, of: str = "") -> None:
    """Remove what processes of this machine have left in a folder; only `of` a file, if named."""
    for path in folder.glob("*.part*"):
        name, dot, rest = path.name.rpartition(".part")
        stem, _, process = name.rpartition(".")
        match = _PART.fullmatch(f".{process}{dot}{rest}")
        if match and of in ("", stem) and not _lives(int(match[1])):
            path.unlink(missing_ok=True)


def _lives(process: int) -> bool:
    """Whether another process of this machine runs; our own number stands for an earlier one."""
    if process == os.getpid():
        return False
    if os.name == "nt":  # where asking would end it
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        return True
    return True
