"""Changes in the city: gardens on claims, cubes on the other space of a building (rules 39-42)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.dilluvia.building import worker_refusal
from engine.dilluvia.notation import PlaceGarden, Switch
from engine.dilluvia.state import (
    DilluviaPlayer,
    DilluviaState,
    OpenArea,
    StandingBuilding,
    with_land,
    with_owed,
    with_player,
)
from engine.dilluvia.transfers import (
    A_GARDEN,
    move_markers,
    pay_money,
    price_refusal,
)
from engine.dilluvia.verb import Verb
from engine.kernel.grid import bits
from engine.kernel.phrases import Refusal, phrase


def garden_refusal(state: DilluviaState, seat: int, action: PlaceGarden) -> Refusal:
    """Why a player cannot place a garden on a square with the garden area; "" if it is allowed."""
    city, player = state.rules.city, state.players[seat]
    bit = city.bits.get(action.square, 0)
    if not bit:
        return city.plots[(action.square,)].flaw
    if not bit & player.claims:
        return phrase(
            "{squares} is not claimed by {seat}", squares=action.square, seat=state.seats[seat]
        )
    return garden_stock_refusal(state) or price_refusal(player, state.turn.owed[0].amount, A_GARDEN)


def garden_stock_refusal(state: DilluviaState) -> Refusal:
    """The reason if all gardens are placed; "" if one is left."""
    count = state.rules.gardens
    if state.ground.gardens.bit_count() < count:
        return ""
    return phrase("all {count} gardens are placed", count=count)


def place_garden(state: DilluviaState, seat: int, action: PlaceGarden) -> DilluviaState:
    """Pay for a garden and place it on a claim of the player, in place of the claim."""
    bit, turn = state.rules.city.bits[action.square], state.turn
    player = pay_money(state.players[seat], turn.owed[0].amount)
    state = with_player(state, seat, player._replace(claims=player.claims & ~bit))
    return with_garden(with_owed(state, turn.owed[1:]), bit)


def with_garden(state: DilluviaState, bit: int) -> DilluviaState:
    """The state with a garden on a square; `bit` is the mask of the square."""
    ground = state.ground
    ground = ground._replace(taken=ground.taken | bit, gardens=ground.gardens | bit)
    return state._replace(ground=ground)


def gardens(state: DilluviaState, seat: int) -> Iterator[PlaceGarden]:
    """Yield a garden on every square that the player has claimed."""
    for name in state.rules.city.grid.names(state.players[seat].claims):
        yield PlaceGarden(name)


def switch_refusal(state: DilluviaState, seat: int, action: Switch) -> Refusal:
    """Why the cube on this building cannot move to its other space; "" if it can."""
    player, opened = state.players[seat], state.turn.open
    home = _home_on(player, state.rules.city.bits.get(action.square, 0))
    assert opened is not None, "switches are asked for in their area"
    if home is None:
        return phrase(
            "no building of {seat} stands on {square}",
            seat=state.seats[seat],
            square=action.square,
        )
    if home.mask & opened.moved:
        return phrase(
            "the cube on {square} was switched already: switch another one",
            square=action.square,
        )
    return _gained_worker_refusal(state, player, home)


def _gained_worker_refusal(
    state: DilluviaState, player: DilluviaPlayer, home: StandingBuilding
) -> Refusal:
    if home.on_goods or home.gave:
        return ""
    return worker_refusal(state.rules, player, home.building.goods)


def can_switch(state: DilluviaState, seat: int) -> bool:
    """Whether a player can still switch a cube in the open area."""
    opened, player = state.turn.open, state.players[seat]
    assert opened is not None, "switches are asked for in their area"
    return opened.left > 0 and any(
        not home.mask & opened.moved and not _gained_worker_refusal(state, player, home)
        for home in player.homes
    )


def switch(state: DilluviaState, seat: int, action: Switch) -> DilluviaState:
    """Move a cube to the other space of its building (rule 41).

    The markers move at once. A worker that the building gave stays.
    """
    rules, player, opened = state.rules, state.players[seat], state.turn.open
    home = _home_on(player, rules.city.bits[action.square])
    assert home is not None, "the check has found it"
    assert opened is not None, "switches are asked for in their area"
    building = home.building
    lost, gained = building.goods, building.prestige
    if not home.on_goods:
        lost, gained = gained, lost
    after = StandingBuilding(building, home.mask, not home.on_goods, home.gave or gained.worker > 0)
    homes = tuple([after if standing is home else standing for standing in player.homes])
    markers = move_markers(rules, move_markers(rules, player.markers, lost, -1), gained, 1)
    workers = player.workers + (0 if home.gave else gained.worker)
    player = player._replace(markers=markers, workers=workers, homes=homes)
    opened = OpenArea(opened.area, opened.left - 1, 0, opened.moved | home.mask, True)
    return with_land(state, seat, player, state.ground, opened)


def switches(state: DilluviaState, seat: int) -> Iterator[Switch]:
    """Yield a switch for every building of the player, by the building's first square."""
    grid = state.rules.city.grid
    for home in state.players[seat].homes:
        yield Switch(grid.name(next(bits(home.mask))))


def _home_on(player: DilluviaPlayer, bit: int) -> StandingBuilding | None:
    for home in player.homes:
        if home.mask & bit:
            return home
    return None


GARDEN = Verb(garden_refusal, place_garden, gardens)
SWITCH = Verb(switch_refusal, switch, switches)
