"""What can be pressed while painting: one table for the screen and the mouse.

A row stands beside the board with its key; a click on it is the key.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from campaign.extras.painting.painter import CELLS, OUTLINES, RIVER
from campaign.services.packs_ground import FOREST, LIGHT, MOUNTAIN, Paint

EVERYWHERE = (CELLS, RIVER, OUTLINES)


class Key(NamedTuple):
    """A key, its name on the screen, a word or two for the list, what it does, and where."""

    key: str
    name: str
    brief: str
    does: str
    at: tuple[str, ...] = EVERYWHERE


KEYS = (
    Key("s", "s", "square", "a small square on the cell, or away, and a step right", (CELLS,)),
    Key("b", "b", "bank", "the cell goes over to the other bank of the river", (CELLS,)),
    Key("v", "v", "river", "the river: arrows draw it from corner to corner", (CELLS,)),
    Key("v", "v", "cells", "back to the cells", (RIVER,)),
    Key("space", "Space", "lift", "the pen walks without drawing, or draws again", (RIVER,)),
    Key("o", "o", "outlines", "the outlines of the buildings", (CELLS,)),
    Key("o", "o", "board", "back to the board", (OUTLINES,)),
    Key("space", "Space", "cell", "a cell of the outline more, or less", (OUTLINES,)),
    Key("r", "r", "turn", "the outline a quarter turn clockwise", (OUTLINES,)),
    Key("n", "n", "next", "the next outline", (OUTLINES,)),
    Key("p", "p", "previous", "the outline before", (OUTLINES,)),
    Key("a", "a", "add", "one more outline, for a box of more buildings", (OUTLINES,)),
    Key("x", "x", "empty", "an empty board, or an empty outline", (CELLS, OUTLINES)),
    Key("tab", "Tab", "seat", "the board of one seat alone, where boards differ", (CELLS,)),
    Key("y", "y", "the same", "this is as in your box: no longer made up"),
    Key("u", "u", "undo", "take back the last step, as often as you like"),
    Key("question_mark", "?", "keys", "this list"),
    Key("escape", "Esc", "done", "look at what changes, and keep it or paint on"),
)
"""All keys but those of the brushes."""

UNLISTED = (
    Key("", "arrows", "", "move; with Shift: move and paint", (CELLS,)),
    Key("", "arrows", "", "draw the river; drawn once more it goes", (RIVER,)),
    Key("", "arrows", "", "move on the small grid", (OUTLINES,)),
    Key("", "Enter", "", "the first cell of the next row", (CELLS,)),
    Key("", "1 to 9", "", "how many trees or rocks the next ones are", (CELLS,)),
)
"""Keys for the list of all keys alone."""

_GROUND = {"full_stop": Paint(LIGHT), "f": Paint(FOREST), "m": Paint(MOUNTAIN)}


def brushes(kinds: Mapping[str, int], amount: int | None) -> Mapping[str, Paint]:
    """The paint of each key: ground, and what lies on light green, `amount` or as many as usual.

    A kind has a letter of its name that is free.
    """
    keys = dict(_GROUND)
    taken = {*keys, *(key.key for key in KEYS if CELLS in key.at)}
    for kind, usual in kinds.items():
        letters = (*kind, *"acdeghijklqtwyz")
        letter = next(letter for letter in letters if letter not in taken)
        taken.add(letter)
        keys[letter] = Paint(kind, amount or usual)
    return keys


def listed(at: str) -> Iterator[Key]:
    """The keys that do something now, besides the brushes."""
    return (key for key in KEYS if at in key.at)
