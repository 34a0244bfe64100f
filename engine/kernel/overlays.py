"""The owner's corrections of a game's tables: named in a record by hash, given with the setup."""

from __future__ import annotations

import hashlib

from engine.kernel import toml
from engine.kernel.errors import PackError, SetupError
from engine.kernel.game import Setup


def digest(text: str) -> str:
    """The SHA-256 of an overlay, as a record names it."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def overlay_of(setup: Setup, key: str, option: str = "--tables FILE") -> str:
    """The overlay of a setup, held against the hash under `key` of its header.

    `option` is how a command takes it.

    Raises `SetupError` for one that is named and not there, there and not named, or another.
    """
    named, text = setup.header.get(key), setup.overlay
    if named is None and not text:
        return ""
    if not text:
        raise SetupError(f"{key}: the record names an overlay; record it with {option}")
    if named != digest(text):
        raise SetupError(f'{key}: the overlay is another: write {key} = "{digest(text)}"')
    return text


def placed_in(text: str, error: PackError) -> PackError:
    """The error with the number of its row in an overlay, where its path has the row's id.

    The path is (table, id, key), or ends before; a row that the overlay does not name has no place.
    The text can be read, as the error is one of its rows.
    """
    table, row = (*error.path, 0, 0)[:2]
    if not isinstance(row, str):
        return error
    rows = toml.loads(text).get(str(table), [])
    path: tuple[str | int, ...] = ()
    if isinstance(rows, dict):
        path = (table, *error.path[2:])
    elif number := next((n for n, one in enumerate(rows, 1) if one["id"] == row), 0):
        path = (table, number - 1, *error.path[2:])
    return PackError(str(error), error.file, path)
