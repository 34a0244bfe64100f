"""One move with the towns of all seats on one screen: boards if there is room, else miniatures.

move          the words of the move, with the outline of a card
towns    ┌ all boards                       if they fit
         ├ some boards, and miniatures      the board of the seat that moved comes first
         └ miniatures                       if no board fits beside them
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.table import Table

from campaign.display.terminal import parts
from campaign.display.terminal.board import (
    SMALL,
    SNUG,
    CellSize,
    lines_of,
    town_board,
    town_title,
    width_of,
)
from campaign.display.terminal.miniature import miniature
from campaign.display.terminal.words import MixedText
from engine.kernel.game import Seat
from engine.my_city.play.placements import Placement
from engine.my_city.play.state import MyCityState

GAP = 3
"""The columns of the console between two boards."""


class _Place(NamedTuple):
    """A drawn town, with the columns and lines that it takes."""

    columns: int
    lines: int
    drawn: RenderableType


_Rows = Sequence[Sequence[_Place]]


class Towns:
    """The words of a move, and the towns after it; `mover` has just built `newest`."""

    def __init__(
        self, said: RenderableType, state: MyCityState, mover: Seat, newest: Placement | None
    ) -> None:
        self._said, self._state, self._newest = said, state, newest
        self._mover = mover if mover in state.seats else state.seats[0]
        self._order = (self._mover, *(seat for seat in state.seats if seat != self._mover))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield the largest arrangement that fits the height of the options, if they have one."""
        yield self._said
        rows = self._rows(options.max_width)
        if options.height is not None:
            lines = console.render_lines(self._said, options.update(height=None))
            room = options.height - len(lines)
            rows = next(filter(lambda rows: _lines(rows) <= room, self._ways(options)), rows)
        for row in rows:
            yield _beside(row)

    def _ways(self, options: ConsoleOptions) -> Iterator[_Rows]:
        """Yield the arrangements that fit the width of the console, the largest boards first."""
        every = self._order
        for count in range(len(every), 0, -1):
            boards = [self._board(seat) for seat in self._state.seats]
            yield from _fitting(_folded(boards, count), options)
        for large in range(len(every) - 1, 0, -1):
            boards = [self._board(seat) for seat in every[:large]]
            yield from _fitting([[*boards, *map(self._miniature, every[large:])]], options)
        if max(map(len, self._state.rules.pieces)) < SNUG.columns:
            snug = self._board(self._mover, SNUG)
            yield from _fitting([[snug, *map(self._miniature, every[1:])]], options)
        yield from _fitting([[*map(self._miniature, self._state.seats)]], options)

    def _rows(self, columns: int) -> _Rows:
        """The board of the seat that moved, and miniatures below it."""
        miniatures = [self._miniature(seat) for seat in self._order[1:]]
        widest = max((place.columns + GAP for place in miniatures), default=1)
        return [[self._board(self._mover)], *_folded(miniatures, max(1, (columns + GAP) // widest))]

    def _board(self, seat: Seat, size: CellSize = SMALL) -> _Place:
        town, rules = self._state.town(seat), self._state.rules
        newest = self._newest if seat == self._mover else None
        drawn = parts.lines(
            town_title(seat, town),
            town_board(rules, town, others=self._state.towns, newest=newest, size=size),
        )
        return _Place(width_of(rules, size), 1 + lines_of(rules), drawn)

    def _miniature(self, seat: Seat) -> _Place:
        town, rules = self._state.town(seat), self._state.rules
        newest = self._newest if seat == self._mover else None
        title = MixedText(f"{seat} {town.token}", style=f"bold {parts.SEAT_STYLE.get(seat, '')}")
        drawn = parts.lines(title, miniature(rules, town, newest=newest))
        columns = max(rules.grid.columns, len(f"{seat} {town.token}"))
        return _Place(columns, 1 + rules.grid.rows, drawn)


def _folded(places: Sequence[_Place], count: int) -> _Rows:
    """The places in rows of `count` places."""
    return [places[i : i + count] for i in range(0, len(places), count)]


def _fitting(rows: _Rows, options: ConsoleOptions) -> Iterator[_Rows]:
    """Yield these rows if none of them is too wide for the console; otherwise yield nothing."""
    if all(sum(p.columns + GAP for p in row) - GAP <= options.max_width for row in rows):
        yield rows


def _lines(rows: _Rows) -> int:
    return sum(max(place.lines for place in row) for row in rows)


def _beside(row: Sequence[_Place]) -> Table:
    grid = Table.grid(padding=(0, GAP, 0, 0))
    for place in row:
        grid.add_column(width=place.columns)
    grid.add_row(*(place.drawn for place in row))
    return grid
