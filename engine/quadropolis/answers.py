"""Quadropolis in short answers.

T2 S - V1 ...   the tiles of the round in reading order, in one line or several
3n2             architect 3 at the north end of line 2
C2   -          where the tile goes; it is left
A1 C3:4 D2 .    what is active, and that this is all
"""

from __future__ import annotations

import re

from engine.kernel.answers import Answers, Words
from engine.kernel.errors import NotationError
from engine.kernel.game import Seat
from engine.quadropolis.components import BLANK, FACES, SIDES
from engine.quadropolis.notation import (
    Action,
    Discard,
    Done,
    Lay,
    Place,
    Staff,
    Take,
    format,
    parse,
)
from engine.quadropolis.state import LAY, PLACE, STAFF, State

TAKEN = re.compile(r"([1-5])([nswe])([1-5])", re.ASCII)
SIDE = {side[0]: side for side in SIDES}
TILES = {code.lower() for code in (*FACES, BLANK)}
LEFT, ALL = "-", "."


def read(state: State, seat: Seat, words: Words) -> tuple[Action, int]:
    """The action that the first words say, and how many words that are."""
    word = words[0].lower()
    if state.phase == LAY and word in TILES:
        count = next((i for i, other in enumerate(words) if other.lower() not in TILES), len(words))
        return parse(f"lay {' '.join(words[:count])}"), count
    if state.phase == PLACE and word == LEFT:
        return Discard(), 1
    if state.phase == STAFF and word == ALL:
        return Done(), 1
    if match := TAKEN.fullmatch(word):
        return Take(int(match[1]), SIDE[match[2]], int(match[3])), 1
    if state.phase in (PLACE, STAFF) and word[0] in "abcde":
        count = 1
        if state.phase == STAFF:
            count = next((i for i, other in enumerate(words) if other == ALL), len(words))
        try:
            return parse(f"{state.phase} {' '.join(words[:count])}"), count
        except NotationError:
            pass
    return parse(" ".join(words)), len(words)


def short(state: State, seat: Seat, action: Action) -> str:
    """The words of a legal action."""
    match action:
        case Take(architect, side, line):
            return f"{architect}{side[0]}{line}"
        case Lay() | Place() | Staff():
            return format(action).partition(" ")[2]
        case Discard():
            return LEFT
        case Done():
            return ALL


ANSWERS = Answers(read, short)
