"""Find the folders that come with the program: in its package, in a checkout beside it."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).parent


def folder(name: str) -> Path:
    """Return the path of this program's folder with that name."""
    inside = _PACKAGE / name
    return inside if inside.is_dir() else _PACKAGE.parent / name
