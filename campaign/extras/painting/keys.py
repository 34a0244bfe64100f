"""The keys of painting, in one table for the screen and the mouse.

A row stands beside the board with its key; a click on the row does what the key does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from campaign.extras.painting.painter import CELLS, OUTLINES, RIVER
from campaign.services.packs_ground import FOREST, LIGHT, MOUNTAIN, CellPaint

EVERYWHERE = (CELLS, RIVER, OUTLINES)


class PainterKey(NamedTuple):
    """A key, its name on the screen, a word or two for the list, what it does, and where."""

    key: str
    name: str
    brief: str
    does: str
    at: tuple[str, ...] = EVERYWHERE


KEYS = (
    PainterKey(
        "s",
        "s",
        "square",
        "a small square, or none; then step right",
        (CELLS,),
    ),
    PainterKey("b", "b", "bank", "move the cell to the other bank of the river", (CELLS,)),
    PainterKey("v", "v", "river", "the river: arrows draw it from corner to corner", (CELLS,)),
    PainterKey("v", "v", "cells", "back to the cells", (RIVER,)),
    PainterKey("space", "Space", "lift", "the pen moves without drawing, or draws again", (RIVER,)),
    PainterKey("o", "o", "outlines", "the outlines of the buildings", (CELLS,)),
    PainterKey("o", "o", "board", "back to the board", (OUTLINES,)),
    PainterKey(
        "space", "Space", "cell", "add the cell to the outline, or take it away", (OUTLINES,)
    ),
    PainterKey("r", "r", "turn", "the outline a quarter turn clockwise", (OUTLINES,)),
    PainterKey("n", "n", "next", "the next outline", (OUTLINES,)),
    PainterKey("p", "p", "previous", "the outline before", (OUTLINES,)),
    PainterKey("a", "a", "add", "one more outline, for a box of more buildings", (OUTLINES,)),
    PainterKey("x", "x", "empty", "an empty board, or an empty outline", (CELLS, OUTLINES)),
    PainterKey("tab", "Tab", "seat", "the board of one seat alone, where boards differ", (CELLS,)),
    PainterKey("y", "y", "the same", "this is as in your box: no longer made up"),
    PainterKey("u", "u", "undo", "take back the last step, as often as you like"),
    PainterKey("question_mark", "?", "keys", "this list"),
    PainterKey("escape", "Esc", "done", "see what would change, then keep it or paint on"),
)
"""All keys but those of the brushes."""

UNLISTED = (
    PainterKey("", "arrows", "", "move; with Shift: move and paint", (CELLS,)),
    PainterKey("", "arrows", "", "draw the river; a second time erases it", (RIVER,)),
    PainterKey("", "arrows", "", "move on the small grid", (OUTLINES,)),
    PainterKey("", "Enter", "", "the first cell of the next row", (CELLS,)),
    PainterKey("", "1 to 9", "", "how many trees or rocks you paint next", (CELLS,)),
)
"""Keys that appear only in the list of all keys."""

_GROUND = {"full_stop": CellPaint(LIGHT), "f": CellPaint(FOREST), "m": CellPaint(MOUNTAIN)}


def brushes(kinds: Mapping[str, int], amount: int | None) -> Mapping[str, CellPaint]:
    """The paint of each key: the grounds, and the kinds that lie on light green.

    A kind has a free letter of its name, and its usual amount if no `amount` is given.
    """
    keys = dict(_GROUND)
    taken = {*keys, *(key.key for key in KEYS if CELLS in key.at)}
    for kind, usual in kinds.items():
        letters = (*kind, *"acdeghijklqtwyz")
        letter = next(letter for letter in letters if letter not in taken)
        taken.add(letter)
        keys[letter] = CellPaint(kind, amount or usual)
    return keys


def keys_at(at: str) -> Iterator[PainterKey]:
    """The keys, besides the brushes, that do something while `at` is painted."""
    return (key for key in KEYS if at in key.at)
