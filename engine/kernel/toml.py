"""TOML read line by line, for the plain lines that records say again and again.

    format = 1              a key with a value
    [names]                 a table
                            nothing, or a remark

Of a text in which every line is a TOML text of its own, the library makes what it makes of
the lines one after the other: so each different line is read once. Any other text is left
to the library as a whole, and so are a key and a table that come twice.
"""

from __future__ import annotations

from typing import Any

import tomli

from engine.kernel.memo import Memo


def loads(text: str) -> dict[str, Any]:
    """What `tomli.loads` gives, and raises."""
    data: dict[str, Any] = {}
    table = data
    for line in map(_LINES.__getitem__, text.split("\n")):
        if line is None:
            return tomli.loads(text)
        key, value = line
        if value is _TABLE:
            if key in data:
                return tomli.loads(text)
            data[key] = table = {}
        elif key:
            if key in table:
                return tomli.loads(text)
            table[key] = list(value) if type(value) is tuple else value
    return data


_TABLE = object()
_LONGEST = 100
"""Characters of a line that others may say, too; boards and the like are of one record."""


def _read(line: str) -> tuple[str, Any] | None:
    """Key and value of a plain line, a list as a tuple; an empty key when it says nothing."""
    if len(line) > _LONGEST:
        return None
    try:
        data = tomli.loads(line)
    except ValueError:
        return None
    for key, value in data.items():
        if line.lstrip().startswith("["):
            return (key, _TABLE) if value == {} else None
        if isinstance(value, list) and all(isinstance(each, str) for each in value):
            value = tuple(value)
        return None if not key or isinstance(value, dict | list) else (key, value)
    return "", None


_LINES = Memo(_read)
