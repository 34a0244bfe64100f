"""The market phase: tiles come, airships are placed, squares of lines are bought (rules 9 to 20).

Squares of the market are counted row by row from 0. In the last round printed squares are sold
instead of tiles, and a cube marks each used square.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from engine.dilluvia.components import DilluviaRules, Effect
from engine.dilluvia.notation import Airship, Buy, Refill, Square, TileChoice
from engine.dilluvia.reading import SIDES
from engine.dilluvia.state import (
    AIRSHIPS,
    EMPTY,
    DilluviaPlayer,
    DilluviaState,
    Market,
    OwedDecision,
    Ship,
    Turn,
    in_phase,
    with_market,
    with_owed,
    with_player,
    with_player_and_turn,
)
from engine.dilluvia.transfers import (
    A_SQUARE,
    A_TILE,
    AT_ONCE,
    acquire_tile,
    earn_money,
    pay_money,
    price_refusal,
)
from engine.dilluvia.verb import Verb
from engine.kernel.fast.values import new
from engine.kernel.phrases import Refusal, many, phrase, plural


def tiles_due(state: DilluviaState) -> int:
    """The number of tiles still to come in the refill; 0 in the last round or without tiles."""
    if state.last_round:
        return 0
    market = state.market
    return min(market.tiles.count(EMPTY), (market.white | market.grey).bit_count())


def refill_refusal(state: DilluviaState, seat: int, action: Refill) -> Refusal:
    """Why these tiles cannot come now; "" if they can."""
    white, grey, rules = state.market.white, state.market.grey, state.rules
    if len(action.tiles) > tiles_due(state):
        return plural(
            "{things}, but {count} is due",
            "{things}, but {count} are due",
            tiles_due(state),
            things=many(len(action.tiles), "tile"),
        )
    for name in action.tiles:
        tile = rules.tiles_by_id.get(name)
        if tile is None:
            return phrase(
                "{tile} is no tile: the tiles are {first} to {last}",
                tile=name,
                first=rules.tiles[0].id,
                last=rules.tiles[-1].id,
            )
        if not tile.bit & rules.in_play[tile.back]:
            return phrase(
                "{tile} is only for {players} players or more"
                if tile.players < 4
                else "{tile} is only for {players} players",
                tile=name,
                players=tile.players,
            )
        if not tile.bit & (white | grey):
            return phrase("{tile} has come before", tile=name)
        if tile.bit & grey and white:
            return plural(
                "{tile} is grey: the white tiles come first, {count} is left",
                "{tile} is grey: the white tiles come first, {count} are left",
                white.bit_count(),
                tile=name,
            )
        white, grey = white & ~tile.bit, grey & ~tile.bit
    return ""


def refill(state: DilluviaState, seat: int, action: Refill) -> DilluviaState:
    """Put the tiles on the first empty squares, in reading order."""
    market = state.market
    tiles, white, grey = list(market.tiles), market.white, market.grey
    for name in action.tiles:
        tile = state.rules.tiles_by_id[name]
        tiles[tiles.index(EMPTY)] = tile.index
        white, grey = white & ~tile.bit, grey & ~tile.bit
    return with_market(state, market._replace(tiles=tuple(tiles), white=white, grey=grey))


def refills(state: DilluviaState, seat: int) -> Iterator[Refill]:
    """Yield a refill of one tile for each tile of the stack from which the table draws."""
    for tile in state.rules.tiles_of_mask(state.market.white or state.market.grey):
        yield Refill((tile.id,))


def ship_refusal(state: DilluviaState, seat: int, action: Airship) -> Refusal:
    """Why the airship cannot lie at this end of a line; "" if it can."""
    squares = state.rules.lines[action]
    for owner, ship in zip(state.seats, state.market.ships, strict=True):
        if ship and ship.squares in (squares, squares[::-1]):
            line = phrase("column" if action.side in SIDES[:2] else "row")
            where = phrase("at this end" if ship.side == action.side else "at the other end")
            return phrase(
                "{line} {number} is taken: the airship of {seat} lies {where}",
                line=line,
                number=action.number,
                seat=owner,
                where=where,
            )
    return ""


def place_airship(state: DilluviaState, seat: int, action: Airship) -> DilluviaState:
    """Put the airship at the end of a line; the next player's airship follows."""
    tiles, white, grey, lying, *aside_and_cubes = state.market
    ships = list(lying)
    ships[seat] = new(Ship, (*action, state.rules.lines[action]))
    state = with_market(state, new(Market, (tiles, white, grey, tuple(ships), *aside_and_cubes)))
    return in_phase(state, AIRSHIPS, state.turn.at + 1)


def airship_candidates(state: DilluviaState, seat: int) -> Iterator[Airship]:
    """Yield an airship at each end of every line."""
    for side in SIDES:
        for number in range(1, 5):
            yield Airship(side, number)


