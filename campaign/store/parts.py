"""Files that are whole or not there: while a file is written, its name is `.NAME.PROCESS.part`.

A killed process leaves its unfinished file; the next process that writes the same file removes it.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO

PRIVATE, PUBLIC = 0o600, 0o666
"""The permissions of a new file; a public one gets them without the user's umask."""
_PART = re.compile(r"\.(.+)\.(\d{1,10})\.part(-journal|-wal|-shm)?", re.ASCII | re.DOTALL)
"""Matches the name of an unfinished file: its final name, and the process that writes it."""


@contextmanager
def replacing(
    targets: Iterable[Path],
    *,
    new: bool = False,
    mode: int | None = None,
    is_ours: Callable[[str], bool] | None = None,
) -> Iterator[list[IO[bytes]]]:
    """Yield files to write to; at the end, when all are on the disk, they replace the targets.

    A `new` file replaces none. The files get the permissions of `mode` that the umask leaves, or
    without it those of the files that they replace. Remains of the same names are removed, or all
    that `is_ours`. Raises `OSError`; `FileExistsError` if a `new` file is there already.
    """
    paths = list(targets)
    names = {path.name for path in paths}
    for folder in {path.parent for path in paths}:
        remove_dead_parts(folder, is_ours or names.__contains__)
    with ExitStack() as at_end:
        files = [at_end.enter_context(_opened(path, mode)) for path in paths]
        yield files
        for file in files:
            file.flush()
            os.fsync(file.fileno())
            file.close()  # Windows renames no open file
        for path in paths:
            (give_name if new else os.replace)(part_of(path), path)


@contextmanager
def _opened(target: Path, mode: int | None) -> Iterator[IO[bytes]]:
    """Yield the unfinished file of a target, with the permissions that it needs; remove it then."""
    replaces, part = mode is None and target.exists(), part_of(target)
    first = mode or (PRIVATE if replaces else PUBLIC)
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, first)
    try:
        with os.fdopen(handle, "wb") as file:
            if replaces:
                shutil.copymode(target, part)
            yield file
    finally:
        with suppress(OSError):
            part.unlink()


def part_of(target: Path) -> Path:
    """The path under which this process writes a file or a folder until it is complete."""
    return target.parent / f".{target.name}.{os.getpid()}.part"


def mode_in(folder: Path) -> int:
    """The mode of a file that may be read by whoever may write to the folder, on one machine."""
    return PRIVATE | (folder.stat().st_mode & 0o022) << 1


def give_name(part: Path, target: Path) -> None:
    """Give an unfinished file its name; raises `FileExistsError` if a file has got it meanwhile.

    The caller removes the other name. Where the disk knows no hard links, the name is taken first
    by an empty file.
    """
    try:
        os.link(part, target)
    except FileExistsError:
        raise
    except OSError:
        os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE))
        try:
            os.replace(part, target)
        except BaseException:
            target.unlink(missing_ok=True)
            raise


def remove_dead_parts(folder: Path, is_ours: Callable[[str], bool]) -> None:
    """Remove the unfinished files and folders of ended processes from a folder.

    `is_ours` says whether this program writes a file of this name there: another program may call
    its own files `.NAME.2024.part`.
    """
    for path in folder.glob(".*.part*"):
        match = _PART.fullmatch(path.name)
        if match and is_ours(match[1]) and not _lives(int(match[2])):
            with suppress(OSError):  # it belongs to somebody else
                if path.is_dir() and not path.is_symlink():
                    shutil.rmtree(path)
                else:
                    path.unlink()


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
