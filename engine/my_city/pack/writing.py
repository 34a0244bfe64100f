"""Writes an overlay as text: the twin of `read.parse` for tables and rows of a pack."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any


def overlay_text(overlay: Mapping[str, Any]) -> str:
    """The tables and rows of an overlay as TOML: tables first, then lists, then episodes."""
    blocks = [
        *(_block(f"[{key}]", values) for key, values in overlay.items() if _is_table(values)),
        *(
            _block(f"[[{key}]]", row)
            for key, rows in overlay.items()
            if not _is_table(rows) and key != "episode"
            for row in rows
        ),
        *(block for episode in overlay.get("episode", ()) for block in _episode(episode)),
    ]
    return "\n".join(blocks)


def file_text(data: Mapping[str, Any]) -> str:
    """A whole file of a pack as TOML: its own keys, then its tables and rows."""
    head = {key: value for key, value in data.items() if not isinstance(value, Mapping | list)}
    tables = {key: value for key, value in data.items() if key not in head}
    lines = "".join(f"{key} = {toml_value(value)}\n" for key, value in head.items())
    return f"{lines}\n{overlay_text(tables)}"


def toml_value(value: Any) -> str:
    """A value as TOML: a text of several lines as it is drawn, anything else on one line."""
    if isinstance(value, str) and "\n" in value:
        return f'"""\n{value}"""'
    return json.dumps(value, ensure_ascii=False)


def _is_table(values: Any) -> bool:
    return isinstance(values, Mapping)


def _block(head: str, values: Mapping[str, Any]) -> str:
    return "\n".join([head, *key_lines(values)]) + "\n"


def key_lines(values: Mapping[str, Any]) -> Iterator[str]:
    """The keys of a table with their values; texts by language have a line each, `words.it`."""
    for key, value in values.items():
        if isinstance(value, Mapping):
            yield from (f"{key}.{name} = {toml_value(text)}" for name, text in value.items())
        else:
            yield f"{key} = {toml_value(value)}"


def _episode(episode: Mapping[str, Any]) -> Iterator[str]:
    yield _block("[[episode]]", {"number": episode["number"]})
    yield from (_block("[[episode.rule]]", row) for row in episode.get("rule", ()))
