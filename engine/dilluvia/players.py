"""Simple players for simulations: they play to the end; greedy plays sensibly, not well.

Greedy weighs everything in population: `worth` of what comes against what it takes. In the
action phase it has a plan, the building that brings most for the workers that it still needs,
and each placement is the next thing that the plan lacks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from engine.dilluvia import worth
from engine.dilluvia.areas import no_circle, no_workers
from engine.dilluvia.building import build as with_building
from engine.dilluvia.building import no_building
from engine.dilluvia.components import COLOURS, PRESTIGE, Building, Cubes, Plot
from engine.dilluvia.land import cost_of, empty, no_claim, not_near
from engine.dilluvia.ledger import taken
from engine.dilluvia.notation import Action, Airship, Build, Buy, Claim, Done, Take, Use, Workers
from engine.dilluvia.rules import due_now, legal
from engine.dilluvia.state import ACTIONS, AIRSHIPS, PURCHASES, Open, State
from engine.kernel.game import Player as Simple


def at_random(state: State, seat: str, chance: float) -> Action:
    """Any legal move, all equally likely."""
    moves = tuple(legal(state, seat))
    return moves[int(chance * len(moves))]


def greedy(state: State, seat: str, chance: float) -> Action:
    """What is worth most now; `chance` picks among places of equal worth."""
    choose = CHOICES.get(due_now(state), _best)
    return choose(state, state.actor, chance)


class Plan(NamedTuple):
    """A building to be built: where, and the cubes and squares that are still lacking."""

    building: Building
    plot: Plot
    squares: tuple[str, ...]
    cubes: Cubes
    claims: int


def _airship(state: State, seat: int, chance: float) -> Action:
    """The end of the line whose best purchase brings most."""
    ends = [action for action in legal(state, state.seats[seat]) if isinstance(action, Airship)]
    worths = [worth.line(state, seat, state.rules.lines[end])[0] for end in ends]
    best = [end for end, each in zip(ends, worths, strict=True) if each >= max(worths) - 0.25]
    return best[int(chance * len(best))]


def _purchase(state: State, seat: int, chance: float) -> Action:
    """The squares of the line that bring more than they cost."""
    ship = state.market.ships[seat]
    assert ship is not None, "every airship lies before the first purchase"
    return Buy(worth.line(state, seat, ship.squares)[1])


def _workers(state: State, seat: int, chance: float) -> Action:
    """The next thing that the plan lacks; money when there is no plan, or no circle for it."""
    player = state.players[seat]
    for number, area in _wishes(state, seat, chance):
        special = player.special and (area in SPECIAL or number > player.idle)
        action = Workers(min(number, player.idle + player.special), area, special)
        if not no_workers(state, seat, action):
            return action
    return next(legal(state, state.seats[seat]))


SPECIAL = ("build", "claims", "garden", "income")
"""The areas whose bonus is worth the special worker while others are left."""


def _wishes(state: State, seat: int, chance: float) -> list[tuple[int, str]]:
    """How many workers where, best first."""
    player, idle = state.players[seat], state.players[seat].idle + state.players[seat].special
    wishes: list[tuple[int, str]] = []
    ready = _buildable(state, seat)
    plan = _plan(state, seat, chance)
    if ready and (plan is None or _lacks(plan) or idle <= ready):
        wishes.append((min(ready, idle), "build"))
    if worth.switching(state, seat) > 2 and not no_circle(state, seat, state.rules.areas["switch"]):
        wishes.append((1, "switch"))
    if plan:
        cost = cost_of(state, player, plan.plot.squares)
        if plan.claims and player.money >= cost.price:
            wishes.append((max(cost.workers, 1), "claims"))
        lacking = sorted(zip(plan.cubes, COLOURS, strict=True), reverse=True)
        wishes += [(number, colour) for number, colour in lacking if number]
        if plan.claims and player.money < cost.price:
            wishes.insert(0, (min(idle, max(1, cost.price - player.money)), "income"))
    if ready:
        wishes.append((min(ready, idle), "build"))
    wishes += [(idle, "income"), (1, "garden"), (1, "market")]
    wishes += [(idle, colour) for colour in COLOURS]
    return wishes


def _lacks(plan: Plan) -> int:
    """How many workers a plan still needs before the building."""
    return sum(plan.cubes) + plan.claims


def _plan(state: State, seat: int, chance: float) -> Plan | None:
    """The building that brings most for each worker that it needs."""
    player, best, most = state.players[seat], None, 0.0
    plots = _plots(state, seat)
    for building in state.rules.buildings.values():
        if building.number > state.turn.round or not state.ground.stacks[building.stack]:
            continue
        if building.squares not in plots:
            continue
        if building.goods.worker and player.workers - state.rules.workers >= state.rules.extra:
            continue
        squares, plot, claims = plots[building.squares]
        white, black, brown, purple = (max(0, -n) for n in taken(player.cubes, building.cost))
        plan = Plan(building, plot, squares, (white, black, brown, purple), claims)
        value = worth.building(state, seat, building)[0] / (1 + _lacks(plan)) ** 0.5
        if value > most:
            best, most = plan, value
    return best


def _plots(state: State, seat: int) -> dict[int, tuple[tuple[str, ...], Plot, int]]:
    """For each size the plot that lacks fewest claims, and the workers for them."""
    player, found = state.players[seat], dict[int, tuple[tuple[str, ...], Plot, int]]()
    free = empty(state)
    for names, plot in state.rules.city.plots.known.items():
        if plot.mask & ~(player.claims | free):
            continue
        own = plot.mask & player.claims
        if own == plot.mask:
            found[plot.squares] = (names, plot, 0)
        elif own or plot.squares not in found:
            if not own and not_near(state, seat, plot):
                continue
            lacking = plot.squares - own.bit_count()
            workers = lacking if own else cost_of(state, player, plot.squares).workers
            if plot.squares not in found or workers < found[plot.squares][2]:
                found[plot.squares] = (names, plot, workers)
    return found


def _buildable(state: State, seat: int) -> int:
    """How many buildings could be built one after the other now."""
    count = 0
    trial = state._replace(turn=state.turn._replace(phase=ACTIONS, open=Open("build", 9, 0)))
    while action := _building(trial, seat):
        trial, count = with_building(trial, seat, action), count + 1
    return count


def _building(state: State, seat: int) -> Build | None:
    """The most valuable building that can be built now."""
    player, best, most = state.players[seat], None, 0.0
    plots = {}
    for names, plot in state.rules.city.plots.known.items():
        if not plot.mask & ~player.claims:
            plots[plot.squares] = names
    for building in state.rules.buildings.values():
        if building.squares in plots:
            value, space = worth.building(state, seat, building)
            action = Build(building.id, plots[building.squares], space)
            if value > most and not no_building(state, seat, action):
                best, most = action, value
    return best


def _build(state: State, seat: int, chance: float) -> Action:
    """The most valuable building, a propeller that is worth its price, or nothing more."""
    opened = state.turn.open
    if opened and opened.left and (action := _building(state, seat)):
        return action
    if opened and opened.free and (propeller := worth.propeller(state, seat)):
        return propeller
    if opened and opened.acted:
        return Done()
    return next(legal(state, state.seats[seat]))


def _claim(state: State, seat: int, chance: float) -> Action:
    """The squares that the plan lacks; else any, the largest claim first."""
    plan = _plan(state, seat, chance)
    if plan and plan.claims:
        lacking = plan.plot.mask & ~state.players[seat].claims
        names = state.rules.city.grid.names(lacking)
        if not no_claim(state, seat, Claim(names)):
            return Claim(names)
    moves = [a for a in legal(state, state.seats[seat]) if isinstance(a, Claim)]
    singles = [a for a in moves if len(a.squares) == 1]
    moves = singles or moves
    if not moves:
        return Done()
    return moves[int(chance * len(moves))]


def _take(state: State, seat: int, chance: float) -> Action:
    """Cubes that the plan lacks, then of what there is least."""
    due, have = state.turn.owed[0].amount, list(state.players[seat].cubes)
    plan = _plan(state, seat, chance)
    got, wanted = [0, 0, 0, 0], list(plan.cubes) if plan else [0, 0, 0, 0]
    for _ in range(due):
        colour = max(range(4), key=lambda i: (wanted[i], -have[i]))
        got[colour] += 1
        have[colour] += 1
        wanted[colour] -= 1
    white, black, brown, purple = got
    return Take((white, black, brown, purple))


def _after(state: State, seat: int, chance: float) -> Action:
    """Tiles that bring something at once are used, then the turn is over."""
    for action in legal(state, state.seats[seat]):
        if isinstance(action, Use) and state.rules.effects[action.effect].does in ("rent", "claim", "squares"):
            return action
    return Done()


def _best(state: State, seat: int, chance: float) -> Action:
    """Whatever is owed: what is worth most, where there is a difference."""
    return worth.best(state, seat, tuple(legal(state, state.seats[seat])), chance)


CHOICES: Mapping[str, Callable[[State, int, float], Action]] = {
    AIRSHIPS: _airship,
    PURCHASES: _purchase,
    ACTIONS: _workers,
    "claims": _claim,
    "build": _build,
    "switch": _best,
    "take": _take,
    "placed": _after,
}
"""By what the game waits for."""

PLAYERS: Mapping[str, Simple] = {"greedy": greedy, "random": at_random}
