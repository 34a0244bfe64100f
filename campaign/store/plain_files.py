"""Reading files that are found by their name in a folder, where a pipe would never end.

A folder may come from somebody else. Under the name of a photo, a record or a bundle there may be
a pipe, which waits for a writer for ever, or a device, which has no end.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

LARGEST_TEXT = 500_000
"""The most bytes of a record or of corrections, which have a few thousand: a hostile text of this
size is refused within seconds."""


def read_plain(path: Path, most: int, *, flags: int = 0) -> bytes:
    """Read a plain file, at most `most` bytes and one more; raises `OSError` for anything else.

    `flags` are more flags with which the file is opened.
    """
    handle = os.open(path, os.O_RDONLY | flags | getattr(os, "O_NONBLOCK", 0))
    with os.fdopen(handle, "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(errno.EINVAL, "no plain file", str(path))
        return file.read(most + 1)
