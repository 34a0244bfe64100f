"""The state while somebody paints: the painting, the cursor, the brush, and what to undo.

    PainterState ── paint_cell, move_pen, ... ──> PainterState  its `message` says what was done

Every step returns a new value and changes nothing in place, so `undo_step` can take it back.
"""

from __future__ import annotations

from typing import NamedTuple

from campaign.services import packs_outlines as outlines
from campaign.services import packs_river as river
from campaign.services.packs_ground import EMPTY, MOUNTAIN, CellPaint, PaintedGround, Painting
from campaign.services.packs_outlines import GRID, Outline
from campaign.services.packs_river import Corner
from engine.kernel.grid import turn
from engine.kernel.phrases import Phrase, Wording, phrase

CELLS, RIVER, OUTLINES = "cells", "river", "outlines"
"""What is painted now: the cells of a board, its river, or the outlines."""
BACK = {RIVER: "v", OUTLINES: "o"}
"""The key that goes back to the cells."""


class Spot(NamedTuple):
    """A cell, counted from 0."""

    column: int = 0
    row: int = 0


class PainterState(NamedTuple):
    """A painting and its cursor, brush and message; `past` has the earlier states, newest last."""

    painting: Painting
    at: str = CELLS
    seat: str = ""
    spot: Spot = Spot()
    corner: Corner = Corner(0, 0)
    lifted: bool = False
    """Whether the river's pen walks without drawing."""
    brush: CellPaint = EMPTY
    shown: int = 0
    """The outline that is drawn."""
    cell: Spot = Spot()
    """The cursor on the small grid."""
    message: Wording = ""
    past: tuple[PainterState, ...] = ()

    @property
    def ground(self) -> PaintedGround:
        """The board that is painted."""
        return self.painting.ground(self.seat)

    @property
    def bit(self) -> int:
        """The cell under the cursor, as a mask."""
        return 1 << self.spot.row * self.painting.grid.columns + self.spot.column

    @property
    def outline(self) -> Outline:
        """The outline that is drawn."""
        return self.painting.outlines[self.shown]


def move_cursor(painter: PainterState, columns: int, rows: int) -> PainterState:
    """Move the cursor; at the edge of the board it stays."""
    grid = painter.painting.grid
    column = min(grid.columns - 1, max(0, painter.spot.column + columns))
    row = min(grid.rows - 1, max(0, painter.spot.row + rows))
    return painter._replace(spot=Spot(column, row), message="")


def next_row(painter: PainterState) -> PainterState:
    """Move the cursor to the first cell of the next row."""
    return move_cursor(painter, -painter.spot.column, 1)


def paint_cell(painter: PainterState, paint: CellPaint) -> PainterState:
    """Paint the cell under the cursor; the paint becomes the brush."""
    ground = painter.ground.painted(painter.bit, paint)
    return _changed(painter, ground)._replace(brush=paint)


def toggle_square(painter: PainterState) -> PainterState:
    """Put a small square on the cell under the cursor, or take it away; never on a mountain."""
    ground, bit = painter.ground, painter.bit
    if ground.at(bit).kind == MOUNTAIN:
        name = painter.painting.grid.name(bit)
        return painter._replace(
            message=f"{name} is {MOUNTAIN}: a small square lies on light green or on forest"
        )
    return _changed(painter, ground.with_square(bit))


def switch_bank(painter: PainterState) -> PainterState:
    """Move the cell under the cursor to the other bank of the river."""
    painting = painter.painting
    changed = river.other_bank(painting.grid, painting.river, painter.bit)
    return _with_river(painter, changed)


def move_pen(painter: PainterState, columns: int, rows: int) -> PainterState:
    """Move the river's pen to the next corner, and draw or erase the edge between."""
    grid, start = painter.painting.grid, painter.corner
    end = Corner(start.column + columns, start.row + rows)
    if not (0 <= end.column <= grid.columns and 0 <= end.row <= grid.rows):
        return painter._replace(message=phrase("The board ends here."))
    if painter.lifted:
        return painter._replace(corner=end, message="")
    changed = river.with_edge_toggled(grid, painter.painting.river, start, columns, rows)
    return _with_river(painter, changed)._replace(corner=end)


def change_edge(painter: PainterState, corner: Corner, columns: int, rows: int) -> PainterState:
    """Draw or erase one edge of the river, wherever the pen is."""
    grid = painter.painting.grid
    return _with_river(
        painter, river.with_edge_toggled(grid, painter.painting.river, corner, columns, rows)
    )


def empty_board(painter: PainterState) -> PainterState:
    """Empty the board, and put the cursor on the first cell."""
    painting = painter.painting.emptied(painter.seat)
    empty = _step(painter, painting)._replace(spot=Spot())
    return empty._replace(message=phrase("The board is empty; u brings back what was painted."))


def next_seat(painter: PainterState, seats: tuple[str, ...]) -> PainterState:
    """Go to the next board: the common one, then those of the seats."""
    boards = ("", *seats)
    seat = boards[(boards.index(painter.seat) + 1) % len(boards)]
    words = phrase("You now paint the board of {seat} alone.", seat=seat) if seat else ""
    return painter._replace(seat=seat, message=words)


def toggle_outline_cell(painter: PainterState) -> PainterState:
    """Add the cell under the cursor to the outline, or take it away."""
    return _drawn(painter, painter.outline.toggled(*painter.cell))


def empty_outline(painter: PainterState) -> PainterState:
    """Take all cells out of the outline."""
    return _drawn(painter, painter.outline._replace(cells=frozenset()))


