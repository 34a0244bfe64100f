"""The rules, phase by phase: the seat that may act, the legal moves, and what follows a move.

    order ─> refill ─> airships ─> purchases ─> actions ─> incomes ─> refill ...  ─> over
             └──────────────────── a round ─────────────────────┘   the last one has no incomes

The table `AWAITED` has the moves that are allowed. Its key is the decision that is owed, else the
open area, else the phase. Each kind of move is a `Verb`; `legal` and `apply` share its check.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import permutations

from engine.dilluvia.areas import DONE, WORKERS, go_on, must_act, next_turn, waits_for_a_tile
from engine.dilluvia.building import BUILD, PROPELLER
from engine.dilluvia.changes import GARDEN, SWITCH
from engine.dilluvia.income import TAKE, next_round, pay_income
from engine.dilluvia.land import CLAIM
from engine.dilluvia.market import AIRSHIP, BUY, PICK, REFILL, SQUARE, tiles_due
from engine.dilluvia.notation import (
    Action,
    Airship,
    Buy,
    BuyPropeller,
    ClaimMove,
    CubeChoice,
    DilluviaBuild,
    EndOfDecisions,
    PlaceGarden,
    Refill,
    SeatOrder,
    Square,
    Switch,
    TileChoice,
    Use,
    WorkerPlacement,
)
from engine.dilluvia.state import (
    ACTIONS,
    AIRSHIPS,
    INCOMES,
    ORDER,
    OVER,
    PURCHASES,
    Book,
    DilluviaState,
    Turn,
    in_phase,
    with_player_and_turn,
)
from engine.dilluvia.state import REFILL as REFILLS
from engine.dilluvia.tiles import USE
from engine.dilluvia.transfers import AT_ONCE
from engine.dilluvia.verb import Verb
from engine.kernel.errors import IllegalMove
from engine.kernel.fast.values import new
from engine.kernel.game import CHANCE
from engine.kernel.phrases import Phrase, Refusal, phrase


def _order_refusal(state: DilluviaState, seat: int, action: SeatOrder) -> Refusal:
    if sorted(action.seats) == sorted(state.seats):
        return ""
    for seat_named in action.seats:
        if seat_named not in state.seats:
            return _no_seat(state, seat_named)
    seats = ", ".join(state.seats)
    return phrase("the turn order names each of {seats} once", seats=seats)


def _order(state: DilluviaState, seat: int, action: SeatOrder) -> DilluviaState:
    """Set the turn order of the first round; a later player begins with more money."""
    order = tuple(map(state.seats.index, action.seats))
    begun = (state.rules.money[order.index(i)] for i in range(len(order)))
    players = tuple(
        player._replace(money=money, books=(Book(money),))
        for player, money in zip(state.players, begun, strict=True)
    )
    turn = state.turn._replace(phase=REFILLS)
    return state._replace(order=order, players=players, turn=turn)


def _orders(state: DilluviaState, seat: int) -> Iterator[SeatOrder]:
    yield from map(SeatOrder, permutations(state.seats))


VERBS: Mapping[type, Verb] = {
    SeatOrder: Verb(_order_refusal, _order, _orders),
    Refill: REFILL,
    Airship: AIRSHIP,
    Buy: BUY,
    WorkerPlacement: WORKERS,
    ClaimMove: CLAIM,
    DilluviaBuild: BUILD,
    BuyPropeller: PROPELLER,
    PlaceGarden: GARDEN,
    Switch: SWITCH,
    Use: USE,
    CubeChoice: TAKE,
    TileChoice: PICK,
    Square: SQUARE,
    EndOfDecisions: DONE,
}
"""The kinds of move, each with its verb."""

AWAITED: Mapping[str, tuple[tuple[type, ...], Phrase]] = {
    ORDER: ((SeatOrder,), phrase("the table draws the turn order: order p2 p1")),
    REFILLS: ((Refill,), phrase("tiles come onto the market: market W12")),
    AIRSHIPS: ((Airship,), phrase("the airship is placed: airship north 2")),
    PURCHASES: ((Buy,), phrase("squares of the line are bought: buy 1 3, or buy nothing")),
    ACTIONS: (
        (WorkerPlacement, Use, EndOfDecisions),
        phrase("workers are placed: workers 3 income"),
    ),
    "placed": ((Use, EndOfDecisions), phrase("a tile is used, or the turn ends: done")),
    "claims": ((ClaimMove, Use, EndOfDecisions), phrase("squares are claimed: claim F5, or done")),
    "build": (
        (DilluviaBuild, BuyPropeller, Use, EndOfDecisions),
        phrase("the workers build: build 1A F5 goods, propeller D7, or done"),
    ),
    "switch": ((Switch, Use, EndOfDecisions), phrase("cubes are switched: switch F5, or done")),
    "must claims": ((ClaimMove, Use), phrase("squares are claimed: claim F5")),
    "must build": (
        (DilluviaBuild, BuyPropeller, Use),
        phrase("the workers build: build 1A F5 goods, or propeller D7"),
    ),
    "must switch": ((Switch, Use), phrase("cubes are switched: switch F5")),
    "take": ((CubeChoice,), phrase("cubes are taken: take white 1 black 2")),
    "pick": ((TileChoice,), phrase("a tile of the market is taken: pick W12")),
    "aside": ((TileChoice,), phrase("a tile that was put aside is taken: pick W12")),
    "square": ((Square,), phrase("a printed square is used: square 2 3")),
    "domino": ((ClaimMove,), phrase("two squares are claimed: claim F5 F6")),
    "garden": ((PlaceGarden,), phrase("a garden is placed: garden F5")),
    "may pick": (
        (TileChoice, EndOfDecisions),
        phrase("a tile of the market is taken: pick W12, or done"),
    ),
    "may square": (
        (Square, EndOfDecisions),
        phrase("a printed square is used: square 2 3, or done"),
    ),
    "may garden": ((PlaceGarden, EndOfDecisions), phrase("a garden is placed: garden F5, or done")),
    "use": ((Use,), phrase("the tile just bought is used: use CLAIM_M F5 F6")),
    OVER: ((), phrase("the game is over: seven rounds are played")),
}
"""The moves that are allowed, and a sentence about them, by what the game waits for."""

ALLOWED: Mapping[str, Mapping[type, Verb]] = {
    due: {kind: VERBS[kind] for kind in kinds} for due, (kinds, _) in AWAITED.items()
}
"""The moves that are allowed, each with its verb, by what the game waits for."""


def awaited_key(state: DilluviaState) -> str:
    """The key of `AWAITED` for what the game waits for."""
    _, phase, _, placed, opened, owed = state.turn
    if owed:
        return owed[0].kind
    if opened:
        return opened.area
    return "placed" if placed and phase == ACTIONS else phase


def asked_key(state: DilluviaState) -> str:
    """The key of `AWAITED` for what a player is asked.

    Workers that wait for a tile ask for it. Workers that have to act first offer no `done`.
    """
    if waits_for_a_tile(state):
        return "placed"
    key = awaited_key(state)
    return f"must {key}" if not state.turn.owed and must_act(state, state.actor) else key


def awaiting(state: DilluviaState) -> tuple[str, ...]:
    """The seat that may act now: the player on turn, or the table; none after the end."""
    phase = state.turn.phase
    if phase in DRAWN:
        return (CHANCE,)
    return () if phase == OVER else (state.seats[state.actor],)


def legal(state: DilluviaState, seat: str) -> Iterator[Action]:
    """Yield the legal moves of a seat; the tiles of a refill come one at a time."""
    if seat not in awaiting(state):
        return
    index = -1 if seat == CHANCE else state.actor
    for verb in ALLOWED[awaited_key(state)].values():
        for action in verb.candidates(state, index):
            if not verb.refusal(state, index, action):
                yield action


def apply(state: DilluviaState, seat: str, action: Action) -> DilluviaState:
    """The state after a move and all that follows; raises `IllegalMove` with the reason."""
    return play(state, ((seat, action),))


def play(state: DilluviaState, moves: Iterable[tuple[str, Action]]) -> DilluviaState:
    """The state after the moves; raises `IllegalMove` at the first illegal move.

    After each move, everything that needs no decision happens: first the effects that are owed,
    then the next steps of the phase.
    """
    for seat, action in moves:
        _, phase, at, placed, opened, owed = state.turn
        index = -1 if phase in DRAWN else state.order[at]
        if phase == OVER or seat != (state.seats[index] if index >= 0 else CHANCE):
            raise IllegalMove(_turn_refusal(state, seat, awaiting(state)))
        if owed:
            key = owed[0].kind
        elif opened:
            key = opened.area
        else:
            key = "placed" if placed and phase == ACTIONS else phase
        verb = ALLOWED[key].get(type(action))
        if verb is None:
            raise IllegalMove(phrase("now {right}", right=AWAITED[asked_key(state)][1]))
        refusal, follow, _ = verb
        if reason := refusal(state, index, action):
            raise IllegalMove(reason)
        state, phase = follow(state, index, action), ""
        while phase != state[7][1]:
            phase, owed = state[7][1], state[7][5]
            if owed and (state := _without_debts(state)).turn.owed:
                break
            state = PHASES[phase](state)
    return state


DRAWN = (ORDER, REFILLS)
"""The phases in which the table draws."""


def _turn_refusal(state: DilluviaState, seat: str, waiting: tuple[str, ...]) -> Phrase:
    if not waiting:
        return AWAITED[OVER][1]
    if seat not in (*state.seats, CHANCE):
        return _no_seat(state, seat)
    awaited = AWAITED[asked_key(state)][1]
    return phrase(
        "it is not for {seat} to move: {other} is next, {awaited}",
        seat=seat,
        other=waiting[0],
        awaited=awaited,
    )


def _no_seat(state: DilluviaState, name: str) -> Phrase:
    return phrase("{seat} is no seat here: {seats}", seat=name, seats=", ".join(state.seats))


def _without_debts(state: DilluviaState) -> DilluviaState:
    """Carry out what is owed without a choice; drop decisions without a legal move (ruling 29)."""
    while owed := state.turn.owed:
        (kind, _, effect), seat, turn = owed[0], state.actor, state.turn
        player = state.players[seat]
        if kind == "gain" and effect:
            player = AT_ONCE[effect.does](state.rules, player, effect)
        elif VERBS[AWAITED[kind][0][0]].is_possible(state, seat):
            return state
        turn = new(Turn, (*turn[:5], owed[1:]))
        state = with_player_and_turn(state, seat, player, turn)
    return state


def _wait(state: DilluviaState) -> DilluviaState:
    return state


def _refills(state: DilluviaState) -> DilluviaState:
    return state if tiles_due(state) else in_phase(state, AIRSHIPS)


def _airships(state: DilluviaState) -> DilluviaState:
    return state if state.turn.at < len(state.order) else in_phase(state, PURCHASES)


def _purchases(state: DilluviaState) -> DilluviaState:
    turn, last = state.turn, len(state.order) - 1
    if not turn.placed:
        return state
    if turn.at < last:
        return in_phase(state, PURCHASES, turn.at + 1)
    return next_turn(in_phase(state, ACTIONS, last))


def _incomes(state: DilluviaState) -> DilluviaState:
    """Pay the incomes in turn order, until a player has to choose cubes; then the next round."""
    for at in range(state.turn.at + state.turn.placed, len(state.order)):
        state = pay_income(state, at)
        if state.turn.owed:
            return state
    return next_round(state)


PHASES: Mapping[str, Callable[[DilluviaState], DilluviaState]] = {
    ORDER: _wait,
    REFILLS: _refills,
    AIRSHIPS: _airships,
    PURCHASES: _purchases,
    ACTIONS: go_on,
    INCOMES: _incomes,
    OVER: _wait,
}
"""The functions that carry out the steps of a phase that need no decision."""
