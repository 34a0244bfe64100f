"""The worth of things to a simple player, as the population that they will bring.

A ten of prestige is worth the value of the house at that time. A worker is worth a little more than
a coin and less than a cube. The figures are guesses for a sensible player, not rules.
"""

from __future__ import annotations

from itertools import combinations

from engine.dilluvia.building import propeller_refusal, round_refusal
from engine.dilluvia.components import PRESTIGE, BuildingStack, Effect, Gains, MarketTile
from engine.dilluvia.notation import (
    Action,
    BuyPropeller,
    EndOfDecisions,
    Square,
    Switch,
    TileChoice,
)
from engine.dilluvia.state import EMPTY, DilluviaState
from engine.dilluvia.transfers import count_homes

MONEY, CUBE, WORKER = 0.7, 1.2, 0.8
"""The worth of a coin, of a cube, and of a worker for one round."""

LATE = 0.4
"""The number of rounds at the end in which goods come too late to be used."""

PATIENCE = 0.6
"""The exponent with which the workers that a building still needs reduce its worth."""

SWITCH = 2.0
"""The least worth for which a player makes two switches."""

RESERVE = 2
"""The money that a purchase leaves for claims."""

TENS = (0, 16, 16, 16, 15, 13, 10, 5)
"""The number of tens that a player still reaches, by round."""


def house(state: DilluviaState) -> float:
    """The worth of one more space for the house, for all tens still to come."""
    return TENS[state.turn.round] / state.rules.options.house_every


def prestige(state: DilluviaState, seat: int, points: float) -> float:
    """The worth of prestige now, at the value that the house will soon have."""
    value = state.rules.population_per_ten(state.players[seat].house + 1)
    return points / 10 * value


def gains(state: DilluviaState, seat: int, given: Gains) -> float:
    """The worth until the end of what a building's space gives; late goods are worth nothing."""
    rounds_left = state.rules.rounds - state.turn.round
    later = state.rules.population_per_ten(state.players[seat].house + rounds_left)
    useful = max(0.0, rounds_left - LATE)
    return (
        given.prestige * (rounds_left + 1) / 10 * later
        + useful * (given.money * MONEY + given.cubes * CUBE)
        + given.worker * rounds_left * WORKER
    )


def building(state: DilluviaState, seat: int, kind: BuildingStack) -> tuple[float, str]:
    """The worth of a building, and the space on which it has this worth."""
    if round_refusal(state, state.players[seat], kind):
        return 0.0, PRESTIGE
    goods, crown = gains(state, seat, kind.goods), gains(state, seat, kind.prestige)
    if kind.goods.worker and state.players[seat].workers - state.rules.workers >= state.rules.extra:
        goods = -1.0
    current = state.rules.current * (kind.number == state.turn.round)
    return house(state) + current + max(goods, crown), kind.space if goods > crown else PRESTIGE


def switching(state: DilluviaState, seat: int) -> float:
    """The worth of the two best switches."""
    return sum(sorted(_switch(state, seat, i) for i in range(len(state.players[seat].homes)))[-2:])


def bonus_left(state: DilluviaState, area: str) -> bool:
    """Whether the bonus of an area is left: no special worker is there in this round."""
    rows = state.rules.areas[area].group
    return not any(placed.special for row in rows for placed in state.circles[row])


def _switch(state: DilluviaState, seat: int, index: int) -> float:
    home = state.players[seat].homes[index]
    goods, crown = home.building.goods, home.building.prestige
    if home.building.goods.worker:
        goods = Gains() if home.gave or not home.on_goods else goods
    gained, lost = (crown, goods) if home.on_goods else (goods, crown)
    if home.gave:
        lost = lost._replace(worker=0)
    return gains(state, seat, gained) - gains(state, seat, lost)


def propeller(state: DilluviaState, seat: int) -> BuyPropeller | None:
    """The purchase of the propeller that is worth most beyond its price.

    None if no propeller is worth more than its price.
    """
    best, most = None, 0.0
    for offered in state.rules.city.propellers.values():
        action = BuyPropeller(offered.square)
        value = house(state) + prestige(state, seat, offered.prestige) - offered.price * MONEY
        if value > most and not propeller_refusal(state, seat, action):
            best, most = action, value
    return best


def effect(state: DilluviaState, seat: int, what: Effect) -> float:
    """The worth of the effect of a tile or printed square."""
    player, rounds_left = state.players[seat], state.rules.rounds - state.turn.round
    match what.does:
        case "money":
            return what.amount * MONEY
        case "cubes":
            return sum(what.gives) * CUBE
        case "take":
            return what.amount * CUBE
        case "population":
            return float(what.amount)
        case "prestige":
            return prestige(state, seat, what.amount)
        case "house":
            return house(state)
        case "rent":
            return (count_homes(player, what.squares) + rounds_left * 0.3) * what.amount * MONEY
        case "current":
            return rounds_left * prestige(state, seat, what.amount)
        case "claim" | "squares" | "domino":
            return 2.5
        case "garden" | "convert" | "discount" | "future":
            return 1.0
        case "tile":
            return 2.0
        case "majority" | "population tiles":
            return 1.5
        case _:
            return 0.5 * rounds_left / 3


def tile(state: DilluviaState, seat: int, offered: MarketTile) -> float:
    """The worth of a tile, including its crown."""
    crown = gains(state, seat, Gains(prestige=1)) if offered.crown else 0.0
    return effect(state, seat, offered.effect) + crown


def line(
    state: DilluviaState, seat: int, squares: tuple[int, ...]
) -> tuple[float, tuple[int, ...]]:
    """The best purchase in a line: its worth beyond its price, and the distances of its squares."""
    money = state.players[seat].money
    offers: list[tuple[int, int, float]] = []
    reserve = RESERVE if state.turn.round < state.rules.rounds else 1
    for distance, square in enumerate(squares, 1):
        index, price = state.market.tiles[square], distance
        if state.last_round:
            if not state.market.cubes >> square & 1:
                value = effect(state, seat, state.rules.printed[square])
                offers.append((distance, price, value))
        elif index != EMPTY:
            offered = state.rules.tiles[index]
            offers.append((distance, offered.price or price, tile(state, seat, offered)))
    best: tuple[float, tuple[int, ...]] = (0.0, ())
    for count in range(1, len(offers) + 1):
        for chosen in combinations(offers, count):
            cost = sum(price for _, price, _ in chosen)
            value = sum(value for _, _, value in chosen) - cost * MONEY
            if cost <= max(0, money - reserve) and value > best[0]:
                best = value, tuple(distance for distance, _, _ in chosen)
    return best


def best(state: DilluviaState, seat: int, moves: tuple[Action, ...], chance: float) -> Action:
    """The move that is worth most; `chance` decides among moves of the same worth."""
    worths = [_move(state, seat, move) for move in moves]
    top = [move for move, value in zip(moves, worths, strict=True) if value == max(worths)]
    return top[int(chance * len(top))]


def _move(state: DilluviaState, seat: int, move: Action) -> float:
    """The worth of a move, as a simple player sees it."""
    if isinstance(move, TileChoice):
        return tile(state, seat, state.rules.tiles_by_id[move.tile])
    if isinstance(move, Square):
        return effect(state, seat, state.rules.printed[4 * move.row + move.column - 5])
    if isinstance(move, Switch):
        bit = state.rules.city.grid.bit(move.square)
        homes = state.players[seat].homes
        index = next(i for i, home in enumerate(homes) if home.mask & bit)
        return _switch(state, seat, index)
    return 0.0 if isinstance(move, EndOfDecisions) else -0.5
