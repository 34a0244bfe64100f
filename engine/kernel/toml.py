"""Reads TOML with the library `tomli`, with one kind of error and numbers of at most 63 bits.

A number of thousands of digits is legal TOML, but Python refuses to print it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import tomli
from tomli import TOMLDecodeError as TOMLDecodeError

LARGEST = 2**63 - 1
_LONG = re.compile(r"0[xob][0-9a-fA-F_]{16}|[0-9_]{19}")


def loads(text: str) -> dict[str, Any]:
    """The tables of a text; raises `TOMLDecodeError`, also for large numbers or deep nesting."""
    try:
        data = tomli.loads(text)
    except TOMLDecodeError:
        raise
    except (ValueError, RecursionError) as error:
        raise TOMLDecodeError(f"it cannot be read: {error}", text, 0) from None
    long = _LONG.search(text)
    if long and _has_large_number(data):
        raise TOMLDecodeError("a number has at most 63 bits", text, long.start())
    return data


def _has_large_number(value: Any) -> bool:
    """Whether a value holds a whole number that is larger than `LARGEST`."""
    match value:
        case int():
            return abs(value) > LARGEST
        case Mapping():
            return any(map(_has_large_number, value.values()))
        case list():
            return any(map(_has_large_number, value))
    return False
