"""The owner's corrections of a game's tables: named in a record by hash, given with the setup."""

from __future__ import annotations

import hashlib

from engine.kernel.errors import SetupError
from engine.kernel.game import Setup


def digest(text: str) -> str:
    """The SHA-256 of an overlay, as a record names it."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def overlay_of(setup: Setup, key: str) -> str:
    """The overlay of a setup, held against the hash under `key` of its header.

    Raises `SetupError` for one that is named and not there, there and not named, or another.
    """
    named, text = setup.header.get(key), setup.overlay
    if named is None and not text:
        return ""
    if not text:
        raise SetupError(f"{key}: the record names an overlay; record it with --tables FILE")
    if named != digest(text):
        raise SetupError(f'{key}: the overlay is another: write {key} = "{digest(text)}"')
    return text
