"""What changes hands: money, cubes, both crowns, population, workers. Values in, values out."""

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
"""What is paid for, as `short` says it."""


def earned(player: DilluviaPlayer, money: int) -> DilluviaPlayer:
    """Money comes in."""
    return new(DilluviaPlayer, (player[0] + money, player[1], player[2] + money, *player[3:]))


def paid(player: DilluviaPlayer, money: int) -> DilluviaPlayer:
    """Money goes out."""
    return new(DilluviaPlayer, (player[0] - money, *player[1:]))


def sent(player: DilluviaPlayer, discs: int, special: bool) -> DilluviaPlayer:
    """So many workers leave for a circle, the special one among them or not."""
    left = player[16] and not special
    return new(DilluviaPlayer, (*player[:15], player[15] - discs + special, left))


def short(player: DilluviaPlayer, price: int, what: Wording) -> Refusal:
    """Why a price cannot be paid; "" when it can."""
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
    """Cubes come in."""
    return new(DilluviaPlayer, (player[0], added(player[1], cubes), *player[2:]))


def added(one: Cubes, other: Cubes) -> Cubes:
    """Cubes and more cubes."""
    return one[0] + other[0], one[1] + other[1], one[2] + other[2], one[3] + other[3]


def taken(one: Cubes, other: Cubes) -> Cubes:
    """Cubes less other cubes."""
    return one[0] - other[0], one[1] - other[1], one[2] - other[2], one[3] - other[3]


def with_prestige(rules: DilluviaRules, player: DilluviaPlayer, points: int) -> DilluviaPlayer:
    """The large crown moves; each ten that it reaches counts as the house stands now (rule 38)."""
    after = player.prestige + points
    if tens := after // 10 - player.prestige // 10:
        crossed, *rest = player.population
        crossed = (*crossed, *(rules.value(player.house),) * tens)
        population = new(Population, (crossed, *rest))
        return new(DilluviaPlayer, (*player[:3], after, population, *player[5:]))
    return new(DilluviaPlayer, (*player[:3], after, *player[4:]))


def moved(rules: DilluviaRules, markers: Markers, gains: Gains, sign: int) -> Markers:
    """The markers on the mat after a cube came onto a space (1) or left it (-1).

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
    """How many workers a player has got beyond those of the beginning."""
    return player.workers - rules.workers


def usable(player: DilluviaPlayer, carriers: int) -> int:
    """Of tiles that carry an effect the first that the player may still use; 0 for none."""
    held = player.tiles & carriers & ~player.used
    return held & -held


def spent(player: DilluviaPlayer, tile: MarketTile) -> DilluviaPlayer:
    """A tile after its use: discarded, turned over for the round, or as it was."""
    if tile.effect.when == GAME:
        return player._replace(tiles=player.tiles & ~tile.bit)
    if tile.effect.when == ROUND:
        return player._replace(used=player.used | tile.bit)
    return player


A_CROWN = Gains(prestige=1)
"""What the crown of a tile gives."""


def acquired(rules: DilluviaRules, player: DilluviaPlayer, tile: MarketTile) -> DilluviaPlayer:
    """A tile comes to a player: its crown counts at once, it is kept unless it acts at once."""
    if tile.crown:
        markers = moved(rules, player.markers, A_CROWN, 1)
        player = new(DilluviaPlayer, (*player[:5], markers, *player[6:]))
    if tile.effect.when == NOW:
        return player
    return new(DilluviaPlayer, (*player[:12], player[12] | tile.bit, *player[13:]))


def _money(rules: DilluviaRules, player: DilluviaPlayer, effect: Effect) -> DilluviaPlayer:
    return earned(player, effect.amount)


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
    return earned(player, effect.amount * homes_of(player, effect.squares))


def homes_of(player: DilluviaPlayer, squares: int) -> int:
    """How many buildings of a size a player has."""
    return [home.building.squares for home in player.homes].count(squares)


AT_ONCE: Mapping[str, Callable[[DilluviaRules, DilluviaPlayer, Effect], DilluviaPlayer]] = {
    "money": _money,
    "cubes": _cubes,
    "population": _population,
    "prestige": _prestige,
    "house": _house,
    "rent": _rent,
}
"""What tiles and printed squares do at once, without a choice."""
