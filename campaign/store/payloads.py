"""Payloads of entries as canonical JSON: what is said has one text, and the text is what is hashed.

Whole numbers within 2^53, no fractions, keys in ASCII and in order, text in Unicode's composed
form (NFC), without NUL and surrogates.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Mapping
from typing import Any

from pydantic_core import from_json, to_json

from campaign.store.errors import BadPayload

LARGEST = 2**53 - 1

_read_slowly = json.JSONDecoder().decode


def canonical(payload: Mapping[str, Any]) -> str:
    """The one JSON text of a payload; raises `BadPayload` for what JSON would not keep."""
    try:
        return _text_of(payload)
    except RecursionError:
        raise BadPayload("a payload holds lists within lists without end") from None


def load(text: str) -> dict[str, Any]:
    """What a stored payload says; nothing when it has been damaged: `verify` will tell."""
    try:
        payload = _read(text)
    except (ValueError, RecursionError):
        return {}
    return payload if isinstance(payload, dict) else {}


def _read(text: str) -> Any:
    """What JSON says; what the quick reader refuses is left to the one that takes all there is.

    Half a surrogate pair is such, and lists within hundreds of lists.
    """
    try:
        return from_json(text)
    except (ValueError, TypeError):
        return _read_slowly(text)


def _quoted(text: str) -> str:
    """A text as JSON; whole characters only."""
    return to_json(text).decode()


def _is_whole(text: str) -> bool:
    """Whether every character can be written: half a surrogate pair cannot."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _text_of(value: Any) -> str:
    """The JSON of a value, its text composed (NFC); raises `BadPayload` for what cannot be kept."""
    match value:
        case str():
            plain = value.isascii()
            if "\0" in value or not (plain or _is_whole(value)):
                raise BadPayload(f"a text holds NUL or half a character: {value[:40]!r}")
            return _quoted(value if plain else unicodedata.normalize("NFC", value))
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int() if -LARGEST <= value <= LARGEST:
            return int.__repr__(value)
        case list() | tuple():
            return f"[{','.join(map(_text_of, value))}]"
        case Mapping():
            if not all(isinstance(key, str) and key.isascii() for key in value):
                raise BadPayload("keys of a payload are ASCII text")
            texts = {key: _text_of(item) for key, item in value.items()}
            return f"{{{','.join([f'{_quoted(key)}:{texts[key]}' for key in sorted(texts)])}}}"
    raise BadPayload(f"{type(value).__name__} cannot be kept in the journal: {str(value)[:40]}")
