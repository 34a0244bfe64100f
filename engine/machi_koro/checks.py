"""Why a move cannot be made, in the table's words: each check stands once, here.

`legal` lists what passes `no_build`, `no_swap` and `no_target`, and `play` asks the same;
`not_now` explains a move that comes at the wrong time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from engine.kernel.game import CHANCE, Seat
from engine.machi_koro.components import (
    ALL_LANDMARKS,
    CARD,
    CARDS,
    FIRING,
    LANDMARK,
    PRICE,
    PURPLE,
    RADIO_TOWER,
    TOWER,
    TRAIN_STATION,
)
from engine.machi_koro.notation import (
    Action,
    Build,
    Deal,
    Dice,
    Keep,
    Pass,
    Reroll,
    Roll,
    Swap,
    Target,
)
from engine.machi_koro.state import (
    BUILD,
    DEAL,
    DICE,
    KEEP,
    OVER,
    ROLL,
    SWAP,
    TARGET,
    City,
    State,
)

SWAPPED = tuple(card.id for card in CARDS if card.icon != TOWER)
"""The cards that a Business Center can swap."""

NOTHING = Swap()
Counts = Sequence[int]

_NEXT = {
    DEAL: "the table deals: *: deal and a card",
    ROLL: "{seat} says how many dice: roll 1 or roll 2",
    DICE: "the table rolls {dice}",
    KEEP: "{seat} keeps the throw or rerolls",
    TARGET: "{seat} names a target of the TV Station",
    SWAP: "{seat} swaps with the Business Center, or writes swap nothing",
    BUILD: "{seat} builds or passes",
}
_DICE = {1: "one die: write *: dice 4", 2: "two dice: write *: dice 3 5"}


def awaiting(state: State) -> tuple[str, ...]:
    """The seat whose turn it is, or the table; nobody when somebody has won."""
    if state.phase == OVER:
        return ()
    return (CHANCE,) if state.phase in (DICE, DEAL) else (state.seats[state.turn],)


def no_build(seat: Seat, city: City, market: Sequence[int], what: str) -> str:
    """Why a seat cannot build that in its city now; "" when it can (rules 1, 10)."""
    coins, cards, landmarks, _ = city
    place = CARD.get(what)
    if place is None:
        bit = LANDMARK.get(what)
        if bit is None:
            return f"{what} is neither a card nor a landmark"
        if landmarks & bit:
            return f"the {what} of {seat} stands already"
    else:
        if not market[place]:
            return f"no {what} is left in the market"
        if cards[place] and CARDS[place].colour == PURPLE:
            return f"a city has at most one {what}"
    cost = PRICE[what]
    if coins < cost:
        kind = f"{'an' if what[0] in 'aeiou' else 'a'} {what}"
        return f"{kind} costs {cost} and {seat} has {coins}: {cost - coins} short"
    return ""


def no_swap(seats: tuple[Seat, Seat], cards: tuple[Counts, Counts], swap: Swap) -> str:
    """Why two cards cannot change places between two seats; "" when they can (rule 7)."""
    ids = (swap.gives, swap.takes)
    for seat, has, card in zip(seats, cards, ids, strict=True):
        if card not in CARD:
            return f"{card} is no card"
        if card not in SWAPPED:
            return f"{card} has a tower: it is never swapped"
        if not has[CARD[card]]:
            return f"{seat} has no {card}"
    same = swap.gives == swap.takes
    return f"{swap.gives} for {swap.takes} changes nothing: write swap nothing" if same else ""


def no_target(seats: Sequence[Seat], turn: int, seat: Seat) -> str:
    """Why the seat whose turn it is cannot choose that one; "" when it can (rules 6, 7)."""
    if seat == seats[turn]:
        return f"{seat} cannot choose itself: name another seat"
    return "" if seat in seats else f"nobody sits at {seat}"


def swaps(seats: Sequence[Seat], cities: Sequence[City], turn: int) -> Iterator[Swap]:
    """Every swap that the seat whose turn it is can make."""
    for other in range(len(seats)):
        if other != turn:
            pair, cards = (seats[turn], seats[other]), (cities[turn][1], cities[other][1])
            for gives, takes in product(SWAPPED, repeat=2):
                swap = Swap(gives, seats[other], takes)
                if not no_swap(pair, cards, swap):
                    yield swap


def not_now(state: State, seat: Seat, action: Action) -> str:
    """Why it is not for this seat to do that now, and what is awaited instead."""
    on_turn = state.seats[state.turn]
    coming = _NEXT.get(state.phase, "").format(seat=on_turn, dice=_DICE[state.number])
    if state.phase == OVER:
        winner = next(
            seat
            for seat, city in zip(state.seats, state.cities, strict=True)
            if city.landmarks == ALL_LANDMARKS
        )
        return f"the game is over: {winner} has built every landmark"
    if seat not in (*state.seats, CHANCE):
        return f"nobody sits at {seat}"
    if isinstance(action, Dice | Deal) != (seat == CHANCE):
        return f"the table (*) rolls and deals, the seats do the rest; {coming}"
    if seat not in (on_turn, CHANCE):
        return f"it is the turn of {on_turn}; {coming}"
    return f"{_reason(state, action, on_turn)}{coming}"


def _reason(state: State, action: Action, on_turn: Seat) -> str:
    """What is wrong with a move of the right seat at the wrong time, up to "; "."""
    city = state.cities[state.turn]
    landmarks = city.landmarks
    match action:
        case Roll() if not landmarks & TRAIN_STATION:
            return f"{on_turn} has no Train Station and so no choice of dice; "
        case Roll():
            return "the dice are chosen already; "
        case Keep() | Reroll() if not landmarks & RADIO_TOWER:
            return f"{on_turn} has no Radio Tower; "
        case Keep() | Reroll() if state.rerolled:
            return f"{on_turn} has rerolled in this turn, the second throw stands; "
        case Keep() | Reroll() if state.dice:
            return "the income is paid, a throw is kept or rerolled before; "
        case Keep() | Reroll():
            return "nothing is thrown yet; "
        case Target() if any(city.cards[fee.at] for fee in FIRING[sum(state.dice)].from_one):
            return "there is no target to choose any more; "
        case Target():
            return "no TV Station has fired; "
        case Swap():
            return "no Business Center has fired; "
        case Deal() if state.options.ten_piles:
            return "the market is full; "
        case Deal():
            return "without the option ten_piles the market is never dealt; "
        case Build() | Pass() if state.phase not in (DICE, DEAL):
            return "first "
        case _:
            return ""
