"""Payloads of entries as canonical JSON: a value has exactly one text, and this text is hashed.

Numbers are whole and within 2^53. Keys are ASCII and sorted. Texts are in Unicode's composed form
(NFC), without NUL and surrogates.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic_core import PydanticSerializationError, from_json, to_json

from campaign.store.errors import BadPayload

LARGEST = 2**53 - 1

_read_slowly = json.JSONDecoder().decode


def canonical_json(payload: Mapping[str, Any]) -> str:
    """The one JSON text of a payload; raises `BadPayload` for a value that it cannot keep."""
    try:
        return to_json(_kept(payload)).decode()
    except (RecursionError, PydanticSerializationError):
        raise BadPayload("a payload holds lists within lists without end") from None


def load(text: str) -> dict[str, Any]:
    """The value of a stored payload; empty if damaged, which `journal.chain_problems` reports."""
    try:
        payload = _read(text)
    except (ValueError, RecursionError):
        return {}
    return payload if isinstance(payload, dict) else {}


def _read(text: str) -> Any:
    """The value of a JSON text; the slow reader reads texts that the quick reader refuses.

    The quick reader refuses half a surrogate pair, and lists nested hundreds deep.
    """
    try:
        return from_json(text)
    except (ValueError, TypeError):
        return _read_slowly(text)


def _is_whole(text: str) -> bool:
    """Whether every character can be written: half a surrogate pair cannot."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _are_numbers(values: Sequence[Any]) -> bool:
    """Whether all values are numbers that a payload keeps: a file from elsewhere has millions."""
    return set(map(type, values)) == {int} and -LARGEST <= min(values) <= max(values) <= LARGEST


def _kept(value: Any) -> Any:
    """A value with composed texts (NFC) and sorted keys; raises `BadPayload`."""
    match value:
        case str():
            plain = value.isascii()
            if "\0" in value or not (plain or _is_whole(value)):
                raise BadPayload(f"a text holds NUL or half a character: {value[:40]!r}")
            return value if plain else unicodedata.normalize("NFC", value)
        case None | bool():
            return value
        case int() if -LARGEST <= value <= LARGEST:
            return value
        case list() | tuple():
            if _are_numbers(value):
                return list(value)
            return list(map(_kept, value))
        case dict() | Mapping():  # dict first, because it is recognised more quickly
            if not all(isinstance(key, str) and key.isascii() for key in value):
                raise BadPayload("keys of a payload are ASCII text")
            return {key: _kept(value[key]) for key in sorted(value)}
    raise BadPayload(f"{type(value).__name__} cannot be kept in the journal: {str(value)[:40]}")
