"""The TOML of a record: its moves lifted out, each different line of the rest read once.

    moves = ...             nine tenths of a record, in which nothing is special to TOML
    format = 1              a key with a value
    [names]                 a table
                            nothing, or a remark

Where every line is a TOML text of its own, the lines one after the other give what the whole text
gives. Anything else is left to the library, which is the plain code: `toml.loads`; and so is every
error, for its line and column. Control characters in a move are left to `log`.
"""

from __future__ import annotations

from typing import Any

import tomli

from engine.kernel.fast.memo import Memo
from engine.kernel.toml import loads as loads_whole

LONGEST = 100
"""Characters of a line that other records have, too; a longer one, such as a board, is its own."""

_LIFTED = "moves, lifted out"
_TABLE = object()


def loads(text: str) -> dict[str, Any]:
    """What `engine.kernel.toml.loads` gives, and raises."""
    before, _, rest = text.partition('\nmoves = """\n')
    block, closing, after = rest.partition('\n"""\n')
    special = '"' in block or "\\" in block or "\r" in block
    if closing and not (special or '"""' in before or "'''" in before):
        rest = f'{before}\nmoves = "{_LIFTED}"\n{after}'
        try:
            data = _lines(rest) or loads_whole(rest)
        except ValueError:
            return loads_whole(text)
        if data.get("moves") == _LIFTED:  # and not those of a table
            data["moves"] = block
            return data
    return loads_whole(text)


def _lines(text: str) -> dict[str, Any] | None:
    """What the lines give one after the other; None where the library has to read the whole."""
    data: dict[str, Any] = {}
    table = data
    for line in map(_LINES.__getitem__, text.split("\n")):
        if line is None:
            return None
        key, value = line
        if value is _TABLE:
            if key in data:
                return None
            data[key] = table = {}
        elif key:
            if key in table:
                return None
            table[key] = list(value) if type(value) is tuple else value
    return data


def _line(text: str) -> tuple[str, Any] | None:
    """Key and value of a plain line, a list as a tuple; an empty key for a blank line."""
    if len(text) > LONGEST:
        return None
    try:
        data = tomli.loads(text)
    except ValueError:
        return None
    for key, value in data.items():
        if text.lstrip().startswith("["):
            return (key, _TABLE) if value == {} else None
        if isinstance(value, list) and all(isinstance(item, str) for item in value):
            value = tuple(value)
        return None if not key or isinstance(value, dict | list) else (key, value)
    return "", None


_LINES = Memo(_line)
