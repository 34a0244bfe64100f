"""The form of stored values: one schema for appending, importing and auditing.

A kind of entry is a named tuple; the types of its fields are the schema of its payload, and
`engine.kernel.texts` says what a text may hold. Manifests and receipts are described in the same
way. An entry stored by a release without this check is read and shown as it is; an audit names it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache, partial
from types import UnionType
from typing import Annotated, Any, Union, cast, get_args, get_origin, get_type_hints

from campaign.store import journal, stamps
from engine.kernel import texts
from engine.kernel.texts import ValueForm

Kinds = Mapping[str, type[Any]]
"""The kinds of entries of a family of streams, each with the named tuple of its values."""

Check = Callable[[Any], str]
"""Returns why a value does not fit; "" if it fits."""

_WORDS = {str: "a text", int: "a whole number", bool: "true or false", Mapping: "a table"}
_AUTHOR = texts.line(60)
_STAMP = texts.pattern(stamps.STAMP.pattern, "a time")


def problems(entries: Iterable[journal.Entry], kinds: Kinds) -> Iterator[str]:
    """A line for each stored entry that does not have the form of its kind."""
    for entry in entries:
        if why := problem(entry, kinds):
            yield f"entry {entry.seq} ({journal.one_line(entry.kind, 40)}): {why}"


def problem(entry: journal.Entry, kinds: Kinds) -> str:
    """Why an entry does not have the form of its kind; "" if it does or the kind is unknown.

    Author and time are checked for every kind.
    """
    if why := _AUTHOR.problem(entry.author):
        return f"author: {why}"
    if why := _no_time(entry.recorded_at):
        return f"recorded_at: {why}"
    return form_problem(entry.payload, kinds[entry.kind]) if entry.kind in kinds else ""


def form_problem(values: Any, kind: type[Any]) -> str:
    """Why values by name, read from JSON, do not fit the named tuple `kind`; "" if they fit.

    Fields with a default may be left out.
    """
    if not isinstance(values, Mapping):
        return f"{_shown(values)} is not a table"
    checks = _checks(cast(Hashable, kind))
    for field in values:
        if field not in checks:
            return f"{_shown(field)} is not known here: {', '.join(checks)}"
    for field, check in checks.items():
        if field not in values:
            if field not in kind._field_defaults:
                return f"{field} is missing"
        elif why := check(values[field]):
            return f"{field}: {why}"
    return ""


def why_not(value: Any, hint: Any) -> str:
    """Why a value does not fit a type; "" if it fits."""
    return _check(hint)(value)


def _check(hint: Any) -> Check:
    """The check of values against a type."""
    origin, parts = get_origin(hint), get_args(hint)
    if hint is Any:
        return lambda value: ""
    if origin is Annotated:
        plain, form = _check(parts[0]), parts[1].problem
        return lambda value: plain(value) or form(value)
    if origin in (Union, UnionType):
        return partial(_one_of, list(map(_check, parts)))
    if hint is type(None):
        return lambda value: "" if value is None else f"{_shown(value)} is not null"
    if origin is tuple:
        return partial(_list, parts[0], _check(parts[0]))
    if origin is Mapping:
        return partial(_table, _check(parts[0]), _check(parts[1]))
    if hasattr(hint, "_field_defaults"):
        return lambda value: form_problem(value, hint)
    return lambda value: "" if type(value) is hint else f"{_shown(value)} is not {_WORDS[hint]}"


def _one_of(checks: Sequence[Check], value: Any) -> str:
    reasons = [check(value) for check in checks]
    return "" if "" in reasons else reasons[0]


def _list(hint: Any, check: Check, value: Any) -> str:
    if not isinstance(value, list | tuple):
        return f"{_shown(value)} is not a list"
    if hint is int and set(map(type, value)) == {int}:  # a file from elsewhere has millions
        return ""
    return next(filter(None, map(check, value)), "")


def _table(of_key: Check, of_item: Check, value: Any) -> str:
    if not isinstance(value, Mapping):
        return f"{_shown(value)} is not a table"
    for key, item in value.items():
        if why := of_key(key):
            return why
        if why := of_item(item):
            return f"{key}: {why}"
    return ""


@lru_cache(maxsize=1024)
def _no_time(stamp: str) -> str:
    """Why a text is no time in the form of an entry; "" if it is one."""
    if why := _STAMP.problem(stamp):
        return why
    try:
        stamps.moment(stamp)
    except ValueError:
        return f"the calendar has no {stamp}"
    return ""


Stamp = Annotated[str, ValueForm(_no_time)]
"""A time in the form of an entry."""


def _shown(value: Any) -> str:
    return journal.one_line(repr(value), 40)


@cache
def _checks(kind: Hashable) -> dict[str, Check]:
    hints = get_type_hints(kind, include_extras=True)
    return {field: _check(hint) for field, hint in hints.items()}
