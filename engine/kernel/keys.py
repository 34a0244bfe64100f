"""What the keys of a table may hold, in words and as a test: for packs, boxes and overlays.

What a value means is for the module that reads the table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from engine.kernel.errors import shortened_text


class KeyCheck(NamedTuple):
    """What a key may hold, in words and as a test; an `optional` key may be left out."""

    wants: str
    fits: Callable[[Any], bool]
    optional: bool = False

    @property
    def as_optional(self) -> KeyCheck:
        """This check, for a key that may be left out."""
        return self._replace(optional=True)


TEXT = KeyCheck("a text", lambda value: type(value) is str and bool(value.strip()))
FLAG = KeyCheck("true or false", lambda value: type(value) is bool)


def one_of(*values: str | int) -> KeyCheck:
    """The check that a value is one of these words or numbers."""
    words = ", ".join(map(str, values))
    return KeyCheck(f"one of {words}", lambda value: value in values and type(value) is not bool)


def first_problem(table: Mapping[str, Any], keys: Mapping[str, KeyCheck]) -> tuple[str, str]:
    """The first wrong key of a table and the reason; if a key is missing, "" and the reason.

    Returns two empty texts if nothing is wrong.
    """
    for key, value in table.items():
        if key not in keys:
            return key, f"{shortened_text(key)} is no key here: {', '.join(sorted(keys))}"
        if not keys[key].fits(value):
            return key, f"{key} is {keys[key].wants}, not {shortened_text(repr(value))}"
    missing = (key for key, check in keys.items() if not check.optional and key not in table)
    return "", next((f"{key} is missing" for key in missing), "")
