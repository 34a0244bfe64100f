"""Statistics of Dilluvia Project: wins, buildings, workers by area, cost and return of tiles.

Every session is replayed once into acts. An act says how much of something a player did. The acts
are added up.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from campaign.services.statistics.counting import Count, Counts, by_first, games_of, mean
from campaign.services.statistics.tables import BarCell, Cell, SoundSession, StatisticsTable
from engine import dilluvia
from engine.dilluvia.areas import price_of
from engine.dilluvia.components import COLOURS, MarketTile
from engine.dilluvia.final import final_scorings, held_effects, population_tiles, sets_of
from engine.dilluvia.market import line_prices
from engine.dilluvia.notation import (
    Action,
    Buy,
    BuyPropeller,
    ClaimMove,
    DilluviaBuild,
    PlaceGarden,
    Switch,
    TileChoice,
    Use,
    WorkerPlacement,
)
from engine.dilluvia.state import DilluviaState
from engine.dilluvia.tiles import SIZES
from engine.dilluvia.transfers import count_homes
from engine.kernel.game import CHANCE
from engine.kernel.phrases import Wording, phrase
from engine.kernel.replay import replay_steps

Name = str


class PlayerAct(NamedTuple):
    """An amount of something that a player did.

    `tile` is the tile that was bought or that returned the amount; "" for an act without a tile.
    """

    player: Name
    what: str
    amount: int
    tile: str = ""


AREAS = ("order", "income", "cubes", "claims", "build", "market", "garden", "switch")
"""The eight areas; the areas of the four colours of cubes count as one."""

BUILT = (*SIZES.values(), "squares claimed", "propellers", "gardens", "switches")
BUILT_BY_TILES = {"garden": "gardens", "squares": "squares claimed", "claim": "squares claimed"}
"""What the use of a tile builds or claims, by the kind of its effect; a square for each word."""

RETURNS = {
    "money": "money",
    "cubes": "cubes",
    "squares": "squares claimed",  # "squares" alone are those of another game
    "gardens": "gardens",
    "prestige": "prestige",
    "population": "population",
}
"""What tiles return, by kind, and the heading for it."""


def tables(counts: Counts, language: str) -> tuple[StatisticsTable, ...]:
    """The tables of the counted sessions; the ids of tiles are the same in every `language`."""
    return (
        _players(counts),
        _counted(phrase("Built and claimed"), BUILT, counts),
        _counted(phrase("Workers by area"), AREAS, counts),
        _tiles(counts),
    )


def counts_of(game: SoundSession) -> Iterator[Count]:
    """Yield one session's counts: games, wins, population by player; acts by player or tile."""
    yield from games_of(game.names, game.sheets)
    for sheet in game.sheets:
        player = game.names[sheet.seat]
        yield "population", (player, sheet.total), 1
    for act in acts_of(game):
        if act.tile:
            yield "by tile", (act.tile, act.what), act.amount
        else:
            yield "done", (act.player, act.what), act.amount


def acts_of(game: SoundSession) -> Iterator[PlayerAct]:
    """Replay a session and yield its acts."""
    for step in replay_steps(dilluvia, game.record, game.setup):
        if step.move.seat != CHANCE:
            seat = step.before.seats.index(step.move.seat)
            action = step.action
            done = [*_acts_of_move(step.before, seat, action)]
            for act in (*done, *_returned(step.before, step.after, seat, action)):
                owner = step.before.seats[int(act.player)]
                yield act._replace(player=game.names[owner])
    yield from _at_the_end(game)


def _acts_of_move(state: DilluviaState, seat: int, action: Action) -> Iterator[PlayerAct]:
    """Yield the acts of the seat that made a move."""
    seat_key = str(seat)
    match action:
        case WorkerPlacement(discs, area, _):
            yield PlayerAct(seat_key, "cubes" if area in COLOURS else area, discs)
        case ClaimMove(squares):
            yield PlayerAct(seat_key, "squares claimed", len(squares))
        case DilluviaBuild(building, _, _, _):
            yield PlayerAct(seat_key, SIZES[state.rules.buildings[building].squares], 1)
        case BuyPropeller():
            yield PlayerAct(seat_key, "propellers", 1)
        case PlaceGarden():
            yield PlayerAct(seat_key, "gardens", 1)
        case Switch():
            yield PlayerAct(seat_key, "switches", 1)
        case Use(name, words) if what := BUILT_BY_TILES.get(state.rules.effects[name].does):
            yield PlayerAct(seat_key, what, len(words))
        case Buy(distances) if not state.last_round:
            prices, ship = line_prices(state, seat), state.market.ships[seat]
            assert ship is not None, "every airship lies before the first purchase"
            for distance in distances:
                tile = state.rules.tiles[state.market.tiles[ship.squares[distance - 1]]]
                yield from _purchase_acts(seat, tile, prices[distance - 1])
        case TileChoice(name):
            fee = state.turn.owed[0].amount if state.turn.owed[0].kind.endswith("pick") else 0
            yield from _purchase_acts(seat, state.rules.tiles_by_id[name], fee)


