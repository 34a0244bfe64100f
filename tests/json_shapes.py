"""Shapes of JSON, and how a value differs from one.

A shape is a type, a table of keys and shapes, a list of one shape, `Each(shape)` for a table
whose keys are names, `Maybe(shape)` for what may be null, `OneOf(...)` for a word, `Like(form)`
for a text, or `Either(one, other)`. Keys are exact: one more is as wrong as one less.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple


class Each(NamedTuple):
    """A table from any name to a shape."""

    shape: Any


class Maybe(NamedTuple):
    """A shape, or null."""

    shape: Any


class OneOf(NamedTuple):
    """One of these words or numbers."""

    words: tuple[str | int, ...]


class Either(NamedTuple):
    """One of two shapes."""

    one: Any
    other: Any


class Like(NamedTuple):
    """A text of this form, as a regular expression."""

    form: str


def differences(value: Any, shape: Any, where: str) -> list[str]:
    """What is wrong with a value: where, and what stands there; empty when nothing is."""
    match shape:
        case Maybe(inner):
            return [] if value is None else differences(value, inner, where)
        case Either(one, other):
            wrong = differences(value, one, where)
            return wrong if wrong and differences(value, other, where) else []
        case OneOf(words):
            return [] if value in words else [f"{where} is {value!r}, none of {words}"]
        case Like(form):
            fits = isinstance(value, str) and re.fullmatch(form, value)
            return [] if fits else [f"{where} is {value!r}, not like {form}"]
        case Each(inner):
            if not isinstance(value, dict):
                return [f"{where} is no table, but {value!r}"]
            pairs = value.items()
            return [p for key, item in pairs for p in differences(item, inner, f"{where}.{key}")]
        case dict():
            if not isinstance(value, dict):
                return [f"{where} is no table, but {value!r}"]
            wrong = [f"{where}.{key} is missing" for key in shape if key not in value]
            wrong += [f"{where}.{key} is not described" for key in value if key not in shape]
            both = [key for key in shape if key in value]
            return wrong + [
                p for key in both for p in differences(value[key], shape[key], f"{where}.{key}")
            ]
        case [inner]:
            if not isinstance(value, list):
                return [f"{where} is no list, but {value!r}"]
            return [
                p for i, item in enumerate(value) for p in differences(item, inner, f"{where}[{i}]")
            ]
    return [] if type(value) is shape else [f"{where} is {value!r}, no {shape.__name__}"]
