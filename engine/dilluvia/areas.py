"""The action phase: the placing of workers on circles, and the next turn (rules 21 to 24).

`gains.py` says what an area gives. `GOES_ON` says whether a player can still do something in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from engine.dilluvia.building import can_build
from engine.dilluvia.changes import can_switch
from engine.dilluvia.components import Area
from engine.dilluvia.gains import BONUSES, GIVES, OPENS, OWES
from engine.dilluvia.income import close_books
from engine.dilluvia.land import can_claim
from engine.dilluvia.notation import EndOfDecisions, WorkerPlacement
from engine.dilluvia.state import (
    ACTIONS,
    INCOMES,
    OVER,
    DilluviaState,
    OpenArea,
    OwedDecision,
    Turn,
    WorkersOnCircle,
    in_phase,
    with_open,
    with_owed,
    with_placed,
    with_player,
)
from engine.dilluvia.tiles import can_use
from engine.dilluvia.transfers import earn_money, pay_money, send_workers
from engine.dilluvia.verb import Verb
from engine.kernel.fast.values import new
from engine.kernel.phrases import Refusal, phrase


def price_of(state: DilluviaState, seat: int, area: Area) -> int | None:
    """The price of an area's next circle for a player; None if the player can use no circle."""
    row, circles = state.circles[area.row], area.circles
    if area.own:
        return _price_after_own(row, seat, circles)
    if row and area.id == "order" and any(placed.seat == seat for placed in row):
        return None
    used_count = len(row)
    return circles[used_count] if used_count < len(circles) else None


def _price_after_own(
    row: tuple[WorkersOnCircle, ...], seat: int, circles: tuple[int, ...]
) -> int | None:
    """The price of the next circle: 0 for the player's own circle, else of a shared one.

    None if the player has used both, or no shared circle is left.
    """
    seats = {placed.seat for placed in row}
    if seat not in seats:
        return 0
    if sum(placed.seat == seat for placed in row) > 1:
        return None
    shared = len(row) - len(seats)
    return circles[shared] if shared < len(circles) else None


def circle_refusal(state: DilluviaState, seat: int, area: Area) -> Refusal:
    """Why a player cannot use the next circle of an area; "" if the player can use and pay it."""
    price = price_of(state, seat, area)
    if price is not None:
        money = state.players[seat].money
        if price <= money:
            return ""
        return phrase("the next circle costs {price}, there is {money}", price=price, money=money)
    row = state.circles[area.row]
    own_count = sum(placed.seat == seat for placed in row)
    if area.id == "order" and own_count:
        return phrase("a player may place only one worker in the turn order")
    if own_count > 1:
        return phrase("{seat} has used {area} twice already", seat=state.seats[seat], area=area.id)
    if area.own and not area.circles:
        return phrase("{seat} has used {area} once already", seat=state.seats[seat], area=area.id)
    if area.own:
        return phrase("the white circle of {area} is taken", area=area.id)
    return phrase(
        "all {count} circles of {area} for {players} players are taken",
        count=len(row),
        area=area.id,
        players=state.rules.players,
    )


def workers_refusal(state: DilluviaState, seat: int, action: WorkerPlacement) -> Refusal:
    """Why a player cannot place these workers in the area; "" if it is allowed."""
    discs, name, special = action
    player, area = state.players[seat], state.rules.areas[name]
    if area.one and discs > 1:
        return phrase("a circle of {area} takes one worker", area=name)
    if special and not player.special:
        return phrase("the special worker of {seat} is placed already", seat=state.seats[seat])
    if discs - special > player.idle:
        with_special = phrase("{count} and the special one", count=player.idle)
        return phrase(
            "{seat} has {workers} to place, not {discs}",
            seat=state.seats[seat],
            workers=with_special if player.special else player.idle,
            discs=discs,
        )
    price = price_of(state, seat, area)
    return "" if price is not None and price <= player.money else circle_refusal(state, seat, area)


def place(state: DilluviaState, seat: int, action: WorkerPlacement) -> DilluviaState:
    """Place workers on the next circle of an area.

    The player pays for the circle and gets what the area gives. The area's first special worker
    also brings the bonus.
    """
    discs, name, special = action
    area, circles = state.rules.areas[name], state.circles
    row = circles[area.row]
    if price := price_of(state, seat, area):
        state = pay_circle(state, seat, price)
    player = send_workers(state.players[seat], discs, special)
    opened: OpenArea | None = None
    owed: tuple[OwedDecision, ...] = ()
    if name in GIVES:
        player = GIVES[name](player, area, discs)
    elif name in OPENS:
        opened = OPENS[name](discs)
    elif name in OWES:
        owed = OWES[name](state, area)
    if special and not _has_special(circles, area):
        player, opened, owed = BONUSES[name](state, seat, area, (player, opened, owed))
    rows = list(circles)
    rows[area.row] = (*row, new(WorkersOnCircle, (seat, discs, special)))
    turn = new(Turn, (*state.turn[:3], True, opened, owed))
    return with_placed(state, seat, player, tuple(rows), turn)


def _has_special(circles: tuple[tuple[WorkersOnCircle, ...], ...], area: Area) -> bool:
    """Whether a special worker is in an area already, or in another area of its group."""
    for i in area.group:
        for placed in circles[i]:
            if placed.special:
                return True
    return False


