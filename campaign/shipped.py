"""Folders that travel inside the package: in a checkout they lie beside it."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).parent


def folder(name: str) -> Path:
    """The folder of that name, of this program and no other."""
    inside = _PACKAGE / name
    return inside if inside.is_dir() else _PACKAGE.parent / name
