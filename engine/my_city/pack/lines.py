"""Finds the line of a table or key in the text of a pack's file, for messages."""

from __future__ import annotations

import re
from collections.abc import Iterator

Path = tuple[str | int, ...]

_HEAD = re.compile(r"\s*(\[\[?)\s*([\w.-]+)\s*\]\]?")
_KEY = re.compile(r"\s*([\w-]+)\s*=")


def line_of(text: str, path: Path) -> int:
    """The line of a key, or of the nearest table around it; 1 if the text has neither."""
    best, line = 0, 1
    for number, place in _places(text):
        if len(place) > best and path[: len(place)] == place:
            best, line = len(place), number
    return line


def _places(text: str) -> Iterator[tuple[int, Path]]:
    """The line and path of every table and key; lines inside a long text are skipped."""
    table: Path = ()
    counts: dict[Path, int] = {}
    in_text = False
    for number, line in enumerate(text.split("\n"), 1):
        was_in_text, in_text = in_text, in_text ^ bool(line.count('"""') % 2)
        if was_in_text:
            continue
        if head := _HEAD.match(line):
            table = _table(head[2].split("."), head[1] == "[[", counts)
            yield number, table
        elif key := _KEY.match(line):
            yield number, (*table, key[1])


def _table(names: list[str], of_list: bool, counts: dict[Path, int]) -> Path:
    """The path of a table from its head; a list's tables are numbered as they come."""
    path: Path = ()
    for name in names[:-1]:
        path = (*path, name)
        if path in counts:
            path = (*path, counts[path])
    path = (*path, names[-1])
    if of_list:
        counts[path] = counts.get(path, -1) + 1
        path = (*path, counts[path])
    return path
