"""Buildings and propellers: how they are built or bought, and their gains (rules 32 to 38)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement

from engine.dilluvia.components import (
    COLOURS,
    PRESTIGE,
    BuildingStack,
    Cubes,
    DilluviaRules,
    Gains,
    MarketTile,
)
from engine.dilluvia.notation import BuyPropeller, DilluviaBuild
from engine.dilluvia.state import (
    CityGround,
    DilluviaPlayer,
    DilluviaState,
    OpenArea,
    Population,
    StandingBuilding,
    with_land,
)
from engine.dilluvia.transfers import (
    A_PROPELLER,
    extra_workers,
    move_markers,
    pay_money,
    price_refusal,
    spend_tile,
    subtract_cubes,
    usable_tile,
    with_prestige,
)
from engine.dilluvia.verb import Verb
from engine.kernel.fast.values import new
from engine.kernel.phrases import Refusal, joined, many, phrase

NO_CUBES: Cubes = (0, 0, 0, 0)


def round_refusal(state: DilluviaState, player: DilluviaPlayer, building: BuildingStack) -> Refusal:
    """Why the round is too early for a building; "" if it is not, or if a tile allows it."""
    if building.number <= state.turn.round or future_tile(state, player, building):
        return ""
    return phrase(
        "a building {building} comes in round {number}, this is round {round}",
        building=building.id,
        number=building.number,
        round=state.turn.round,
    )


def future_tile(
    state: DilluviaState, player: DilluviaPlayer, building: BuildingStack
) -> MarketTile | None:
    """The tile with which a player may build a building of a later round; None without one."""
    return _tile_for(state.rules, player, "future", building.number)


def discount_tile(
    state: DilluviaState, player: DilluviaPlayer, building: BuildingStack
) -> MarketTile | None:
    """The tile that makes a building cheaper for a player; None without one."""
    return _tile_for(state.rules, player, "discount", building.number)


def _tile_for(
    rules: DilluviaRules, player: DilluviaPlayer, does: str, number: int
) -> MarketTile | None:
    for carriers, effect in rules.effects_by_kind.get(does, ()):
        fits = number in effect.numbers if effect.numbers else number != effect.barred
        if player.tiles & carriers and fits and (bit := usable_tile(player, carriers)):
            return rules.tiles[bit.bit_length() - 1]
    return None


def building_refusal(state: DilluviaState, seat: int, action: DilluviaBuild) -> Refusal:
    """Why a player cannot build as the action says; "" if it is allowed."""
    rules, player, opened = state.rules, state.players[seat], state.turn.open
    building, plot = rules.buildings.get(action.building), rules.city.plots[action.squares]
    assert opened is not None, "buildings are asked for in their area"
    if building is None:
        return phrase(
            "{building} is no building: {ids}",
            building=action.building,
            ids=", ".join(rules.buildings),
        )
    if not opened.left:
        return phrase("each worker here has built a building")
    if not state.ground.stacks[building.stack]:
        return phrase("no building {building} is left", building=building.id)
    if reason := round_refusal(state, player, building) or plot.flaw:
        return reason
    if plot.squares != building.squares:
        return phrase(
            "a building {building} covers {squares}, not {count}",
            building=building.id,
            squares=building.squares,
            count=plot.squares,
        )
    if plot.mask & player.claims != plot.mask:
        names = " ".join(rules.city.grid.names(plot.mask & ~player.claims))
        return phrase("{squares} is not claimed by {seat}", squares=names, seat=state.seats[seat])
    if action.space not in (building.space, PRESTIGE):
        return phrase(
            "the spaces of a building {building} are {space} and {other}",
            building=building.id,
            space=building.space,
            other=PRESTIGE,
        )
    if action.space != PRESTIGE and (reason := worker_refusal(rules, player, building.goods)):
        return reason
    if action.less == NO_CUBES:
        return missing_cubes(player.cubes, building.cost)
    if reason := discount_refusal(state, player, building, action.less):
        return reason
    return missing_cubes(player.cubes, subtract_cubes(building.cost, action.less))


def worker_refusal(rules: DilluviaRules, player: DilluviaPlayer, gains: Gains) -> Refusal:
    """Why no worker is left for a space; "" if one is left, or if the space gives no worker."""
    if gains.worker and extra_workers(rules, player) + gains.worker > rules.extra:
        return phrase(
            "all {count} extra workers are in play: choose {space}",
            count=rules.extra,
            space=PRESTIGE,
        )
    return ""


def discount_refusal(
    state: DilluviaState, player: DilluviaPlayer, building: BuildingStack, less: Cubes
) -> Refusal:
    """Why a discount cannot save the cubes `less`; "" if it can."""
    tile = discount_tile(state, player, building)
    if tile is None:
        return phrase("no tile in hand makes a building {number} cheaper", number=building.number)
    if sum(less) > tile.effect.amount:
        return phrase(
            "{tile} saves {cubes}, not {count}",
            tile=tile.effect.id,
            cubes=many(tile.effect.amount, "cube"),
            count=sum(less),
        )
    for colour, saved, due in zip(COLOURS, less, building.cost, strict=True):
        if saved > due:
            return phrase(
                "a building {building} costs {due} {colour}, {saved} cannot be saved",
                building=building.id,
                due=due,
                colour=phrase(colour),
                saved=saved,
            )
    return ""


def missing_cubes(cubes: Cubes, cost: Cubes) -> Refusal:
    """The cubes that are missing for a cost, in words; "" if none is missing."""
    if cubes[0] >= cost[0] and cubes[1] >= cost[1] and cubes[2] >= cost[2] and cubes[3] >= cost[3]:
        return ""
    lacking = zip(COLOURS, subtract_cubes(cubes, cost), strict=True)
    words = [
        phrase("{count} {what}", count=-n, what=phrase(colour)) for colour, n in lacking if n < 0
    ]
    return phrase("missing: {cubes}", cubes=joined(", ", words))


def build(state: DilluviaState, seat: int, action: DilluviaBuild) -> DilluviaState:
    """Build on claims: pay the cubes, remove the claims, move the house, then take the gains."""
    rules, player, ground = state.rules, state.players[seat], state.ground
    building, mask = rules.buildings[action.building], rules.city.plots[action.squares].mask
    on_goods = action.space != PRESTIGE
    gains = building.goods if on_goods else building.prestige
    if building.number > state.turn.round and (tile := future_tile(state, player, building)):
        player = spend_tile(player, tile)
    cost = building.cost
    if action.less != NO_CUBES:
        cost = subtract_cubes(cost, action.less)
        if tile := discount_tile(state, player, building):
            player = spend_tile(player, tile)
    money, cubes, earned, prestige, population, markers, house, workers = player[:8]
    claims, homes, built = player[8:11]
    if of_round := building.number == state.turn.round:
        tens, current, gardens, tiles = population
        population = new(Population, (tens, current + rules.current, gardens, tiles))
    values = (
        money,
        subtract_cubes(cubes, cost),
        earned,
        prestige,
        population,
        move_markers(rules, markers, gains, 1),
        house + 1,
        workers + gains[3],
        claims & ~mask,
        (*homes, new(StandingBuilding, (building, mask, on_goods, gains[3] > 0))),
        built | mask,
        *player[11:],
    )
    player = new(DilluviaPlayer, values)
    if of_round:
        player = with_current(rules, player)
    stacks = list(ground.stacks)
    stacks[building.stack] -= 1
    opened = state.turn.open
    assert opened is not None, "buildings are asked for in their area"
    opened = new(OpenArea, (opened.area, opened.left - 1, opened.free, 0, True))
    ground = new(CityGround, (ground.taken, ground.gardens, tuple(stacks)))
    return with_land(state, seat, player, ground, opened)


def with_current(rules: DilluviaRules, player: DilluviaPlayer) -> DilluviaPlayer:
    """The player with the prestige that tiles give for each building of the current round."""
    for carriers, effect in rules.effects_by_kind.get("current", ()):
        for _ in range((player.tiles & carriers).bit_count()):
            player = with_prestige(rules, player, effect.amount)
    return player


def builds(state: DilluviaState, seat: int) -> Iterator[DilluviaBuild]:
    """Yield every building on every plot of the player's claims, with each space and discount."""
    player, city = state.players[seat], state.rules.city
    known_plots = city.plots.known.items()
    plots = [(names, plot) for names, plot in known_plots if plot.mask & ~player.claims == 0]
    for building in state.rules.buildings.values():
        savings = list(_savings(state, player, building))
        for names, plot in plots:
            if plot.squares == building.squares:
                for space in (building.space, PRESTIGE):
                    for less in savings:
                        yield DilluviaBuild(building.id, names, space, less)


