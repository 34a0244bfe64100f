"""What stands around a painting: the keys beside it, a line above it, the list of all keys."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from rich.text import Text

from campaign.display.terminal import parts
from campaign.display.terminal.packs import paint_in_words
from campaign.display.terminal.words import MixedText
from campaign.extras.painting import keys
from campaign.extras.painting import painter as painters
from campaign.extras.painting.board import cell_in_words
from campaign.extras.painting.painter import PainterState
from campaign.services import packs_river as river
from campaign.services.packs_ground import EMPTY, CellPaint


class SideLine(NamedTuple):
    """A line beside the board; a click on it does what its key does."""

    key: str
    words: str
    chosen: bool = False


def head(painter: PainterState) -> MixedText:
    """The line above the board: which board, the cell under the cursor, the light-green cells."""
    if painter.at == painters.OUTLINES:
        return parts.one_line(f"Outlines: {painter.outline.name}", style="bold")
    grid, ground = painter.painting.grid, painter.ground
    whose = f"Board of {painter.seat}" if painter.seat else "All boards"
    where = cell_in_words(painter) if painter.at == painters.CELLS else "the river"
    count = f"{ground.light.bit_count()} light green"
    if not river.fault(grid, painter.painting.river):
        west, east = river.banks(grid, painter.painting.river)
        counts = [(bank & ground.light).bit_count() for bank in (west, east)]
        count += " ({} W, {} E)".format(*counts)
    return parts.one_line(f"{whose}  {where}  {count}", style="bold")


def entries(painter: PainterState, brushes: Mapping[str, CellPaint]) -> tuple[SideLine, ...]:
    """The lines beside the board: the keys that do something now, the brushes first."""
    rows = []
    if painter.at == painters.CELLS:
        for key, paint in brushes.items():
            name = "." if key == "full_stop" else key
            rows.append(SideLine(key, f"{name} {_in_short(paint)}", paint == painter.brush))
        rows.append(SideLine("number", "1-9 number"))
    for row in keys.keys_at(painter.at):
        drawing = row.brief == "lift" and painter.lifted
        rows.append(SideLine(row.key, f"{row.name} {'draw' if drawing else row.brief}"))
    return tuple(rows)


def _in_short(paint: CellPaint) -> str:
    return "light" if paint == EMPTY else str(paint_in_words(paint))


def listing(rows: tuple[SideLine, ...]) -> Text:
    """The keys as lines, the chosen brush marked."""
    text = Text(no_wrap=True, overflow="ignore")
    for row in rows:
        text.append(f"{'>' if row.chosen else ' '}{row.words}\n", "bold" if row.chosen else "")
    return text


def all_keys(at: str, brushes: Mapping[str, CellPaint]) -> Text:
    """Every key that does something now, in full."""
    text = Text("Keys\n", style="bold", no_wrap=True, overflow="ignore")
    if at == painters.CELLS:
        names = " ".join("." if key == "full_stop" else key for key in brushes)
        text.append(f"{names}  paint the cell, then step right\n", "not bold")
    for row in (*(row for row in keys.UNLISTED if at in row.at), *keys.keys_at(at)):
        text.append(f"{row.name:<9}  {row.does}\n", "not bold")
    return text.append("Any key closes this list.", "dim not bold")
