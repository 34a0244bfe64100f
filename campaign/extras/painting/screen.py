"""The screen with board and outlines: keys and the mouse call the functions of `painter`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rich.console import RenderableType
from textual import events

from campaign.cli.entering.boards.screen import ARROWS, LEFT, BoardScreen
from campaign.display.terminal import parts
from campaign.display.text.translation import ENGLISH, Speaker
from campaign.extras.painting import beside, keys, outline
from campaign.extras.painting import board as boards
from campaign.extras.painting import painter as painters
from campaign.extras.painting.painter import CELLS, OUTLINES, RIVER, PainterState, Spot
from campaign.services.packs_ground import CellPaint, Painting
from campaign.services.packs_river import Corner
from engine.kernel.phrases import phrase
from engine.my_city.play.ruleset import ShaftRule, Strip

BESIDE, AROUND = 16, 4
"""Columns beside the board, and lines above and below it."""
NARROW = 12
"""Columns for the keys in the smallest window."""
MOST = 9
"""The largest number that is one key."""


class PaintingBoard(BoardScreen):
    """The screen on which board and outlines are painted; `painter` has its last state."""

    needed_size = (60, 20)

    def __init__(
        self,
        painter: PainterState,
        seats: tuple[str, ...],
        kinds: Mapping[str, int],
        colours: int,
        save: Callable[[Painting], None] = lambda _: None,
        rows: Sequence[Strip | ShaftRule] = (),
        speaker: Speaker = ENGLISH,
    ) -> None:
        """Make the screen of a painting; `save` is called with the painting after each change.

        `rows` are boxes below the board, which are shown and not painted.
        """
        super().__init__(speaker)
        self.rows = rows
        self.save, self.saved = save, painter.painting
        self.painter, self.seats, self.kinds, self.colours = painter, seats, kinds, colours
        self.amount: int | None = None

    @property
    def brushes(self) -> Mapping[str, CellPaint]:
        """The paint of each key."""
        return keys.brushes(self.kinds, self.amount)

    @property
    def area(self) -> tuple[int, int]:
        """Columns and lines for the board."""
        columns = self.size.width - (NARROW if self.size.width < 66 else BESIDE)
        return columns, self.size.height - AROUND - len(self.rows)

    def all_keys(self) -> RenderableType:
        """Every key with what it does."""
        return beside.all_keys(self.painter.at, self.brushes)

    def draw_board(self) -> None:
        """Save the painting if it has changed, and draw the screen."""
        painter, (columns, lines) = self.painter, self.area
        if painter.painting is not self.saved:
            self.saved = painter.painting
            self.save(painter.painting)
        self.query_one("#board").styles.width = columns
        drawn = (
            outline.small_grid(painter, self.colours)
            if painter.at == OUTLINES
            else boards.board(painter, columns, lines).append(boards.boxes_below(self.rows))
        )
        self.fill(
            head=beside.head(painter),
            board=drawn,
            beside=beside.listing(beside.entries(painter, self.brushes)),
            message=parts.line(painter.message),
            keys=parts.one_line(
                phrase("? all keys   Esc: see what changes, then keep it or not"), style="dim"
            ),
        )

    def press(self, key: str) -> None:
        """Do what a key does; say so if it does nothing."""
        before = self.painter = self.painter._replace(message="")
        if key == "u":
            self.painter = painters.undo_step(self.painter)
        elif key == "y":
            self.painter = painters.confirm_part(self.painter)
        elif self.painter.at == RIVER:
            self.river(key)
        elif self.painter.at == OUTLINES:
            self.outline(key)
        else:
            self.cells(key)
        if self.painter is before and (len(key) == 1 or key == "tab"):
            back = painters.BACK.get(before.at, "")
            words = phrase("{key} does nothing here. ? lists the keys.", key=key)
            if back:
                words = phrase(
                    "{key} does nothing here; {back} goes back to the cells. ? lists the keys.",
                    key=key,
                    back=back,
                )
            self.painter = before._replace(message=words)

    def cells(self, key: str) -> None:
        """Do what a key does while cells are painted; after a brush the cursor goes on."""
        painter, brush = self.painter, self.brushes.get("full_stop" if key == "space" else key)
        arrow, paints = key.removeprefix("shift+"), key.startswith("shift+")
        if brush:
            self.painter = _on(painters.paint_cell(painter, brush))
        elif key == "s":
            self.painter = _on(painters.toggle_square(painter))
        elif arrow in ARROWS:
            self.painter = painters.move_cursor(painter, *ARROWS[arrow])
            if paints:
                self.painter = painters.paint_cell(self.painter, painter.brush)
        elif key.isdigit() and key != "0":
            self.number(int(key))
        elif step := _STEPS.get(key):
            self.painter = step(painter)
        elif key == "tab":
            self.painter = painters.next_seat(painter, self.seats)
        elif key == "v":
            top = Corner(painter.spot.column, painter.spot.row)
            words = phrase(
                "Arrows draw the river from corner to corner; a second time they erase it."
            )
            self.painter = painter._replace(at=RIVER, corner=top, lifted=False, message=words)
        elif key == "o":
            words = phrase(
                "Space draws a cell or takes it away; x empties the grid for a new drawing."
            )
            self.painter = painter._replace(at=OUTLINES, message=words)

    def river(self, key: str) -> None:
        """Do what a key does while the river is drawn."""
        if key in ARROWS:
            self.painter = painters.move_pen(self.painter, *ARROWS[key])
        elif key == "space":
            lifted = not self.painter.lifted
            words = phrase("The pen moves without drawing." if lifted else "The pen draws.")
            self.painter = self.painter._replace(lifted=lifted, message=words)
        elif key == "v":
            self.painter = self.painter._replace(at=CELLS, message="")

    def outline(self, key: str) -> None:
        """Do what a key does while outlines are drawn."""
        if key in ARROWS:
            self.painter = painters.move_on_grid(self.painter, *ARROWS[key])
        elif step := _OUTLINE.get(key):
            self.painter = step(self.painter)
        elif key == "o":
            self.painter = self.painter._replace(at=CELLS, message="")

    def number(self, amount: int) -> None:
        """Set the number of trees or rocks that a brush paints from now on."""
        self.amount = amount
        words = phrase("Trees and rocks you paint now count {amount} each.", amount=amount)
        self.painter = self.painter._replace(message=words)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Do what a click means: on a key of the list, a cell, or an edge."""
        if self.is_too_small or self.shows_keys:
            return
        place, x, y = self.place(event)
        if place == "beside":
            self.click_line(y)
        elif place == "board" and self.painter.at == OUTLINES:
            if cell := outline.cell_at(self.painter, x, y):
                self.painter = painters.toggle_outline_cell(self.painter._replace(cell=Spot(*cell)))
        elif place == "board":
            self.brush_at(x, y)
        if self.is_running:
            self.draw()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Paint each cell that the mouse crosses with its button held."""
        if not event.button or self.is_too_small or self.shows_keys or self.painter.at != CELLS:
            return
        place, x, y = self.place(event)
        if place == "board":
            self.brush_at(x, y)
            self.draw()

    def place(self, event: events.MouseEvent) -> tuple[str, int, int]:
        """The id of the widget under the mouse, and the column and line in it.

        The widget is looked up, because the event of a real mouse does not name it.
        """
        x, y = int(event.screen_x), int(event.screen_y)
        widget, _ = self.get_widget_at(x, y)
        return widget.id or "", x - widget.content_region.x, y - widget.content_region.y

    def brush_at(self, x: int, y: int) -> None:
        """Paint the clicked cell; while the river is drawn, change the edge or the cell's bank."""
        hit = boards.mouse_target(self.painter, *self.area, x, y)
        if hit is None:
            return
        spot = self.painter._replace(spot=Spot(hit.column, hit.row))
        if self.painter.at == CELLS:
            if (
                not hit.edge
                and (painted := painters.paint_cell(spot, spot.brush)).past != spot.past
            ):
                self.painter = painted
        elif hit.edge:
            down = hit.edge == "right"
            self.painter = painters.change_edge(self.painter, hit.start, not down, down)
        else:
            self.painter = painters.switch_bank(spot)

    def click_line(self, line: int) -> None:
        """Do what a key of the list does; a brush is only chosen, and paints nothing yet."""
        rows = beside.entries(self.painter, self.brushes)
        if line >= len(rows):
            return
        key = rows[line].key
        if key == "escape":
            self.exit(LEFT)
        elif key == "question_mark":
            self.shows_keys = True
        elif key == "number":
            self.number((self.amount or 0) % MOST + 1)
        elif self.painter.at == CELLS and key in self.brushes:
            self.painter = self.painter._replace(brush=self.brushes[key])
        else:
            self.press(key)


_STEPS: Mapping[str, Callable[[PainterState], PainterState]] = {
    "enter": painters.next_row,
    "backspace": lambda painter: painters.move_cursor(painter, -1, 0),
    "b": painters.switch_bank,
    "x": painters.empty_board,
}
_OUTLINE: Mapping[str, Callable[[PainterState], PainterState]] = {
    "space": painters.toggle_outline_cell,
    "enter": painters.toggle_outline_cell,
    "a": painters.add_outline,
    "x": painters.empty_outline,
    "r": painters.turn_outline,
    "n": lambda painter: painters.next_outline(painter, 1),
    "tab": lambda painter: painters.next_outline(painter, 1),
    "p": lambda painter: painters.next_outline(painter, -1),
}


def _on(painter: PainterState) -> PainterState:
    """Move the cursor right after a stroke; not if the stroke was refused."""
    return painter if painter.message else painters.move_cursor(painter, 1, 0)
