"""What the keys of a pack's tables may hold, and the check of a table against it.

A table of the pack is a `PackRow`: its values, and where it stands, so that every message
names file, table and key. `components` and `kinds` say what a value means.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.kernel.errors import PackError
from engine.kernel.keys import TEXT, KeyCheck, first_problem, one_of

OWNER = "owner"
SOURCES = ("rulebook", "public", "inferred", "placeholder", OWNER)
"""Where a value comes from: see docs/rules/my_city.md."""


def _texts(value: Any) -> bool:
    return isinstance(value, list) and all(type(text) is str for text in value)


def _pairs(value: Any) -> bool:
    return isinstance(value, list) and all(
        isinstance(pair, list) and len(pair) == 2 and all(type(n) is int and n > 0 for n in pair)
        for pair in value
    )


def _points(value: Any) -> bool:
    """Whether a value is a number, or steps: pairs of a count from 0 and points, counts rising."""
    if type(value) is int:
        return True
    steps = isinstance(value, list) and all(
        isinstance(step, list) and [type(number) for number in step] == [int, int] for step in value
    )
    counts = [step[0] for step in value] if steps else []
    return bool(counts) and counts[0] >= 0 and counts == sorted(set(counts))


CELLS = KeyCheck('names of cells in a text, such as "G1 D2"', lambda value: type(value) is str)
NUMBER = KeyCheck("a whole number", lambda value: type(value) is int)
POINTS = KeyCheck(
    "a whole number, or steps such as [[1, 2], [3, 5]]: a count and its points", _points
)
BOUNDS = KeyCheck(
    "the least and the most, such as [0, 5]",
    lambda value: (
        isinstance(value, list)
        and [type(number) for number in value] == [int, int]
        and value[0] < value[1]
    ),
)


def _from(least: int, most: int) -> KeyCheck:
    return KeyCheck(
        f"a whole number from {least} to {most}",
        lambda value: type(value) is int and least <= value <= most,
    )


COUNT = _from(0, 1_000)
SIZE = _from(1, 1_000)
SIDES = _from(1, 4)
COLUMNS, ROWS = _from(1, 26), _from(1, 99)
"""The size of a board of which a record can name each cell: A1 to Z99."""
LARGEST_SHAPE = 27 * 99
"""The characters of a drawing of the whole of the largest board."""
TEXTS = KeyCheck("a list of texts", _texts)
BOX_STICKERS = KeyCheck(
    'boxes and their stickers, such as [[4, "tree"], [8, "rock on forest"]]',
    lambda value: (
        isinstance(value, list)
        and all(isinstance(pair, list) and len(pair) == 2 for pair in value)
        and all(type(box) is int and box > 0 and TEXT.fits(text) for box, text in value)
    ),
)
PAIRS = KeyCheck("a list of pairs of numbers from 1", _pairs)
SHAPE = KeyCheck(
    'a drawing such as "###/..#"',
    lambda value: (
        type(value) is str
        and len(value) < LARGEST_SHAPE
        and "#" in value
        and not set(value) - set("#./")
    ),
)
ENGLISH = "en"
_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*")


def _by_language(value: Any) -> bool:
    return (
        isinstance(value, Mapping)
        and bool(value)
        and all(_LANGUAGE.fullmatch(language) for language in value)
        and all(map(TEXT.fits, value.values()))
    )


BY_LANGUAGE = KeyCheck('texts by language, such as words.it = "canna"', _by_language)
WORDS = KeyCheck(
    'a text, or texts by language such as words.it = "canna"',
    lambda value: TEXT.fits(value) or _by_language(value),
)
SOURCE = one_of(*SOURCES)
COMMON: Mapping[str, KeyCheck] = {"source": SOURCE, "note": TEXT.as_optional}
"""Keys of every table."""


def in_default_language(words: str | Mapping[str, str]) -> str:
    """The words of a row in English, or in its first language if it has no English."""
    if isinstance(words, str):
        return words
    return words.get(ENGLISH) or next(iter(words.values()))


@dataclass(frozen=True, slots=True)
class PackRow:
    """A table of a pack: `where` says in words where it stands, `file` and `path` as keys."""

    where: str
    values: Mapping[str, Any]
    file: str = ""
    path: tuple[str | int, ...] = ()

    @property
    def name(self) -> str:
        """The name under which a later rule replaces or ends this one."""
        return str(self["name"])

    def __getitem__(self, key: str) -> Any:
        if key not in self.values:
            raise self.error(f"{key} is missing")
        return self.values[key]

    def get(self, key: str, default: Any = None) -> Any:
        """The value of a key; `default` if the row does not have the key."""
        return self.values.get(key, default)

    def error(self, message: str, key: str = "") -> PackError:
        """An error that names this table."""
        return PackError(
            f"{self.where}: {message}", self.file, (*self.path, key) if key else self.path
        )


def check(row: PackRow, keys: Mapping[str, KeyCheck]) -> None:
    """Raise `PackError` for the first key of a table that is unknown, missing or wrong."""
    key, why = first_problem(row.values, {**keys, **COMMON})
    if why:
        raise row.error(why, key)
