r"""The board of My City as text, in four sizes.

     A   B   C          a cell of a small board is three signs wide; between cells the river:
  1  /\  .   Y2 ║ .     ║ an edge to the right, ═══ an edge below

On larger boards each row of cells has a line below it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.text import Text

from campaign.display.terminal import legends, parts
from campaign.display.terminal.console import speaker_of
from campaign.display.terminal.signs import CHURCH, COLOURS, GROUND, SQUARE, sign_of
from campaign.display.terminal.words import MixedText
from campaign.display.text.strips import rows_in_words
from campaign.services.words import many
from engine.kernel.phrases import phrase
from engine.my_city.play.boxes import Reach, reach_during
from engine.my_city.play.land import Land
from engine.my_city.play.placements import Placement
from engine.my_city.play.ruleset import EpisodeRules
from engine.my_city.play.state import Town

RIVER = "cyan"
LEFT = 5
"""The columns before the first cell, which hold the number of the row."""


class CellSize(NamedTuple):
    """The columns and lines from one cell to the next."""

    columns: int
    lines: int


SMALL = CellSize(4, 1)
SNUG = CellSize(3, 1)
"""The narrowest size with names on buildings; the newest building is in small letters."""
SIZES = (CellSize(8, 3), CellSize(6, 2), SMALL)


def size_for(rules: EpisodeRules, columns: int, lines: int) -> CellSize:
    """The largest size at which a board fits into a number of columns and lines, or `SMALL`."""
    grid = rules.grid
    for size in SIZES:
        fits = LEFT + size.columns * grid.columns <= columns
        if fits and 1 + size.lines * grid.rows + len(rules.rows) <= lines:
            return size
    return SMALL


def width_of(rules: EpisodeRules, size: CellSize) -> int:
    """The columns of a board of this size."""
    return LEFT + size.columns * rules.grid.columns


def lines_of(rules: EpisodeRules) -> int:
    """The lines of a small board, including those of the river between rows and of boxes."""
    rivers = sum(_below(rules, row) for row in range(1, rules.grid.rows))
    return 1 + rules.grid.rows + rivers + len(rules.rows)


def board(
    rules: EpisodeRules,
    land: Land,
    built: Sequence[Placement] = (),
    *,
    newest: Placement | None = None,
    legend: bool = True,
    marks: Mapping[str, str] = MappingProxyType({}),
    size: CellSize = SMALL,
    reach: Reach | None = None,
) -> RenderableType:
    """The board with buildings on it; the newest building has a star.

    `marks` are signs on cells: one sign, or three for a cell of a piece. With `reach` a line below
    the board for each row of boxes says how many boxes are reached.
    """
    drawn_board = _Board(rules, land, built, newest, legend, marks, size)
    if not rules.rows or reach is None:
        return drawn_board
    return parts.lines(drawn_board, *map(parts.one_line, rows_in_words(rules, reach)))


def town_board(
    rules: EpisodeRules,
    town: Town,
    *,
    others: Sequence[Town] = (),
    newest: Placement | None = None,
    marks: Mapping[str, str] = MappingProxyType({}),
    size: CellSize = SMALL,
) -> RenderableType:
    """The board of a seat in an episode: its buildings so far, and its reached boxes.

    `others` are the other towns of the table, which may have been first at a box.
    """
    return board(
        rules,
        town.land,
        town.built,
        newest=newest,
        legend=False,
        marks=marks,
        size=size,
        reach=reach_during(rules, town, (town, *others)),
    )


class _Board(NamedTuple):
    """A board to draw; on a narrow console its right part is drawn below the left one."""

    rules: EpisodeRules
    land: Land
    built: Sequence[Placement]
    newest: Placement | None
    legend: bool
    marks: Mapping[str, str]
    size: CellSize

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield the parts of the board, each as wide as the console allows, then the legend."""
        letters = [chr(65 + column) for column in range(self.rules.grid.columns)]
        room = max(1, (options.max_width + 1 - LEFT) // self.size.columns)
        parts_needed = -(-len(letters) // room)
        per_part = -(-len(letters) // parts_needed)
        used_signs = set[str]()
        drawn_parts = [
            self._drawn(letters[first : first + per_part], used_signs)
            for first in range(0, len(letters), per_part)
        ]
        legend = legends.entries(self.rules, used_signs, speaker_of(console)) if self.legend else []
        if legend and parts_needed == 1 and len(legend) < len(drawn_parts[0]):
            left = width_of(self.rules, self.size) + legends.GAP
            if left + legends.width_of(legend) <= options.max_width:
                yield from legends.beside(drawn_parts[0], legend, left)
                return
        for i, rows in enumerate(drawn_parts):
            if i:
                yield Text("")
            yield from rows
        if legend:
            yield Text("")
            yield from legends.below(legend, min(76, options.max_width - LEFT))

    def _drawn(self, letters: Sequence[str], used_signs: set[str]) -> list[Text]:
        """The lines of some columns of the board; adds the legend's signs to `used_signs`."""
        rules, size, marks = self.rules, self.size, self.marks
        grid, width, pad = rules.grid, size.columns - 1, " " * (size.columns // 2 - 2)
        covered = {name: built for built in self.built for name in grid.names(built.mask)}
        pieces: Mapping[str, object] = covered | {n: m for n, m in marks.items() if len(m) > 1}
        head = "".join(f"{pad}{letter}".ljust(size.columns) for letter in letters)
        rows = [Text(" " * LEFT + head)]
        for row in range(1, grid.rows + 1):
            lines = [Text(f"{row:>3}".ljust(LEFT)), *_blank(size.lines - 2)]
            (edge,) = _blank(1)
            for letter in letters:
                name, next_letter = f"{letter}{row}", chr(ord(letter) + 1)
                sign, style, key = _cell(
                    rules, self.land, grid.bit(name), covered.get(name), self.newest, width
                )
                if name in marks:
                    sign, style = f"{sign[:2]}{marks[name]}"[-3:], "bold reverse"
                right_style, below_style, corner_style = (
                    style if name in pieces and pieces.get(neighbour) is pieces[name] else ""
                    for neighbour in (
                        f"{next_letter}{row}",
                        f"{letter}{row + 1}",
                        f"{next_letter}{row + 1}",
                    )
                )
                stroke = "║" if _river(rules, name, f"{next_letter}{row}") else " "
                corner = (
                    stroke
                    if _river(rules, f"{letter}{row + 1}", f"{next_letter}{row + 1}")
                    else " "
                )
                lines[0].append(f"{pad}{sign}"[:width].ljust(width), style).append(
                    stroke, right_style or RIVER
                )
                for line in lines[1:]:
                    line.append(" " * width, style).append(stroke, right_style or RIVER)
                river = "═" if _river(rules, name, f"{letter}{row + 1}") else " "
                edge.append(river * width, below_style or RIVER)
                edge.append(corner, (right_style and below_style and corner_style) or RIVER)
                used_signs |= {key, stroke, river}
            rows += [*lines, edge] if size.lines > 1 or "═" in edge.plain else lines
        for line in rows:
            line.no_wrap, line.overflow = True, "ignore"
            if size.lines == 1:
                line.rstrip()
        return rows


def town_title(seat: str, town: Town) -> MixedText:
    """The seat of a board, with the number of its buildings and its token."""
    title = MixedText(seat, style=f"bold {parts.SEAT_STYLE.get(seat, '')}".strip())
    built = many(len(town.built), "building")
    words = phrase("  {buildings}, token {token}", buildings=built, token=town.token)
    return title.append(words)


def cell_at(rules: EpisodeRules, x: int, y: int, size: CellSize = SMALL) -> tuple[int, int] | None:
    """The column and row of the cell at a position of the screen; None outside the cells."""
    column, line = (x - LEFT) // size.columns, 1
    if not 0 <= column < rules.grid.columns:
        return None
    for row in range(rules.grid.rows):
        if line <= y < line + size.lines:
            return column, row
        line += size.lines
        if size == SMALL:
            line += _below(rules, row + 1)
    return None


def _blank(count: int) -> list[Text]:
    """Empty lines of a board, without the number of a row."""
    return [Text(" " * LEFT) for _ in range(count)]


def _cell(
    rules: EpisodeRules,
    land: Land,
    bit: int,
    placement: Placement | None,
    newest: Placement | None,
    room: int,
) -> tuple[str, str, str]:
    """The signs of a cell, at most `room`, their style, and their key in the legend."""
    if placement:
        style = COLOURS.get(placement.colour, CHURCH)
        if placement is newest:
            starred = f"{placement.piece}*"
            sign = starred if len(starred) <= min(room, 3) else placement.piece.lower()
            return sign, f"{style} underline", "building"
        return placement.piece, style, "building"
    if content := rules.content_at(land, bit):
        sign, style = sign_of(content)
        return sign, style, content.id
    ground = land.ground_at(bit)
    sign, style = GROUND[ground]
    if bit & land.squares and ground != "square":
        return f"{sign[: min(room, 3) - 1]}{SQUARE}", style, ground
    return sign, style, ground


def _below(rules: EpisodeRules, row: int) -> bool:
    """Whether the river runs along a lower edge of a row."""
    letters = [chr(65 + column) for column in range(rules.grid.columns)]
    return any(_river(rules, f"{letter}{row}", f"{letter}{row + 1}") for letter in letters)


def _river(rules: EpisodeRules, first: str, second: str) -> bool:
    """Whether the river runs between two cells, given by name."""
    west, east = rules.banks
    first_bit, second_bit = rules.grid.bit(first), rules.grid.bit(second)
    return bool(
        (first_bit & west and second_bit & east) or (first_bit & east and second_bit & west)
    )
