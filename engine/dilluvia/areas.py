"""The action phase: workers on circles, what each area gives at once, whose turn comes next.

One table a question: `GIVES` what an area brings, `OPENS` what can be done in it, `BONUSES`
what the first special worker earns, `GOES_ON` whether anything is left to do (rules 21 to 26).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from engine.dilluvia.building import can_build
from engine.dilluvia.changes import can_switch
from engine.dilluvia.components import COLOURS, Area, Cubes
from engine.dilluvia.income import closed
from engine.dilluvia.land import can_claim
from engine.dilluvia.ledger import (
    earned,
    paid,
    sent,
    with_cubes,
    with_prestige,
)
from engine.dilluvia.notation import Done, Workers
from engine.dilluvia.state import (
    INCOMES,
    OVER,
    Open,
    Owed,
    Placed,
    Player,
    State,
    Turn,
    with_open,
    with_owed,
    with_placed,
    with_player,
    with_turn,
)
from engine.dilluvia.tiles import can_use
from engine.dilluvia.verb import Verb


def price_of(state: State, seat: int, area: Area) -> int | None:
    """What the next circle of an area costs this player; None when there is none."""
    row, circles = state.circles[area.row], area.circles
    if area.own:
        return _price_after_own(row, seat, circles)
    if row and area.id == "order" and any(placed.seat == seat for placed in row):
        return None
    return circles[len(row)] if len(row) < len(circles) else None


def _price_after_own(row: tuple[Placed, ...], seat: int, circles: tuple[int, ...]) -> int | None:
    """The circle of the player's colour is free, once; then come those that all share."""
    seats = {placed.seat for placed in row}
    if seat not in seats:
        return 0
    if sum(placed.seat == seat for placed in row) > 1:
        return None
    shared = len(row) - len(seats)
    return circles[shared] if shared < len(circles) else None


def no_circle(state: State, seat: int, area: Area) -> str:
    """Why this player has no circle in an area; "" when there is one that can be paid."""
    price = price_of(state, seat, area)
    if price is not None:
        money = state.players[seat].money
        return "" if price <= money else f"the next circle costs {price}, there is {money}"
    row = state.circles[area.row]
    mine = sum(placed.seat == seat for placed in row)
    if area.id == "order" and mine:
        return "a player has one worker in the turn order"
    if mine > 1 or (area.own and not area.circles):
        return f"{state.seats[seat]} has used {area.id} {'twice' if mine > 1 else 'once'} already"
    if area.own:
        return f"the white circle of {area.id} is taken"
    return f"all {len(row)} circles of {area.id} for {state.rules.players} players are taken"


def no_workers(state: State, seat: int, action: Workers) -> str:
    """Why these workers cannot be placed there; "" when they can."""
    discs, name, special = action
    player, area = state.players[seat], state.rules.areas[name]
    if area.one and discs > 1:
        return f"a circle of {name} takes one worker"
    if special and not player.special:
        return f"the special worker of {state.seats[seat]} is placed already"
    if discs - special > player.idle:
        there = f"{player.idle}{' and the special one' * player.special}"
        return f"{state.seats[seat]} has {there} to place, not {discs}"
    price = price_of(state, seat, area)
    return "" if price is not None and price <= player.money else no_circle(state, seat, area)


def place(state: State, seat: int, action: Workers) -> State:
    """Workers on the next circle: its coin, what the area gives, the bonus of a first special."""
    discs, name, special = action
    area, circles = state.rules.areas[name], state.circles
    row = circles[area.row]
    first = special and not any(each.special for i in area.group for each in circles[i])
    if price := price_of(state, seat, area):
        state = with_coin(state, seat, price)
    player = sent(state.players[seat], discs, special)
    if name in GIVES:
        player = GIVES[name](player, area, discs)
    row = (*row, Placed(seat, discs, special))
    circles = (*circles[: area.row], row, *circles[area.row + 1 :])
    state = with_placed(state, seat, player, circles)
    if name in OPENS:
        state = OPENS[name](state, area, discs)
    return BONUSES[name](state, seat, area) if first else state


def with_coin(state: State, seat: int, price: int) -> State:
    """A circle with a coin is paid; whoever holds the tile for it gets the money."""
    state = with_player(state, seat, paid(state.players[seat], price))
    for carriers, effect in state.rules.doing.get("coin", ()):
        for other, player in enumerate(state.players):
            if player.tiles & carriers:
                state = with_player(state, other, earned(player, effect.amount))
    return state


def placings(state: State, seat: int) -> Iterator[Workers]:
    """Every number of workers into every area, with the special one and without."""
    player = state.players[seat]
    for area in state.rules.areas.values():
        if no_circle(state, seat, area):
            continue
        for special in (False, True)[: 1 + player.special]:
            for idle in range(not special, player.idle + 1):
                yield Workers(idle + special, area.id, special)


def can_place(state: State, seat: int) -> bool:
    """Whether some area has a circle for this player."""
    money = state.players[seat].money
    for area in state.rules.areas.values():
        price = price_of(state, seat, area)
        if price is not None and price <= money:
            return True
    return False


def not_done(state: State, seat: int, action: Done) -> str:
    """Why a player cannot end the turn; "" when it can end."""
    turn = state.turn
    if turn.open and not turn.open.acted:
        return f"the workers in {turn.open.area} have something to do first"
    if not turn.placed and can_place(state, seat):
        return f"{state.seats[seat]} has to place a worker first"
    return ""


