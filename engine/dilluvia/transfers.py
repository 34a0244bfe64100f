"""Transfers of money, cubes, prestige, workers and tiles: each returns the player after it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.dilluvia.components import (
    GAME,
    NOW,
    ROUND,
    Cubes,
    DilluviaRules,
    Effect,
    Gains,
    MarketTile,
)
from engine.dilluvia.state import DilluviaPlayer, Markers, Population
from engine.kernel.fast.values import new
from engine.kernel.phrases import Refusal, Wording, phrase

A_PROPELLER, A_GARDEN, A_TILE, A_SQUARE = map(
    phrase, ("a propeller", "a garden", "a tile", "a square")
)
"""The words for things that cost money, as arguments of `price_refusal`."""


def earn_money(player: DilluviaPlayer, money: int) -> DilluviaPlayer:
    """The player with more money, which counts as earned."""
    return new(DilluviaPlayer, (player[0] + money, player[1], player[2] + money, *player[3:]))


def pay_money(player: DilluviaPlayer, money: int) -> DilluviaPlayer:
    """The player after a payment of money."""
    return new(DilluviaPlayer, (player[0] - money, *player[1:]))


def send_workers(player: DilluviaPlayer, discs: int, special: bool) -> DilluviaPlayer:
    """The player after workers were placed; `special` if the special worker is one of them."""
    special_left = player[16] and not special
    return new(DilluviaPlayer, (*player[:15], player[15] - discs + special, special_left))


def price_refusal(player: DilluviaPlayer, price: int, what: Wording) -> Refusal:
    """Why a player cannot pay a price; "" if there is enough money."""
    if price <= player.money:
        return ""
    return phrase(
        "{what} costs {price}, there is {money}: {lacking} short",
        what=what,
        price=price,
        money=player.money,
        lacking=price - player.money,
    )


def with_cubes(player: DilluviaPlayer, cubes: Cubes) -> DilluviaPlayer:
    """The player with more cubes."""
    return new(DilluviaPlayer, (player[0], add_cubes(player[1], cubes), *player[2:]))


def add_cubes(one: Cubes, other: Cubes) -> Cubes:
    """The sum of cubes, colour by colour."""
    return one[0] + other[0], one[1] + other[1], one[2] + other[2], one[3] + other[3]


def subtract_cubes(one: Cubes, other: Cubes) -> Cubes:
    """Cubes less other cubes, colour by colour; a difference may be negative."""
    return one[0] - other[0], one[1] - other[1], one[2] - other[2], one[3] - other[3]


def with_prestige(rules: DilluviaRules, player: DilluviaPlayer, points: int) -> DilluviaPlayer:
    """The player with more prestige.

    Each ten of prestige that is reached gives the population of the house's space (rule 38).
    """
    after = player.prestige + points
    if tens := after // 10 - player.prestige // 10:
        crossed, *rest = player.population
        crossed = (*crossed, *(rules.population_per_ten(player.house),) * tens)
        population = new(Population, (crossed, *rest))
        return new(DilluviaPlayer, (*player[:3], after, population, *player[5:]))
    return new(DilluviaPlayer, (*player[:3], after, *player[4:]))


def move_markers(rules: DilluviaRules, markers: Markers, gains: Gains, sign: int) -> Markers:
    """The markers on the mat after a cube came onto a space (`sign` 1) or left it (-1).

    They stay between 0 and the end of the track (ruling 26).
    """
    cap = rules.cap
    money = markers[0] + sign * gains[0]
    cubes = markers[1] + sign * gains[1]
    prestige = markers[2] + sign * gains[2]
    if 0 <= money <= cap and 0 <= cubes <= cap and 0 <= prestige <= cap:
        return new(Markers, (money, cubes, prestige))
    return Markers(*(max(0, min(cap, marker)) for marker in (money, cubes, prestige)))


def extra_workers(rules: DilluviaRules, player: DilluviaPlayer) -> int:
    """The number of workers that a player has gained since the beginning."""
    return player.workers - rules.workers


def usable_tile(player: DilluviaPlayer, carriers: int) -> int:
    """The bit of the first tile of `carriers` that the player has and may still use; 0 for none."""
    held = player.tiles & carriers & ~player.used
    return held & -held


def spend_tile(player: DilluviaPlayer, tile: MarketTile) -> DilluviaPlayer:
    """The player after the use of a tile: it is discarded, turned over for the round, or kept."""
    if tile.effect.when == GAME:
        return player._replace(tiles=player.tiles & ~tile.bit)
    if tile.effect.when == ROUND:
        return player._replace(used=player.used | tile.bit)
    return player


A_CROWN = Gains(prestige=1)
"""The gain for the crown of a tile."""


def acquire_tile(rules: DilluviaRules, player: DilluviaPlayer, tile: MarketTile) -> DilluviaPlayer:
    """The player who gets a tile: its crown counts at once.

    A tile that counts at once is not kept.
    """
    if tile.crown:
        markers = move_markers(rules, player.markers, A_CROWN, 1)
        player = new(DilluviaPlayer, (*player[:5], markers, *player[6:]))
    if tile.effect.when == NOW:
        return player
    return new(DilluviaPlayer, (*player[:12], player[12] | tile.bit, *player[13:]))


def _money(rules: DilluviaRules, player: DilluviaPlayer, effect: Effect) -> DilluviaPlayer:
    return earn_money(player, effect.amount)


def _cubes(rules: DilluviaRules, player: DilluviaPlayer, effect: Effect) -> DilluviaPlayer:
    return with_cubes(player, effect.gives)


def _population(rules: DilluviaRules, player: DilluviaPlayer, effect: Effect) -> DilluviaPlayer:
    population = player.population
    return player._replace(population=population._replace(tiles=population.tiles + effect.amount))


def _prestige(rules: DilluviaRules, player: DilluviaPlayer, effect: Effect) -> DilluviaPlayer:
    return with_prestige(rules, player, effect.amount)


def _house(rules: DilluviaRules, player: DilluviaPlayer, effect: Effect) -> DilluviaPlayer:
    return player._replace(house=player.house + effect.amount)


def _rent(rules: DilluviaRules, player: DilluviaPlayer, effect: Effect) -> DilluviaPlayer:
    return earn_money(player, effect.amount * count_homes(player, effect.squares))


def count_homes(player: DilluviaPlayer, squares: int) -> int:
    """The number of buildings of a size that a player has."""
    return [home.building.squares for home in player.homes].count(squares)


AT_ONCE: Mapping[str, Callable[[DilluviaRules, DilluviaPlayer, Effect], DilluviaPlayer]] = {
    "money": _money,
    "cubes": _cubes,
    "population": _population,
    "prestige": _prestige,
    "house": _house,
    "rent": _rent,
}
"""By kind: the functions for effects of tiles and printed squares that need no choice."""
