"""The tables that a pack's files may have, and their rows, checked key by key.

Other modules say what the keys mean: `components` for board and pieces, `kinds` for rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.kernel.errors import PackError
from engine.kernel.keys import FLAG, TEXT, KeyCheck, one_of
from engine.my_city.pack.schema import (
    BY_LANGUAGE,
    CELLS,
    COLUMNS,
    COMMON,
    COUNT,
    ROWS,
    SHAPE,
    SIZE,
    PackRow,
    check,
)
from engine.my_city.play.land import CELL, GROUNDS, PIECE, STRIP

BOX = "box.toml"
Parsed = Mapping[str, Any]
"""A file of a pack, read as TOML."""
Files = Mapping[str, Parsed]
"""The files of a pack, each by name."""

MOST_ROWS = 200
"""The most rows of a list: each is compared with all others, and a box has less than a hundred."""
TABLES: Mapping[str, Mapping[str, KeyCheck]] = {
    "board": {"columns": COLUMNS, "rows": ROWS, "light_green": SIZE.as_optional},
    "terrain": {"map": TEXT},
    "banks": {"map": TEXT},
    "squares": {"cells": CELLS},
    "progress": {"rows": SIZE, "circles": SIZE},
}
"""Single tables of the box, and their keys."""

LISTS: Mapping[str, Mapping[str, KeyCheck]] = {
    "content": {
        "id": TEXT,
        "kind": TEXT,
        "amount": COUNT,
        "mark": TEXT.as_optional,
        "ground": one_of(*GROUNDS).as_optional,
        "colour": TEXT.as_optional,
        "on": one_of(CELL, PIECE, STRIP).as_optional,
        "mountain": FLAG.as_optional,
        "words": BY_LANGUAGE.as_optional,
    },
    "colour": {"id": TEXT, "name": TEXT, "words": BY_LANGUAGE.as_optional},
    "outline": {"id": TEXT, "shape": SHAPE},
    "piece": {
        "id": TEXT,
        "kind": TEXT,
        "shape": SHAPE,
        "colour": TEXT.as_optional,
        "must_build": FLAG.as_optional,
        "variant": TEXT.as_optional,
        "words": BY_LANGUAGE.as_optional,
    },
    "own": {"id": TEXT, "map": TEXT.as_optional, "squares": CELLS.as_optional},
}
"""Lists of tables of a box or an envelope, and the keys of each table."""

_HEADS: Mapping[str, Mapping[str, KeyCheck]] = {
    "box": {"pack": TEXT, "title": TEXT, "base": TEXT.as_optional},
    "envelope": {"envelope": SIZE, "title": TEXT, "words": BY_LANGUAGE.as_optional},
}


def table_of(box: Parsed, name: str) -> PackRow:
    """A single table of the box; raises `PackError` when it is missing."""
    row = PackRow(f"{BOX}, [{name}]", box.get(name, {}), BOX, (name,))
    if not isinstance(row.values, Mapping):
        raise PackError(f"{row.where} is a table", BOX, (name,))
    if name not in box:
        raise PackError(f"{BOX}: [{name}] is missing", BOX)
    return row


def list_of(file: str, data: Parsed, name: str) -> Sequence[Parsed]:
    """The tables of a list, none if the file has no such list; raises `PackError`."""
    rows = data.get(name, [])
    if not isinstance(rows, list) or not all(isinstance(row, Mapping) for row in rows):
        raise PackError(f"{file}: {name} is a list of tables, [[{name}]]", file, (name,))
    if len(rows) > MOST_ROWS:
        why = f"{file}: {name} has {len(rows):,} rows, and no box more than {MOST_ROWS}"
        raise PackError(why, file, (name,))
    return rows


def rows_of(file: str, data: Parsed, name: str) -> list[PackRow]:
    """The rows of a list, none if the file has no such list; raises `PackError`."""
    return [
        PackRow(f"{file}, [[{name}]] {row.get('id', '?')}", row, file, (name, i))
        for i, row in enumerate(list_of(file, data, name))
    ]


def check_file(name: str, data: Parsed) -> None:
    """Raise `PackError` for the first unknown, missing or wrong key of a file or its tables."""
    head = _HEADS["box" if name == BOX else "envelope"]
    tables = {*LISTS, "rule", "episode"} | (set(TABLES) if name == BOX else set())
    for key, value in data.items():
        if key in tables:
            continue
        if key not in head and key not in COMMON:
            known = ", ".join(sorted({*head, *COMMON, *tables}))
            raise PackError(f"{name}: {key} is no key here: {known}", name, (key,))
        if not {**head, **COMMON}[key].fits(value):
            wants = {**head, **COMMON}[key].wants
            raise PackError(f"{name}: {key} is {wants}, not {value!r}", name, (key,))
    for key, key_check in head.items():
        if not key_check.optional and key not in data:
            raise PackError(f"{name}: {key} is missing", name)
    for table, keys in TABLES.items():
        if table in data:
            check(table_of(data, table), keys)
    for table, keys in LISTS.items():
        seen = set()
        for row in rows_of(name, data, table):
            check(row, keys)
            if (identity := (row["id"], row.get("variant"))) in seen:
                raise row.error(f"{row['id']} is there twice", "id")
            seen.add(identity)
