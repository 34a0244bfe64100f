"""Disks that are small, full or read-only."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest


@contextmanager
def small_disk(folder: Path) -> Iterator[Path]:
    """Yield a new folder on a disk of 1 MB; skip the test if no disk can be mounted."""
    folder.mkdir()
    if os.geteuid() != 0:
        pytest.skip("only root can mount a small disk")
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)],
        capture_output=True,
        text=True,
        check=False,
    )
    if mounted.returncode:
        pytest.skip(f"a small disk cannot be mounted: {mounted.stderr.strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def fill(folder: Path) -> None:
    """Leave no room on the disk of a folder."""
    with (folder / "other").open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(b"0" * 4096)


def make_read_only(folder: Path) -> None:
    """Make a disk read-only."""
    subprocess.run(["mount", "-o", "remount,ro", str(folder)], check=True)