def _savings(
    state: DilluviaState, player: DilluviaPlayer, building: BuildingStack
) -> Iterator[Cubes]:
    """Yield the cubes that can be saved on a building: none, then every choice of a discount."""
    yield NO_CUBES
    if tile := discount_tile(state, player, building):
        for count in range(1, min(tile.effect.amount, sum(building.cost)) + 1):
            for colours in combinations_with_replacement(range(len(COLOURS)), count):
                white, black, brown, purple = map(colours.count, range(len(COLOURS)))
                yield white, black, brown, purple


def can_build(state: DilluviaState, seat: int) -> bool:
    """Whether a player can still build or buy a propeller in the open area."""
    opened, player, city = state.turn.open, state.players[seat], state.rules.city
    assert opened is not None, "buildings are asked for in their area"
    if opened.free and has_propeller_for_sale(state, player.money):
        return True
    if not opened.left or not player.claims:
        return False
    for building in state.rules.buildings.values():
        if not state.ground.stacks[building.stack]:
            continue
        if building.number > state.turn.round and not future_tile(state, player, building):
            continue
        if _affordable(state, player, building) and city.holds(player.claims, building.squares):
            return True
    return False


def _affordable(state: DilluviaState, player: DilluviaPlayer, building: BuildingStack) -> bool:
    """Whether a player has the cubes for a building, or a tile that saves the missing ones."""
    lacking = 0
    for have, due in zip(player.cubes, building.cost, strict=True):
        if have < due:
            lacking += due - have
    if not lacking:
        return True
    tile = discount_tile(state, player, building)
    return tile is not None and lacking <= tile.effect.amount


