"""Tables without frames that fit the console; figures, dates and verdicts are never cut.

A column has one of these kinds. On a narrow console they become narrower in the order of `STEPS`:

    whole    figures and dates: never cut; a heading of several words is folded
    names    shortened with an ellipsis
    notes    folded at words: verdicts, who won, reasons
    spare    left out
    below    a command: on a line of its own below the row

If that is not enough, the table becomes several tables below each other, each with the first
column.

Widths are counted in cells of a terminal, so that CJK names keep the columns in line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from campaign.display.terminal.console import speaker_of
from campaign.display.terminal.words import Piece, to_text
from engine.kernel.texts import replace_controls

GAP = 2
"""The blanks between two columns."""
LEAD = 14
"""The most cells of the first column if it is repeated in several tables."""
INDENT = 6
"""The blanks before a command below its row."""
COUNTED = re.compile(r"(?<!\S)([+-]?\d+) ([^\W\d_]\S*)")
"""Matches a number and the noun after it."""
JOINT = "\ue000"
"""A sign in place of a blank at which a line must not be folded; no text contains it."""


class ColumnRole(StrEnum):
    """What may happen to a column on a narrow console."""

    WHOLE = "whole"
    NAMES = "names"
    NOTES = "notes"
    SPARE = "spare"
    BELOW = "below"


STEPS = (
    (ColumnRole.BELOW, 0),
    (ColumnRole.NOTES, 24),
    (ColumnRole.NAMES, 14),
    (ColumnRole.NOTES, 16),
    (ColumnRole.SPARE, 0),
    (ColumnRole.NAMES, 8),
    (ColumnRole.NOTES, 8),
    (ColumnRole.NAMES, 3),
)
"""The steps that make a table narrower: the kind of column, and the least width that it keeps."""


class Column(NamedTuple):
    """A column: its heading, its kind, and whether it is aligned to the right, as figures are."""

    heading: Piece
    kind: ColumnRole
    right: bool


class Table:
    """A table that is laid out when it is drawn: only then language and width are known."""

    def __init__(self, columns: Sequence[Column], header_style: str = "dim") -> None:
        self._columns, self._header_style = columns, header_style
        self.show_header = True
        self._rows: list[tuple[Sequence[Piece], str]] = []

    def add_row(self, *cells: Piece, style: str = "") -> None:
        """Add a row, with a cell for each column; missing cells are empty, all get `style`."""
        self._rows.append(([*cells, *[""] * (len(self._columns) - len(cells))], style))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield the lines of the table; only a long command is wider than the console."""
        speaker = speaker_of(console)
        rows = []
        for cells, style in self._rows:
            row = [to_text(cell, speaker) for cell in cells]
            for cell in row:
                # The console would replace control characters only after the widths are measured.
                if replace_controls(cell.plain) != cell.plain:
                    cell.plain = replace_controls(cell.plain)
                cell.stylize(style)
            rows.append(row)
        headings = [to_text(column.heading, speaker) for column in self._columns]
        for heading in headings:
            heading.stylize_before(self._header_style)
        layout = _Layout(self._columns, headings if self.show_header else [], rows)
        yield from layout.lines(console, options.max_width)


