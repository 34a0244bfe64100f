"""A move of Quadropolis in words."""

from __future__ import annotations

from collections.abc import Mapping

from campaign.display.text.sentences import with_name
from campaign.services.words import many
from engine.kernel.game import Seat
from engine.kernel.phrases import Phrase, Wording, joined, listed, phrase
from engine.kernel.replay import ReplayStep
from engine.quadropolis.components import FACES, SLOTS, TARGETS
from engine.quadropolis.names import name
from engine.quadropolis.notation import (
    Action,
    ArchitectMove,
    Discard,
    EndOfStaffing,
    SiteTiles,
    Staff,
    TilePlacement,
    building_in_words,
)
from engine.quadropolis.state import QuadropolisState

ROW = 5
"""The number of tiles up to which laid tiles are named one by one; more tiles are only counted."""


def sentence(step: ReplayStep, names: Mapping[Seat, str], language: str) -> Wording:
    """The move as a sentence: who did what."""
    words = move_in_words(step.before, step.action, language)
    return with_name(step.move.seat, names, words)


def move_in_words(before: QuadropolisState, action: Action, language: str) -> Phrase:
    """The move in words, without the player."""
    match action:
        case SiteTiles(tiles):
            tiles_in_words = " ".join(tiles) if len(tiles) <= ROW else many(len(tiles), "tile")
            return phrase(
                "The site of round {round}: {tiles}", round=before.round, tiles=tiles_in_words
            )
        case ArchitectMove(architect, side, line):
            code = before.site[TARGETS[architect][SLOTS[side, line]]]
            return phrase(
                "sends architect {architect} to {side} {line} and takes {tile}",
                architect=architect,
                side=phrase(side),
                line=line,
                tile=code or phrase("nothing, the square is empty"),
            )
        case TilePlacement(square):
            return _placing(before, square, language)
        case Discard():
            return phrase("leaves the tile {tile}", tile=before.taken)
        case Staff(buildings):
            active = " ".join(map(building_in_words, buildings))
            return phrase("names the active buildings: {buildings}", buildings=active)
        case EndOfStaffing():
            return phrase("is done")


def _placing(before: QuadropolisState, square: str, language: str) -> Phrase:
    """The building of a tile in words, with the inhabitants and energy that it brings at once."""
    face = FACES[before.taken]
    city = before.cities[(before.first + before.turn) % len(before.seats)]
    stack = city.cells[before.rules.mode.square(square)]
    gains: list[Wording] = [many(face.inhabitants, "inhabitant")] if face.inhabitants else []
    gains += [phrase("{count} energy", count=face.energy)] if face.energy else []
    kind = name(face.kind, language)
    building = phrase("builds {building} on {square}", building=kind, square=square)
    if stack:
        building = phrase(
            "builds {building} on {square} as floor {floor}",
            building=kind,
            square=square,
            floor=stack.floors + 1,
        )
    return joined(": ", (building, listed(gains))) if gains else building
