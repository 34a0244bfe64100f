"""The tables of the box as rows: read from the package, corrected by an overlay, and checked.

    box/*.toml ── tables() ── overlaid_tables(text) ──> rows by id, for `reading`

An overlay has tables and rows of the same form. A row with a known id changes the keys that it
names, a row with a new id is added, and `gone = true` removes a row. Every row of an overlay has
`source = "owner"`, so a corrected row no longer counts as made up. `PackError.path` is table, id
and key. This module checks the form of tables; `checks` checks more of a new overlay.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from typing import Any

from engine.dilluvia.components import ALWAYS, END, GAME, NOW, ROUND
from engine.kernel import toml
from engine.kernel.errors import PackError, shortened_text
from engine.kernel.keys import FLAG, TEXT, KeyCheck, first_problem, one_of

OWNER = "owner"
PLACEHOLDER = "placeholder"
SOURCES = ("rulebook", "public", "inferred", PLACEHOLDER, OWNER)

Row = Mapping[str, Any]
Tables = Mapping[str, Mapping[str, Row]]
"""Rows by table, then by id; the row of a table with a single row has the table's name as id."""


def _count(value: Any) -> bool:
    return type(value) is int and 0 <= value <= 1000


def _counts(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(map(_count, value))


def _gains(value: Any) -> bool:
    names = {"money", "cubes", "prestige", "worker"}
    return isinstance(value, dict) and set(value) <= names and all(map(_count, value.values()))


def _grid(value: Any) -> bool:
    return isinstance(value, list) and all(
        isinstance(line, list) and len(line) == 4 and all(type(name) is str for name in line)
        for line in value
    )


COUNT = KeyCheck("a whole number from 0 to 1000", _count)
COUNTS = KeyCheck("a list of whole numbers from 0", _counts)
CUBES = KeyCheck("white, black, brown, purple: four numbers", lambda v: _counts(v) and len(v) == 4)
GAINS = KeyCheck("numbers for money, cubes, prestige, worker", _gains)
WHEN = one_of(NOW, GAME, ROUND, ALWAYS, END)
AMOUNTS = KeyCheck(
    "three whole numbers: alone in front, shared, beaten",
    lambda value: isinstance(value, list) and [type(n) for n in value] == [int] * 3,
)

_DOES = {
    "does": TEXT,
    "words": TEXT,
    "amount": COUNT.as_optional,
    "each": COUNT.as_optional,
    "squares": one_of(1, 2, 4).as_optional,
    "barred": COUNT.as_optional,
    "least": COUNT.as_optional,
    "of": one_of("propellers", "small", "medium", "large", "quarters", "workers").as_optional,
    "gives": CUBES.as_optional,
    "numbers": COUNTS.as_optional,
    "amounts": AMOUNTS.as_optional,
}

KEYS: Mapping[str, Mapping[str, KeyCheck]] = {
    "game": {
        "rounds": one_of(*range(1, 8)),
        "money": KeyCheck("four whole numbers", lambda value: _counts(value) and len(value) == 4),
        "workers": COUNT,
        "extra": COUNT,
        "gardens": COUNT,
        "current": COUNT,
    },
    "mat": {"cap": COUNT},
    "house": {"values": COUNTS},
    "area": {
        "own": FLAG.as_optional,
        "one": FLAG.as_optional,
        "fee": COUNT.as_optional,
        "bonus": COUNT.as_optional,
    },
    "circle": {"price": COUNT, "players": COUNTS},
    "claim": {"workers": COUNT, "price": COUNT},
    "propeller": {"price": COUNT, "prestige": COUNT},
    "city": {"squares": TEXT, "quarters": TEXT},
    "building": {
        "number": COUNT,
        "squares": one_of(1, 2, 4),
        "count": COUNT,
        "cost": CUBES,
        "goods": GAINS,
        "prestige": GAINS,
    },
    "effect": {**_DOES, "when": WHEN},
    "square": _DOES,
    "tile": {
        "effect": TEXT,
        "back": one_of("white", "grey"),
        "players": one_of(2, 3, 4),
        "crown": FLAG.as_optional,
        "price": COUNT.as_optional,
    },
    "last_round": {
        "squares": KeyCheck(
            "four rows of four names of squares", lambda v: _grid(v) and len(v) == 4
        )
    },
}
"""The checks of the keys of each table; every table may also have `id`, `source` and `note`."""

SINGLE = ("game", "mat", "house", "city", "last_round")
"""The tables that are a single row."""

TIMES: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "money": (("amount",), (NOW,)),
    "cubes": (("gives",), (NOW,)),
    "population": (("amount",), (NOW,)),
    "prestige": (("amount",), (NOW,)),
    "house": (("amount",), (NOW,)),
    "garden": ((), (NOW, GAME, ROUND)),
    "convert": ((), (NOW, GAME, ROUND)),
    "squares": ((), (NOW, GAME, ROUND)),
    "claim": ((), (NOW, GAME, ROUND)),
    "rent": (("amount", "squares"), (NOW, GAME, ROUND)),
    "future": (("barred",), (GAME, ROUND, ALWAYS)),
    "discount": (("amount", "numbers"), (GAME, ROUND, ALWAYS)),
    "current": (("amount",), (ALWAYS,)),
    "cheaper claim": (("amount",), (ALWAYS,)),
    "coin": (("amount",), (ALWAYS,)),
    "compensation": (("amount",), (ALWAYS,)),
    "sets": (("amount", "each"), (END,)),
    "majority": (("of", "amounts"), (END,)),
    "population tiles": (("amount",), (END,)),
}
"""By kind of effect of a tile: the keys that it needs, and the times at which it may count."""

