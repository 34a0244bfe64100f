"""The values of statistics: sound sessions as input, tables of plain cells as output."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from engine.kernel.game import Seat, Setup, State
from engine.kernel.phrases import Wording
from engine.kernel.record import Record
from engine.kernel.score import SeatScore


class BarCell(NamedTuple):
    """A share of the whole `most`, drawn as a bar; documents have its value."""

    value: float
    most: float


Cell = Wording | int | float | BarCell | None
"""A cell of a table; None is an empty cell, shown as "-"."""


class StatisticsTable(NamedTuple):
    """A table with a title, and a remark below it."""

    title: Wording
    columns: tuple[Wording, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: Wording = ""
    people: tuple[str, ...] = ()
    """The columns of figures that are named after players; their headings may be shortened."""


class SoundSession(NamedTuple):
    """A session whose moves are all legal and whose game is over.

    `number` is its id at the command line, `names` the name to show for each seat. The final state
    and the lines of the sheets are those of the replay, their totals and ranks those that count.
    """

    number: int
    names: Mapping[Seat, str]
    record: Record
    setup: Setup
    final: State
    sheets: tuple[SeatScore, ...]


class Gain(NamedTuple):
    """The gain of a player in an episode: its chapter, progress marks and points."""

    chapter: int
    player: str
    marks: int
    points: int
