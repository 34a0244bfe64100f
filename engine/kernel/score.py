"""Score sheets: labelled lines that a player can add up.

The lines that are shown are the lines that are counted: `total` is their sum.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.kernel.phrases import Wording


class SheetEntry(NamedTuple):
    """One line of a sheet: what it is for, its points, and a remark for the reader."""

    label: Wording
    points: int
    note: Wording = ""


class SeatScore(NamedTuple):
    """The result of one seat: lines, total, rank (1 is best, shared ranks are equal).

    `tie` says why this seat ranks before another seat with the same total, or equal to it.
    `figures` are other numbers that a table notes, such as coins left; the total leaves them out.
    """

    seat: str
    lines: tuple[SheetEntry, ...]
    total: int
    rank: int
    tie: Wording = ""
    figures: tuple[tuple[str, int], ...] = ()


def ranks(keys: Sequence[object]) -> tuple[int, ...]:
    """Rank comparable keys, smallest first; equal keys share, then a rank is skipped: 1, 1, 3."""
    ordered = sorted(keys)  # type: ignore[type-var]  # keys of one call are of one kind
    return tuple(ordered.index(key) + 1 for key in keys)
