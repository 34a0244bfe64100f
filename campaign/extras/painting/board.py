r"""The board that is painted: its cells, and the river between them. A large board scrolls.

   A   B   C          a cell is three signs wide; the river lies between cells: ║ right of
1  /\  .   tt ║ .     a cell, ═══ below it; a line for ═══ is drawn only where one lies
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rich.text import Text

from campaign.display.terminal.board import RIVER
from campaign.display.terminal.packs import paint_in_words
from campaign.display.terminal.signs import SQUARE, signs_of_kind
from campaign.display.text.strips import box_in_words
from campaign.extras.painting import painter as painters
from campaign.extras.painting.painter import PainterState
from campaign.services.packs_ground import FOREST, LIGHT, MOUNTAIN, CellPaint
from campaign.services.packs_river import Corner
from engine.kernel.phrases import Wording, joined, phrase
from engine.my_city.play.ruleset import ShaftRule, Strip

LEFT = 4
"""Columns before the first cell."""
CELL = 4
"""Columns from one cell to the next."""
PEN = "+"
GROUND = {LIGHT: (".", "dim"), MOUNTAIN: ("/\\", "bright_black"), FOREST: ("&&", "green")}


class MouseTarget(NamedTuple):
    """What lies under the mouse: a cell, or the edge right of it or below it."""

    column: int
    row: int
    edge: str = ""

    @property
    def start(self) -> Corner:
        """The corner at which the edge begins."""
        right, below = self.edge == "right", self.edge == "below"
        return Corner(self.column + right, self.row + below)


class BoardLine(NamedTuple):
    """A line of the board: a row of cells, or the edge below it; row -1 is above the board."""

    row: int
    edge: bool


def board(painter: PainterState, columns: int, lines: int) -> Text:
    """The part of the board that fits into `columns` and `lines` of the screen."""
    first, shown = _window(painter, columns, lines)
    last = min(painter.painting.grid.columns, first + _fitting(columns))
    names = "".join(f" {chr(65 + column)}  " for column in range(first, last))
    rows = [Text(" " * LEFT + names)]
    rows += [
        _edge(painter, line.row, first, last) if line.edge else _row(painter, line.row, first, last)
        for line in shown
    ]
    return Text("\n", no_wrap=True, overflow="ignore").join(rows)


def boxes_below(rows: Sequence[Strip | ShaftRule]) -> Text:
    """A line for each row of boxes off the board, with what each box brings."""
    lines = []
    for row in rows:
        boxes = (f"[{box}{_brought(row, box)}]" for box in range(1, row.boxes + 1))
        name = row.label if isinstance(row, ShaftRule) else row.kind
        lines.append(Text(f"\n{name}  {' '.join(boxes)}"))
    return Text("", no_wrap=True, overflow="ellipsis").join(lines)


def _brought(row: Strip | ShaftRule, box: int) -> str:
    return f" {gain}" if (gain := str(box_in_words(row, box))) else ""


def mouse_target(
    painter: PainterState, columns: int, lines: int, x: int, y: int
) -> MouseTarget | None:
    """The cell or edge that `board` draws at column `x` and line `y`; None where it draws none."""
    first, shown = _window(painter, columns, lines)
    column, within = divmod(x - LEFT, CELL)
    column += first
    if x < LEFT or not 0 < y <= len(shown) or column >= painter.painting.grid.columns:
        return None
    line = shown[y - 1]
    if line.edge:
        return (
            MouseTarget(column, line.row, "below") if line.row >= 0 and within < CELL - 1 else None
        )
    return MouseTarget(column, line.row, "right" if within == CELL - 1 else "")


def cell_in_words(painter: PainterState) -> Wording:
    """The cell under the cursor: its name, and what it shows."""
    ground, bit = painter.ground, painter.bit
    words: Wording = paint_in_words(ground.at(bit))
    if ground.squares & bit:
        words = joined(", ", (words, phrase("small square")))
    return joined(": ", (painter.painting.grid.name(bit), words))


def sign_of(paint: CellPaint) -> tuple[str, str]:
    """The signs of a paint, and their style."""
    if paint.kind in GROUND:
        return GROUND[paint.kind]
    return signs_of_kind(paint.kind, paint.amount)


def _fitting(columns: int) -> int:
    """How many cells of a row fit into these columns of the screen; at least 1."""
    return max(1, (columns - LEFT) // CELL)


def _window(painter: PainterState, columns: int, lines: int) -> tuple[int, list[BoardLine]]:
    """The first column that is shown, and the lines, around the cursor."""
    grid = painter.painting.grid
    river = painter.at == painters.RIVER
    focus = painter.corner if river else painter.spot
    whole = list(_lines(painter))
    at = BoardLine(focus.row - 1, True) if river else BoardLine(focus.row, False)
    start = _start(whole.index(at), len(whole), lines - 1)
    return _start(focus.column, grid.columns, _fitting(columns)), whole[start : start + lines - 1]


def _start(focus: int, count: int, room: int) -> int:
    """The first of the `room` lines or columns that are shown, of `count`, around the focus."""
    return max(0, min(focus - room // 2, count - room))


def _lines(painter: PainterState) -> Iterator[BoardLine]:
    """The lines of the whole board; an edge has a line only if the river or the pen is on it."""
    grid, below = painter.painting.grid, painter.painting.river.below
    pen = painter.corner.row - 1 if painter.at == painters.RIVER else -2
    for row in range(-1, grid.rows):
        if row >= 0:
            yield BoardLine(row, False)
        if row == pen or (row >= 0 and below & grid.row(row + 1)):
            yield BoardLine(row, True)


def _row(painter: PainterState, row: int, first: int, last: int) -> Text:
    """A row of cells, each with the edge right of it."""
    grid, ground, right = painter.painting.grid, painter.ground, painter.painting.river.right
    line = Text(f"{row + 1:>2}  ")
    for column in range(first, last):
        bit = 1 << row * grid.columns + column
        sign, style = sign_of(ground.at(bit))
        if ground.squares & bit:
            plain = ground.at(bit).kind == LIGHT
            sign, style = (SQUARE, "") if plain else (f"{sign[:2]}{SQUARE}", style)
        if bit == painter.bit and painter.at == painters.CELLS:
            sign, style = f"{sign[:2]:<2}<", "bold reverse"
        line.append(f"{sign:<3}", style).append("║" if right & bit else " ", RIVER)
    return line


def _edge(painter: PainterState, row: int, first: int, last: int) -> Text:
    """The edge below a row, with the pen if the pen is on it."""
    grid, river = painter.painting.grid, painter.painting.river
    line = Text(" " * (LEFT - 1))
    here = painter.at == painters.RIVER and painter.corner.row == row + 1
    for column in range(first, last + 1):
        pen = here and painter.corner.column == column
        line.append(PEN if pen else _joint(painter, row, column), "bold reverse" if pen else RIVER)
        bit = 1 << max(0, row) * grid.columns + column
        below = column < grid.columns and row >= 0 and river.below & bit
        line.append("═══" if below else "   ", RIVER)
    return line


def _joint(painter: PainterState, row: int, column: int) -> str:
    """The sign at the corner below a row and left of a column: ║ if the river runs through."""
    grid, right = painter.painting.grid, painter.painting.river.right
    if row < 0 or column < 1 or row + 1 >= grid.rows:
        return " "
    here = 1 << row * grid.columns + column - 1
    return "║" if right & here and right & here << grid.columns else " "
