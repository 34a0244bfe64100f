"""Read the TOML of a record: cut out its moves, and read each different line of the rest once.

    moves = ...             nine tenths of a record, in which nothing is special to TOML
    format = 1              a key with a value
    [names]                 a table
                            nothing, or a remark

If every line is a TOML text of its own, the lines together give the same values as the whole text.
The plain code, `toml.loads`, reads any other text and reports every error, with its line and
column. `log` checks the control characters in a move.
"""

from __future__ import annotations

from typing import Any

import tomli

from engine.kernel.fast.memo import Memo
from engine.kernel.toml import loads as loads_whole

LONGEST = 100
"""Longer lines, such as boards, are not remembered, because few records share them."""

_LIFTED = "moves, lifted out"
_PLAIN, _LIST, _TABLE, _OTHER = range(4)
"""The kinds of line: a key with a plain value or with a list, a table, or any other line.

If a text has any other line, it is read as a whole. A list is kept as a tuple, so that each text
gets a list of its own.
"""


def loads(text: str) -> dict[str, Any]:
    """Return or raise the same as `engine.kernel.toml.loads`."""
    before, _, rest = text.partition('\nmoves = """\n')
    block, closing, after = rest.partition('\n"""\n')
    special = '"' in block or "\\" in block or "\r" in block
    if closing and not (special or '"""' in before or "'''" in before):
        rest = f'{before}\nmoves = "{_LIFTED}"\n{after}'
        try:
            data = _lines(rest) or loads_whole(rest)
        except ValueError:
            return loads_whole(text)
        if data.get("moves") == _LIFTED:  # the moves of the record, not of a table
            data["moves"] = block
            return data
    return loads_whole(text)


def _lines(text: str) -> dict[str, Any] | None:
    """The tables of the lines; None if the library has to read the whole text."""
    data: dict[str, Any] = {}
    table, tables = data, [data]
    lines = list(filter(None, map(_LINES.__getitem__, text.split("\n"))))
    for key, value, kind in lines:
        if kind == _PLAIN:
            table[key] = value
        elif kind == _LIST:
            table[key] = list(value)
        elif kind == _TABLE:
            data[key] = table = {}
            tables.append(table)
        else:
            return None
    # If there are fewer keys than lines, a key is there twice.
    return data if sum(map(len, tables)) == len(lines) else None


def _line(text: str) -> tuple[str, Any, int] | None:
    """The key and value of a line, and its kind; None for a blank line."""
    other = "", None, _OTHER
    if len(text) > LONGEST:
        return other
    try:
        data = tomli.loads(text)
    except ValueError:
        return other
    for key, value in data.items():
        if not key:
            return other
        if text.lstrip().startswith("["):
            return (key, None, _TABLE) if value == {} else other
        if isinstance(value, list) and all(isinstance(item, str) for item in value):
            return key, tuple(value), _LIST
        return other if isinstance(value, dict | list) else (key, value, _PLAIN)
    return None


_LINES = Memo(_line)
