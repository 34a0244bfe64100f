"""Rows of tables that go into files: what a column is, and what its cells are.

`neutral` and `exact` are twins, for texts in files that a spreadsheet opens: it takes a text that
begins like a formula for one, and runs it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import NamedTuple, Protocol

from campaign.services.statistics.tables import SoundSession

SCHEMA = 1
"""The version of exported tables: a column that goes, or means something else, raises it."""

Cell = str | int | float | bool | None
Row = tuple[Cell, ...]


class CellKind(StrEnum):
    """What the cells of a column are; any of them may be empty."""

    TEXT = "text"
    WHOLE = "whole number"
    NUMBER = "number"
    TRUTH = "true or false"
    DAY = "day"
    TIME = "time"
    RECORD = "record"


class TableColumn(NamedTuple):
    """A column of a table."""

    name: str
    kind: CellKind
    meaning: str


class GameTable(NamedTuple):
    """A table of one game: its columns, and the rows of a session."""

    name: str
    meaning: str
    columns: tuple[TableColumn, ...]
    rows: Callable[[SoundSession], Iterator[Row]]


_FORMULA = re.compile("'*[=+\\-@\t\r\n\uff1d\uff0b\uff0d\uff20]")
"""How a text begins that a spreadsheet runs, or that `neutral` has made of one."""


def neutral(text: str) -> str:
    """A text that no spreadsheet runs: an apostrophe before what begins like a formula."""
    return f"'{text}" if _FORMULA.match(text) else text


def exact(text: str) -> str:
    """The text that `neutral` was given."""
    return text[1:] if text.startswith("'") and _FORMULA.match(text) else text


class ColumnTable(Protocol):
    """Something with columns."""

    @property
    def columns(self) -> tuple[TableColumn, ...]:
        """The columns, in their order."""


OF_RECORD = (
    TableColumn("game", CellKind.TEXT, "the game, as a record names it"),
    TableColumn("record", CellKind.RECORD, "the record, from which the game can be replayed"),
    TableColumn(
        "tables", CellKind.TEXT, "the owner's corrections of a game's tables that the record names"
    ),
)
"""Readers recognize a file of records by `record` and `tables`: services/record_tables.py."""
