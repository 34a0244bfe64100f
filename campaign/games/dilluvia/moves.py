"""Moves of Dilluvia Project in words for its pages: a tile is named by its effect."""

from __future__ import annotations

from collections.abc import Mapping

from campaign.games.dilluvia.words import move_in_words
from campaign.services.words import many
from engine.dilluvia.components import COLOURS
from engine.dilluvia.notation import Airship, Buy, Refill, Square, TileChoice, Use, WorkerPlacement
from engine.dilluvia.state import EMPTY, DilluviaState
from engine.kernel.game import Seat
from engine.kernel.phrases import Phrase, Wording, listed, phrase
from engine.kernel.replay import ReplayStep

AREA = {
    "order": phrase("turn order"),
    "income": phrase("income"),
    "white": phrase("white cubes"),
    "black": phrase("black cubes"),
    "brown": phrase("brown cubes"),
    "purple": phrase("purple cubes"),
    "claims": phrase("claims"),
    "build": phrase("buildings and propellers"),
    "market": phrase("a tile of the market"),
    "garden": phrase("a garden"),
    "switch": phrase("switch cubes"),
}
"""The names of the areas for workers on pages."""
END = {
    "north": phrase("above column"),
    "south": phrase("below column"),
    "west": phrase("to the left of row"),
    "east": phrase("to the right of row"),
}
"""The words for the end of a line where an airship lies, by side of the drawn market."""
NAMED = 4
"""The number of tiles up to which tiles that come to the market are named one by one."""


def seat_and_words(
    step: ReplayStep, names: Mapping[Seat, str], language: str
) -> tuple[Seat, Wording]:
    """The seat that made a move (`*` for chance), and the move in words."""
    return step.move.seat, _done(step, names)


def _done(step: ReplayStep, names: Mapping[Seat, str]) -> Phrase:
    before: DilluviaState = step.before
    rules = before.rules
    match step.action:
        case Refill(tiles):
            brought = listed([phrase(rules.tiles_by_id[tile].effect.words) for tile in tiles])
            tiles_in_words = brought if len(tiles) <= NAMED else many(len(tiles), "tile")
            return phrase("To the market: {tiles}", tiles=tiles_in_words)
        case Airship(side, number):
            return phrase("lays the airship {side} {number}", side=END[side], number=number)
        case Buy(distances) if distances:
            tiles_bought = [_square_in_words(before, distance) for distance in distances]
            return phrase("buys {what}", what=listed(tiles_bought))
        case WorkerPlacement(discs, area, special):
            return _workers(discs, area, special=special)
        case Use(effect, arguments):
            words = phrase(rules.effects[effect].words)
            if not arguments:
                return phrase("uses a tile: {effect}", effect=words)
            choice = listed(
                [phrase(argument) if argument in COLOURS else argument for argument in arguments]
            )
            return phrase("uses a tile: {effect} ({chosen})", effect=words, chosen=choice)
        case TileChoice(tile):
            return phrase(
                "takes the tile {tile}", tile=phrase(rules.tiles_by_id[tile].effect.words)
            )
        case Square(row, column):
            printed = phrase(rules.printed[4 * row + column - 5].words)
            return phrase(
                "uses row {row}, column {column} of the market: {effect}",
                row=row,
                column=column,
                effect=printed,
            )
        case action:
            return move_in_words(before, action, names)


def _workers(discs: int, area: str, *, special: bool) -> Phrase:
    """The number of workers and the area where they go, in words."""
    if special and discs == 1:
        return phrase("places the special worker: {area}", area=AREA[area])
    workers = many(discs, "worker")
    if special:
        workers = phrase("{workers}, the special one among them", workers=workers)
    return phrase("places {workers}: {area}", workers=workers, area=AREA[area])


def _square_in_words(before: DilluviaState, distance: int) -> Phrase:
    """The effect, in words, of the square at `distance` on the line of the player on turn."""
    ship = before.market.ships[before.actor]
    square = ship.squares[distance - 1] if ship else 0
    tile = before.market.tiles[square]
    effect = before.rules.printed[square] if tile == EMPTY else before.rules.tiles[tile].effect
    return phrase(effect.words)
