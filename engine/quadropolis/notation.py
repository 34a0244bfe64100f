"""The words of Quadropolis' moves; `parse` reads them and `format` writes them.

*: lay T2 S - V1 ...       tiles onto the site in reading order, some or all 25; - is face down
p1: take 3 north 2         an architect, a side of the site, a line
p1: place C2               the taken tile goes onto a square; or discard: it leaves the game
p1: staff A1 C3:4 D2       the players' own assignment: active buildings, customers of a shop
p1: done                   the assignment is complete
"""

from __future__ import annotations

import re
from typing import NamedTuple

from engine.kernel.errors import NotationError, shortened_text
from engine.kernel.fast.memo import same
from engine.kernel.phrases import phrase
from engine.quadropolis.components import BLANK, FACES, SIDES


class SiteTiles(NamedTuple):
    """Tiles that come onto the construction site, in reading order."""

    tiles: tuple[str, ...]


class ArchitectMove(NamedTuple):
    """An architect goes to the end of a line, and the player takes a tile of this line."""

    architect: int
    side: str
    line: int


class TilePlacement(NamedTuple):
    """The square of the player's city for the taken tile."""

    square: str


class Discard(NamedTuple):
    """The taken tile leaves the game."""


class StaffedBuilding(NamedTuple):
    """An active building; `customers` is the number of customers in a shop, None if not stated."""

    square: str
    customers: int | None = None


class Staff(NamedTuple):
    """Active buildings, in reading order."""

    buildings: tuple[StaffedBuilding, ...]


class EndOfStaffing(NamedTuple):
    """The assignment of a seat is complete."""


Action = SiteTiles | ArchitectMove | TilePlacement | Discard | Staff | EndOfStaffing
"""An action of the game."""

_CODES = {code.lower(): code for code in (*FACES, BLANK)}
_SQUARE = re.compile(r"([A-Ea-e][1-4])", re.ASCII)
_STAFFED = re.compile(r"([A-Ea-e][1-4])(?::([0-9]))?", re.ASCII)
_FORMS = phrase("lay TILES, take ARCHITECT SIDE LINE, place SQUARE, discard, staff SQUARES, done")


def parse(text: str) -> Action:
    """An action from the words of a record; raises `NotationError`."""
    match text.split():
        case ["lay", *codes] if codes and all(code.lower() in _CODES for code in codes):
            return SiteTiles(tuple(_CODES[code.lower()] for code in codes))
        case ["take", architect, side, line] if (
            architect in _DIGITS and side in SIDES and line in _DIGITS
        ):
            return ArchitectMove(int(architect), same(side), int(line))
        case ["place", square] if _SQUARE.fullmatch(square):
            return TilePlacement(same(square.upper()))
        case ["discard"]:
            return Discard()
        case ["staff", *words] if words and (buildings := _staffed(words)):
            return Staff(buildings)
        case ["done"]:
            return EndOfStaffing()
        case ["lay", *codes] if codes:
            wrong = next(code for code in codes if code.lower() not in _CODES)
            known = " ".join((*FACES, BLANK))
            raise NotationError(
                phrase(
                    "'{wrong}' in '{text}' is no tile: {known}",
                    wrong=shortened_text(wrong),
                    text=shortened_text(text),
                    known=known,
                )
            )
    raise NotationError(
        phrase(
            "'{text}' is no move of Quadropolis: {forms}", text=shortened_text(text), forms=_FORMS
        )
    )


def format(action: Action) -> str:
    """The words of an action."""
    match action:
        case SiteTiles(tiles):
            return f"lay {' '.join(tiles)}"
        case ArchitectMove(architect, side, line):
            return f"take {architect} {side} {line}"
        case TilePlacement(square):
            return f"place {square}"
        case Discard():
            return "discard"
        case Staff(buildings):
            return f"staff {' '.join(map(building_in_words, buildings))}"
        case EndOfStaffing():
            return "done"


def building_in_words(building: StaffedBuilding) -> str:
    """The words of an active building: C2, or C2:4 for a shop with customers."""
    square, customers = building
    return square if customers is None else f"{square}:{customers}"


_DIGITS = frozenset("12345")


def _staffed(words: list[str]) -> tuple[StaffedBuilding, ...]:
    """The buildings in reading order; empty if a word is no building or a square comes twice."""
    matches = [match for word in words if (match := _STAFFED.fullmatch(word))]
    buildings = {same(match[1].upper()): int(match[2]) if match[2] else None for match in matches}
    if len(matches) != len(words) or len(buildings) != len(words):
        return ()
    order = sorted(buildings, key=lambda square: (square[1], square[0]))
    return tuple(StaffedBuilding(square, buildings[square]) for square in order)
