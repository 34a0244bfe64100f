"""A move of Dilluvia Project in words, and what it changed for every player."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rich.text import Text

from campaign.services.words import many
from engine.dilluvia.components import COLOURS, Cubes
from engine.dilluvia.notation import (
    Action,
    Airship,
    Build,
    Buy,
    BuyPropeller,
    Claim,
    Done,
    Order,
    Pick,
    PlaceGarden,
    Refill,
    Square,
    Switch,
    Take,
    Use,
    Workers,
)
from engine.dilluvia.state import EMPTY, Player, State
from engine.kernel.game import Seat


def move_in_words(before: State, action: Action, names: Mapping[Seat, str]) -> str:
    """What was done, without who did it."""
    rules = before.rules
    match action:
        case Order(seats):
            return f"The order is {', '.join(names.get(seat, seat) for seat in seats)}"
        case Refill(tiles):
            return f"To the market: {', '.join(_tile(before, tile) for tile in tiles)}"
        case Airship(side, number):
            line = "column" if side in ("north", "south") else "row"
            return f"lays the airship to the {side} of {line} {number}"
        case Buy(()):
            return "buys nothing"
        case Buy(distances):
            return f"buys {', '.join(_offers(before, distances))}"
        case Workers(discs, area, special):
            if special and discs == 1:
                return f"places the special worker: {area}"
            with_special = ", the special one among them" if special else ""
            return f"places {many(discs, 'worker')}{with_special}: {area}"
        case Claim(squares):
            return f"claims {' '.join(squares)}"
        case Build(building, squares, space, less):
            saved = f", saving {_cubes(less)}" if any(less) else ""
            return f"builds {building} on {' '.join(squares)}, cube on {space}{saved}"
        case BuyPropeller(square):
            return f"buys the propeller on {square}"
        case PlaceGarden(square):
            return f"places a garden on {square}"
        case Switch(square):
            return f"moves the cube on {square} to the other space"
        case Use(effect, arguments):
            chosen = f" {' '.join(arguments)}" if arguments else ""
            return f"uses {effect}{chosen} ({rules.effects[effect].words})"
        case Take(cubes):
            return f"takes {_cubes(cubes)}"
        case Pick(tile):
            return f"takes the tile {_tile(before, tile)}"
        case Square(row, column):
            return f"uses {rules.printed[4 * row + column - 5].id} in row {row}, column {column}"
        case Done():
            return "is done"


def _tile(state: State, name: str) -> str:
    return f"{name} {state.rules.tile[name].effect.id}"


def _offers(state: State, distances: tuple[int, ...]) -> Iterator[str]:
    """What lies on squares of the line of the player whose turn it is."""
    ship = state.market.ships[state.actor]
    for distance in distances:
        square = ship.squares[distance - 1] if ship else 0
        tile = state.market.tiles[square]
        yield state.rules.printed[square].id if tile == EMPTY else state.rules.tiles[tile].effect.id


def changes(before: State, after: State, names: Mapping[Seat, str]) -> Iterator[Text]:
    """What a move changed for every player, a line each."""
    for seat, had, has in zip(after.seats, before.players, after.players, strict=True):
        if before.turn.phase == "order":
            texts = [f"begins with {has.money} money"]
        else:
            texts = list(_changes(after, had, has))
        if texts:
            yield Text(f"{names.get(seat, seat)}: {', '.join(texts)}", style="dim")


def _changes(state: State, had: Player, has: Player) -> Iterator[str]:
    """What a player paid and got, in words."""
    earned = has.earned - had.earned
    paid = had.money + earned - has.money
    if paid:
        yield f"pays {paid} money"
    if earned:
        yield f"gets {earned} money"
    if has.cubes != had.cubes:
        yield _difference(had.cubes, has.cubes)
    if has.prestige != had.prestige:
        yield f"prestige {had.prestige} -> {has.prestige}"
    tens = has.population.tens[len(had.population.tens) :]
    if tens:
        yield f"a ten crossed at house value {' '.join(map(str, tens))}"
    if has.population != had.population:
        yield f"population {had.population.total} -> {has.population.total}"
    if has.markers != had.markers:
        yield f"income now {'/'.join(map(str, has.markers))}"
    if has.house != had.house:
        yield f"house {has.house}, value {state.rules.value(has.house)}"
    if has.workers != had.workers:
        yield "a worker more from the next round on"
    taken = state.rules.held(has.tiles & ~had.tiles)
    if taken:
        yield f"keeps {', '.join(tile.effect.id for tile in taken)}"
    discarded = state.rules.held(had.tiles & ~has.tiles)
    if discarded:
        yield f"discards {', '.join(tile.effect.id for tile in discarded)}"


def _difference(had: Cubes, has: Cubes) -> str:
    pairs = zip(COLOURS, had, has, strict=True)
    changes = [(colour, after - before) for colour, before, after in pairs if after != before]
    return "cubes " + ", ".join(f"{change:+d} {colour}" for colour, change in changes)


def _cubes(cubes: Cubes) -> str:
    return ", ".join(f"{n} {colour}" for colour, n in zip(COLOURS, cubes, strict=True) if n)