def add_outline(painter: PainterState) -> PainterState:
    """Add an empty outline, for a box of more buildings than the pack has."""
    all_outlines = painter.painting.outlines
    last = (
        max(
            (i for i, outline in enumerate(all_outlines) if outline.list == outlines.OUTLINE),
            default=-1,
        )
        + 1
    )
    added = outlines.new_outline(all_outlines)
    if (
        all_outlines[last - 1 : last]
        and all_outlines[last - 1].is_new
        and not all_outlines[last - 1].cells
    ):
        return painter._replace(shown=last - 1, cell=Spot(), message=phrase("Draw this one first."))
    painting = painter.painting._replace(
        outlines=(*all_outlines[:last], added, *all_outlines[last:])
    )
    after = _step(painter, painting)._replace(shown=last, cell=Spot())
    return after._replace(
        message=phrase(
            "{outline} is one more building in each colour, once drawn.", outline=added.name
        )
    )


def turn_outline(painter: PainterState) -> PainterState:
    """Turn the outline a quarter clockwise."""
    shape = turn(painter.outline.shape, 1) if painter.outline.cells else ()
    return _drawn(painter, painter.outline._replace(cells=frozenset(shape)))


def next_outline(painter: PainterState, step: int) -> PainterState:
    """Go to the outline `step` further; -1 is the one before."""
    count = len(painter.painting.outlines)
    return painter._replace(shown=(painter.shown + step) % count, cell=Spot(), message="")


def move_on_grid(painter: PainterState, columns: int, rows: int) -> PainterState:
    """Move the cursor of the small grid; at the edge it stays."""
    size = grid_size(painter.outline)
    column = min(size - 1, max(0, painter.cell.column + columns))
    row = min(size - 1, max(0, painter.cell.row + rows))
    return painter._replace(cell=Spot(column, row), message="")


def grid_size(outline: Outline) -> int:
    """The number of columns and of rows of the small grid; a larger outline has a larger grid."""
    return max([GRID, *(max(cell) + 1 for cell in outline.cells)])


def confirm_part(painter: PainterState) -> PainterState:
    """Confirm that the shown part is as in the box, not made up; then go to the next outline."""
    if painter.at == OUTLINES:
        outline = painter.outline
        parts, words = {outline.part}, phrase("As in your box: {outline}.", outline=outline.name)
    elif painter.at == RIVER:
        parts, words = {"banks"}, phrase("The river runs as in your box.")
    else:
        parts = {"terrain", "squares"}
        words = phrase("Board and small squares are as in your box.")
    looked_at = painter.painting.looked_at | parts
    after = _step(painter, painter.painting._replace(looked_at=looked_at))
    return (next_outline(after, 1) if painter.at == OUTLINES else after)._replace(message=words)


def undo_step(painter: PainterState) -> PainterState:
    """Take back the last step; a step on the cells is taken back only while cells are painted."""
    if not painter.past:
        return painter._replace(message=phrase("Nothing is painted yet."))
    *past, last = painter.past
    if painter.at != CELLS and last.at != painter.at:
        words = phrase(
            "The last step was made at the {place}: {key} goes back to the cells.",
            place=phrase(last.at),
            key=BACK[painter.at],
        )
        return painter._replace(message=words)
    return last._replace(past=tuple(past), at=painter.at, message=phrase("Taken back."))


def faults(painting: Painting) -> tuple[Phrase, ...]:
    """The faults of a painting, in words."""
    grid, common = painting.grid, painting.common
    count = common.light.bit_count()
    reasons = [river.fault(grid, painting.river)]
    for seat, ground in painting.own.items():
        if (own := ground.light.bit_count()) != count:
            reasons.append(
                phrase(
                    "the board of {seat} has {own} light-green cells, the common one {common}",
                    seat=seat,
                    own=own,
                    common=count,
                )
            )
    reasons += [outlines.fault(outline, painting.outlines) for outline in painting.outlines]
    return tuple(reason for reason in reasons if reason)


def _changed(painter: PainterState, ground: PaintedGround) -> PainterState:
    return _step(painter, painter.painting.with_ground(painter.seat, ground))


def _with_river(painter: PainterState, changed: river.River) -> PainterState:
    painting = painter.painting._replace(river=changed)
    after = _step(painter, painting)
    if why := river.fault(painting.grid, changed):
        return after._replace(message=phrase("So far: {why}.", why=why))
    west, east = (bank & painting.common.light for bank in river.banks(painting.grid, changed))
    return after._replace(
        message=phrase(
            "The river separates: {west} light-green cells west of it, {east} east.",
            west=west.bit_count(),
            east=east.bit_count(),
        )
    )


def _drawn(painter: PainterState, outline: Outline) -> PainterState:
    drawn = list(painter.painting.outlines)
    drawn[painter.shown] = outline
    after = _step(painter, painter.painting._replace(outlines=tuple(drawn)))
    why = outlines.fault(outline, drawn)
    return after._replace(message=phrase("So far: {why}.", why=why) if why else "")


def _step(painter: PainterState, painting: Painting) -> PainterState:
    """Make a step to another state of the painting; no step if nothing changes."""
    if painting == painter.painting:
        return painter._replace(message="")
    before, after = painter.painting.parts, painting.parts
    drawn = {name for name in after if before.get(name) != after[name]}
    painting = painting._replace(looked_at=painting.looked_at | drawn)
    return painter._replace(
        painting=painting, message="", past=(*painter.past, painter._replace(past=()))
    )