PRINTED: Mapping[str, tuple[str, ...]] = {
    "money": ("amount",),
    "take": ("amount",),
    "prestige": ("amount",),
    "population": ("amount",),
    "tile": (),
    "domino": (),
}
"""By kind of effect of a printed square: the keys that it needs."""


@lru_cache(maxsize=1)
def tables() -> Tables:
    """The tables that come with the program."""
    folder = resources.files("engine.dilluvia") / "box"
    merged: dict[str, Mapping[str, Row]] = {}
    for file in sorted(folder.iterdir(), key=lambda entry: entry.name):
        merged.update(_rows(file.name, toml.loads(file.read_text(encoding="utf-8"))))
    return merged


@lru_cache(maxsize=64)
def overlaid_tables(text: str) -> Tables:
    """The tables corrected by an owner's overlay; raises `PackError`, which names row and key."""
    try:
        data = toml.loads(text)
    except toml.TOMLDecodeError as error:
        raise PackError(f"overlay: {error}") from None
    merged = {name: dict(rows) for name, rows in tables().items()}
    for name, rows in _rows("overlay", data).items():
        for key, row in rows.items():
            where, path = f"overlay: {_row_name(name, key)}", (name, key)
            if row.get("source") != OWNER:
                why = f'{where}: write source = "{OWNER}": the value is from your box'
                raise PackError(why, path=path)
            before = {k: v for k, v in merged[name].get(key, {}).items() if k != "note"}
            if row.get("gone") is True and name not in SINGLE:
                if not before:
                    raise PackError(f"{where}: there is no such row to take away", path=path)
                del merged[name][key]
                continue
            merged[name][key] = {**before, **row}
            check_row(where, name, merged[name][key])
    return merged


def check_row(where: str, name: str, row: Row) -> None:
    """Check a row by the keys of its table; raises `PackError` with the wrong key."""
    path = (name, str(row.get("id", name)))
    key_checks = {
        **KEYS[name],
        "id": TEXT.as_optional,
        "note": TEXT.as_optional,
        "source": one_of(*SOURCES),
    }
    key, why = first_problem(row, key_checks)
    if why:
        raise PackError(f"{where}: {why}", path=(*path, key) if key else path)
    if name == "effect":
        why = _effect_problem(row, *TIMES.get(row["does"], ((), ())))
    if name == "square":
        why = _effect_problem(row, PRINTED.get(row["does"], ()), None)
    if why:
        raise PackError(f"{where}: {why}", path=(*path, why.partition(" ")[0]))


def _effect_problem(row: Row, needs: tuple[str, ...], when: tuple[str, ...] | None) -> str:
    """Why a tile or printed square cannot have the effect of its row; "" if it can.

    The first word of the reason is the wrong key.
    """
    kinds = PRINTED if when is None else TIMES
    if row["does"] not in kinds:
        return f"does is one of {', '.join(kinds)}, not {row['does']!r}"
    if when is not None and row["when"] not in when:
        return f"when is {' or '.join(when)}, not {row['when']!r}"
    return next((f"{key} is missing" for key in needs if key not in row), "")


def _rows(file: str, data: Mapping[str, Any]) -> dict[str, dict[str, Row]]:
    """The tables of a file, with their rows by id; raises `PackError`."""
    tables: dict[str, dict[str, Row]] = {}
    for name, value in data.items():
        if name not in KEYS:
            why = f"{file}: {shortened_text(name)} is no table: {', '.join(KEYS)}"
            raise PackError(why, path=(name,))
        rows = {name: value} if name in SINGLE else _by_id(file, name, value)
        if not all(isinstance(row, dict) for row in rows.values()):
            raise PackError(f"{file}: {name} is a table, [{name}]", path=(name,))
        tables[name] = rows
    return tables


def _by_id(file: str, name: str, value: Any) -> dict[str, Row]:
    if not isinstance(value, list):
        raise PackError(f"{file}: {name} is a list of rows, [[{name}]]", path=(name,))
    rows: dict[str, Row] = {}
    for number, row in enumerate(value, 1):
        key = row.get("id") if isinstance(row, dict) else None
        if type(key) is not str:
            raise PackError(f"{file}: {name} {number} has no id, a text", path=(name, number - 1))
        if key in rows:
            why = f"{file}: {_row_name(name, key)} is there twice"
            raise PackError(why, path=(name, number - 1))
        rows[key] = row
    return rows


def _row_name(name: str, key: str) -> str:
    return name if name in SINGLE else f"{name} {key}"
