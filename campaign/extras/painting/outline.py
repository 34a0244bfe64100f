"""An outline on its small grid, its turns, and how many buildings have been drawn."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType
from rich.text import Text

from campaign.display.terminal import parts
from campaign.extras.painting.painter import PainterState, grid_size
from campaign.services.packs_outlines import OUTLINE, Outline
from engine.kernel.grid import Cells, turn
from engine.kernel.phrases import Phrase, joined, phrase

LEFT, TOP = 2, 2
"""Columns and lines before the small grid."""
CELL = 3
"""Columns of one of its cells."""
TURNS = 4


def small_grid(painter: PainterState, colours: int) -> RenderableType:
    """The grid with the cursor; below it the outline in its turns, and the number of buildings."""
    outline, size = painter.outline, grid_size(painter.outline)
    names = [drawn.name for drawn in painter.painting.outlines]
    text = Text(no_wrap=True)
    for row in range(size):
        text.append(" " * LEFT)
        for column in range(size):
            sign = "##" if (column, row) in outline.cells else " ."
            at_cursor = painter.cell == (column, row)
            text.append(f"{sign}{'<' if at_cursor else ' '}", "bold reverse" if at_cursor else "")
        text.append("\n")
    text.append("\n").append("\n".join(_turned(outline.shape))).append("\n")
    title = phrase("{number} of {count}", number=painter.shown + 1, count=len(names))
    return parts.lines(
        parts.line(joined(": ", (title, outline.name))),
        parts.line(),
        text,
        parts.line(counted(painter.painting.outlines, colours)),
    )


def cell_at(painter: PainterState, x: int, y: int) -> tuple[int, int] | None:
    """The cell of the small grid at a column and line; None outside the grid."""
    column, row, size = (x - LEFT) // CELL, y - TOP, grid_size(painter.outline)
    inside = x >= LEFT and 0 <= column < size and 0 <= row < size
    return (column, row) if inside else None


def counted(outlines: Sequence[Outline], colours: int) -> Phrase:
    """The number of buildings and of their cells, in words."""
    normal = [outline for outline in outlines if outline.list == OUTLINE]
    cells = sum(len(outline.cells) for outline in normal)
    cards = {outline.id for outline in outlines if outline.list != OUTLINE}
    words = phrase(
        "{buildings} buildings, {cells} cells a colour",
        buildings=len(normal) * colours,
        cells=cells,
    )
    return joined(" and ", (words, " ".join(sorted(cards)))) if cards else words


def _turned(shape: Cells) -> list[str]:
    """The different turns of a shape side by side."""
    if not shape:
        return [""]
    shapes = list(dict.fromkeys(turn(shape, quarters) for quarters in range(TURNS)))
    height = max(row for turned in shapes for _, row in turned) + 1
    lines = []
    for row in range(height):
        drawn = []
        for turned in shapes:
            width = max(column for column, _ in turned) + 1
            drawn.append("".join("#" if (c, row) in turned else " " for c in range(width)))
        lines.append("  " + "   ".join(drawn).rstrip())
    return lines