def pay_circle(state: DilluviaState, seat: int, price: int) -> DilluviaState:
    """Pay for a circle with a coin; each player with a tile of the kind "coin" earns its amount."""
    state = with_player(state, seat, pay_money(state.players[seat], price))
    for carriers, effect in state.rules.effects_by_kind.get("coin", ()):
        for holder, player in enumerate(state.players):
            if player.tiles & carriers:
                state = with_player(state, holder, earn_money(player, effect.amount))
    return state


def placings(state: DilluviaState, seat: int) -> Iterator[WorkerPlacement]:
    """Yield every placement on a circle that the player can pay, for each number of workers.

    Placements with the special worker follow those without it.
    """
    player = state.players[seat]
    for area in state.rules.areas.values():
        if circle_refusal(state, seat, area):
            continue
        for special in (False, True)[: 1 + player.special]:
            for idle in range(not special, player.idle + 1):
                yield WorkerPlacement(idle + special, area.id, special)


class AreaStatus(NamedTuple):
    """An area for one player: the workers there, the price of the next circle, the bonus.

    `price` is None if the player can use no circle. `bonus` is 0 if a special worker has taken it.
    """

    area: str
    placed: tuple[WorkersOnCircle, ...]
    price: int | None
    bonus: int


def area_statuses(state: DilluviaState, seat: int) -> tuple[AreaStatus, ...]:
    """The status of every area for a player, in the order of the table."""
    return tuple(
        AreaStatus(
            area.id,
            state.circles[area.row],
            price_of(state, seat, area),
            0 if _has_special(state.circles, area) else area.bonus,
        )
        for area in state.rules.areas.values()
    )


def can_place(state: DilluviaState, seat: int) -> bool:
    """Whether an area has a circle that this player can pay."""
    money = state.players[seat].money
    for area in state.rules.areas.values():
        price = price_of(state, seat, area)
        if price is not None and price <= money:
            return True
    return False


def end_refusal(state: DilluviaState, seat: int, action: EndOfDecisions) -> Refusal:
    """Why a player cannot write `done`; "" if it is allowed."""
    turn = state.turn
    if turn.owed:
        return ""
    if turn.open and must_act(state, seat):
        return phrase("the workers in {area} must do something first", area=turn.open.area)
    if not turn.placed and can_place(state, seat):
        return phrase("{seat} has to place a worker first", seat=state.seats[seat])
    return ""


def must_act(state: DilluviaState, seat: int) -> bool:
    """Whether the workers in the open area have to do something before the turn can end."""
    opened, must = state.turn.open, state.rules.options.use_of_areas == "must"
    return bool(must and opened and not opened.acted and GOES_ON[opened.area](state, seat))


def end_decisions(state: DilluviaState, seat: int, action: EndOfDecisions) -> DilluviaState:
    """Give up the decision that is owed, or else end the turn.

    A player who ends a turn without placing a worker takes all workers back.
    """
    turn, player = state.turn, state.players[seat]
    if turn.owed:
        return with_owed(state, turn.owed[1:])
    if not turn.placed:
        state = with_player(state, seat, player._replace(idle=0, special=False))
    return next_turn(state)


def end_candidates(state: DilluviaState, seat: int) -> Iterator[EndOfDecisions]:
    """Yield the move `done`."""
    yield EndOfDecisions()


def go_on(state: DilluviaState) -> DilluviaState:
    """Continue a turn of the action phase; begin the next one if the player can do nothing more.

    Workers in an area wait while a tile may still make something possible there (ruling 39).
    """
    _, _, at, placed, opened, _ = state.turn
    seat = state.order[at]
    if not placed or (opened and GOES_ON[opened.area](state, seat)):
        return state
    if not can_use(state, seat):
        return next_turn(state)
    if opened and not (state.rules.options.areas_wait and _has_work(opened)):
        return with_open(state, None)
    return state


def waits_for_a_tile(state: DilluviaState) -> bool:
    """Whether workers wait in an area in which nothing is possible before a tile is used."""
    opened = state.turn.open
    return bool(opened and not state.turn.owed and not GOES_ON[opened.area](state, state.actor))


def _has_work(opened: OpenArea) -> bool:
    """Whether workers are left in an area in which a tile can make something possible."""
    return opened.area != "switch" and opened.left + opened.free > 0


def next_turn(state: DilluviaState) -> DilluviaState:
    """Begin the turn of the next player who has workers and can place them or use a tile.

    A player who has workers and can do neither takes them back (ruling 11). If no player is left,
    the incomes follow; after the last round the game is over.
    """
    order, players, after = state.order, state.players, state.turn.at + 1
    count = len(order)
    for at in range(after, after + count):
        at %= count
        seat = order[at]
        player = players[seat]
        if player.idle or player.special:
            if can_place(state, seat) or can_use(state, seat):
                return in_phase(state, ACTIONS, at)
            state = with_player(state, seat, player._replace(idle=0, special=False))
    if state.last_round:
        return close_books(in_phase(state, OVER))
    return in_phase(state, INCOMES)


GOES_ON: Mapping[str, Callable[[DilluviaState, int], bool]] = {
    "claims": can_claim,
    "build": can_build,
    "switch": can_switch,
}
"""The functions that say whether a player can still do something in an open area, by area."""

WORKERS = Verb(workers_refusal, place, placings)
DONE = Verb(end_refusal, end_decisions, end_candidates)
