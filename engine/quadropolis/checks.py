"""Why a move cannot be made: a sentence each, "" where it can.

`legal` and `apply` both ask here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.kernel.errors import quoted
from engine.kernel.game import CHANCE
from engine.quadropolis.city import Stack
from engine.quadropolis.components import (
    BLANK,
    CLOSED,
    KINDS,
    NEEDS,
    SHOP,
    SITE,
    SLOTS,
    Face,
    Mode,
)
from engine.quadropolis.notation import (
    Action,
    Discard,
    Done,
    Lay,
    Place,
    Staff,
    Staffed,
    Take,
    format,
)
from engine.quadropolis.state import LAY, OVER, PLACE, STAFF, TAKE, Rules, State

AWAITED = {
    LAY: "the tiles of the round are laid: *: lay ...",
    TAKE: "takes a tile: take ARCHITECT SIDE LINE",
    PLACE: "places the tile that was taken: place SQUARE, or discard",
    STAFF: "says which buildings are active: staff ..., then done",
}
ACTIONS: dict[type, str] = {
    Lay: LAY,
    Take: TAKE,
    Place: PLACE,
    Discard: PLACE,
    Staff: STAFF,
    Done: STAFF,
}


def awaiting(state: State) -> tuple[str, ...]:
    """Who may act now: the table lays tiles, then one seat at a time."""
    if state.phase == OVER:
        return ()
    if state.phase == LAY:
        return (CHANCE,)
    if state.phase == STAFF:
        return (state.seats[len(state.staffed) - 1],)
    return (state.seats[(state.first + state.turn) % len(state.seats)],)


def not_now(state: State, seat: str, action: Action) -> str:
    """Why somebody may not make a move now, whatever it says."""
    if state.phase == OVER:
        return "the game is over"
    (due,) = awaiting(state)
    awaited = AWAITED[state.phase]
    if state.site and state.phase == LAY:
        awaited = f"{len(state.site)} of {SITE} tiles are laid, *: lay ... lays the others"
    if seat != due:
        return f"it is not for {seat} to move: {awaited if due == CHANCE else f'{due} {awaited}'}"
    return (
        f"{quoted(format(action))} is not due: {awaited if due == CHANCE else f'{seat} {awaited}'}"
    )


def no_tile(rules: Rules, round: int, site: Sequence[str], code: str) -> str:
    """Why a tile cannot come next onto the site."""
    if len(site) >= SITE:
        return f"the construction site has {SITE} squares, and all are laid"
    supply = rules.supply[round - 1]
    hidden = SITE - sum(supply.values())
    most = hidden if code == BLANK else supply.get(code, 0)
    if site.count(code) < most:
        return ""
    if code == BLANK:
        return f"{hidden} tiles stay face down with {rules.players} players, not more"
    where = f"round {round} of {rules.mode.name} with {rules.players} players"
    if most:
        return f"{where} has {most} of {code}, not more"
    return f"{code} is not among the tiles of {where}: {' '.join(supply)}"


def no_take(
    mode: Mode,
    architects: Sequence[int],
    player: int,
    slots: Sequence[int],
    urbanist: int,
    action: Take,
) -> str:
    """Why an architect cannot go there."""
    architect, side, line = action
    if architect > mode.architects:
        return f"architects of {mode.name} are 1 to {mode.architects}"
    if mode.shared:
        if not architects[architect]:
            return f"no architect {architect} is left in the pool"
    elif not architects[player] >> architect & 1:
        left = [str(k) for k in range(1, mode.architects + 1) if architects[player] >> k & 1]
        return f"architect {architect} is used in this round; left: {' '.join(left)}"
    slot = SLOTS[side, line]
    if slots[slot]:
        return f"an architect lies at {side} {line} already"
    if CLOSED[urbanist] >> slot & 1:
        return f"the Urbanist stands in the line of {side} {line}"
    return ""


def open_slots(slots: Sequence[int], urbanist: int) -> tuple[int, ...]:
    """The ends of lines that can be used."""
    closed = CLOSED[urbanist]
    return tuple(n for n, taken in enumerate(slots) if not (taken or closed >> n & 1))


def no_place(
    mode: Mode, cells: Sequence[Stack | None], face: Face, architect: int, name: str
) -> str:
    """Why a tile cannot go onto a square."""
    square = mode.square(name)
    if square < 0:
        return f"{name} is no square of a {mode.name} city"
    there = cells[square]
    fits = mode.fits[square] >> architect & 1
    if there is None:
        return "" if fits else f"architect {architect} does not fit {name}"
    what = KINDS[there.kind]
    if there.kind != face.kind:
        return f"{name} has {what} already"
    if face.kind not in mode.stacking:
        return f"{name} has {what} already, which have one floor"
    if there.floors >= mode.floors:
        return f"{name} has {there.floors} floors, the most of {mode.name}"
    if fits or there.floors + 1 == architect:
        return ""
    return f"architect {architect} fits neither {name} nor floor {there.floors + 1}"


def no_building(
    mode: Mode, cells: Sequence[Stack | None], mine: Sequence[tuple[int, int]], building: Staffed
) -> str:
    """Why a building cannot be said to be active."""
    name, customers = building
    square = mode.square(name)
    stack = cells[square] if square >= 0 else None
    if square < 0:
        return f"{name} is no square of a {mode.name} city"
    if stack is None:
        return f"{name} is empty"
    if stack.kind not in NEEDS:
        return f"{name}: {KINDS[stack.kind]} need nobody, they are always active"
    if any(square == other for other, _ in mine):
        return f"{name} is said twice"
    if mine and square < mine[-1][0]:
        return f"{name} comes before {mode.name_of(mine[-1][0])}: in reading order"
    if customers is not None and stack.kind != SHOP:
        return f"{name} is no shop: it has no customers"
    if customers is not None and customers > mode.customers:
        return f"{name}: a shop has at most {mode.customers} customers"
    return ""


def no_staff(
    mode: Mode, city: Sequence[Any], mine: Sequence[tuple[int, int]], building: Staffed
) -> str:
    """Why there are not enough inhabitants or energy for a building."""
    cells, inhabitants, energy = city
    people = power = 0
    for square, customers in (*mine, (mode.square(building.square), building.customers or 0)):
        some, more = NEEDS[cells[square].kind]
        people, power = people + some + customers, power + more
    if people > inhabitants:
        return f"{building.square}: {people} inhabitants would be needed, there are {inhabitants}"
    if power > energy:
        return f"{building.square}: {power} energy would be needed, there is {energy}"
    return ""
