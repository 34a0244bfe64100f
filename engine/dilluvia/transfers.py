"""What changes hands: money, cubes, both crowns, population, workers. Values in, values out."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.dilluvia.components import GAME, NOW, ROUND, Cubes, Effect, Gains, Rules, Tile
from engine.dilluvia.state import Markers, Player, Population
from engine.kernel.fast.values import new
from engine.kernel.phrases import Refusal, Wording, phrase

A_PROPELLER, A_GARDEN, A_TILE, A_SQUARE = map(
    phrase, ("a propeller", "a garden", "a tile", "a square")
)
"""What is paid for, as `short` says it."""


def earned(player: Player, money: int) -> Player:
    """Money comes in."""
    return new(Player, (player[0] + money, player[1], player[2] + money, *player[3:]))


def paid(player: Player, money: int) -> Player:
    """Money goes out."""
    return new(Player, (player[0] - money, *player[1:]))


def sent(player: Player, discs: int, special: bool) -> Player:
    """So many workers leave for a circle, the special one among them or not."""
    left = player[16] and not special
    return new(Player, (*player[:15], player[15] - discs + special, left))


def short(player: Player, price: int, what: Wording) -> Refusal:
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


def with_cubes(player: Player, cubes: Cubes) -> Player:
    """Cubes come in."""
    return new(Player, (player[0], added(player[1], cubes), *player[2:]))


def added(one: Cubes, other: Cubes) -> Cubes:
    """Cubes and more cubes."""
    return one[0] + other[0], one[1] + other[1], one[2] + other[2], one[3] + other[3]


def taken(one: Cubes, other: Cubes) -> Cubes:
    """Cubes less other cubes."""
    return one[0] - other[0], one[1] - other[1], one[2] - other[2], one[3] - other[3]


def with_prestige(rules: Rules, player: Player, points: int) -> Player:
    """The large crown moves; each ten that it reaches counts as the house stands now (rule 38)."""
    after = player.prestige + points
    if tens := after // 10 - player.prestige // 10:
        crossed, *rest = player.population
        crossed = (*crossed, *(rules.value(player.house),) * tens)
        population = new(Population, (crossed, *rest))
        return new(Player, (*player[:3], after, population, *player[5:]))
    return new(Player, (*player[:3], after, *player[4:]))


def moved(rules: Rules, markers: Markers, gains: Gains, sign: int) -> Markers:
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


def extra_workers(rules: Rules, player: Player) -> int:
    """How many workers a player has got beyond those of the beginning."""
    return player.workers - rules.workers


def usable(player: Player, carriers: int) -> int:
    """Of tiles that carry an effect the first that the player may still use; 0 for none."""
    held = player.tiles & carriers & ~player.used
    return held & -held


def spent(player: Player, tile: Tile) -> Player:
    """A tile after its use: discarded, turned over for the round, or as it was."""
    if tile.effect.when == GAME:
        return player._replace(tiles=player.tiles & ~tile.bit)
    if tile.effect.when == ROUND:
        return player._replace(used=player.used | tile.bit)
    return player


A_CROWN = Gains(prestige=1)
"""What the crown of a tile gives."""


def acquired(rules: Rules, player: Player, tile: Tile) -> Player:
    """A tile comes to a player: its crown counts at once, it is kept unless it acts at once."""
    if tile.crown:
        markers = moved(rules, player.markers, A_CROWN, 1)
        player = new(Player, (*player[:5], markers, *player[6:]))
    if tile.effect.when == NOW:
        return player
    return new(Player, (*player[:12], player[12] | tile.bit, *player[13:]))


def _money(rules: Rules, player: Player, effect: Effect) -> Player:
    return earned(player, effect.amount)


def _cubes(rules: Rules, player: Player, effect: Effect) -> Player:
    return with_cubes(player, effect.gives)


def _population(rules: Rules, player: Player, effect: Effect) -> Player:
    population = player.population
    return player._replace(population=population._replace(tiles=population.tiles + effect.amount))


def _prestige(rules: Rules, player: Player, effect: Effect) -> Player:
    return with_prestige(rules, player, effect.amount)


def _house(rules: Rules, player: Player, effect: Effect) -> Player:
    return player._replace(house=player.house + effect.amount)


def _rent(rules: Rules, player: Player, effect: Effect) -> Player:
    return earned(player, effect.amount * homes_of(player, effect.squares))


def homes_of(player: Player, squares: int) -> int:
    """How many buildings of a size a player has."""
    return [home.building.squares for home in player.homes].count(squares)


AT_ONCE: Mapping[str, Callable[[Rules, Player, Effect], Player]] = {
    "money": _money,
    "cubes": _cubes,
    "population": _population,
    "prestige": _prestige,
    "house": _house,
    "rent": _rent,
}
"""What tiles and printed squares do at once, without a choice."""