def propeller_refusal(state: DilluviaState, seat: int, action: BuyPropeller) -> Refusal:
    """Why a player cannot buy this propeller; "" if it is allowed."""
    city, opened = state.rules.city, state.turn.open
    propeller = city.propellers.get(action.square)
    assert opened is not None, "propellers are asked for in their area"
    if propeller is None:
        if city.bits.get(action.square) == city.hub:
            return phrase("the propeller in the middle is not for sale")
        return phrase(
            "no propeller stands on {square}: {squares}",
            square=action.square,
            squares=" ".join(city.propellers),
        )
    if not opened.free:
        return phrase("each worker here has bought a propeller")
    for name, player in zip(state.seats, state.players, strict=True):
        if player.propellers & propeller.bit:
            return phrase("{seat} has the propeller on {square}", seat=name, square=action.square)
    return price_refusal(state.players[seat], propeller.price, A_PROPELLER)


def has_propeller_for_sale(state: DilluviaState, money: int) -> bool:
    """Whether a propeller can be bought for `money`: `propeller_refusal` without words."""
    for propeller in state.rules.city.propellers.values():
        if propeller.price > money:
            return False
        for player in state.players:
            if player.propellers & propeller.bit:
                break
        else:
            return True
    return False


def buy_propeller(state: DilluviaState, seat: int, action: BuyPropeller) -> DilluviaState:
    """Buy a propeller: pay, take the prestige, then move the house (ruling 6)."""
    rules, player, opened = state.rules, state.players[seat], state.turn.open
    propeller = rules.city.propellers[action.square]
    assert opened is not None, "propellers are asked for in their area"
    player = with_prestige(rules, pay_money(player, propeller.price), propeller.prestige)
    owned = player.propellers | propeller.bit
    player = player._replace(house=player.house + 1, propellers=owned)
    opened = opened._replace(free=opened.free - 1, moved=0, acted=True)
    return with_land(state, seat, player, state.ground, opened)


def propellers(state: DilluviaState, seat: int) -> Iterator[BuyPropeller]:
    """Yield the purchase of every propeller of the city but the one in the middle."""
    yield from map(BuyPropeller, state.rules.city.propellers)


BUILD = Verb(building_refusal, build, builds)
PROPELLER = Verb(propeller_refusal, buy_propeller, propellers)
