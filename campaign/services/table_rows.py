"""Tables that go into files: their columns, and the texts of their cells.

`neutral` and `exact` are twins for texts in files that a spreadsheet opens, because a spreadsheet
runs a text that begins like a formula.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import NamedTuple, Protocol

from campaign.services.statistics.tables import SoundSession

SCHEMA = 1
"""The version of exported tables; it is raised when a column is removed or changes its meaning."""

Cell = str | int | float | bool | None
Row = tuple[Cell, ...]


class CellKind(StrEnum):
    """The kind of the cells of a column; any cell may be empty."""

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
"""The beginning of a text that a spreadsheet runs, or that `neutral` has changed."""


def neutral(text: str) -> str:
    """A text that no spreadsheet runs, with an apostrophe if it begins like a formula."""
    return f"'{text}" if _FORMULA.match(text) else text


def exact(text: str) -> str:
    """The original of a text that `neutral` returned."""
    return text[1:] if text.startswith("'") and _FORMULA.match(text) else text


class ColumnTable(Protocol):
    """A table with columns."""

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
