"""The form of stored values: one schema, for what is appended, imported and audited.

A kind of entry is a named tuple; the types of its fields are the schema of its payload, and
`engine.kernel.texts` says what a text may hold. So are manifests and receipts described. An entry
that was stored before its form was checked is read and shown as it is: the audit names it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from datetime import datetime
from functools import cache
from types import UnionType
from typing import Annotated, Any, Union, cast, get_args, get_origin, get_type_hints

from campaign.store import journal
from engine.kernel import texts
from engine.kernel.texts import Form

Kinds = Mapping[str, type[Any]]
"""The kinds of entries of a family of streams, each with the named tuple of its values."""

_WORDS = {str: "a text", int: "a whole number", bool: "true or false", Mapping: "a table"}
_AUTHOR = texts.line(60)
_STAMP = texts.pattern(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", "a time")


def problems(entries: Iterable[journal.Entry], kinds: Kinds) -> Iterator[str]:
    """Where stored entries are not of the form of their kind."""
    for entry in entries:
        if why := problem(entry, kinds):
            yield f"entry {entry.seq} ({journal.one_line(entry.kind, 40)}): {why}"


def problem(entry: journal.Entry, kinds: Kinds) -> str:
    """Why an entry is not of the form of its kind, "" where it is; an unknown kind is no reason."""
    if why := _AUTHOR.problem(entry.author):
        return f"author: {why}"
    if why := _no_time(entry.recorded_at):
        return f"recorded_at: {why}"
    return of_values(entry.payload, kinds[entry.kind]) if entry.kind in kinds else ""


def of_values(values: Any, kind: type[Any]) -> str:
    """Why values by name, as JSON gives them, are not those of a named tuple; "" where they are.

    Fields with a default may be left out.
    """
    if not isinstance(values, Mapping):
        return f"{_shown(values)} is not a table"
    hints = _hints(cast(Hashable, kind))
    for field in values:
        if field not in hints:
            return f"{_shown(field)} is not known here: {', '.join(hints)}"
    for field, hint in hints.items():
        if field not in values:
            if field not in kind._field_defaults:
                return f"{field} is missing"
        elif why := why_not(values[field], hint):
            return f"{field}: {why}"
    return ""


def why_not(value: Any, hint: Any) -> str:
    """Why a value is not of a type, "" where it is."""
    origin, parts = get_origin(hint), get_args(hint)
    if hint is Any:
        return ""
    if origin is Annotated:
        form: Form = parts[1]
        return why_not(value, parts[0]) or form.problem(value)
    if origin in (Union, UnionType):
        reasons = [why_not(value, part) for part in parts]
        return "" if "" in reasons else reasons[0]
    if hint is type(None):
        return "" if value is None else f"{_shown(value)} is not null"
    if origin is tuple:
        if not isinstance(value, list | tuple):
            return f"{_shown(value)} is not a list"
        return next(filter(None, (why_not(item, parts[0]) for item in value)), "")
    if origin is Mapping:
        if not isinstance(value, Mapping):
            return f"{_shown(value)} is not a table"
        for key, item in value.items():
            if why := why_not(key, parts[0]):
                return why
            if why := why_not(item, parts[1]):
                return f"{key}: {why}"
        return ""
    if hasattr(hint, "_field_defaults"):
        return of_values(value, hint)
    return "" if type(value) is hint else f"{_shown(value)} is not {_WORDS[hint]}"


def _no_time(stamp: str) -> str:
    """Why a text is not a moment of the calendar as an entry writes it."""
    if why := _STAMP.problem(stamp):
        return why
    try:
        datetime.fromisoformat(stamp)
    except ValueError:
        return f"the calendar has no {stamp}"
    return ""


Stamp = Annotated[str, Form(_no_time)]
"""A moment as an entry writes it: ISO 8601, UTC, seconds."""


def _shown(value: Any) -> str:
    return journal.one_line(repr(value), 40)


@cache
def _hints(kind: Hashable) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)