def line_prices(state: DilluviaState, seat: int) -> tuple[int, ...]:
    """The price of each square in a seat's line, by distance; 0 if it cannot be bought."""
    tiles, _, _, ships, _, cubes = state.market
    ship, all_tiles = ships[seat], state.rules.tiles
    prices: list[int] = []
    assert ship is not None, "every airship lies before the first purchase"
    if state.last_round:
        return tuple(0 if cubes >> square & 1 else i for i, square in enumerate(ship.squares, 1))
    for square in ship.squares:
        tile = tiles[square]
        prices.append(0 if tile == EMPTY else all_tiles[tile].price or len(prices) + 1)
    return tuple(prices)


def purchase_refusal(state: DilluviaState, seat: int, action: Buy) -> Refusal:
    """Why a player cannot buy these squares; "" if it is allowed."""
    prices, total = line_prices(state, seat), 0
    for distance in action.distances:
        price = prices[distance - 1]
        if not price:
            return phrase(
                "square {number} of this line is used already"
                if state.last_round
                else "square {number} of this line is empty",
                number=distance,
            )
        total += price
    if total <= state.players[seat].money:
        return ""
    if state.rules.options.pay_in_sequence and _payable(state, seat, action, prices):
        return ""
    return price_refusal(state.players[seat], total, f"buy {' '.join(map(str, action.distances))}")


def _payable(state: DilluviaState, seat: int, action: Buy, prices: tuple[int, ...]) -> bool:
    """Whether a player can pay for the squares one after the other in some order (ruling 38).

    The best order is: first the squares that bring at least their price, the cheapest first; then
    the other squares, the square that brings most first.
    """
    player, ship = state.players[seat], state.market.ships[seat]
    assert ship is not None, "every airship lies before the first purchase"
    money, offers = player.money, list[tuple[int, int]]()
    for distance in action.distances:
        effect = _effect_on_square(state, ship.squares[distance - 1])
        brings = 0
        if effect.when == "now" and effect.does in BRINGS_MONEY:
            brings = AT_ONCE[effect.does](state.rules, player, effect).money - player.money
        offers.append((prices[distance - 1], brings))
    gaining = sorted(offer for offer in offers if offer[1] >= offer[0])
    losing = [offer for offer in offers if offer[1] < offer[0]]
    for price, brings in (*gaining, *sorted(losing, key=lambda offer: -offer[1])):
        if price > money:
            return False
        money += brings - price
    return True


def _effect_on_square(state: DilluviaState, square: int) -> Effect:
    """The effect of the tile on a square of the market; in the last round, the printed effect."""
    if state.last_round:
        return state.rules.printed[square]
    return state.rules.tiles[state.market.tiles[square]].effect


BRINGS_MONEY = ("money", "rent")
"""The kinds of effect that bring money without a choice of the player."""


def buy(state: DilluviaState, seat: int, action: Buy) -> DilluviaState:
    """Buy squares: pay for all, take all, then get compensation for squares that were empty before.

    With the option `pay_in_sequence`, the player gets the money that the tiles bring together with
    the tiles.
    """
    rules, prices, ship = state.rules, line_prices(state, seat), state.market.ships[seat]
    assert ship is not None, "every airship lies before the first purchase"
    bought, price = list[int](), 0
    for distance in action.distances:
        bought.append(ship.squares[distance - 1])
        price += prices[distance - 1]
    player = pay_money(state.players[seat], price)
    purchase = take_squares(state, player, bought)
    player, owed = purchase.player, purchase.owed
    if rules.options.pay_in_sequence:
        for debt in owed:
            if debt.effect and debt.effect.does in BRINGS_MONEY and debt.kind == "gain":
                player = AT_ONCE[debt.effect.does](rules, player, debt.effect)
        owed = tuple(d for d in owed if not (d.effect and d.effect.does in BRINGS_MONEY))
    if 0 in prices and (bought or not rules.options.comp_needs_purchase):
        player = earn_money(player, compensation(rules, player, prices.count(0)))
    turn = state.turn
    turn = new(Turn, (*turn[:3], True, None, owed))
    return with_player_and_turn(with_market(state, purchase.market), seat, player, turn)


def compensation(rules: DilluviaRules, player: DilluviaPlayer, empty: int) -> int:
    """The money for `empty` empty squares of a line, by the tiles in hand now (ruling 34)."""
    rate = 1
    for carriers, effect in rules.effects_by_kind.get("compensation", ()):
        if player.tiles & carriers:
            rate = max(rate, effect.amount)
    return rate * empty


class MarketPurchase(NamedTuple):
    """The market and a player after a purchase, and the decisions that the player owes for it."""

    market: Market
    player: DilluviaPlayer
    owed: tuple[OwedDecision, ...]


def take_squares(
    state: DilluviaState, player: DilluviaPlayer, squares: list[int]
) -> MarketPurchase:
    """Give a player the tiles or printed squares on squares of the market."""
    market = state.market
    effects: list[Effect] = []
    if state.last_round:
        effects = [state.rules.printed[square] for square in squares]
        cubes = market.cubes | sum(1 << square for square in squares)
        market = market._replace(cubes=cubes)
    elif squares:
        tiles = list(market.tiles)
        for square in squares:
            tile = state.rules.tiles[tiles[square]]
            tiles[square] = EMPTY
            player = acquire_tile(state.rules, player, tile)
            if tile.effect.when == "now":
                effects.append(tile.effect)
        market = new(Market, (tuple(tiles), *market[1:]))
    return MarketPurchase(market, player, owed_decisions(effects) if effects else ())


