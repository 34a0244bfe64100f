"""What statistics are made from and what they are: sessions in, tables of plain cells out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from engine.kernel.game import Seat, Setup, State
from engine.kernel.phrases import Wording
from engine.kernel.record import Record
from engine.kernel.score import SeatScore


class BarCell(NamedTuple):
    """A share of a whole, drawn as a bar of text; in documents its value."""

    value: float
    most: float


Cell = Wording | int | float | BarCell | None
"""None: nothing to say, shown as "-"."""


class StatisticsTable(NamedTuple):
    """Rows under columns, with a title, and a remark below."""

    title: Wording
    columns: tuple[Wording, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: Wording = ""
    people: tuple[str, ...] = ()
    """Columns of figures that are named after players: such a heading may be shortened."""


class SoundSession(NamedTuple):
    """A sound session: its moves are all legal and its game is over.

    `number` is its id at the command line, `names` the name to show for each seat; the final
    state and the sheets are those by replay.
    """

    number: int
    names: Mapping[Seat, str]
    record: Record
    setup: Setup
    final: State
    sheets: tuple[SeatScore, ...]


class Gain(NamedTuple):
    """What a player got in an episode: the chapter, progress marks and points."""

    chapter: int
    player: str
    marks: int
    points: int