class _Layout(NamedTuple):
    """A table in one language: its columns, their headings (empty without headings), its rows."""

    columns: Sequence[Column]
    headings: Sequence[Text]
    rows: Sequence[Sequence[Text]]

    def lines(self, console: Console, limit: int) -> Iterator[Text]:
        """Yield the lines of the table, at most `limit` cells wide."""
        widths = self._widths(limit)
        shown_columns = [at for at, width in enumerate(widths) if width is not None]
        if _total(widths) <= limit:
            yield from self._block(console, widths, shown_columns)
            return
        widths, blocks = self._blocks(shown_columns, limit)
        for block in blocks:
            yield from self._block(console, widths, block)

    def _blocks(
        self, shown_columns: Sequence[int], limit: int
    ) -> tuple[list[int | None], list[list[int]]]:
        """The widths of the columns, and groups of columns that fit, each with the first column."""
        first, *others = shown_columns
        lead = min(LEAD, self._width(first))
        room = max(1, limit - lead - GAP)
        widths: list[int | None] = [None] * len(self.columns)
        widths[first] = lead
        blocks = [[first]]
        for at in others:
            widths[at] = min(room, self._width(at))
            together = [widths[i] for i in (*blocks[-1], at)]
            if len(blocks[-1]) > 1 and _total(together) > limit:
                blocks.append([first])
            blocks[-1].append(at)
        return widths, blocks

    def _block(
        self, console: Console, widths: Sequence[int | None], shown_columns: Sequence[int]
    ) -> Iterator[Text]:
        """Yield the headings and rows of some columns, and below each row its command."""
        if any(self._heading(at).plain for at in shown_columns):
            yield from self._lines(console, self.headings, widths, shown_columns)
        for row in self.rows:
            yield from self._lines(console, row, widths, shown_columns)
            for cell, column, width in zip(row, self.columns, widths, strict=True):
                if width is None and column.kind is ColumnRole.BELOW and cell.plain:
                    below = Text(" " * INDENT, no_wrap=True, overflow="ignore")
                    yield below.append_text(cell)

    def _widths(self, limit: int) -> list[int | None]:
        """The width of each column; None for a column that is left out or put below the row."""
        widths: list[int | None] = [self._width(at) for at in range(len(self.columns))]
        if _total(widths) > limit:
            widths = [self._folded_heading(at, width) for at, width in enumerate(widths)]
        for kind, least in STEPS:
            while (excess := _total(widths) - limit) > 0:
                wide = [
                    (width, at)
                    for at, width in enumerate(widths)
                    if width is not None and self.columns[at].kind is kind
                    if width > max(least, self._figures(at) if kind is ColumnRole.NAMES else 0)
                ]
                if not wide:
                    break
                width, at = max(wide)
                second = max((next_width for next_width, place in wide if place != at), default=0)
                floor = max(least, second - 1)
                widths[at] = max(floor, width - excess) if least else None
        return widths

    def _heading(self, at: int) -> Text:
        """The heading of a column; empty in a table without headings."""
        return self.headings[at] if self.headings else Text()

    def _width(self, at: int) -> int:
        """The width of a column in which nothing is cut or folded."""
        return max([self._heading(at).cell_len, *(row[at].cell_len for row in self.rows)])

    def _folded_heading(self, at: int, width: int | None) -> int:
        """The width of a column whose heading is folded at its blanks."""
        words = self._heading(at).plain.split()
        cells = [row[at].cell_len for row in self.rows]
        folded = max([*cells, *map(cell_len, words)], default=0)
        return folded if self.columns[at].kind is ColumnRole.WHOLE else width or 0

    def _figures(self, at: int) -> int:
        """The width that the cells of a column of figures need; 0 for other columns."""
        column = self.columns[at]
        return max((row[at].cell_len for row in self.rows), default=0) if column.right else 0

    def _lines(
        self,
        console: Console,
        row: Sequence[Text],
        widths: Sequence[int | None],
        shown_columns: Sequence[int],
    ) -> Iterator[Text]:
        """Yield the lines of a row, as many as its cell with most lines has."""
        cells = [
            self._cell(console, row[at], self.columns[at], widths[at] or 0) for at in shown_columns
        ]
        for number in range(max(map(len, cells), default=0)):
            line = Text(no_wrap=True, overflow="ignore", end="")
            for at, cell in zip(shown_columns, cells, strict=True):
                part = cell[number].copy() if number < len(cell) else Text()
                blanks = (widths[at] or 0) - part.cell_len
                if self.columns[at].right:
                    part.pad_left(blanks)
                elif at != shown_columns[-1]:
                    part.pad_right(blanks)
                line.append_text(part)
                if at != shown_columns[-1]:
                    line.append(" " * GAP)
            line.end = "\n"
            yield line

    @staticmethod
    def _cell(console: Console, text: Text, column: Column, width: int) -> list[Text]:
        """The lines of a cell in a column of a width: unchanged, folded, or shortened."""
        if text.cell_len <= width:
            return [text]
        if column.kind in (ColumnRole.NOTES, ColumnRole.WHOLE):
            lines = wrapped(text, console, width)
            for line in lines:
                line.rstrip()
            return lines
        short = text.copy()
        short.truncate(width, overflow="ellipsis")
        return [short]


def wrapped(text: Text, console: Console, width: int) -> list[Text]:
    """The lines of a text that is folded at blanks, but never between a number and its noun.

    Each line begins with the blanks with which the text begins.
    """
    blanks = len(text.plain) - len(text.plain.lstrip())
    room = max(1, width - blanks)

    def together(counted: re.Match[str]) -> str:
        fits = cell_len(counted[0]) <= room
        return f"{counted[1]}{JOINT}{counted[2]}" if fits else counted[0]

    joined_text = text[blanks:]
    joined_text.plain = COUNTED.sub(together, joined_text.plain)
    lines = [*joined_text.wrap(console, room)]
    for line in lines:
        line.plain = line.plain.replace(JOINT, " ")
        line.pad_left(blanks)
    return lines


def _total(widths: Iterable[int | None]) -> int:
    """The width of a table with columns of these widths."""
    shown_widths = [width for width in widths if width is not None]
    return sum(shown_widths) + GAP * max(0, len(shown_widths) - 1)
