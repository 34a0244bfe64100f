"""Overlays: the owner's corrections to a game's tables.

A record names an overlay by its hash; the setup has its text.
"""

from __future__ import annotations

import hashlib

from engine.kernel import toml
from engine.kernel.errors import PackError, SetupError
from engine.kernel.game import Setup


def digest(text: str) -> str:
    """The SHA-256 of an overlay, as a record names it."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def overlay_of(setup: Setup, key: str) -> str:
    """The overlay of a setup, compared with the hash under `key` in its header; "" for none.

    Raises `SetupError` if the header names an overlay that the setup does not have, or if it does
    not name the overlay that the setup has.
    """
    named, text = setup.header.get(key), setup.overlay
    if named is None and not text:
        return ""
    if not text:
        raise SetupError(f"{key}: the record names an overlay; record it with --tables FILE")
    if named != digest(text):
        raise SetupError(f'{key}: the record names another overlay: write {key} = "{digest(text)}"')
    return text


def with_row_number(text: str, error: PackError) -> PackError:
    """The error with the number of a row of the overlay in its path, in place of the row's id.

    The path of `error` is (table, id, key) or a beginning of it. If the table is no list of rows,
    the id is left out. If the overlay does not have the row, the new path is empty. `text` is
    readable TOML, because the error is in one of its rows.
    """
    table, row = (*error.path, 0, 0)[:2]
    if not isinstance(row, str):
        return error
    rows = toml.loads(text).get(str(table), [])
    path: tuple[str | int, ...] = ()
    if isinstance(rows, dict):
        path = (table, *error.path[2:])
    elif number := next((n for n, entry in enumerate(rows, 1) if entry["id"] == row), 0):
        path = (table, number - 1, *error.path[2:])
    return PackError(str(error), error.file, path)
