"""Simple players for simulations: `random` plays at random, `greedy` sensibly but not well.

`greedy` compares moves by the population that their gains and costs are worth (`worth`). In the
action phase it plans the buildings that bring most for the workers that they still need. Then it
places workers for the next thing that the plans lack.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from engine.dilluvia import worth
from engine.dilluvia.areas import workers_refusal
from engine.dilluvia.building import building_refusal, can_build
from engine.dilluvia.components import COLOURS, BuildingStack, Cubes, Plot
from engine.dilluvia.land import claim_refusal, cost_of, distance_refusal, empty_squares
from engine.dilluvia.notation import (
    Action,
    Airship,
    Buy,
    ClaimMove,
    CubeChoice,
    DilluviaBuild,
    EndOfDecisions,
    Use,
    WorkerPlacement,
)
from engine.dilluvia.rules import awaited_key, legal
from engine.dilluvia.state import ACTIONS, AIRSHIPS, PURCHASES, DilluviaState, with_player
from engine.dilluvia.transfers import add_cubes, subtract_cubes
from engine.kernel.game import Player as Simple


def at_random(state: DilluviaState, seat: str, chance: float) -> Action:
    """A legal move; all are equally likely."""
    moves = tuple(legal(state, seat))
    return moves[int(chance * len(moves))]


def greedy(state: DilluviaState, seat: str, chance: float) -> Action:
    """The move that is worth most now; `chance` picks among moves of equal worth."""
    choose = CHOICES.get(awaited_key(state), _best)
    return choose(state, state.actor, chance)


class BuildingPlan(NamedTuple):
    """A planned building: its plot, the cubes it lacks, the workers and money for its claims."""

    building: BuildingStack
    plot: Plot
    cubes: Cubes
    claims: int
    money: int

    @property
    def workers(self) -> int:
        """The workers that the plan needs, including the one that builds."""
        return sum(self.cubes) + self.claims + 1


def _airship(state: DilluviaState, seat: int, chance: float) -> Action:
    """The airship to the end of the line whose best purchase brings most."""
    ends = [action for action in legal(state, state.seats[seat]) if isinstance(action, Airship)]
    worths = [worth.line(state, seat, state.rules.lines[end])[0] for end in ends]
    best = [end for end, value in zip(ends, worths, strict=True) if value >= max(worths) - 0.25]
    return best[int(chance * len(best))]


def _purchase(state: DilluviaState, seat: int, chance: float) -> Action:
    """The best purchase of squares of the line; nothing if none is worth its price."""
    ship = state.market.ships[seat]
    assert ship is not None, "every airship lies before the first purchase"
    return Buy(worth.line(state, seat, ship.squares)[1])


def _workers(state: DilluviaState, seat: int, chance: float) -> Action:
    """The placement for the next thing that the plans lack; for money if there is no plan."""
    player = state.players[seat]
    for number, area in _wishes(state, seat):
        number = min(number, player.idle + player.special)
        action = WorkerPlacement(number, area, _with_special(state, seat, number, area))
        if not workers_refusal(state, seat, action):
            return action
    return next(legal(state, state.seats[seat]))


def _with_special(state: DilluviaState, seat: int, number: int, area: str) -> bool:
    """Whether the special worker is placed, too: for a bonus, or because the others are too few."""
    player = state.players[seat]
    if number > player.idle:
        return True
    return player.special and area in BONUSES and worth.bonus_left(state, area)


BONUSES = ("build", "claims", "garden")
"""The areas whose bonus is worth the special worker while other workers are left."""


def _wishes(state: DilluviaState, seat: int) -> list[tuple[int, str]]:
    """The wanted placements, the best first: each a number of workers and an area."""
    player = state.players[seat]
    idle, plans = player.idle + player.special, _plans(state, seat)
    wishes: list[tuple[int, str]] = []
    if worth.switching(state, seat) > worth.SWITCH:
        wishes.append((1, "switch"))
    claims, money = sum(plan.claims for plan in plans), sum(plan.money for plan in plans)
    if claims and player.money >= money:
        wishes.append((claims, "claims"))
    elif claims:
        wishes.append((max(1, 3 * (money - player.money) // 4), "income"))
    cubes = [sum(numbers) for numbers in zip(*(plan.cubes for plan in plans), strict=True)]
    lacking = sorted(zip(cubes, COLOURS, strict=False), reverse=True)
    wishes += [(number, colour) for number, colour in lacking if number]
    if plans:
        wishes.append((max(1, min(len(plans), idle)), "build"))
    wishes += [(idle, "income"), (1, "garden"), (1, "market")]
    wishes += [(idle, colour) for colour in COLOURS]
    return wishes


def _plans(state: DilluviaState, seat: int) -> list[BuildingPlan]:
    """The plans for the buildings that a player can still build in this round, the best first."""
    player = state.players[seat]
    idle, plans, planned = player.idle + player.special, list[BuildingPlan](), 0
    stacks = list(state.ground.stacks)
    cubes, money, claims, extra = player.cubes, player.money, player.claims, player.workers
    while True:
        best, most = None, 0.0
        for plan in _possible(state, seat, claims, planned, cubes):
            building = plan.building
            effort = plan.workers + max(0, plan.money - money) * MONEY_WORKERS
            if effort > idle or not stacks[building.stack]:
                continue
            if building.goods.worker and extra - state.rules.workers >= state.rules.extra:
                continue
            value = worth.building(state, seat, building)[0] / effort**worth.PATIENCE
            if value > most:
                best, most = plan, value
        if best is None:
            return plans
        plans.append(best)
        cubes = subtract_cubes(add_cubes(cubes, best.cubes), best.building.cost)
        claims, planned = claims & ~best.plot.mask, planned | best.plot.mask
        idle -= best.workers + int(max(0, best.money - money) * MONEY_WORKERS)
        money = max(0, money - best.money)
        stacks[best.building.stack] -= 1
        extra += best.building.goods.worker


MONEY_WORKERS = 0.75
"""The number of workers in the income area that one coin takes."""


def _possible(
    state: DilluviaState, seat: int, claims: int, planned: int, cubes: Cubes
) -> Iterator[BuildingPlan]:
    """Yield a plan for every building of this round or before, on the plot that lacks least."""
    plots = _plots(state, seat, claims, planned)
    for building in state.rules.buildings.values():
        if building.number <= state.turn.round and building.squares in plots:
            plot, lacking, money = plots[building.squares]
            white, black, brown, purple = (max(0, -n) for n in subtract_cubes(cubes, building.cost))
            yield BuildingPlan(building, plot, (white, black, brown, purple), lacking, money)


def _plots(
    state: DilluviaState, seat: int, claims: int, planned: int
) -> dict[int, tuple[Plot, int, int]]:
    """By size: the plot that lacks fewest claims, and the workers and money for these claims."""
    player, cheapest = state.players[seat], dict[int, tuple[Plot, int, int]]()
    free = empty_squares(state) & ~planned
    for plot in state.rules.city.plots.known.values():
        if plot.mask & ~(claims | free):
            continue
        own_mask = plot.mask & claims
        if own_mask == plot.mask:
            cheapest[plot.squares] = (plot, 0, 0)
        elif own_mask or plot.squares not in cheapest:
            if not own_mask and not plot.around & planned and distance_refusal(state, seat, plot):
                continue
            single, lacking = cost_of(state, player, 1), plot.squares - own_mask.bit_count()
            workers, money = lacking * single.workers, lacking * single.price
            if not own_mask:
                whole = cost_of(state, player, plot.squares)
                workers, money = whole.workers, whole.price
            if plot.squares not in cheapest or workers < cheapest[plot.squares][1]:
                cheapest[plot.squares] = (plot, workers, money)
    return cheapest


def _building(state: DilluviaState, seat: int) -> DilluviaBuild | None:
    """The most valuable building that can be built now."""
    player, best, most = state.players[seat], None, 0.0
    plots = {}
    for names, plot in state.rules.city.plots.known.items():
        if not plot.mask & ~player.claims:
            plots[plot.squares] = names
    for building in state.rules.buildings.values():
        if building.squares in plots:
            value, space = worth.building(state, seat, building)
            action = DilluviaBuild(building.id, plots[building.squares], space)
            if value > most and not building_refusal(state, seat, action):
                best, most = action, value
    return best


def _build(state: DilluviaState, seat: int, chance: float) -> Action:
    """The most valuable building, else a propeller that is worth its price, else as after both."""
    opened = state.turn.open
    if opened and opened.left and (action := _building(state, seat)):
        return action
    if opened and opened.free and (propeller := worth.propeller(state, seat)):
        return propeller
    if opened and not opened.acted and can_build(state, seat):
        return next(legal(state, state.seats[seat]))
    return _after(state, seat, chance)


def _claim(state: DilluviaState, seat: int, chance: float) -> Action:
    """The claim of squares that the plans lack, plot by plot; else a claim of any single square."""
    claims, grid = state.players[seat].claims, state.rules.city.grid
    opened = state.turn.open
    assert opened is not None, "claims are asked for in their area"
    before = _within(state, seat, opened.left)
    for plan in _plans(before, seat):
        lacking = plan.plot.mask & ~claims
        for names in (grid.names(lacking), *((name,) for name in grid.names(lacking))):
            if lacking and not claim_refusal(state, seat, ClaimMove(names)):
                return ClaimMove(names)
    if opened.acted and not opened.free:
        return _after(state, seat, chance)
    moves = [move for move in legal(state, state.seats[seat]) if isinstance(move, ClaimMove)]
    singles = [move for move in moves if len(move.squares) == 1] or moves
    return singles[int(chance * len(singles))] if singles else _after(state, seat, chance)


def _within(state: DilluviaState, seat: int, workers: int) -> DilluviaState:
    """The state with `workers` more workers to place."""
    player = state.players[seat]
    return with_player(state, seat, player._replace(idle=player.idle + workers))


def _take(state: DilluviaState, seat: int, chance: float) -> Action:
    """The cubes that the plans lack, then cubes of the colours of which the player has least."""
    player = state.players[seat]
    due, owned = state.turn.owed[0].amount, list(player.cubes)
    rested = with_player(state, seat, player._replace(idle=player.workers))
    cubes = [sum(counts) for counts in zip(*(p.cubes for p in _plans(rested, seat)), strict=True)]
    chosen, wanted = [0, 0, 0, 0], cubes or [0, 0, 0, 0]
    for _ in range(due):
        colour = max(range(4), key=lambda i: (wanted[i] > 0, -owned[i]))
        chosen[colour] += 1
        owned[colour] += 1
        wanted[colour] -= 1
    white, black, brown, purple = chosen
    return CubeChoice((white, black, brown, purple))


def _after(state: DilluviaState, seat: int, chance: float) -> Action:
    """The use of a tile that brings something at once; without one, the end of the turn."""
    for action in legal(state, state.seats[seat]):
        if isinstance(action, Use) and state.rules.effects[action.effect].does in (
            "rent",
            "claim",
            "squares",
        ):
            return action
    return EndOfDecisions()


def _best(state: DilluviaState, seat: int, chance: float) -> Action:
    """The legal move that is worth most."""
    return worth.best(state, seat, tuple(legal(state, state.seats[seat])), chance)


CHOICES: Mapping[str, Callable[[DilluviaState, int, float], Action]] = {
    AIRSHIPS: _airship,
    PURCHASES: _purchase,
    ACTIONS: _workers,
    "claims": _claim,
    "build": _build,
    "switch": _best,
    "take": _take,
    "placed": _after,
}
"""The functions of the greedy player, by the decision that the game waits for."""

PLAYERS: Mapping[str, Simple] = {"greedy": greedy, "random": at_random}