def _purchase_acts(seat: int, tile: MarketTile, price: int) -> Iterator[PlayerAct]:
    """Yield the acts of taking a tile: the tile, its price, and what it returns at once."""
    seat_key, effect = str(seat), tile.effect
    yield PlayerAct(seat_key, "bought", 1, effect.id)
    yield PlayerAct(seat_key, "paid", price, effect.id)
    if effect.when == "now" and effect.does in RETURNS:
        yield PlayerAct(seat_key, effect.does, effect.amount or sum(effect.gives), effect.id)


def _returned(
    before: DilluviaState, after: DilluviaState, seat: int, action: Action
) -> Iterator[PlayerAct]:
    """Yield what tiles in hand returned with a move, as acts of the players who held them."""
    seat_key, player = str(seat), before.players[seat]
    match action:
        case Use(name, words):
            effect = before.rules.effects[name]
            kind, amount = {
                "rent": ("money", effect.amount * count_homes(player, effect.squares)),
                "garden": ("gardens", 1),
                "convert": ("cubes", 1),
            }.get(effect.does, ("squares", len(words)))
            yield PlayerAct(seat_key, kind, amount, name)
        case WorkerPlacement(_, area, _) if price_of(before, seat, before.rules.areas[area]):
            for holder in range(len(before.seats)):
                yield from _acts_of_held_tiles(before, holder, "coin", "money", 1)
        case Buy(bought) if bought or not before.rules.options.comp_needs_purchase:
            empty = line_prices(before, seat).count(0)
            for effect in held_effects(before.rules, after.players[seat], "compensation"):
                yield PlayerAct(seat_key, "money", (effect.amount - 1) * empty, effect.id)
        case ClaimMove(squares) if len(squares) > 1 and not before.turn.owed:
            yield from _acts_of_held_tiles(before, seat, "cheaper claim", "money", 1)
        case DilluviaBuild(building, _, _, less):
            if before.rules.buildings[building].number == before.turn.round:
                yield from _acts_of_held_tiles(before, seat, "current", "prestige", 1)
            discarded = before.rules.tiles_of_mask(player.tiles & ~after.players[seat].tiles)
            for tile in discarded:
                if tile.effect.does == "discount":
                    yield PlayerAct(seat_key, "cubes", sum(less), tile.effect.id)


def _acts_of_held_tiles(
    state: DilluviaState, seat: int, does: str, kind: str, times: int
) -> Iterator[PlayerAct]:
    """Yield what a player's tiles with the effect `does` return, each its amount times `times`."""
    for effect in held_effects(state.rules, state.players[seat], does):
        yield PlayerAct(str(seat), kind, effect.amount * times, effect.id)


def _at_the_end(game: SoundSession) -> Iterator[PlayerAct]:
    """Yield what tiles returned in the final scoring."""
    state: DilluviaState = game.final
    for sheet, end in zip(game.sheets, final_scorings(state), strict=True):
        player = game.names[sheet.seat]
        for line in end.lines:
            if line.label in state.rules.effects:
                yield PlayerAct(player, "population", line.points, str(line.label))
        for effect in held_effects(state.rules, end.player, "sets"):
            yield PlayerAct(
                player, "prestige", effect.amount * sets_of(end.player, effect), effect.id
            )
        if state.rules.options.pop_tiles == "prestige":
            for effect in held_effects(state.rules, end.player, "population tiles"):
                prestige = effect.amount * population_tiles(state.rules, end.player)
                yield PlayerAct(player, "prestige", prestige, effect.id)


def _players(counts: Counts) -> StatisticsTable:
    """Sessions, wins and population by player."""
    points, played, won = by_first(counts["population"]), counts["played"], counts["won"]
    return StatisticsTable(
        "Players",
        ("Player", "Played", "Won", "", "Population", "Best"),
        tuple(
            (
                player,
                played[player],
                won[player],
                BarCell(won[player], played[player]),
                mean(points[player]),
                max(points[player]),
            )
            for player in sorted(played, key=lambda player: (-won[player] / played[player], player))
        ),
    )


def _counted(title: Wording, columns: tuple[str, ...], counts: Counts) -> StatisticsTable:
    """The average amount of each kind of act in a session, by player."""
    points, done = by_first(counts["population"]), by_first(counts["done"])
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (player, *(done[player][column] / points[player].total() for column in columns))
        for player in sorted(points)
    )
    return StatisticsTable(title, ("Player", *columns), rows, phrase("On average, per session."))


def _tiles(counts: Counts) -> StatisticsTable:
    """The price and the return of every tile, the tile that was bought most often first."""
    amounts = by_first(counts["by tile"])
    order = sorted(amounts, key=lambda tile: (-amounts[tile]["bought"], tile))
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            tile,
            amounts[tile]["bought"],
            amounts[tile]["paid"],
            *(amounts[tile][kind] or None for kind in RETURNS),
        )
        for tile in order
    )
    note = phrase(
        "Saved money and cubes count as returned. A tile is counted for the player who held it. "
        "What each does: campaign rules dilluvia 60"
    )
    return StatisticsTable("Tiles", ("Tile", "Bought", "Paid", *RETURNS.values()), rows, note)
