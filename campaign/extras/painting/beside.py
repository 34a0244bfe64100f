"""What stands around a painting: the keys beside it, a line above it, the list of all keys."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from rich.console import RenderableType

from campaign.display.terminal import parts
from campaign.display.terminal.packs import paint_in_words
from campaign.display.terminal.words import MixedText
from campaign.extras.painting import keys
from campaign.extras.painting import painter as painters
from campaign.extras.painting.board import cell_in_words
from campaign.extras.painting.painter import PainterState
from campaign.services import packs_river as river
from campaign.services.packs_ground import EMPTY, CellPaint
from engine.kernel.phrases import Phrase, Wording, joined, phrase


class SideLine(NamedTuple):
    """A line beside the board; a click on it does what its key does."""

    key: str
    words: Wording
    chosen: bool = False


def head(painter: PainterState) -> MixedText:
    """The line above the board: which board, the cell under the cursor, the light-green cells."""
    if painter.at == painters.OUTLINES:
        return parts.one_line(
            phrase("Outlines: {outline}", outline=painter.outline.name), style="bold"
        )
    grid, ground = painter.painting.grid, painter.ground
    whose = phrase("All boards")
    if painter.seat:
        whose = phrase("Board of {seat}", seat=painter.seat)
    where = cell_in_words(painter) if painter.at == painters.CELLS else phrase("the river")
    count = phrase("{count} light green", count=ground.light.bit_count())
    if not river.fault(grid, painter.painting.river):
        west, east = river.banks(grid, painter.painting.river)
        count = phrase(
            "{count} light green ({west} W, {east} E)",
            count=ground.light.bit_count(),
            west=(west & ground.light).bit_count(),
            east=(east & ground.light).bit_count(),
        )
    return parts.one_line(whose, "  ", where, "  ", count, style="bold")


def entries(painter: PainterState, brushes: Mapping[str, CellPaint]) -> tuple[SideLine, ...]:
    """The lines beside the board: the keys that do something now, the brushes first."""
    rows = []
    if painter.at == painters.CELLS:
        for key, paint in brushes.items():
            name = "." if key == "full_stop" else key
            words = joined(" ", (name, _in_short(paint)))
            rows.append(SideLine(key, words, paint == painter.brush))
        rows.append(SideLine("number", joined(" ", ("1-9", phrase("number")))))
    for row in keys.keys_at(painter.at):
        drawing = row.key == "space" and painter.at == painters.RIVER and painter.lifted
        brief = phrase("draw") if drawing else row.brief
        rows.append(SideLine(row.key, joined(" ", (row.name, brief))))
    return tuple(rows)


def _in_short(paint: CellPaint) -> Phrase:
    return phrase("light") if paint == EMPTY else paint_in_words(paint)


def listing(rows: tuple[SideLine, ...]) -> RenderableType:
    """The keys as lines, the chosen brush marked."""
    return parts.lines(
        *(
            parts.one_line(">" if row.chosen else " ", row.words, style="bold" * row.chosen)
            for row in rows
        )
    )


def all_keys(at: str, brushes: Mapping[str, CellPaint]) -> RenderableType:
    """Every key that does something now, in full."""
    lines = [parts.one_line(phrase("Keys"), style="bold")]
    if at == painters.CELLS:
        names = " ".join("." if key == "full_stop" else key for key in brushes)
        lines.append(parts.one_line(names, "  ", phrase("paint the cell, then step right")))
    lines += [
        parts.one_line(f"{row.name:<9}  ", row.does)
        for row in (*(row for row in keys.UNLISTED if at in row.at), *keys.keys_at(at))
    ]
    return parts.lines(*lines, parts.line(phrase("Any key closes this list."), "dim"))