def done(state: State, seat: int, action: Done) -> State:
    """The turn is over; workers that found no circle go back."""
    turn, player = state.turn, state.players[seat]
    if not turn.placed:
        state = with_player(state, seat, player._replace(idle=0, special=False))
    return next_turn(state)


def dones(state: State, seat: int) -> Iterator[Done]:
    """The one way to say it."""
    yield Done()


def go_on(state: State) -> State:
    """After a move of the action phase: the same turn while anything is left to decide."""
    turn = state.turn
    opened = turn.open
    if not turn.placed or (opened and GOES_ON[opened.area](state, state.actor)):
        return state
    if can_use(state, state.actor):
        return with_open(state, None) if opened else state
    return next_turn(state)


def next_turn(state: State) -> State:
    """The next player in turn order who has workers and can do something with them.

    Whoever has no circle and no tile to use takes the workers back (ruling 11). When nobody
    is left, the incomes follow, or the game is over.
    """
    turn, order, players = state.turn, state.order, state.players
    count = len(order)
    for at in range(turn.at + 1, turn.at + 1 + count):
        at %= count
        seat = order[at]
        player = players[seat]
        if player.idle or player.special:
            if can_place(state, seat) or can_use(state, seat):
                return with_turn(state, Turn(turn.round, turn.phase, at))
            state = with_player(state, seat, player._replace(idle=0, special=False))
    if state.last_round:
        return closed(with_turn(state, Turn(turn.round, OVER)))
    return with_turn(state, Turn(turn.round, INCOMES))


def _income(player: Player, area: Area, discs: int) -> Player:
    return earned(player, discs + discs // 3)


def _cubes(player: Player, area: Area, discs: int) -> Player:
    return with_cubes(player, _of(area.id, discs))


def _of(colour: str, discs: int) -> Cubes:
    white, black, brown, purple = (discs * (colour == each) for each in COLOURS)
    return white, black, brown, purple


GIVES: Mapping[str, Callable[[Player, Area, int], Player]] = {
    "income": _income,
    **dict.fromkeys(COLOURS, _cubes),
}
"""What areas give the player for so many workers."""


def _opens(state: State, area: Area, discs: int) -> State:
    return with_open(state, Open(area.id, discs, discs if area.id == "build" else 0))


def _opens_switch(state: State, area: Area, discs: int) -> State:
    return with_open(state, Open(area.id, 2))


def _owes(state: State, area: Area, discs: int) -> State:
    kind = "garden" if area.id == "garden" else "square" if state.last_round else "pick"
    return _with_debt(state, Owed(kind, area.fee))


def _with_debt(state: State, owed: Owed) -> State:
    return with_owed(state, (*state.turn.owed, owed))


OPENS: Mapping[str, Callable[[State, Area, int], State]] = {
    "claims": _opens,
    "build": _opens,
    "market": _owes,
    "garden": _owes,
    "switch": _opens_switch,
}
"""What areas open for moves to come, or make the player owe."""


def _bonus_order(state: State, seat: int, area: Area) -> State:
    place = state.order.index(seat) + 1
    return with_player(state, seat, with_prestige(state.rules, state.players[seat], place))


def _bonus_income(state: State, seat: int, area: Area) -> State:
    return with_player(state, seat, earned(state.players[seat], area.bonus))


def _bonus_cubes(state: State, seat: int, area: Area) -> State:
    return with_player(state, seat, with_cubes(state.players[seat], _of(area.id, area.bonus)))


def _bonus_claims(state: State, seat: int, area: Area) -> State:
    return _widened(state, free=area.bonus)


def _bonus_switch(state: State, seat: int, area: Area) -> State:
    return _widened(state, left=area.bonus)


def _widened(state: State, left: int = 0, free: int = 0) -> State:
    opened = state.turn.open
    assert opened is not None, "the area was opened by the placing"
    opened = opened._replace(left=opened.left + left, free=opened.free + free)
    return with_open(state, opened)


def _bonus_build(state: State, seat: int, area: Area) -> State:
    player = with_prestige(state.rules, state.players[seat], area.bonus)
    return with_player(state, seat, player)


def _bonus_market(state: State, seat: int, area: Area) -> State:
    return _with_debt(state, Owed("take", area.bonus))


def _bonus_garden(state: State, seat: int, area: Area) -> State:
    player = state.players[seat]
    population = player.population
    population = population._replace(gardens=population.gardens + area.bonus)
    return with_player(state, seat, player._replace(population=population))


BONUSES: Mapping[str, Callable[[State, int, Area], State]] = {
    "order": _bonus_order,
    "income": _bonus_income,
    **dict.fromkeys(COLOURS, _bonus_cubes),
    "claims": _bonus_claims,
    "build": _bonus_build,
    "market": _bonus_market,
    "garden": _bonus_garden,
    "switch": _bonus_switch,
}
"""What the first special worker of the round earns in each area."""


GOES_ON: Mapping[str, Callable[[State, int], bool]] = {
    "claims": can_claim,
    "build": can_build,
    "switch": can_switch,
}
"""Whether an open area has anything left for a player."""

WORKERS = Verb(no_workers, place, placings)
DONE = Verb(not_done, done, dones)
