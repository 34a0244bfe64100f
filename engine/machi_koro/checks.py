"""The checks of a move: each returns the reason why the move is not allowed, "" if it is.

`legal` and `play` share `build_refusal`, `swap_refusal` and `target_refusal`. `turn_refusal` says
why a move comes at the wrong time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from engine.kernel.game import CHANCE, Seat
from engine.kernel.phrases import Phrase, Refusal, joined, phrase
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
    name,
)
from engine.machi_koro.notation import (
    Action,
    BuildNothing,
    Deal,
    Dice,
    KeepThrow,
    MachiKoroBuild,
    Reroll,
    Roll,
    Swap,
    Target,
)
from engine.machi_koro.state import (
    DEAL,
    DICE,
    OVER,
    MachiKoroCity,
    MachiKoroState,
)

SWAPPED = tuple(card.id for card in CARDS if card.icon != TOWER)
"""The cards that a Business Center can swap."""

NOTHING = Swap()
Counts = Sequence[int]


_THROW = {
    1: phrase("the table rolls one die: write *: dice 4"),
    2: phrase("the table rolls two dice: write *: dice 3 5"),
}


def _awaited_move(state: MachiKoroState) -> Phrase:
    """The move that is awaited now, in words."""
    seat = state.seats[state.turn]
    match state.phase:
        case "deal":
            return phrase("the table deals: *: deal and a card")
        case "roll":
            return phrase("{seat} says how many dice: roll 1 or roll 2", seat=seat)
        case "dice":
            return _THROW[state.number]
        case "keep":
            return phrase("{seat} keeps the throw or rerolls", seat=seat)
        case "target":
            return phrase("{seat} names a target of the TV Station", seat=seat)
        case "swap":
            return phrase(
                "{seat} swaps with the Business Center, or writes swap nothing", seat=seat
            )
        case _:
            return phrase("{seat} builds or passes", seat=seat)


def awaiting(state: MachiKoroState) -> tuple[str, ...]:
    """The seat that may act now: the seat on turn, or the table; none after the end."""
    if state.phase == OVER:
        return ()
    return (CHANCE,) if state.phase in (DICE, DEAL) else (state.seats[state.turn],)


def _named(id: str) -> Phrase:
    """A card or landmark by its name, not by its id, which may be a word of another game."""
    return phrase(name(id, "en"))


def build_refusal(seat: Seat, city: MachiKoroCity, market: Sequence[int], what: str) -> Refusal:
    """Why a seat cannot build a card or landmark in its city now; "" if it can (rules 1, 10)."""
    coins, cards, landmarks, _ = city
    place = CARD.get(what)
    if place is None:
        bit = LANDMARK.get(what)
        if bit is None:
            return phrase("{what} is neither a card nor a landmark", what=what)
        if landmarks & bit:
            return phrase("{seat} has built the {what} already", what=_named(what), seat=seat)
    else:
        if not market[place]:
            return phrase("no {what} is left in the market", what=_named(what))
        if cards[place] and CARDS[place].colour == PURPLE:
            return phrase("a city has at most one {what}", what=_named(what))
    cost = PRICE[what]
    if coins < cost:
        return phrase(
            "{what} costs {cost} and {seat} has {coins}: {lacking} short",
            what=_named(what),
            cost=cost,
            seat=seat,
            coins=coins,
            lacking=cost - coins,
        )
    return ""


def swap_refusal(seats: tuple[Seat, Seat], cards: tuple[Counts, Counts], swap: Swap) -> Refusal:
    """Why two seats cannot swap two of their cards; "" if they can (rule 7)."""
    ids = (swap.gives, swap.takes)
    for seat, has, card in zip(seats, cards, ids, strict=True):
        if card not in CARD:
            return phrase("{card} is no card", card=card)
        if card not in SWAPPED:
            return phrase("{card} has a tower: it is never swapped", card=_named(card))
        if not has[CARD[card]]:
            return phrase("{seat} has no {card}", seat=seat, card=_named(card))
    if swap.gives != swap.takes:
        return ""
    return phrase("{card} for {card} changes nothing: write swap nothing", card=_named(swap.gives))


def target_refusal(seats: Sequence[Seat], turn: int, seat: Seat) -> Refusal:
    """Why the seat on turn cannot choose another seat; "" if it can (rules 6, 7)."""
    if seat == seats[turn]:
        return phrase("{seat} cannot choose itself: name another seat", seat=seat)
    return "" if seat in seats else phrase("nobody sits at {seat}", seat=seat)


def legal_swaps(
    seats: Sequence[Seat], cities: Sequence[MachiKoroCity], turn: int
) -> Iterator[Swap]:
    """Yield every swap that the seat on turn can make."""
    for opponent in range(len(seats)):
        if opponent != turn:
            pair, cards = (seats[turn], seats[opponent]), (cities[turn][1], cities[opponent][1])
            for gives, takes in product(SWAPPED, repeat=2):
                swap = Swap(gives, seats[opponent], takes)
                if not swap_refusal(pair, cards, swap):
                    yield swap


def turn_refusal(state: MachiKoroState, seat: Seat, action: Action) -> Phrase:
    """Why this seat may not do this action now, and which move is awaited instead."""
    on_turn = state.seats[state.turn]
    if state.phase == OVER:
        winner = next(
            seat
            for seat, city in zip(state.seats, state.cities, strict=True)
            if city.landmarks == ALL_LANDMARKS
        )
        return phrase("the game is over: {seat} has built every landmark", seat=winner)
    if seat not in (*state.seats, CHANCE):
        return phrase("nobody sits at {seat}", seat=seat)
    coming = _awaited_move(state)
    if isinstance(action, Dice | Deal) != (seat == CHANCE):
        reason: Refusal = phrase("the table (*) rolls and deals; the seats make all other moves")
    elif seat not in (on_turn, CHANCE):
        reason = phrase("it is the turn of {seat}", seat=on_turn)
    elif isinstance(action, MachiKoroBuild | BuildNothing) and state.phase not in (DICE, DEAL):
        return phrase("first {coming}", coming=coming)
    else:
        reason = _reason(state, action, on_turn)
    return joined("; ", (reason, coming)) if reason else coming


def _reason(state: MachiKoroState, action: Action, on_turn: Seat) -> Refusal:
    """Why a move of the right seat comes at the wrong time; "" if there is no more to say."""
    city = state.cities[state.turn]
    landmarks = city.landmarks
    match action:
        case Roll() if not landmarks & TRAIN_STATION:
            return phrase("{seat} has no Train Station and rolls one die", seat=on_turn)
        case Roll():
            return phrase("the dice are chosen already")
        case KeepThrow() | Reroll() if not landmarks & RADIO_TOWER:
            return phrase("{seat} has no Radio Tower", seat=on_turn)
        case KeepThrow() | Reroll() if state.rerolled:
            return phrase("{seat} has rerolled in this turn, the second throw stands", seat=on_turn)
        case KeepThrow() | Reroll() if state.dice:
            return phrase("the income is paid: a throw is kept or rerolled before that")
        case KeepThrow() | Reroll():
            return phrase("nothing is thrown yet")
        case Target() if any(city.cards[fee.at] for fee in FIRING[sum(state.dice)].from_one):
            return phrase("there is no target to choose any more")
        case Target():
            return phrase("no TV Station has fired")
        case Swap():
            return phrase("no Business Center has fired")
        case Deal() if state.options.ten_piles:
            return phrase("the market is full")
        case Deal():
            return phrase("cards are dealt only with the option ten_piles")
        case _:
            return ""
