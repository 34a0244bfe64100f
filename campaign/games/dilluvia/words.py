"""A move of Dilluvia Project in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from campaign.display.text.sentences import with_name
from campaign.services.words import many
from engine.dilluvia.answers import cubes_in_words
from engine.dilluvia.notation import (
    Action,
    Airship,
    Buy,
    BuyPropeller,
    ClaimMove,
    CubeChoice,
    DilluviaBuild,
    EndOfDecisions,
    PlaceGarden,
    Refill,
    SeatOrder,
    Square,
    Switch,
    TileChoice,
    Use,
    WorkerPlacement,
)
from engine.dilluvia.state import EMPTY, DilluviaState
from engine.kernel.game import Seat
from engine.kernel.phrases import Phrase, Wording, joined, listed, phrase
from engine.kernel.replay import ReplayStep


def sentence(step: ReplayStep, names: Mapping[Seat, str], language: str) -> Wording:
    """The move as a sentence: who did what."""
    words = move_in_words(step.before, step.action, names)
    return with_name(step.move.seat, names, words)


def move_in_words(before: DilluviaState, action: Action, names: Mapping[Seat, str]) -> Phrase:
    """The move in words, without the player."""
    rules = before.rules
    match action:
        case SeatOrder(seats):
            order = ", ".join(names.get(seat, seat) for seat in seats)
            return phrase("The order is {order}", order=order)
        case Refill(tiles):
            brought = ", ".join(_tile(before, tile) for tile in tiles)
            return phrase("To the market: {tiles}", tiles=brought)
        case Airship(side, number):
            line = "column" if side in ("north", "south") else "row"
            return phrase(
                "lays the airship to the {side} of {line} {number}",
                side=phrase(side),
                line=phrase(line),
                number=number,
            )
        case Buy(()):
            return phrase("buys nothing")
        case Buy(distances):
            return phrase("buys {what}", what=listed(_offers(before, distances)))
        case WorkerPlacement(discs, area, special):
            return _workers(discs, area, special=special)
        case ClaimMove(squares):
            return phrase("claims {squares}", squares=" ".join(squares))
        case DilluviaBuild(building, squares, space, less):
            built = phrase(
                "builds {building} on {square}", building=building, square=" ".join(squares)
            )
            texts = [built, phrase("cube on {space}", space=phrase(space))]
            texts += [phrase("saving {cubes}", cubes=cubes_in_words(less))] if any(less) else []
            return joined(", ", texts)
        case BuyPropeller(square):
            return phrase("buys the propeller on {square}", square=square)
        case PlaceGarden(square):
            return phrase("places a garden on {square}", square=square)
        case Switch(square):
            return phrase("moves the cube on {square} to the other space", square=square)
        case Use(effect, arguments):
            usage, words = " ".join((effect, *arguments)), phrase(rules.effects[effect].words)
            return phrase("uses {tile} ({effect})", tile=usage, effect=words)
        case CubeChoice(cubes):
            return phrase("takes {what}", what=cubes_in_words(cubes))
        case TileChoice(tile):
            return phrase("takes the tile {tile}", tile=_tile(before, tile))
        case Square(row, column):
            printed = rules.printed[4 * row + column - 5].id
            return phrase(
                "uses {tile} in row {row}, column {column}", tile=printed, row=row, column=column
            )
        case EndOfDecisions():
            return phrase("is done")


def _workers(discs: int, area: str, *, special: bool) -> Phrase:
    """The number of workers and the area where they go, in words."""
    if special and discs == 1:
        return phrase("places the special worker: {area}", area=phrase(area))
    workers = many(discs, "worker")
    if special:
        workers = phrase("{workers}, the special one among them", workers=workers)
    return phrase("places {workers}: {area}", workers=workers, area=phrase(area))


def _tile(state: DilluviaState, name: str) -> str:
    return f"{name} {state.rules.tiles_by_id[name].effect.id}"


def _offers(state: DilluviaState, distances: tuple[int, ...]) -> Iterator[str]:
    """Yield the tiles on squares of the line of the player on turn, by their distances."""
    ship = state.market.ships[state.actor]
    for distance in distances:
        square = ship.squares[distance - 1] if ship else 0
        tile = state.market.tiles[square]
        yield state.rules.printed[square].id if tile == EMPTY else state.rules.tiles[tile].effect.id