def owed_decisions(effects: list[Effect]) -> tuple[OwedDecision, ...]:
    """The decisions owed for effects that count at once, in the order in which they are resolved.

    The house moves first, then tiles are picked, then the other effects follow. No other order is
    better for the player (ruling 33).
    """
    if len(effects) > 1:
        effects = sorted(effects, key=lambda effect: FIRST.get(effect.does, 2))
    return tuple([new(OwedDecision, (DEBT[e.does], e.amount, e)) for e in effects])


FIRST = {"house": 0, "tile": 1}
"""The kinds of effect that are resolved before the others, with their position."""


DEBT = {
    **dict.fromkeys(AT_ONCE, "gain"),
    "take": "take",
    "tile": "aside",
    "domino": "domino",
    "garden": "use",
    "convert": "use",
    "squares": "use",
    "claim": "use",
}
"""The kind of decision that an effect makes a player owe if it counts at once."""


def buys(state: DilluviaState, seat: int) -> Iterator[Buy]:
    """Yield every choice of squares of the line, beginning with the choice of none."""
    for count in range(5):
        for distances in combinations((1, 2, 3, 4), count):
            yield Buy(distances)


def pick_refusal(state: DilluviaState, seat: int, action: TileChoice) -> Refusal:
    """Why a player cannot pick this tile; "" if it is allowed."""
    tile, owed = state.rules.tiles_by_id.get(action.tile), state.turn.owed[0]
    aside = owed.kind == "aside"
    if tile is None or not tile.bit & (state.market.aside if aside else tiles_on_market(state)):
        return phrase(
            "{tile} was not put aside" if aside else "{tile} is not on the market",
            tile=action.tile,
        )
    return "" if aside else price_refusal(state.players[seat], owed.amount, A_TILE)


def pick(state: DilluviaState, seat: int, action: TileChoice) -> DilluviaState:
    """Give the tile to the player; the decisions that the player owes for it come next."""
    tile, turn, market = state.rules.tiles_by_id[action.tile], state.turn, state.market
    player = state.players[seat]
    if turn.owed[0].kind == "aside":
        market = market._replace(aside=market.aside & ~tile.bit)
    else:
        player = pay_money(player, turn.owed[0].amount)
        tiles = tuple(EMPTY if index == tile.index else index for index in market.tiles)
        market = market._replace(tiles=tiles)
    player = acquire_tile(state.rules, player, tile)
    owed = owed_decisions([tile.effect]) if tile.effect.when == "now" else ()
    state = with_player(with_market(state, market), seat, player)
    return with_owed(state, (*owed, *turn.owed[1:]))


def tiles_on_market(state: DilluviaState) -> int:
    """The mask of the tiles on the market."""
    return sum(1 << tile for tile in state.market.tiles if tile != EMPTY)


def picks(state: DilluviaState, seat: int) -> Iterator[TileChoice]:
    """Yield every tile that may be picked: the tiles put aside, or the tiles on the market."""
    aside = state.turn.owed[0].kind == "aside"
    for tile in state.rules.tiles_of_mask(state.market.aside if aside else tiles_on_market(state)):
        yield TileChoice(tile.id)


def square_refusal(state: DilluviaState, seat: int, action: Square) -> Refusal:
    """Why a player cannot use this printed square; "" if it is allowed."""
    if state.market.cubes >> _index(action) & 1:
        return phrase("square {row} {column} is used already", row=action.row, column=action.column)
    return price_refusal(state.players[seat], state.turn.owed[0].amount, A_SQUARE)


def use_square(state: DilluviaState, seat: int, action: Square) -> DilluviaState:
    """Use a printed square; its effect comes before all other decisions that are owed."""
    fee, still_owed = state.turn.owed[0].amount, state.turn.owed[1:]
    purchase = take_squares(state, pay_money(state.players[seat], fee), [_index(action)])
    state = with_player(with_market(state, purchase.market), seat, purchase.player)
    return with_owed(state, (*purchase.owed, *still_owed))


def squares(state: DilluviaState, seat: int) -> Iterator[Square]:
    """Yield all printed squares."""
    for index in range(len(state.market.tiles)):
        yield Square(index // 4 + 1, index % 4 + 1)


def _index(action: Square) -> int:
    return 4 * (action.row - 1) + action.column - 1


REFILL = Verb(refill_refusal, refill, refills)
AIRSHIP = Verb(ship_refusal, place_airship, airship_candidates)
BUY = Verb(purchase_refusal, buy, buys)
PICK = Verb(pick_refusal, pick, picks)
SQUARE = Verb(square_refusal, use_square, squares)
