"""The checks of a move: each returns the reason why it is not allowed, "" if it is.

`legal` and `apply` both use these checks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.kernel.errors import shortened_text
from engine.kernel.game import CHANCE
from engine.kernel.phrases import Phrase, Refusal, phrase, plural
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
    ArchitectMove,
    Discard,
    EndOfStaffing,
    SiteTiles,
    Staff,
    StaffedBuilding,
    TilePlacement,
    format,
)
from engine.quadropolis.state import (
    LAY,
    OVER,
    PLACE,
    STAFF,
    TAKE,
    QuadropolisRules,
    QuadropolisState,
)

AWAITED = {
    LAY: "the tiles of the round come first",
    TAKE: "{seat} takes a tile: take ARCHITECT SIDE LINE",
    PLACE: "{seat} places the tile that was taken: place SQUARE, or discard",
    STAFF: "{seat} names the active buildings: staff ..., then done",
}
"""What is awaited, by the phase."""
ACTIONS: dict[type, str] = {
    SiteTiles: LAY,
    ArchitectMove: TAKE,
    TilePlacement: PLACE,
    Discard: PLACE,
    Staff: STAFF,
    EndOfStaffing: STAFF,
}


def awaiting(state: QuadropolisState) -> tuple[str, ...]:
    """The seat that may act now: the table while tiles are laid, then one seat at a time."""
    if state.phase == OVER:
        return ()
    if state.phase == LAY:
        return (CHANCE,)
    if state.phase == STAFF:
        return (state.seats[len(state.staffed) - 1],)
    return (state.seats[(state.first + state.turn) % len(state.seats)],)


def turn_refusal(state: QuadropolisState, seat: str, action: Action) -> Phrase:
    """Why a seat may not make this kind of move now, and what is awaited instead."""
    if state.phase == OVER:
        return phrase("the game is over")
    (due,) = awaiting(state)
    awaited = phrase(AWAITED[state.phase], seat=due)
    if state.site and state.phase == LAY:
        awaited = phrase(
            "{count} of {all} tiles are laid; the others come first",
            count=len(state.site),
            all=SITE,
        )
    if seat != due:
        return phrase("it is not for {seat} to move: {awaited}", seat=seat, awaited=awaited)
    return phrase(
        "{move} is not due: {awaited}", move=shortened_text(format(action)), awaited=awaited
    )


def tile_refusal(rules: QuadropolisRules, round: int, site: Sequence[str], code: str) -> Refusal:
    """Why a tile cannot be the next one on the construction site; "" if it can."""
    if len(site) >= SITE:
        return phrase("the construction site has {count} squares, and all are laid", count=SITE)
    supply = rules.supply[round - 1]
    hidden = SITE - sum(supply.values())
    most = hidden if code == BLANK else supply.get(code, 0)
    if site.count(code) < most:
        return ""
    if code == BLANK:
        return phrase(
            "{hidden} tiles stay face down with {players} players, not more",
            hidden=hidden,
            players=rules.players,
        )
    where = phrase(
        "round {round} of {mode} with {players} players",
        round=round,
        mode=phrase(rules.mode.name),
        players=rules.players,
    )
    if most:
        return phrase("{where} has {most} of {code}, not more", where=where, most=most, code=code)
    return phrase(
        "{code} is not among the tiles of {where}: {codes}",
        code=code,
        where=where,
        codes=" ".join(supply),
    )


def take_refusal(
    mode: Mode,
    architects: Sequence[int],
    player: int,
    slots: Sequence[int],
    urbanist: int,
    action: ArchitectMove,
) -> Refusal:
    """Why a player cannot put an architect at a side and line of the site; "" if it is allowed."""
    architect, side, line = action
    if architect > mode.architects:
        return phrase(
            "architects of {mode} are 1 to {last}", mode=phrase(mode.name), last=mode.architects
        )
    if mode.shared:
        if not architects[architect]:
            return phrase("no architect {number} is left in the pool", number=architect)
    elif not architects[player] >> architect & 1:
        left = [str(k) for k in range(1, mode.architects + 1) if architects[player] >> k & 1]
        return phrase(
            "architect {number} is used in this round; left: {left}",
            number=architect,
            left=" ".join(left),
        )
    slot = SLOTS[side, line]
    if slots[slot]:
        return phrase("an architect lies at {side} {line} already", side=phrase(side), line=line)
    if CLOSED[urbanist] >> slot & 1:
        return phrase(
            "the Urbanist stands in the line of {side} {line}", side=phrase(side), line=line
        )
    return ""


def place_refusal(
    mode: Mode, cells: Sequence[Stack | None], face: Face, architect: int, name: str
) -> Refusal:
    """Why the tile that an architect took cannot go onto a square; "" if it can."""
    square = mode.square(name)
    if square < 0:
        return _no_square(mode, name)
    stack = cells[square]
    fits = mode.fits[square] >> architect & 1
    if stack is None:
        if fits:
            return ""
        return phrase("architect {number} does not fit {square}", number=architect, square=name)
    kind = KINDS[stack.kind]
    if stack.kind != face.kind:
        return phrase("{square} has {what} already", square=name, what=phrase(kind))
    if face.kind not in mode.stacking:
        return phrase(
            "{square} has {what} already, and these have only one floor",
            square=name,
            what=phrase(kind),
        )
    if stack.floors >= mode.floors:
        return phrase(
            "{square} has {count} floors, the most of {mode}",
            square=name,
            count=stack.floors,
            mode=phrase(mode.name),
        )
    if fits or stack.floors + 1 == architect:
        return ""
    return phrase(
        "architect {number} fits neither {square} nor floor {floor}",
        number=architect,
        square=name,
        floor=stack.floors + 1,
    )


def _no_square(mode: Mode, name: str) -> Phrase:
    return phrase("{square} is no square of a {mode} city", square=name, mode=phrase(mode.name))


def building_refusal(
    mode: Mode,
    cells: Sequence[Stack | None],
    mine: Sequence[tuple[int, int]],
    building: StaffedBuilding,
) -> Refusal:
    """Why a building cannot be named as active; "" if it can.

    `mine` has the square and the customers of each building that was named before it.
    `staff_refusal` checks the inhabitants and the energy.
    """
    name, customers = building
    square = mode.square(name)
    stack = cells[square] if square >= 0 else None
    if square < 0:
        return _no_square(mode, name)
    if stack is None:
        return phrase("{square} is empty", square=name)
    if stack.kind not in NEEDS:
        return phrase(
            "{square}: {what} are always active and are not named",
            square=name,
            what=phrase(KINDS[stack.kind]),
        )
    if any(square == named for named, _ in mine):
        return phrase("{square} is named twice", square=name)
    if mine and square < mine[-1][0]:
        return phrase(
            "{square} comes before {other}: name the squares in reading order",
            square=name,
            other=mode.name_of(mine[-1][0]),
        )
    if customers is not None and stack.kind != SHOP:
        return phrase("{square} is no shop: it has no customers", square=name)
    if customers is not None and customers > mode.customers:
        return phrase(
            "{square}: a shop has at most {most} customers", square=name, most=mode.customers
        )
    return ""


def staff_refusal(
    mode: Mode, city: Sequence[Any], mine: Sequence[tuple[int, int]], building: StaffedBuilding
) -> Refusal:
    """Why inhabitants or energy are too few for a building; "" if there are enough.

    `mine` has the square and the customers of each building that was named before it.
    """
    cells, inhabitants, energy = city
    people = power = 0
    for square, customers in (*mine, (mode.square(building.square), building.customers or 0)):
        staff, supply = NEEDS[cells[square].kind]
        people, power = people + staff + customers, power + supply
    if people > inhabitants:
        return plural(
            "{square}: {count} inhabitant would be needed, there are {there}",
            "{square}: {count} inhabitants would be needed, there are {there}",
            people,
            square=building.square,
            there=inhabitants,
        )
    if power > energy:
        return phrase(
            "{square}: {needed} energy would be needed, there is {count}",
            square=building.square,
            needed=power,
            count=energy,
        )
    return ""
