"""A move of Quadropolis in words."""

from __future__ import annotations

from campaign.services.words import many
from engine.quadropolis.components import FACES, SLOTS, TARGETS
from engine.quadropolis.names import name
from engine.quadropolis.notation import Action, Discard, Done, Lay, Place, Staff, Take, staffed
from engine.quadropolis.state import State


def move_in_words(before: State, action: Action, language: str) -> str:
    """What was done, without who did it."""
    match action:
        case Lay(tiles):
            return f"The site of round {before.round}: {many(len(tiles), 'tile')}"
        case Take(architect, side, line):
            code = before.site[TARGETS[architect][SLOTS[side, line]]]
            tile = code or "nothing, the square is empty"
            return f"sends architect {architect} to {side} {line} and takes {tile}"
        case Place(square):
            return _placing(before, square, language)
        case Discard():
            return f"leaves the tile {before.taken}"
        case Staff(buildings):
            return f"says what is active: {' '.join(map(staffed, buildings))}"
        case Done():
            return "is done"


def _placing(before: State, square: str, language: str) -> str:
    """What a tile is built as, and what it brings at once."""
    face = FACES[before.taken]
    city = before.cities[(before.first + before.turn) % len(before.seats)]
    stack = city.cells[before.rules.mode.square(square)]
    floor = f" as floor {stack.floors + 1}" if stack else ""
    gains = [
        many(face.inhabitants, "inhabitant") if face.inhabitants else "",
        f"{face.energy} energy" if face.energy else "",
    ]
    gained = " and ".join(filter(None, gains))
    building = f"builds {name(face.kind, language)} on {square}{floor}"
    return f"{building}: {gained}" if gained else building
