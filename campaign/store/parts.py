"""Unfinished files: while a file is written, its name is `NAME.PROCESS.part`.

A killed process leaves its unfinished file; the next process that writes there removes it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

_PART = re.compile(r"\.(\d{1,10})\.part(-journal|-wal|-shm)?", re.ASCII)
"""Matches the end of an unfinished file's name, with the number of the process that writes it."""


def part_of(target: Path) -> Path:
    """The path under which this process writes a file until it is complete."""
    return target.with_name(f"{target.name}.{os.getpid()}.part")


def give_name(part: Path, target: Path) -> None:
    """Give an unfinished file its name; raises `FileExistsError` if a file has got it meanwhile.

    The name is taken first, by an empty file, because not every disk knows hard links.
    """
    os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        os.replace(part, target)
    except BaseException:
        target.unlink(missing_ok=True)
        raise


def remove_dead_parts(folder: Path, is_ours: Callable[[str], bool]) -> None:
    """Remove the unfinished files of ended processes from a folder.

    `is_ours` says whether this program writes a file of this name there: another program may call
    its own files `NAME.2024.part`.
    """
    for path in folder.glob("*.part*"):
        name, dot, suffix = path.name.rpartition(".part")
        stem, _, process = name.rpartition(".")
        match = _PART.fullmatch(f".{process}{dot}{suffix}")
        if match and is_ours(stem) and not _lives(int(match[1])):
            path.unlink(missing_ok=True)


def _lives(process: int) -> bool:
    """Whether another process with this number runs on this machine.

    If an old file has the number of this process, an earlier process with this number wrote it.
    """
    if process == os.getpid():
        return False
    if os.name == "nt":  # on Windows os.kill would end the process
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        return True
    return True
