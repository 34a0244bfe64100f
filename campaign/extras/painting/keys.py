"""The keys of painting, in one table for the screen and the mouse.

A row stands beside the board with its key; a click on the row does what the key does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from campaign.extras.painting.painter import CELLS, OUTLINES, RIVER
from campaign.services.packs_ground import FOREST, LIGHT, MOUNTAIN, CellPaint
from engine.kernel.phrases import OptionalPhrase, Phrase, phrase

EVERYWHERE = (CELLS, RIVER, OUTLINES)


class PainterKey(NamedTuple):
    """A key, its name on the screen, a word or two for the list, what it does, and where."""

    key: str
    name: str
    brief: OptionalPhrase
    does: Phrase
    at: tuple[str, ...] = EVERYWHERE


KEYS = (
    PainterKey(
        "s",
        "s",
        phrase("square"),
        phrase("a small square, or none; then step right"),
        (CELLS,),
    ),
    PainterKey(
        "b", "b", phrase("bank"), phrase("move the cell to the other bank of the river"), (CELLS,)
    ),
    PainterKey(
        "v",
        "v",
        phrase("river"),
        phrase("the river: arrows draw it from corner to corner"),
        (CELLS,),
    ),
    PainterKey("v", "v", phrase("cells"), phrase("back to the cells"), (RIVER,)),
    PainterKey(
        "space",
        "Space",
        phrase("lift"),
        phrase("the pen moves without drawing, or draws again"),
        (RIVER,),
    ),
    PainterKey("o", "o", phrase("outlines"), phrase("the outlines of the buildings"), (CELLS,)),
    PainterKey("o", "o", phrase("board"), phrase("back to the board"), (OUTLINES,)),
    PainterKey(
        "space",
        "Space",
        phrase("cell"),
        phrase("add the cell to the outline, or take it away"),
        (OUTLINES,),
    ),
    PainterKey(
        "r", "r", phrase("turn"), phrase("the outline a quarter turn clockwise"), (OUTLINES,)
    ),
    PainterKey("n", "n", phrase("next"), phrase("the next outline"), (OUTLINES,)),
    PainterKey("p", "p", phrase("previous"), phrase("the outline before"), (OUTLINES,)),
    PainterKey(
        "a",
        "a",
        phrase("add"),
        phrase("one more outline, for a box of more buildings"),
        (OUTLINES,),
    ),
    PainterKey(
        "x", "x", phrase("empty"), phrase("an empty board, or an empty outline"), (CELLS, OUTLINES)
    ),
    PainterKey(
        "tab",
        "Tab",
        phrase("seat"),
        phrase("the board of one seat alone, where boards differ"),
        (CELLS,),
    ),
    PainterKey("y", "y", phrase("the same"), phrase("this is as in your box: no longer made up")),
    PainterKey("u", "u", phrase("undo"), phrase("take back the last step, as often as you like")),
    PainterKey("question_mark", "?", phrase("keys"), phrase("this list")),
    PainterKey(
        "escape", "Esc", phrase("done"), phrase("see what would change, then keep it or paint on")
    ),
)
"""All keys but those of the brushes."""

UNLISTED = (
    PainterKey("", "arrows", "", phrase("move; with Shift: move and paint"), (CELLS,)),
    PainterKey("", "arrows", "", phrase("draw the river; a second time erases it"), (RIVER,)),
    PainterKey("", "arrows", "", phrase("move on the small grid"), (OUTLINES,)),
    PainterKey("", "Enter", "", phrase("the first cell of the next row"), (CELLS,)),
    PainterKey("", "1 to 9", "", phrase("how many trees or rocks you paint next"), (CELLS,)),
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
